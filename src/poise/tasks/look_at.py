"""LookAt: an axis of a site through a point."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from poise.figure.check import Vec3, unit3, vec3
from poise.tasks.piece import Goal, Piece
from poise.tasks.site_pieces import Sight
from poise.tasks.task import Task

if TYPE_CHECKING:
    from poise.pose import Pose


@dataclass(frozen=True)
class LookAt(Task):
    """Turn a site, eyes or a lamp or a pointing finger, until its axis goes through a point.

    `point`: metres, world. `axis`: in site coordinates; +z, where eyes look, by default. The error is the angle
    between the axis and the way to the point.
    """

    site: str
    point: Any
    axis: Any = field(default=(0.0, 0.0, 1.0), kw_only=True)

    word: ClassVar[str] = "look_at"
    goal_field: ClassVar[str | None] = "point"

    def __post_init__(self) -> None:
        super().__post_init__()
        self._put("point", self._checked_goal(self.point))
        self._put("axis", unit3(self.axis, self._what("axis")))

    @property
    def sites(self) -> tuple[str, ...]:
        return (self.site,)

    def goals(self, start: Pose) -> tuple[Goal, ...]:
        return (self.point,)

    def pieces(self, start: Pose) -> list[Piece]:
        return [Sight(self.point, self.site, np.array(self.axis))]

    def _checked_goal(self, goal: Any) -> Vec3:
        return vec3(goal, self._what("point"))


Aim = LookAt
