"""Pieces: what a task hands to the solver. Each has one unit, one goal, and the rows of one core task.

A piece also says what it wanted and what a pose reached, in the same few numbers, so that a report can be read.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, Literal

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    from poise import _core
    from poise.figure.figure import Figure
    from poise.pose import Pose

Array = NDArray[np.float64]
Numbers = tuple[float, ...]
QUATERNION = ("qx", "qy", "qz", "qw")


@dataclass(frozen=True, eq=False)
class Piece(ABC):
    """Rows of one unit. `goal`: flat, as the core takes it when it changes."""

    goal: Array
    unit: ClassVar[Literal["m", "rad"]]

    @property
    @abstractmethod
    def labels(self) -> tuple[str, ...]:
        """Names of the numbers in `wanted` and `reached`."""

    @abstractmethod
    def add(self, problem: _core.Problem, figure: Figure, weight: float) -> int:
        """Add to the level that was begun last; returns the core's index of the task."""

    @abstractmethod
    def wanted(self, pose: Pose) -> Numbers:
        """The goal in readable numbers; for moving goals, where the pose has them."""

    @abstractmethod
    def reached(self, pose: Pose) -> Numbers:
        """The same numbers as the pose has them."""


def plain(vector: Array) -> Numbers:
    """An array as plain floats."""
    return tuple(vector.tolist())
