"""Orient: a site turned as wanted, or one of its axes along a direction."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from poise.errors import InputError
from poise.figure.check import Quaternion, Vec3, array, unit3
from poise.figure.placement import rotate
from poise.filled import filled_quickly
from poise.tasks.axes import checked_rotation, plain_rotation
from poise.tasks.pair_pieces import SeenTurn
from poise.tasks.piece import Goal, Piece
from poise.tasks.site_pieces import Direction, Turn
from poise.tasks.task import Task

if TYPE_CHECKING:
    from poise.figure.figure import Figure
    from poise.pose import Pose


@filled_quickly
@dataclass(frozen=True)
class Orient(Task):
    """Turn a site.

    `rotation`: R_world_site, (3, 3) or x y z w. With `axis`, a direction in site coordinates, only that axis matters:
    then `rotation` may also be the world direction (3,) it should point along (Baerlocher 4.5.2). `frame`: the name of
    another site as seen from which the site shall be turned; not with `axis`.
    """

    site: str
    rotation: Any
    axis: Any = field(default=None, kw_only=True)
    frame: str | None = field(default=None, kw_only=True)

    word: ClassVar[str] = "orient"
    goal_field: ClassVar[str | None] = "rotation"

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.axis is not None and self.frame is not None:
            raise InputError(f"task {self.name!r} takes either axis or frame, not both")
        if self.axis is not None:
            self._put("axis", unit3(self.axis, self._what("axis")))
        self._put("rotation", self._checked_goal(self.rotation))

    @property
    def sites(self) -> tuple[str, ...]:
        return (self.site,) if self.frame is None else (self.site, self.frame)

    def check(self, figure: Figure) -> None:
        """Raise when a name is unknown, or both sites are on one segment."""
        super().check(figure)
        if self.frame is not None:
            self.require_apart(figure, self.site, self.frame)

    def goals(self, start: Pose) -> tuple[Goal, ...]:
        if self.axis is None or len(self.rotation) == 3:
            return (self.rotation,)
        return (rotate(self.rotation, self.axis),)

    def pieces(self, start: Pose) -> list[Piece]:
        (goal,) = self.goals(start)
        if self.axis is not None:
            return [Direction(goal, self.site, np.array(self.axis))]
        return [Turn(goal, self.site) if self.frame is None else SeenTurn(goal, self.site, self.frame)]

    @property
    def _is_kept(self) -> bool:
        return True

    def _checked_goal(self, goal: Any) -> Quaternion | Vec3:
        if self.axis is None and (found := plain_rotation(goal)) is not None:
            return found
        if self.axis is not None and array(goal, self._what("rotation")).shape == (3,):
            return unit3(goal, self._what("direction"))
        return checked_rotation(goal, self._what("rotation"))
