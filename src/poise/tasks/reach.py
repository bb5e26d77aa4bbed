"""Reach: a site at a point, on a line or on a plane."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, ClassVar

from poise.errors import InputError
from poise.figure.check import Vec3, plain_vec3, vec3
from poise.filled import filled_quickly
from poise.tasks.axes import axis_rows, checked_axes, checked_rotation, plain_axes
from poise.tasks.pair_pieces import SeenPlace
from poise.tasks.piece import Goal, Piece
from poise.tasks.site_pieces import Place
from poise.tasks.task import Task

if TYPE_CHECKING:
    from poise.figure.figure import Figure
    from poise.pose import Pose


@filled_quickly
@dataclass(frozen=True)
class Reach(Task):
    """Bring a site to a point.

    `point`: metres, world. `axes`: the axes of the control frame along which it matters: "xyz" is the point, two
    letters a line through it, one letter a plane (Baerlocher 4.5.1). `frame`: the control frame, a rotation whose
    columns are its axes in the world, (3, 3) or x y z w; default the world. With the name of a site as `frame`, point
    and axes are those of that site, and move with it.
    """

    site: str
    point: Any
    axes: str = field(default="xyz", kw_only=True)
    frame: Any = field(default=None, kw_only=True)

    word: ClassVar[str] = "reach"
    goal_field: ClassVar[str | None] = "point"

    def __post_init__(self) -> None:
        super().__post_init__()
        self._put("point", self._checked_goal(self.point))
        self._put("axes", plain_axes(self.axes) or checked_axes(self.axes, self._what("axes")))
        if self.frame is not None and not isinstance(self.frame, str):
            self._put("frame", checked_rotation(self.frame, self._what("frame")))

    @property
    def sites(self) -> tuple[str, ...]:
        return (self.site, self.frame) if isinstance(self.frame, str) else (self.site,)

    def check(self, figure: Figure) -> None:
        """Raise when a name is unknown, or both sites are on one segment."""
        super().check(figure)
        if isinstance(self.frame, str):
            self.require_apart(figure, self.site, self.frame)

    def goals(self, start: Pose) -> tuple[Goal, ...]:
        return (self.point,)

    def pieces(self, start: Pose) -> list[Piece]:
        if isinstance(self.frame, str):
            axes = axis_rows(self.axes, None)
            return [SeenPlace(self.point, self.site, self.frame, axes, self.axes)]
        return [Place(self.point, self.site, axis_rows(self.axes, self.frame), self.axes)]

    @property
    def _is_kept(self) -> bool:
        return True

    def _checked_goal(self, goal: Any) -> Vec3:
        if (found := plain_vec3(goal)) is not None:
            return found
        if isinstance(goal, str):
            hint = f"sites are brought together by poise.Together({self.site!r}, {goal!r})"
            raise InputError(f"{self._what('point')} must be 3 numbers, not {goal!r}; {hint}")
        return vec3(goal, self._what("point"))


Position = Reach
