"""The piece behind a custom task: Python functions, checked every time they are called."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from poise.errors import TaskError
from poise.tasks.disagreement import disagreement
from poise.tasks.pair_pieces import NO_GOAL
from poise.tasks.piece import Array, Numbers, Piece, plain

if TYPE_CHECKING:
    from poise import _core
    from poise.figure.figure import Figure
    from poise.pose import Pose

Function = Callable[["Pose"], Any]
STEP = 1e-6
"""Half the span of a finite difference, radians (metres): rounding and curvature both stay below 1e-9."""


@dataclass(frozen=True, eq=False)
class Computed(Piece):
    """An error (rows,) by Python. Numbers: zeros, and the error."""

    name: str
    error: Function
    jacobian: Function | None
    measure: str
    rows: int

    @staticmethod
    def at(start: Pose, name: str, error: Function, jacobian: Function | None, unit: str) -> Computed:
        """With as many rows as the error has at the start."""
        rows = _called(name, 0, "error", error, start, None).size
        return Computed(NO_GOAL, name, error, jacobian, unit, rows)

    def check_jacobian(self, start: Pose) -> None:
        """Raise when the Jacobian is not the slope of the error at the start."""
        wrong = disagreement(start.figure, self._slope(start, 0), self._measured(start, 0))
        if wrong is not None:
            row, freedom, expected, found = wrong
            where = f"row {row}, {freedom}"
            raise TaskError(self.name, 0, f"its jacobian is wrong: {where}: expected {expected:.6g}, found {found:.6g}")

    @property
    def unit(self) -> str:
        return self.measure

    @property
    def labels(self) -> tuple[str, ...]:
        return ("error",) if self.rows == 1 else tuple(f"error {i + 1}" for i in range(self.rows))

    def add(self, problem: _core.Problem, figure: Figure, weight: float) -> int:
        from poise.pose import Pose

        def evaluate(coordinates: Array, step: int) -> tuple[Array, Array]:
            pose = Pose(figure, coordinates)
            return self._error(pose, step), self._slope(pose, step)

        return problem.add_custom(self.rows, evaluate, weight)

    def wanted(self, pose: Pose) -> Numbers:
        return (0.0,) * self.rows

    def reached(self, pose: Pose) -> Numbers:
        return plain(self._error(pose, 0))

    def _error(self, pose: Pose, step: int) -> Array:
        return _called(self.name, step, "error", self.error, pose, (self.rows,))

    def _slope(self, pose: Pose, step: int) -> Array:
        if self.jacobian is not None:
            return _called(self.name, step, "jacobian", self.jacobian, pose, (self.rows, pose.figure.dof))
        return self._measured(pose, step)

    def _measured(self, pose: Pose, step: int) -> Array:
        """The slope of the error by central differences."""
        ways = STEP * np.eye(pose.figure.dof)
        rises = [self._error(pose.integrate(v), step) - self._error(pose.integrate(-v), step) for v in ways]
        return np.ascontiguousarray(np.array(rises).reshape(-1, self.rows).T / (2.0 * STEP))


def _called(name: str, step: int, what: str, function: Function, pose: Pose, shape: tuple[int, ...] | None) -> Array:
    """What the user's function gives, as a fresh array of that shape, any (m,) for None; all else is a `TaskError`."""
    try:
        given = function(pose)
        values = np.array(given, dtype=float, order="C", ndmin=2 if what == "jacobian" else 1)
    except Exception as error:
        raise TaskError(name, step, f"its {what} raised {type(error).__name__}: {error}") from error
    if given is None:
        raise TaskError(name, step, f"its {what} returned None: does the function lack a return?")
    if values.shape != shape and (shape is not None or values.ndim != 1 or values.size == 0):
        wanted = "a number or (m,) numbers" if shape is None else f"shape {shape}"
        raise TaskError(name, step, f"its {what} must give {wanted}, not shape {values.shape}")
    if not np.isfinite(values).all():
        raise TaskError(name, step, f"its {what} gave NaN or infinity")
    return values
