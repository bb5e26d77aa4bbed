"""Who may help a task: from the `joints` option to a weight for every degree of freedom (Baerlocher 7.2.3)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from poise.errors import InputError
from poise.figure.check import number, shown
from poise.figure.names import unknown

if TYPE_CHECKING:
    from poise.figure.figure import Figure

Joints = str | tuple[str, ...] | tuple[tuple[str, float], ...] | None
"""The option once checked: all, a part of the body, joint names, or (joint, weight) pairs."""


def recruits(given: Any, what: str) -> Joints:
    """The option of a task in its immutable form; names are checked later, against a figure."""
    found: Joints = normalized_joints(given, what, _share)
    if isinstance(found, tuple) and not any(isinstance(i, str) or i[1] for i in found):
        raise InputError(f"{what} lets nobody help; leave it out to let all joints help")
    return found


def normalized_joints(given: Any, what: str, weigh: Callable[[Any, str, str], Any]) -> Any:
    """None, a name, names, or (joint, weight) pairs. `weigh`: from a weight as given, its joint and `what`."""
    if given is None or isinstance(given, str):
        return given
    if not isinstance(given, Iterable) or isinstance(given, bytes | np.ndarray):
        raise InputError(f"{what} must be a name, joint names or a mapping from joint to weight, not {shown(given)}")
    items = tuple(given.items()) if isinstance(given, Mapping) else tuple(given)
    if items and all(isinstance(i, str) for i in items):
        return items
    if not all(isinstance(i, tuple) and len(i) == 2 for i in items):
        raise InputError(f"{what} must hold joint names, not {shown(given)}")
    if not all(isinstance(joint, str) for joint, _ in items):
        raise InputError(f"{what} must hold joint names, not {shown(given)}")
    return tuple((joint, weigh(w, joint, what)) for joint, w in items)


def recruited(figure: Figure, joints: Joints, owner: str) -> dict[str, float]:
    """Weight by joint; joints that do not help are left out."""
    return {j: w for j, w in named_joints(figure, joints, owner).items() if w > 0.0}


def named_joints(figure: Figure, joints: Any, owner: str) -> dict[str, Any]:
    """What a normalised option says of every joint that it names: 1 unless it gives a weight."""
    if joints is None:
        return dict.fromkeys(figure.joints, 1.0)
    if isinstance(joints, str):
        return dict.fromkeys(_part(figure, joints, owner), 1.0)
    weights = dict((j, 1.0) if isinstance(j, str) else j for j in joints)
    for joint in weights:
        if joint not in figure.joints:
            raise unknown(figure, "joint", joint, figure.joints, owner)
    return weights


def freedom_weights(figure: Figure, shares: Mapping[str, float]) -> NDArray[np.float64]:
    """(dof,) weight of every degree of freedom, 0 … 1."""
    weights = np.zeros(figure.dof)
    for joint, share in shares.items():
        weights[figure.tangent_slice(joint)] = share
    return weights


def _part(figure: Figure, name: str, owner: str) -> tuple[str, ...]:
    """The joints of a group, of a limb, or the one joint of that name; a group is the fuller part, so it goes first."""
    if name in figure.groups:
        return figure.groups[name].joints
    if name in figure.limbs:
        limb = figure.limbs[name]
        return limb.root, limb.middle, limb.end
    if name in figure.joints:
        return (name,)
    raise unknown(figure, "group, limb or joint", name, [*figure.groups, *figure.limbs, *figure.joints], owner)


def _share(value: Any, joint: object, what: str) -> float:
    share = number(value, f"the weight of {joint!r} in {what}")
    if not 0.0 <= share <= 1.0:
        raise InputError(f"the weight of {joint!r} in {what} must be from 0 to 1, not {share}")
    return share
