"""What `LookAt(…, unobstructed=True)` hands to the solver besides the direction of the gaze."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from poise import _core
from poise.tasks.avoid_piece import WORLD_ZONE
from poise.tasks.piece import Bounds, Numbers
from poise.tasks.world_task import WorldPiece
from poise.world.sight import nearness, room_beside

if TYPE_CHECKING:
    from poise.figure.figure import Figure
    from poise.pose import Pose

RADIUS = 0.01
"""m: how thick the line is at the eye, as in the core (`kSightRadius`)."""
_TOLD = 1e-6
"""m: an obstacle that is deeper in the line than that stands in the way."""


@dataclass(frozen=True, eq=False)
class ClearSight(WorldPiece):
    """Room between the line from a site to a point, `goal`, and every obstacle but those that the point is in."""

    site: str
    unit = "m"
    labels = ("room",)

    def add(self, problem: _core.Problem, figure: Figure, weight: float) -> int:
        return _core.add_clear_sight(
            problem, figure._site_ids[self.site], tuple(self.goal), self.core_world, WORLD_ZONE, weight
        )

    def allowed(self, pose: Pose) -> Bounds | None:
        return 0.0, math.inf

    def wanted(self, pose: Pose) -> Numbers:
        return (0.0,)

    def reached(self, pose: Pose) -> Numbers:
        return (min((*self._rooms(pose).values(), WORLD_ZONE)),)

    def hint(self, pose: Pose) -> str:
        """What stands in the way."""
        blocking = [name for name, room in self._rooms(pose).items() if room < -_TOLD]
        return f"{' and '.join(f'the {name}' for name in blocking)} in the way" if blocking else ""

    def _rooms(self, pose: Pose) -> dict[str, float]:
        eye, point = pose.position(self.site), np.asarray(self.goal, float)
        if np.linalg.norm(point - eye) <= 2.0 * RADIUS:
            return {}
        return {
            name: room_beside(obstacle, eye, point, RADIUS)
            for name, obstacle in (self.world or {}).items()
            if nearness(obstacle, point)[0] >= 0.0
        }
