"""What a drag may cost of posture: how far the trunk may turn and arms may swing for the way that is gained."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from poise.figure.figure import Figure
from poise.pose import Pose
from poise.studio.document import points, stays
from poise.studio.document.state import State

PRICE, SPARE = math.radians(800.0), math.radians(1.0)
"""Radians by which the trunk may turn for a metre gained, and besides. Bending down with a straight arm takes 250° a
metre, a reach to the side 400°; at the very edge 1600° and more are what the last centimetres cost."""
HALF = 0.5
"""Of that price: what a stride may cost that falls short, whose last part is the dearest and would hide in the whole;
and all that leads on from an edge of reach."""
SWING = math.radians(90.0), math.radians(5.0)
"""Radians by which an arm that hangs may swing for a metre that the trunk is led, and besides. Squats take 75° a metre;
at the edge of balance arms are thrown out, 34° for 17 cm of a chest."""
LEAN = math.radians(35.0)
"""How far chest and pelvis of who is on all fours may turn for the belly between them, which gets 6 cm down over pinned
knees: from there on the face goes to the floor and the seat up."""

Array = NDArray[np.float64]


class PostureCost:
    """The cost of poses, against the one in which a drag began."""

    def __init__(self, state: State, segments: Sequence[str], level: Sequence[str], leads_trunk: bool) -> None:
        """`segments`: what is led. `level`: what shall stay as level as it was. `leads_trunk`: arms hang from it."""
        self._began, self._level = state.pose, tuple(level)
        self._trunk = tuple({state.figure.root, *(_turned(state.figure, segment) for segment in segments)})
        self._hanging = _hanging(state, segments[0]) if leads_trunk else ()

    def is_bent(self, now: Pose) -> bool:
        """Whether something that shall stay level has turned too far."""
        return any(_turn(self._began, now, segment) > LEAN for segment in self._level)

    def throws_arms(self, good: Pose, now: Pose, led: float) -> bool:
        """Whether an arm that hangs has swung, on from a good pose, by more than goes with a trunk led so far (m)."""
        most = SWING[0] * led + SWING[1]
        return any(_bend(self._began, now, arm) > max(most, _bend(self._began, good, arm)) for arm in self._hanging)

    def turned_on(self, good: Pose, now: Pose) -> float:
        """Radians that the trunk has turned on from where the drag began; less than 0 where it has turned back."""
        return max(_turn(self._began, now, segment) - _turn(self._began, good, segment) for segment in self._trunk)

    def turned(self, edge: Pose, now: Pose) -> float:
        """Radians that the trunk has turned from a pose to another, about whatever axis."""
        return max(_turn(edge, now, segment) for segment in self._trunk)


def _turned(figure: Figure, segment: str) -> str:
    """What turns when a segment is pulled too far: what carries its limb; of the trunk, the segment itself."""
    if points.trunk_axis(figure, segment) is not None:
        return segment
    joints = points.followers(figure, segment, "limb", None)
    return (figure.joints[joints[-1]].parent if joints else None) or figure.root


def _hanging(state: State, segment: str) -> tuple[tuple[str, str], ...]:
    """Arms that nobody holds, of whom a segment of the trunk is led: each by what it hangs from and its upper part."""
    figure = state.figure
    held = {figure.sites[task.site].segment for task in state.tasks.values() if stays.holds(task)}
    held |= {stay.part for stay in state.stays} | {sole.segment for sole in figure.soles.values()}
    found = []
    for limb in figure.limbs.values():
        joint = figure.joints[limb.root]
        ends = {figure.sites[limb.site].segment, figure.joints[limb.middle].child}
        if joint.parent is None or held & ends:
            continue
        if points.own(figure, joint.parent)[0] is points.own(figure, segment)[0]:
            found.append((joint.parent, joint.child))
    return tuple(found)


def _turn(before: Pose, after: Pose, segment: str) -> float:
    """The angle by which a segment has turned."""
    return _angle(_rotation(before, segment), _rotation(after, segment))


def _bend(before: Pose, after: Pose, between: tuple[str, str]) -> float:
    """The angle by which a segment has turned in another one."""
    base, part = between
    a, b = (_rotation(pose, base).T @ _rotation(pose, part) for pose in (before, after))
    return _angle(a, b)


def _rotation(pose: Pose, segment: str) -> Array:
    return np.asarray(pose.segment_frame(segment))[:3, :3]


def _angle(a: Array, b: Array) -> float:
    return math.acos(min(1.0, max(-1.0, 0.5 * (float((a * b).sum()) - 1.0))))
