"""Keep: a site on one side of a plane, or within a range of distances from a point. Inequalities."""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from poise.errors import InputError
from poise.figure.check import unit3, vec3
from poise.tasks.piece import Piece
from poise.tasks.site_pieces import Apart, Beside
from poise.tasks.task import Task

if TYPE_CHECKING:
    from poise.pose import Pose


@dataclass(frozen=True)
class Keep(Task):
    """Keep a site where it may be; inside, the task wants nothing.

    With `normal`: on the side of the plane through `point` that the normal points to. With `min` and/or `max`
    (metres): no nearer to `point` than `min`, no farther than `max`. One or the other, not both.
    """

    site: str
    point: Any
    normal: Any = field(default=None, kw_only=True)
    min: float | None = field(default=None, kw_only=True)
    max: float | None = field(default=None, kw_only=True)

    word: ClassVar[str] = "keep"
    goal_field: ClassVar[str | None] = "point"

    def __post_init__(self) -> None:
        super().__post_init__()
        self._put("point", vec3(self.point, self._what("point")))
        ranged = self.min is not None or self.max is not None
        if (self.normal is None) != ranged:
            raise InputError(f"task {self.name!r} takes either normal, for a plane, or min and max, for a distance")
        if self.normal is not None:
            self._put("normal", unit3(self.normal, self._what("normal")))
        low, high = self._range()
        if math.isnan(low) or math.isnan(high) or not 0.0 <= low <= high or high == 0.0:
            raise InputError(f"{self._what('range')} must have 0 ≤ min ≤ max and max above 0, not {low:g} … {high:g}")

    @property
    def sites(self) -> tuple[str, ...]:
        return (self.site,)

    def pieces(self, start: Pose) -> list[Piece]:
        point = np.array(self.point)
        if self.normal is not None:
            return [Beside(point, self.site, np.array(self.normal))]
        return [Apart(point, self.site, *self._range())]

    def _range(self) -> tuple[float, float]:
        return (0.0 if self.min is None else float(self.min)), (math.inf if self.max is None else float(self.max))
