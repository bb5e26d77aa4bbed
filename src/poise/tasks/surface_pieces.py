"""Pieces about a site and a surface: on it, or within a range of distances from it."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

from poise.tasks.piece import Array, Bounds, Numbers, Piece, near_bound
from poise.tasks.surface import PLANE, Placed

if TYPE_CHECKING:
    from poise import _core
    from poise.figure.figure import Figure
    from poise.pose import Pose


@dataclass(frozen=True, eq=False)
class Touching(Piece):
    """A site on a surface; `goal` is the surface's placing. Number: the signed distance, positive outside."""

    site: str
    surface: Placed
    unit = "m"
    labels: tuple[str, ...] = ("distance",)

    def add(self, problem: _core.Problem, figure: Figure, weight: float) -> int:
        return problem.add_on_surface(*self._place(figure), weight)

    def wanted(self, pose: Pose) -> Numbers:
        return (0.0,)

    def reached(self, pose: Pose) -> Numbers:
        return (self.surface.nearness(pose, pose.position(self.site))[0],)

    def _place(self, figure: Figure) -> tuple[int, int, int, Array]:
        kind, placing, carrier = self.surface
        return figure._site_ids[self.site], -1 if carrier is None else figure._segment_ids[carrier], kind, placing


@dataclass(frozen=True, eq=False)
class Apart(Touching):
    """A site within a range of signed distances (metres) from a surface."""

    min: float = 0.0
    max: float = 0.0

    def add(self, problem: _core.Problem, figure: Figure, weight: float) -> int:
        return problem.add_off_surface(*self._place(figure), max(self.min, -1e300), min(self.max, 1e300), weight)

    def allowed(self, pose: Pose) -> Bounds:
        """No site is nearer than 0 to a point or a line, so that is no bound; at a plane, 0 is one."""
        low = -math.inf if self.min == 0.0 and self.surface.kind != PLANE else self.min
        return (low, self.max)

    def wanted(self, pose: Pose) -> Numbers:
        return near_bound(self.allowed(pose), self.reached(pose)[0])
