"""Poses blended into the present one, by a share, for the whole body or a part of it; and what hands can do."""

from __future__ import annotations

import math
from collections.abc import Mapping

import numpy as np

from poise.errors import InputError, UnknownNameError
from poise.pose import Pose
from poise.studio.document import poses
from poise.studio.document.state import State

FINGERS = ("index", "middle", "ring", "little")
HANDS: Mapping[str, str] = {
    "relaxed": "hands_relaxed",
    "flat": "hands_flat",
    "grip": "hands_grasping",
    "point": "hands_grasping",
    "fist": "hands_grasping",
}
"""What hands can do, and the posture of the figure that it begins with."""
FIST = {"mcp": 80.0, "pip": 100.0, "dip": 62.0}
"""Degrees of finger joints in a fist: as far as the limits of knuckles let them, and then closed to the palm."""


def target_of(state: State, source: str, name: str) -> Pose:
    """The pose that is meant: of hands, of the library, a posture of the figure, or the start."""
    if source != "hands":
        return poses.applied(state, source, name)
    figure = state.figure
    if name not in HANDS:
        raise UnknownNameError("form of the hands", name, HANDS, "Poise")
    if HANDS[name] not in figure.postures:
        raise InputError(f"the hands of {figure.name!r} are in one piece: give the person fingers (Figure, hands)")
    pose = figure.pose(HANDS[name])
    if name == "point":
        straight = figure.pose("hands_flat")
        index = [name for name in figure.joints if "_index_" in name]
        return pose.with_joints({n: straight.coordinates[figure.coordinate_slice(n)] for n in index})
    return _fist(pose) if name == "fist" else pose


def blended(state: State, target: Pose, part: str | None, share: float) -> Pose:
    """The state's pose, brought towards another by a share, 0 … 1, on the manifold of every joint; or a part of it."""
    share = min(max(share, 0.0), 1.0)
    if part is None:
        return state.pose.interpolate(target, share).clamped()
    way, kept = np.array(state.pose.difference(target)), np.zeros(state.figure.dof)
    for joint in joints_of(state, part):
        where = state.figure.tangent_slice(joint)
        kept[where] = way[where]
    return state.pose.integrate(share * kept).clamped()


def joints_of(state: State, part: str) -> tuple[str, ...]:
    """The joints of a part of the body, by the name of its group."""
    if part not in state.figure.groups:
        raise UnknownNameError("part", part, state.figure.groups, f"the figure {state.figure.name!r}")
    return tuple(joint for joint in state.figure.groups[part].joints if state.figure.joint(joint).dof)


def _fist(pose: Pose) -> Pose:
    values = {}
    for side in ("left", "right"):
        for finger in FINGERS:
            for part, bend in FIST.items():
                name = f"{side}_{finger}_{part}"
                angle = math.radians(bend)
                values[name] = (angle, 0.0) if pose.figure.joint(name).dof == 2 else (angle,)
    return pose.with_joints(values).clamped()
