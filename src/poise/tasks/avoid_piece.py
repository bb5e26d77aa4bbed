"""What `Avoid` hands to the solver."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from poise import _core
from poise.tasks.piece import Bounds, Numbers
from poise.tasks.world_task import WorldPiece
from poise.world.body import SelfPair, core_body
from poise.world.world import Distance, near

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
class Clear(WorldPiece):
    """Room between the body and obstacles, or itself: at least none must be missing."""

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

    @property
    def claimed(self) -> float | None:
        return self.margin

    @property
    def seen(self) -> _core.World | None:
        """The obstacles; None when it is about the body alone."""
        return None if self.world is None else self.core_world

    @cached_property
    def lookout(self) -> _core.Lookout:
        return _core.lookout(WORLD_ZONE, SELF_ZONE, self.ahead, self.itself)

    def add(self, problem: _core.Problem, figure: Figure, weight: float) -> int:
        return _core.add_avoid(problem, core_body(figure, self.pairs), self.seen, self.lookout, weight)

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
        return "; ".join(f"{entry.words} overlap by {_length(-entry.distance)}" for entry in self.lacking(pose)[:3])

    def lacking(self, pose: Pose) -> list[Distance]:
        """The pairs that have no room, the worst first."""
        return [entry for entry in self.near(pose) if entry.distance < -_TOLD]


def _length(metres: float) -> str:
    return f"{1000 * metres:.3g} mm" if metres < 1.0 else f"{metres:.3g} m"


def _near(piece: Clear, pose: Pose) -> list[Distance]:
    return near(pose, piece.world, piece.lookout, core_body(pose.figure, piece.pairs), piece.seen)
