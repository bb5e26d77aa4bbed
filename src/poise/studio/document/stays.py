"""Stays: what a hand has placed keeps its place, softly: below all tasks, and above the criteria.

A stay is worth so much more than the criteria that they move it by less than a millimetre or so; a task moves it as far
as the task needs. It costs one sum more in what the criteria minimise, and no level of its own, which would cost a
quarter of a step. When a hand lets go, every stay is where its part is then: nothing pulls back.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, TypeGuard

import numpy as np

from poise import _core
from poise.criteria import Criterion
from poise.criteria.near_pose import NearPose
from poise.errors import InputError
from poise.figure.check import Quaternion, Vec3, vec3
from poise.figure.figure import Figure
from poise.figure.placement import IDENTITY, Placement, rotation_matrix
from poise.io.figure.read import METRES
from poise.pose import Pose
from poise.tasks.hold import Hold
from poise.tasks.reach import Reach
from poise.tasks.task import Task

if TYPE_CHECKING:
    from poise.studio.document.state import State

SPREAD = 0.01
"""Metres that a stay is worth as much as one radian off a posture. Criteria weigh radians by thousandths, so that they
take tenths of a millimetre from it (0.2 mm at most over drags of hands, pelvis and chest); smaller ones make it so
stiff beside them that steps are dearer."""
ARM, ARM_SPREAD = 0.1, 0.02
"""Metres: the turn of a part that stays is that of three arms about its point, and their ends may move a little more,
so that a part that cannot stay whole keeps its place first."""
TURN_SPREAD = 0.02
"""Radians, of a joint that stays: as much as the arms' ends."""


@dataclass(frozen=True)
class Stay:
    """A point of a segment, in its coordinates, and the place of the world where it stays (m); with its turn.

    `turn`: the quaternion x y z w of the segment.
    """

    segment: str
    point: Vec3
    place: Vec3 = (0.0, 0.0, 0.0)
    turn: Quaternion = IDENTITY

    @property
    def part(self) -> str:
        """The part of the body that stays."""
        return self.segment

    def renewed(self, pose: Pose) -> Stay:
        """It stays where it is in a pose."""
        frame = np.array(pose.segment_frame(self.segment))
        place = vec3((frame[:3, :3] @ self.point + frame[:3, 3]).tolist(), "a place")
        return replace(self, place=place, turn=Placement.from_matrix(frame).rotation)

    def wishes(self) -> list[tuple[float, ...]]:
        """What the core is told: points of the segment, their places, and how much they count."""
        arms = ARM * np.eye(3)
        ends = zip(self.point + arms, self.place + arms @ rotation_matrix(self.turn).T, strict=True)
        return [(*self.point, *self.place, SPREAD**-2), *((*p, *x, ARM_SPREAD**-2) for p, x in ends)]


@dataclass(frozen=True)
class TurnStay:
    """A joint, and the natural coordinates (rad, m) at which it stays."""

    joint: str
    value: tuple[float, ...]

    @property
    def part(self) -> str:
        """The joint that stays."""
        return self.joint

    def renewed(self, pose: Pose) -> TurnStay:
        """It stays as it is in a pose."""
        return replace(self, value=_natural(pose, self.joint))


AnyStay = Stay | TurnStay
Stays = tuple[AnyStay, ...]


def placed(state: State, new: Iterable[AnyStay]) -> State:
    """After a hand has let go: everything that was placed stays where it is now, the new ones too, one for a part."""
    by_part = {stay.part: stay for stay in (*state.stays, *new)}
    return without_held(replace(state, stays=tuple(stay.renewed(state.pose) for stay in by_part.values())))


def without(state: State, parts: Iterable[str]) -> State:
    """Without the stays of some parts: a hand has taken them."""
    gone = {*parts}
    kept = tuple(stay for stay in state.stays if stay.part not in gone)
    return state if len(kept) == len(state.stays) else replace(state, stays=kept)


def without_held(state: State) -> State:
    """Without the stays of parts that a task holds, and of parts that the figure does not have."""
    figure = state.figure
    gone = {figure.sites[t.site].segment for t in state.tasks.values() if holds(t)}
    gone |= {
        s.part for s in state.stays if s.part not in (figure.joints if isinstance(s, TurnStay) else figure.segments)
    }
    return without(state, gone)


def stay_criteria(state: State) -> tuple[Criterion, ...]:
    """What the stays of a state ask of a solve."""
    points = tuple(stay for stay in state.stays if isinstance(stay, Stay))
    turns = {stay.joint: stay.value for stay in state.stays if isinstance(stay, TurnStay)}
    found: list[Criterion] = [NearPlaces(points)] if points else []
    if turns:
        goal = state.pose.with_joints(turns).clamped()
        found.append(NearPose(goal, joints=tuple(turns), weight=1.0 / TURN_SPREAD**2))
    return tuple(found)


def stay_parts(stays: Stays, figure: Figure) -> list[dict[str, Any]]:
    """As they stand in files, angles in degrees."""
    return [
        {"segment": s.segment, "point": list(s.point), "place": list(s.place), "turn": list(s.turn)}
        if isinstance(s, Stay)
        else {"joint": s.joint, "value": _degrees(figure, s)}
        for s in stays
    ]


def stays_from(told: Sequence[Any], figure: Figure) -> Stays:
    """From their form in files."""
    found: list[AnyStay] = []
    for part in told:
        if part.get("segment") is not None:
            figure.segment(part["segment"])
            point, place = (vec3(part.get(name), f"the {name} of a stay") for name in ("point", "place"))
            found.append(Stay(part["segment"], point, place, Placement(place, part.get("turn") or IDENTITY).rotation))
        else:
            names = figure.joint(part.get("joint")).coordinates
            value = part.get("value")
            if not isinstance(value, list) or len(value) != len(names):
                raise InputError(f"the joint {part['joint']!r} stays at {len(names)} numbers, not {value!r}")
            value = [v if name in METRES else math.radians(v) for name, v in zip(names, value, strict=True)]
            found.append(TurnStay(part["joint"], tuple(value)))
    return tuple(found)


@dataclass(frozen=True)
class NearPlaces(Criterion):
    """Parts of the body near places of the world: half the sum of their squared distances by what they may be off."""

    stays: tuple[Stay, ...]

    def check(self, figure: Figure) -> None:
        """Raise when the figure has no such segment."""
        for stay in self.stays:
            figure.segment(stay.segment)

    def compiled(self, start: Pose) -> _core.Criterion:
        names = list(start.figure.segments)
        rows = [(names.index(stay.segment), row) for stay in self.stays for row in stay.wishes()]
        return _core.near_points_criterion([segment for segment, _ in rows], np.array([row for _, row in rows]))


def holds(task: Task) -> TypeGuard[Hold | Reach]:
    """Whether it says where the whole of a point is."""
    return task.enabled and (isinstance(task, Hold) or (isinstance(task, Reach) and task.axes == "xyz"))


def _natural(pose: Pose, joint: str) -> tuple[float, ...]:
    return tuple(float(v) for v in np.atleast_1d(pose[joint]))


def _degrees(figure: Figure, stay: TurnStay) -> list[float]:
    names = figure.joint(stay.joint).coordinates
    return [v if name in METRES else math.degrees(v) for name, v in zip(names, stay.value, strict=True)]
