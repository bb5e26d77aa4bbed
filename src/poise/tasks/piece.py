"""Pieces: what a task hands to the solver. Each has one unit, one goal, and the rows of one core task.

A piece also says what it wanted and what a pose reached, in the same few numbers, so that a report can be read.
"""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from poise.figure.placement import rotation_matrix

if TYPE_CHECKING:
    from poise import _core
    from poise.figure.figure import Figure
    from poise.pose import Pose
    from poise.tasks.task import Task

Array = NDArray[np.float64]
Numbers = tuple[float, ...]
Goal = Array | Numbers
"""What a piece wants, in a row, as the core takes it. Of a few numbers, a tuple is quicker than an array."""
Bounds = tuple[float, float]
Watched = tuple["_core.Pose", list[int]]
"""Segments, by the core's numbers, of a pose."""
SURELY_UNMOVED = 0.01
"""Share of the distance that counts as moved: segments that are that near where they were need not be looked at."""
QUATERNION = ("qx", "qy", "qz", "qw")


@dataclass(frozen=True, eq=False)
class Piece(ABC):
    """Rows of one unit. `goal`: what is wanted, as the core takes it."""

    goal: Goal

    @property
    @abstractmethod
    def unit(self) -> str:
        """ "m" or "rad"; tasks of other kinds have others."""

    @property
    @abstractmethod
    def labels(self) -> tuple[str, ...]:
        """Names of the numbers in `wanted` and `reached`."""

    @abstractmethod
    def add(self, problem: _core.Problem, figure: Figure, weight: float) -> int:
        """Add to the level that was begun last; returns the core's index of the task."""

    @property
    def moves(self) -> bool:
        """Whether it depends on where the pose has gone."""
        return type(self).refreshed is not Piece.refreshed

    def refreshed(self, pose: Pose, moved: float) -> Piece | None:
        """The piece that wants the same of a pose that has moved; None while nothing has by more than `moved` (m)."""
        return None

    @property
    def watched(self) -> Watched | None:
        """Of a piece that moves, the segments on which it depends, as they were when it was found; None: whatever the
        body does may matter."""
        return None

    @property
    def is_measured_plainly(self) -> bool:
        """Whether its residual is the core's, and its tolerance that of its unit."""
        kind = type(self)
        return kind.residual is Piece.residual and kind.tolerance is Piece.tolerance

    def residual(self, error: float, pose: Pose) -> float:
        """Length of the error in `unit`, from its length in the core."""
        return error

    def tolerance(self, task: Task) -> float:
        """The residual at which the piece counts as met."""
        return task.tolerance_in(self.unit)

    def allowed(self, pose: Pose) -> Bounds | None:
        """Of an inequality: the range in which its one number may be, open ends infinite. None where a goal is met."""
        return None

    @abstractmethod
    def wanted(self, pose: Pose) -> Numbers:
        """The goal in readable numbers; for moving goals, where the pose has them; of an inequality, the near bound."""

    def hint(self, pose: Pose) -> str:
        """What may be amiss with a goal that is wildly out of reach, if anything can be guessed."""
        return ""

    def remark(self, pose: Pose) -> str:
        """What a report should add, met or not."""
        return ""

    @abstractmethod
    def reached(self, pose: Pose) -> Numbers:
        """The same numbers as the pose has them."""


def near_bound(bounds: Bounds, value: float) -> Numbers:
    """The end of a range that is nearer to a value, so that a report says what is allowed and not what was reached."""
    low, high = bounds
    if math.isinf(low) and math.isinf(high):
        return (value,)
    return (low if abs(value - low) <= abs(value - high) else high,)


def plain(vector: Goal) -> Numbers:
    """An array as plain floats."""
    return vector if isinstance(vector, tuple) else tuple(vector.tolist())


def rotation_of(goal: Goal) -> Array:
    """The (3, 3) matrix of a goal that is a rotation: that matrix row by row, or a quaternion."""
    if len(goal) == 9:
        return np.reshape(goal, (3, 3))
    x, y, z, w = goal
    return rotation_matrix((x, y, z, w))
