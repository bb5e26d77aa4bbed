"""Mirror images of what is done to one side: pins, forces and supports on the other, in the plane of the root."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np

from poise.forces.force import Force, Weight
from poise.forces.support import Support
from poise.pose import Pose
from poise.studio.document.points import mirrored_target
from poise.studio.document.state import State

Load = Force | Weight | Support


def with_twins(before: State, after: State, list: str) -> State:
    """With the mirror images of the forces or supports that an action has added, where they have one."""
    if list not in ("forces", "supports"):
        return after
    new = [part for part in getattr(after, list) if part not in getattr(before, list)]
    images = [image for part in new if (image := mirrored_load(after.pose, part)) is not None]
    return replace(after, **{list: (*getattr(after, list), *images)}).checked() if images else after  # type: ignore[arg-type]


def mirrored_load(pose: Pose, part: Load) -> Load | None:
    """The same at the site on the other side; None for a site in the middle."""
    site = pose.figure.mirror.other(part.site)
    if site == part.site:
        return None
    fields: dict[str, Any] = {"site": site}
    if isinstance(part, Force) and part.frame == "world":
        fields |= {"vector": _mirrored(pose, part.vector), "torque": _mirrored(pose, part.torque, turns=True)}
    if isinstance(part, Support):
        fields |= {"normal": part.normal and _mirrored(pose, part.normal)}
        fields |= {"rope": part.rope and mirrored_target(pose, part.rope)}
    return replace(part, **fields)


def _mirrored(pose: Pose, vector: Any, turns: bool = False) -> tuple[float, ...]:
    """The image of a direction; an axis about which something turns has its image the other way round."""
    origin = np.array(mirrored_target(pose, (0.0, 0.0, 0.0)))
    image = np.array(mirrored_target(pose, vector)) - origin
    return tuple((-image if turns else image).tolist())
