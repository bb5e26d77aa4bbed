"""Pieces about one site: where it is, how it is turned, where an axis of it points or may point."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from poise.figure.placement import quaternion_of
from poise.tasks.far import far_hint
from poise.tasks.piece import QUATERNION, Array, Bounds, Numbers, Piece, plain, rotation_of

if TYPE_CHECKING:
    from poise import _core
    from poise.figure.figure import Figure
    from poise.pose import Pose


@dataclass(frozen=True, eq=False)
class Place(Piece):
    """A site's origin at a world point, along the world vectors `axes` (k, 3). Numbers: coordinates along them."""

    site: str
    axes: Array
    names: str
    unit = "m"

    @property
    def labels(self) -> tuple[str, ...]:
        return tuple(self.names)

    def add(self, problem: _core.Problem, figure: Figure, weight: float) -> int:
        return problem.add_position(figure._site_ids[self.site], self.goal, self.axes, weight)

    def wanted(self, pose: Pose) -> Numbers:
        return plain(self.axes @ np.asarray(self.goal))

    def reached(self, pose: Pose) -> Numbers:
        return plain(self.axes @ pose.position(self.site))

    def hint(self, pose: Pose) -> str:
        return far_hint(pose, np.asarray(self.goal))


@dataclass(frozen=True, eq=False)
class Turn(Piece):
    """A site turned like a goal, a quaternion or a (3, 3) rotation row by row. Numbers: quaternions."""

    site: str
    unit = "rad"
    labels = QUATERNION

    def add(self, problem: _core.Problem, figure: Figure, weight: float) -> int:
        return problem.add_orientation(figure._site_ids[self.site], self.goal, weight)

    def wanted(self, pose: Pose) -> Numbers:
        return quaternion_of(rotation_of(self.goal))

    def reached(self, pose: Pose) -> Numbers:
        return quaternion_of(pose.frame(self.site)[:3, :3])


@dataclass(frozen=True, eq=False)
class Direction(Piece):
    """An axis of a site along a world direction. Numbers: unit vectors in the world."""

    site: str
    axis: Array
    unit = "rad"
    labels = ("x", "y", "z")

    def add(self, problem: _core.Problem, figure: Figure, weight: float) -> int:
        return problem.add_direction(figure._site_ids[self.site], self.axis, self.goal, weight)

    def wanted(self, pose: Pose) -> Numbers:
        return plain(self.goal)

    def reached(self, pose: Pose) -> Numbers:
        return plain(pose.frame(self.site)[:3, :3] @ self.axis)


@dataclass(frozen=True, eq=False)
class Sight(Piece):
    """An axis of a site through a world point. Numbers: the point, and the point seen at that distance."""

    site: str
    axis: Array
    unit = "rad"
    labels = ("x", "y", "z")

    def add(self, problem: _core.Problem, figure: Figure, weight: float) -> int:
        return problem.add_aim(figure._site_ids[self.site], self.axis, self.goal, weight)

    def wanted(self, pose: Pose) -> Numbers:
        return plain(self.goal)

    def reached(self, pose: Pose) -> Numbers:
        T_world_site = pose.frame(self.site)
        distance = float(np.linalg.norm(self.goal - T_world_site[:3, 3]))
        return plain(T_world_site[:3, 3] + distance * (T_world_site[:3, :3] @ self.axis))


@dataclass(frozen=True, eq=False)
class Within(Piece):
    """An axis of a site within `angle` of a world direction, or of the way to a world point. Number: the angle."""

    site: str
    axis: Array
    angle: float
    at_point: bool
    unit = "rad"
    labels = ("angle",)

    def add(self, problem: _core.Problem, figure: Figure, weight: float) -> int:
        add = problem.add_aim_cone if self.at_point else problem.add_cone
        return add(figure._site_ids[self.site], self.axis, self.goal, self.angle, weight)

    def allowed(self, pose: Pose) -> Bounds:
        return (-math.inf, self.angle)

    def wanted(self, pose: Pose) -> Numbers:
        return (self.angle,)

    def reached(self, pose: Pose) -> Numbers:
        T_world_site = pose.frame(self.site)
        axis = T_world_site[:3, :3] @ self.axis
        way = self.goal - T_world_site[:3, 3] if self.at_point else self.goal
        return (math.atan2(float(np.linalg.norm(np.cross(axis, way))), float(axis @ way)),)
