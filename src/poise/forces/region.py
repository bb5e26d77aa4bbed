"""The region over which a body can be held, whatever carries it (Bretl & Lall 2008)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from poise.arrays import sealed
from poise.figure.check import vec3
from poise.support import room_inside

if TYPE_CHECKING:
    from poise import _core
    from poise.forces.loading import Loading
    from poise.pose import Pose

Array = NDArray[np.float64]
TOLERANCE = 5e-4
"""How far (m) the polygon may be inside a curved edge."""
REACH = 20.0
"""A region that goes on farther than this (m) from the body is without bounds."""


@dataclass(frozen=True, eq=False)
class EquilibriumRegion:
    """Places of the centre of mass, seen along gravity, for which forces exist that hold the body.

    `corners` (n, 3): at the height of the present centre of mass, counter-clockwise seen from above; empty when no
    place will do. With one or two corners it is a point or a line. `bounded`: False when it goes on for ever, as with
    hands that can pull any way; it has no corners then. `up` (3,): against gravity.
    """

    corners: Array
    bounded: bool
    up: Array

    @property
    def empty(self) -> bool:
        """Whether no place will do."""
        return self.bounded and len(self.corners) == 0

    @property
    def inward(self) -> Array:
        """(n, 3) unit normals of the edges that begin at the corners, inward and level."""
        edges = np.roll(self.corners, -1, axis=0) - self.corners
        normals = np.cross(self.up, edges)
        return np.asarray(normals / np.linalg.norm(normals, axis=1, keepdims=True))

    @property
    def widest(self) -> float:
        """A margin (m) that some place in the region has; infinite without bounds."""
        if not self.bounded:
            return np.inf
        if len(self.corners) < 3:
            return 0.0
        middle = self.corners.mean(axis=0)
        return float(np.einsum("ij,ij->i", self.inward, middle - self.corners).min())

    @property
    def area(self) -> float:
        """Square metres."""
        if len(self.corners) < 3:
            return 0.0
        away = self.corners - self.corners[0]
        return 0.5 * float(np.cross(away[1:-1], away[2:]).sum(axis=0) @ self.up)

    def margin(self, point: Array) -> float:
        """Distance (m) from the edge, positive inside; minus infinity when the region is empty."""
        point = np.array(vec3(point, "the point over a region"))
        if not self.bounded:
            return np.inf
        if self.empty:
            return -np.inf
        if len(self.corners) > 2:
            return room_inside(self.inward, self.corners, point)
        return -min(
            self._distance(point, a, b) for a, b in zip(self.corners, np.roll(self.corners, -1, 0), strict=True)
        )

    def _distance(self, point: Array, a: Array, b: Array) -> float:
        edge, way = b - a, point - a
        length = float(edge @ edge)
        t = min(1.0, max(0.0, float(way @ edge) / length)) if length > 0.0 else 0.0
        off = way - t * edge
        return float(np.linalg.norm(off - (off @ self.up) * self.up))


def region_of(
    loading: Loading, pose: Pose, tolerance: float = TOLERANCE, loads: _core.Loads | None = None
) -> EquilibriumRegion:
    """The region of a pose with these supports, which stay where they are while the weight shifts, as do the loads."""
    under = loading.loads if loads is None else loads
    corners, bounded = loading.footholds.region(pose._core, under, tolerance, REACH)
    return EquilibriumRegion(corners, bounded, sealed(np.array(loading.up)))
