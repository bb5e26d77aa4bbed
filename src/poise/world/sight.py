"""Lines of sight: what stands between an eye and a point."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from poise.world.solids import core_solid

if TYPE_CHECKING:
    from poise.world.obstacle import Obstacle

Array = NDArray[np.float64]


def nearness(obstacle: Obstacle, point: Array) -> tuple[float, Array]:
    """The signed distance of a point from an obstacle (m), and the way that leads off, world axes."""
    solid, frame = core_solid(obstacle.shape, obstacle.rounding)
    placed = (obstacle.placement @ frame).matrix
    distance, outward = solid.nearness(placed[:3, :3].T @ (point - placed[:3, 3]))
    return float(distance), placed[:3, :3] @ outward


def room_beside(obstacle: Obstacle, eye: Array, point: Array, radius: float = 0.0) -> float:
    """How far (m) an obstacle is from the line between an eye and a point, `radius` thick at the eye."""
    solid, frame = core_solid(obstacle.shape, obstacle.rounding)
    back = (obstacle.placement @ frame).inverse().matrix
    ends = [back[:3, :3] @ end + back[:3, 3] for end in (eye, point)]
    return float(solid.against(np.concatenate([*ends, [radius, 0.0]]))[0])
