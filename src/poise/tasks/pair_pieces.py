"""Pieces about two sites: in one place, turned alike, or one as seen from the other."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from poise.figure.placement import quaternion_of
from poise.tasks.piece import QUATERNION, Array, Numbers, Piece, plain, rotation_of

NO_GOAL: Array = np.zeros(0)
"""The goal is the other site."""

if TYPE_CHECKING:
    from poise import _core
    from poise.figure.figure import Figure
    from poise.pose import Pose


@dataclass(frozen=True, eq=False)
class Meeting(Piece):
    """Two sites at one place. Numbers: where the second is, and where the first is."""

    site: str
    other: str
    unit = "m"
    labels = ("x", "y", "z")

    def add(self, problem: _core.Problem, figure: Figure, weight: float) -> int:
        return problem.add_together(figure._site_ids[self.site], figure._site_ids[self.other], True, False, weight)

    def wanted(self, pose: Pose) -> Numbers:
        return plain(pose.position(self.other))

    def reached(self, pose: Pose) -> Numbers:
        return plain(pose.position(self.site))


@dataclass(frozen=True, eq=False)
class Alignment(Piece):
    """Two sites turned alike. Numbers: the quaternion of the second, and that of the first."""

    site: str
    other: str
    unit = "rad"
    labels = QUATERNION

    def add(self, problem: _core.Problem, figure: Figure, weight: float) -> int:
        return problem.add_together(figure._site_ids[self.site], figure._site_ids[self.other], False, True, weight)

    def wanted(self, pose: Pose) -> Numbers:
        return quaternion_of(pose.frame(self.other)[:3, :3])

    def reached(self, pose: Pose) -> Numbers:
        return quaternion_of(pose.frame(self.site)[:3, :3])


@dataclass(frozen=True, eq=False)
class SeenPlace(Piece):
    """A site at a point of another site's frame, along `axes` (k, 3) of that frame. Numbers: coordinates along them."""

    site: str
    other: str
    axes: Array
    names: str
    unit = "m"

    @property
    def labels(self) -> tuple[str, ...]:
        return tuple(self.names)

    def add(self, problem: _core.Problem, figure: Figure, weight: float) -> int:
        ids = figure._site_ids
        return problem.add_seen_position(ids[self.site], ids[self.other], self.goal, self.axes, weight)

    def wanted(self, pose: Pose) -> Numbers:
        return plain(self.axes @ np.asarray(self.goal))

    def reached(self, pose: Pose) -> Numbers:
        T_world_other = pose.frame(self.other)
        return plain(self.axes @ T_world_other[:3, :3].T @ (pose.position(self.site) - T_world_other[:3, 3]))


@dataclass(frozen=True, eq=False)
class SeenTurn(Piece):
    """A site turned like a goal as seen from another site. Numbers: quaternions."""

    site: str
    other: str
    unit = "rad"
    labels = QUATERNION

    def add(self, problem: _core.Problem, figure: Figure, weight: float) -> int:
        ids = figure._site_ids
        return problem.add_seen_orientation(ids[self.site], ids[self.other], self.goal, weight)

    def wanted(self, pose: Pose) -> Numbers:
        return quaternion_of(rotation_of(self.goal))

    def reached(self, pose: Pose) -> Numbers:
        return quaternion_of(pose.frame(self.other)[:3, :3].T @ pose.frame(self.site)[:3, :3])
