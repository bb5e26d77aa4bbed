"""What `Avoid` hands to the solver."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from poise import _core
from poise.tasks.piece import Bounds, Numbers, Piece
from poise.world.body import SelfPair, core_body
from poise.world.world import Distance, World, near, new_core_world, place

if TYPE_CHECKING:
    from poise.figure.figure import Figure
    from poise.pose import Pose

WORLD_ZONE, SELF_ZONE = 0.2, 0.05
"""Damping zones (m): how near obstacles, and parts of the body itself, begin to matter. A step moves a hand by a few
decimetres, and what stands within one must be seen before it; the body is never far from itself, and moves less against
itself."""
_TOLD = 1e-9
"""m: less room than that is none."""


@dataclass(frozen=True, eq=False)
class Clear(Piece):
    """Room between the body and obstacles, or itself: at least none must be missing."""

    world: World | None
    itself: bool
    pairs: tuple[SelfPair, ...] | None
    margin: float | None
    ahead: float

    @property
    def unit(self) -> str:
        return "m"

    @property
    def labels(self) -> tuple[str, ...]:
        return ("room",)

    @cached_property
    def core_world(self) -> _core.World | None:
        """The obstacles that the solver sees; they may be placed anew."""
        return None if self.world is None else new_core_world(self.world, self.margin)

    @cached_property
    def lookout(self) -> _core.Lookout:
        return _core.lookout(WORLD_ZONE, SELF_ZONE, self.ahead, self.itself)

    def add(self, problem: _core.Problem, figure: Figure, weight: float) -> int:
        return _core.add_avoid(problem, core_body(figure, self.pairs), self.core_world, self.lookout, weight)

    def place(self, world: World) -> None:
        """Put the obstacles where another world of the same solids has them; the solver must look again."""
        if self.core_world is not None:
            place(self.core_world, world)
            object.__setattr__(self, "world", world)

    def near(self, pose: Pose) -> list[Distance]:
        """What is within the damping zones, one entry a pair, the nearest first; `distance` is the room left."""
        return sorted(_near(self, pose), key=lambda entry: entry.distance)

    def allowed(self, pose: Pose) -> Bounds | None:
        return 0.0, math.inf

    def wanted(self, pose: Pose) -> Numbers:
        return (0.0,)

    def reached(self, pose: Pose) -> Numbers:
        found = self.near(pose)
        return (found[0].distance if found else WORLD_ZONE,)

    def hint(self, pose: Pose) -> str:
        """The pairs that overlap, and by how much."""
        worst = [entry for entry in self.near(pose) if entry.distance < -_TOLD][:3]
        return "; ".join(f"{entry.words} overlap by {-1000 * entry.distance:.3g} mm" for entry in worst)


def _near(piece: Clear, pose: Pose) -> list[Distance]:
    return near(pose, piece.world, piece.lookout, core_body(pose.figure, piece.pairs), piece.core_world)
