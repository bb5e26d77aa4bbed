"""Points of a segment near places of the world, for criteria that follow the goals of a drag."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from poise import _core
from poise.criteria import Criterion
from poise.figure.figure import Figure
from poise.pose import Pose

Wish = Sequence[float]
"""A point of the segment (m), its place in the world (m), and how much it counts."""


@dataclass(frozen=True)
class NearPoints(Criterion):
    """Half the sum of the squares of their distances (m), each as much as it counts."""

    segment: str

    @property
    @abstractmethod
    def wishes(self) -> Sequence[Wish]:
        """What is wanted just now; nothing at times."""

    def check(self, figure: Figure) -> None:
        """Raise when the figure has no such segment."""
        figure.segment(self.segment)

    def compiled(self, start: Pose) -> _core.Criterion:
        return _core.CriterionSum(self._parts(start))

    def renew(self, core: _core.Criterion, start: Pose) -> bool:
        assert isinstance(core, _core.CriterionSum)
        core.set_parts(self._parts(start))
        return True

    def _parts(self, start: Pose) -> list[tuple[_core.Criterion, float]]:
        if not self.wishes:
            return []
        at = list(start.figure.segments).index(self.segment)
        return [(_core.near_points_criterion([at] * len(self.wishes), np.array(self.wishes)), 1.0)]
