"""Mirror images of what is done to one side: pins, forces and supports on the other, in the plane of the root."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np

from poise.forces.force import AnyForce, Force, Press
from poise.forces.support import Support
from poise.pose import Pose
from poise.studio.document.points import mirrored_target
from poise.studio.document.state import State

Load = AnyForce | Support
SITES = ("site", "site_b", "onto")
"""The fields of loads that name sites."""


def with_twins(before: State, after: State, list: str) -> State:
    """With the mirror images of the forces or supports that an action has added, where they have one."""
    if list not in ("forces", "supports"):
        return after
    new = [part for part in getattr(after, list) if part not in getattr(before, list)]
    images = [image for part in new if (image := mirrored_load(after.pose, part)) is not None]
    return replace(after, **{list: (*getattr(after, list), *images)}).checked() if images else after  # type: ignore[arg-type]


def mirrored_load(pose: Pose, part: Load) -> Load | None:
    """The same at the site on the other side; None for what is its own image: in the middle, or of both sides."""
    other = {name: pose.figure.mirror.other(s) for name in SITES if (s := getattr(part, name, None)) is not None}
    if {*other.values()} == {getattr(part, name) for name in other}:
        return None
    fields: dict[str, Any] = dict(other)
    if isinstance(part, Force | Press) and part.frame == "world":
        fields["vector"] = _mirrored(pose, part.vector)
    if isinstance(part, Force) and part.frame == "world":
        fields["torque"] = _mirrored(pose, part.torque, turns=True)
    if isinstance(part, Support):
        fields |= {"normal": part.normal and _mirrored(pose, part.normal)}
        fields |= {"rope": part.rope and mirrored_target(pose, part.rope)}
    return replace(part, **fields)


def _mirrored(pose: Pose, vector: Any, turns: bool = False) -> tuple[float, ...]:
    """The image of a direction; an axis about which something turns has its image the other way round."""
    origin = np.array(mirrored_target(pose, (0.0, 0.0, 0.0)))
    image = np.array(mirrored_target(pose, vector)) - origin
    return tuple((-image if turns else image).tolist())
