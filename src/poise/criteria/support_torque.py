"""SupportTorque: every part of the body over its support (Boulic et al. 1996, 3.2.2)."""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np

from poise import _core
from poise.criteria.criterion import Array, Criterion
from poise.errors import InputError
from poise.figure.check import vec3
from poise.figure.names import unknown
from poise.support import soles_down

if TYPE_CHECKING:
    from poise.figure.figure import Figure
    from poise.pose import Pose


@dataclass(frozen=True)
class SupportTorque(Criterion):
    """Prefer little torque of the body's weight about its support.

    A joint carries all that lies beyond it, seen from the support: mass m_i, its centre d_i beside the vertical line
    of support. Half the sum over the joints of (m_i d_i / (m L))², with the whole mass m and the figure's radius of
    gyration at rest L: C_S of Boulic et al. 1996, eq. 13, without units. At best all these centres are on the line.

    The line goes through `site`, or through `point` (m, world; the body is then seen from its root), or, by default,
    through the middle of the soles that are on the floor in the start pose. The body is then seen from each sole in
    turn, and the mean is taken, both by their areas.
    """

    site: str | None = None
    point: Any = field(default=None, kw_only=True)

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.point is not None:
            self._put("point", vec3(self.point, "the point of SupportTorque"))
        if self.point is not None and self.site is not None:
            raise InputError("SupportTorque takes a site or a point, not both")

    def check(self, figure: Figure) -> None:
        """Raise when the figure has no weight, lacks the site, or has nothing to stand on."""
        if figure.mass <= 0.0 or not any(figure.gravity):
            raise InputError(f"criterion SupportTorque: the figure {figure.name!r} has no weight")
        if self.site is not None and self.site not in figure.sites:
            raise unknown(figure, "site", self.site, figure.sites, "criterion SupportTorque: the figure")
        if self.site is None and self.point is None and not figure.soles:
            raise InputError(
                f"criterion SupportTorque: the figure {figure.name!r} has no soles; say which site or point carries it"
            )

    def compiled(self, start: Pose) -> _core.Criterion:
        figure = start.figure
        supports = self._supports(start)
        segments = [figure._segment_ids[segment] for segment, _, _ in supports]
        rows = np.array([(*point, share) for _, point, share in supports]).reshape(-1, 4)
        point = np.array(self.point or (0.0, 0.0, 0.0))
        return _core.support_torque_criterion(figure._core, segments, rows, point, gyration_radius(figure))

    def _supports(self, start: Pose) -> list[tuple[str, Array, float]]:
        """Segment, point on it and share of the weight; none when a point of the world carries it."""
        if self.point is not None:
            return []
        figure = start.figure
        if self.site is not None:
            site = figure.sites[self.site]
            return [(site.segment, np.array(site.placement.position), 1.0)]
        down = [figure.soles[sole] for sole in soles_down(start)]
        if not down:
            raise InputError("criterion SupportTorque: no sole is on the floor (height 0) in the start pose")
        middles = [area_middle(np.array(sole.outline)) for sole in down]
        whole = sum(area for _, area in middles)
        return [(sole.segment, point, area / whole) for sole, (point, area) in zip(down, middles, strict=True)]


def area_middle(outline: Array) -> tuple[Array, float]:
    """Centre and area of a flat convex outline (n, 3), from the triangles at its first corner."""
    first, second, third = outline[0], outline[1:-1], outline[2:]
    areas = np.linalg.norm(np.cross(second - first, third - first), axis=1) / 2.0
    return areas @ ((first + second + third) / 3.0) / areas.sum(), float(areas.sum())


def gyration_radius(figure: Figure) -> float:
    """How far from the centre of mass the matter lies at rest, root mean square, m; 1 for a single point."""
    spread = math.sqrt(float(np.trace(figure.rest().inertia())) / (2.0 * figure.mass))
    return spread if spread > 1e-9 else 1.0
