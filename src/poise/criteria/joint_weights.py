"""How much joints count in a criterion: one number for a joint, or one for each of its coordinates."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from poise.errors import InputError
from poise.figure.check import listed, number, shown
from poise.tasks.recruits import named_joints, normalized_joints

if TYPE_CHECKING:
    from poise.figure.figure import Figure
    from poise.figure.joint import Joint

Weight = float | tuple[float, ...]
"""Of a joint, or of its coordinates in their order."""
JointWeights = str | tuple[str, ...] | tuple[tuple[str, Weight], ...] | None
"""The option once checked: all joints, a part of the body, joint names, or (joint, weight) pairs."""
BaseWeights = float | tuple[float, float, float] | None
"""Of a free base: one number, or those of its place, its tilt and its heading."""


def normalized_weights(given: Any, what: str) -> JointWeights:
    """The option in its immutable form; names and counts are checked later, against a figure."""
    found: JointWeights = normalized_joints(given, what, _weight)
    if isinstance(found, tuple) and not any(isinstance(i, str) or np.any(i[1]) for i in found):
        raise InputError(f"{what} lets nobody count; leave it out to let all joints count")
    return found


def normalized_base(given: Any, what: str) -> BaseWeights:
    """The base option in its immutable form."""
    if given is None:
        return None
    entries = listed(given)
    if entries is None:
        return _at_least_zero(given, what)
    if len(entries) != 3:
        raise InputError(f"{what} must be one number or three (place, tilt, heading), not {shown(given)}")
    place, tilt, heading = (
        _at_least_zero(entry, f"the {part} entry of {what}")
        for part, entry in zip(("place", "tilt", "heading"), entries, strict=True)
    )
    return place, tilt, heading


def weights_by_joint(figure: Figure, joints: JointWeights, owner: str) -> dict[str, Weight]:
    """Weight by joint, checked against the figure; joints that do not count are left out."""
    weights: dict[str, Weight] = named_joints(figure, joints, f"{owner}: the figure")
    for name, weight in weights.items():
        if isinstance(weight, tuple):
            _check_count(figure.joints[name], weight, f"{owner}: the weights of {name!r}")
    return {name: weight for name, weight in weights.items() if np.any(weight)}


def freedom_weights(figure: Figure, weights: dict[str, Weight]) -> NDArray[np.float64]:
    """(dof,) how much every degree of freedom counts."""
    found = np.zeros(figure.dof)
    for joint, weight in weights.items():
        found[figure.tangent_slice(joint)] = weight
    return found


def _check_count(joint: Joint, weights: tuple[float, ...], what: str) -> None:
    if joint.model == "free":
        raise InputError(f"{what} must be one number, since it is free; NearPose and RestPosture have base for more")
    if len(weights) == joint.dof:
        return
    names = ", ".join(joint.coordinates)
    choices = f"one number or {joint.dof} ({names})" if joint.dof > 1 else "one number"
    raise InputError(f"{what}, a joint of model {joint.model}, must be {choices}, not {len(weights)}")


def _weight(given: Any, joint: str, what: str) -> Weight:
    """A number, or several of a list."""
    entries, whose = listed(given), f"the weight of {joint!r} in {what}"
    if entries is None:
        return _at_least_zero(given, whose)
    if not entries:
        raise InputError(f"{whose} must be a number, or one for each coordinate of the joint, not {shown(given)}")
    return tuple(_at_least_zero(entry, f"entry {i} of {whose}") for i, entry in enumerate(entries, 1))


def _at_least_zero(given: Any, what: str) -> float:
    weight = number(given, what)
    if weight < 0.0:
        raise InputError(f"{what} must be 0 or more, not {weight}")
    return weight
