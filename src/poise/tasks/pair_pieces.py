"""Pieces about two sites: in one place, turned alike."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from poise.figure.placement import quaternion_of
from poise.tasks.piece import QUATERNION, Array, Numbers, Piece, plain

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
