"""Pieces about the whole body: its centre of mass, how its mass is spread, its joints."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING

import numpy as np

from poise.memo import Same
from poise.support import room_inside, support_area
from poise.tasks.far import far_hint
from poise.tasks.piece import SURELY_UNMOVED, Array, Bounds, Numbers, Piece, Watched, plain

if TYPE_CHECKING:
    from poise import _core
    from poise.figure.figure import Figure
    from poise.pose import Pose
    from poise.tasks.task import Task


USUAL_MARGIN = 0.01
"""m: people sway by several millimetres when they stand still, so nobody stands on the very edge."""


@dataclass(frozen=True, eq=False)
class Center(Piece):
    """The centre of mass at a world point, along the world vectors `axes` (k, 3)."""

    axes: Array
    names: str
    unit = "m"

    @property
    def labels(self) -> tuple[str, ...]:
        return tuple(self.names)

    def add(self, problem: _core.Problem, figure: Figure, weight: float) -> int:
        return problem.add_center(self.goal, self.axes, weight)

    def wanted(self, pose: Pose) -> Numbers:
        return plain(self.axes @ np.asarray(self.goal))

    def reached(self, pose: Pose) -> Numbers:
        return plain(self.axes @ pose.center_of_mass)

    def hint(self, pose: Pose) -> str:
        return far_hint(pose, np.asarray(self.goal))


@dataclass(frozen=True, eq=False)
class Over(Piece):
    """The centre of mass inside planes: `inward` normals (k, 3) at `corners` (k, 3), one after another round the area.

    `asked`: the margin as the task has it, None for the usual one. `found_at`: the pose whose soles these are.
    Number: distance from the edge, m, negative outside.
    """

    inward: Array
    corners: Array
    asked: float | None
    found_at: Pose
    unit = "m"
    labels = ("inside",)

    def add(self, problem: _core.Problem, figure: Figure, weight: float) -> int:
        return problem.add_balance(self.inward, self.corners, self.margin, weight)

    def refreshed(self, pose: Pose, moved: float) -> Over | None:
        """Soles that have moved carry where they are; when none is down any more, they are taken to stay."""
        if self.found_at._core.farthest_moved(pose._core, self.carriers) < SURELY_UNMOVED * moved:
            return None
        area = area_under(pose, self.asked)
        if area is None or (
            area.corners.shape == self.corners.shape and np.abs(area.corners - self.corners).max() < moved
        ):
            return None
        return area

    @property
    def watched(self) -> Watched:
        return self.found_at._core, self.carriers

    @cached_property
    def carriers(self) -> list[int]:
        """The segments that have soles, by the core's numbers."""
        figure = self.found_at.figure
        return [figure._segment_ids[sole.segment] for sole in figure.soles.values()]

    @cached_property
    def margin(self) -> float:
        """How far inside the edge the weight must be, m."""
        return self.asked if self.asked is not None else kept_margin(None, self.widest)

    @cached_property
    def widest(self) -> float:
        """How far inside the edge the middle of the area is, m."""
        return self.reached_at(self.corners.mean(axis=0))

    def allowed(self, pose: Pose) -> Bounds:
        return (self.margin, math.inf)

    def wanted(self, pose: Pose) -> Numbers:
        return (self.margin,)

    def reached(self, pose: Pose) -> Numbers:
        return (self.reached_at(pose.center_of_mass),)

    def reached_at(self, point: Array) -> float:
        """Room of a point, m."""
        return room_inside(self.inward, self.corners, point)


def kept_margin(asked: float | None, widest: float) -> float:
    """The margin over an area: as asked for, else the usual one; none where the middle is not that far inside."""
    if asked is not None:
        return asked
    return USUAL_MARGIN if widest > USUAL_MARGIN else 0.0


def area_at_start(pose: Pose, asked: float | None) -> Over | None:
    """`area_under` of a pose that many solves may begin at."""
    return _kept_area(Same(pose), asked)


@lru_cache(maxsize=32)
def _kept_area(pose: Same[Pose], asked: float | None) -> Over | None:
    return area_under(pose.thing, asked)


def area_under(pose: Pose, asked: float | None) -> Over | None:
    """The area of the soles that are on the floor in a pose; None without any. `asked`: the margin, if any is."""
    corners, inward = support_area(pose)
    return None if len(corners) < 3 else Over(np.zeros(0), inward, corners, asked, pose)


@dataclass(frozen=True, eq=False)
class Spread(Piece):
    """The moment of inertia about a world axis through the centre of mass; `goal` is the radius of gyration, metres.

    Number: the moment, kg m².
    """

    moment: float
    axis: Array
    mass: float
    unit = "kg m²"
    labels = ("moment",)

    def add(self, problem: _core.Problem, figure: Figure, weight: float) -> int:
        return problem.add_gyration(self.axis, float(self.goal[0]), weight)

    def residual(self, error: float, pose: Pose) -> float:
        return abs(self.moment - pose.moment_of_inertia(self.axis))

    def tolerance(self, task: Task) -> float:
        """As given; by default dI = 2 m r dr + m dr² for a radius that is off by dr as a position may be."""
        if task.tolerance is not None:
            return task.tolerance_in(self.unit)
        off = task.tolerance_in("m")
        return self.mass * off * (2.0 * float(self.goal[0]) + off)

    def wanted(self, pose: Pose) -> Numbers:
        return (self.moment,)

    def reached(self, pose: Pose) -> Numbers:
        return (pose.moment_of_inertia(self.axis),)


@dataclass(frozen=True, eq=False)
class Likeness(Piece):
    """Joints as another pose has them: `goal` are its stored coordinates, `weights` (dof,) who is compared.

    Numbers: natural coordinates of those joints, radians (metres for slides).
    """

    goal: Array
    joints: tuple[str, ...]
    weights: Array
    wanted_pose: Pose
    unit = "rad"

    @property
    def labels(self) -> tuple[str, ...]:
        table = self.wanted_pose.to_dict()
        return tuple(f"{joint}.{c}" for joint in self.joints for c in table.get(joint, ()))

    def add(self, problem: _core.Problem, figure: Figure, weight: float) -> int:
        return problem.add_posture(self.goal, self.weights, weight)

    def wanted(self, pose: Pose) -> Numbers:
        return self._natural(self.wanted_pose)

    def reached(self, pose: Pose) -> Numbers:
        return self._natural(pose)

    def hint(self, pose: Pose) -> str:
        worst = self.wanted_pose.worst_limit
        return "" if worst is None or not worst.hint else f"{worst.joint} is wanted outside its limits{worst.hint}"

    def _natural(self, pose: Pose) -> Numbers:
        table = pose.to_dict()
        return tuple(v for joint in self.joints for v in table.get(joint, {}).values())
