"""LookAt: an axis of a site through a point."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from poise.figure.check import Vec3, unit3, vec3
from poise.filled import filled_quickly
from poise.tasks.piece import Goal, Piece
from poise.tasks.sight_piece import ClearSight
from poise.tasks.site_pieces import Sight
from poise.tasks.world_task import WorldTask

if TYPE_CHECKING:
    from poise.figure.figure import Figure
    from poise.pose import Pose


@filled_quickly
@dataclass(frozen=True)
class LookAt(WorldTask):
    """Turn a site, eyes or a lamp or a pointing finger, until its axis goes through a point.

    `point`: metres, world. `axis`: in site coordinates; +z, where eyes look, by default. The error is the angle
    between the axis and the way to the point. `unobstructed`: and move until no obstacle of the world stands in
    between (`world.blocking`); what the point itself is in does not count, nor does the body.
    """

    site: str
    point: Any
    axis: Any = field(default=(0.0, 0.0, 1.0), kw_only=True)
    unobstructed: bool = field(default=False, kw_only=True)

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
        return (self.point, self.point) if self.unobstructed else (self.point,)

    @property
    def minds_world(self) -> bool:
        return self.unobstructed

    def check(self, figure: Figure) -> None:
        """Raise when the figure lacks the site, or there is no world to look past."""
        super().check(figure)
        if self.unobstructed:
            _ = self.obstacles

    def pieces(self, start: Pose) -> list[Piece]:
        sight = Sight(self.point, self.site, np.array(self.axis))
        return [sight, ClearSight(self.point, self.obstacles, self.site)] if self.unobstructed else [sight]

    @property
    def _is_kept(self) -> bool:
        return self.world is None and not self.unobstructed

    def _checked_goal(self, goal: Any) -> Vec3:
        return vec3(goal, self._what("point"))


Aim = LookAt
