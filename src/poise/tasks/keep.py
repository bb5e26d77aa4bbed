"""Keep: where a site may be or an axis of it may point. Inequalities."""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from poise.errors import InputError
from poise.figure.check import bound, number, unit3, vec3
from poise.figure.placement import Placement
from poise.figure.units import degrees_hint
from poise.filled import filled_quickly
from poise.tasks.piece import Piece
from poise.tasks.site_pieces import Within
from poise.tasks.surface import CYLINDER, PLANE, SPHERE, Placed, around, upright
from poise.tasks.surface_pieces import Apart
from poise.tasks.task import Task

if TYPE_CHECKING:
    from poise.figure.figure import Figure
    from poise.pose import Pose


@filled_quickly
@dataclass(frozen=True)
class Keep(Task):
    """Keep a site where it may be; inside, the task wants nothing. One of:

    `point`, `normal`: on the side of the plane through `point` that the normal points to.
    `point`, `min` and/or `max`: no nearer to `point` than `min` (outside a sphere), no farther than `max` (inside
    one). In place of a point another site may be named.
    `point`, `line`, `min` and/or `max`: the same from the line through `point` along `line`: a cylinder.
    `axis` and `angle`, with `point` or `direction`: the axis, in site coordinates, within `angle` of the way to the
    point, or of the world direction: a cone.
    Metres, radians, world coordinates.
    """

    site: str
    point: Any = None
    direction: Any = field(default=None, kw_only=True)
    normal: Any = field(default=None, kw_only=True)
    line: Any = field(default=None, kw_only=True)
    min: float | None = field(default=None, kw_only=True)
    max: float | None = field(default=None, kw_only=True)
    axis: Any = field(default=None, kw_only=True)
    angle: float | None = field(default=None, kw_only=True)

    word: ClassVar[str] = "keep"
    goal_field: ClassVar[str | None] = "point"

    def __post_init__(self) -> None:
        super().__post_init__()
        self._require_one_region()
        for name in ("direction", "normal", "line", "axis"):
            if getattr(self, name) is not None:
                self._put(name, unit3(getattr(self, name), self._what(name)))
        if self.point is not None and not isinstance(self.point, str):
            self._put("point", vec3(self.point, self._what("point")))
        low, high = self._range()
        if not 0.0 <= low <= high or high == 0.0:
            raise InputError(f"{self._what('range')} must have 0 ≤ min ≤ max and max above 0, not {low:g} … {high:g}")
        if self.angle is not None:
            self._put("angle", number(self.angle, self._what("angle")))
            if not 0.0 < self.angle < math.pi:
                raise InputError(
                    f"{self._what('angle')} must be between 0 and π, not {self.angle:g}{degrees_hint(self.angle)}"
                )

    @property
    def sites(self) -> tuple[str, ...]:
        return (self.site, self.point) if isinstance(self.point, str) else (self.site,)

    def check(self, figure: Figure) -> None:
        """Raise when a site is unknown, or both are fixed to one segment."""
        super().check(figure)
        if isinstance(self.point, str):
            self.require_apart(figure, self.site, self.point)

    def pieces(self, start: Pose) -> list[Piece]:
        if self.axis is not None:
            goal, at_point = (self.direction, False) if self.point is None else (self.point, True)
            return [Within(np.array(goal), self.site, np.array(self.axis), float(self.angle or 0.0), at_point)]
        surface, label = self._surface(start.figure), "side" if self.normal is not None else "distance"
        return [Apart(surface.placing, self.site, surface, (label,), *self._range())]

    def with_goal(self, goal: Any) -> Task:
        """The same task with another point or direction; a site in its place makes another task."""
        if isinstance(goal, str):
            raise InputError(f"the goal of task {self.name!r} must be numbers, not the name {goal!r}")
        return super().with_goal(goal)

    @property
    def _is_kept(self) -> bool:
        return True

    def _surface(self, figure: Figure) -> Placed:
        if self.normal is not None:
            return around(PLANE, upright(self.point, self.normal))
        if self.line is not None:
            return around(CYLINDER, upright(self.point, self.line))
        if isinstance(self.point, str):
            other = figure.sites[self.point]
            return around(SPHERE, other.placement, carrier=other.segment)
        return around(SPHERE, Placement(self.point))

    def _require_one_region(self) -> None:
        given = {n for n in ("point", "direction", "normal", "line", "axis", "angle") if getattr(self, n) is not None}
        given |= {"range"} if self.min is not None or self.max is not None else set()
        if isinstance(self.point, str) and given != {"point", "range"}:
            raise InputError(f"task {self.name!r} names a site for its point; it takes min and max, and nothing else")
        if given not in _REGIONS:
            raise InputError(
                f"task {self.name!r} takes a point with a normal, for a plane; with min and max, for a distance; with "
                "line, min and max, for a cylinder; or axis and angle with a point or a direction, for a cone"
            )

    def _range(self) -> tuple[float, float]:
        low = 0.0 if self.min is None else bound(self.min, self._what("min"))
        return low, math.inf if self.max is None else bound(self.max, self._what("max"))

    def _goal_field(self) -> str:
        if isinstance(self.point, str):
            raise InputError(f"task {self.name!r} has no goal that could change: it is the site {self.point!r}")
        return "point" if self.direction is None else "direction"


_REGIONS = (
    {"point", "normal"},
    {"point", "range"},
    {"point", "line", "range"},
    {"point", "axis", "angle"},
    {"direction", "axis", "angle"},
)
