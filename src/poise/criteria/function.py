"""FunctionCriterion: any function of a pose."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from poise import _core
from poise.criteria.criterion import Array, Criterion
from poise.errors import CriterionError, InputError
from poise.pose import Pose
from poise.tasks.custom_piece import STEP
from poise.tasks.disagreement import disagreement

if TYPE_CHECKING:
    from poise.figure.figure import Figure


@dataclass(frozen=True)
class FunctionCriterion(Criterion):
    """Prefer poses for which `function(pose)`, a number, is small. It should be smooth.

    `gradient(pose)`: (dof,), its derivative by the tangent of the pose. Without it the slope is measured by finite
    differences, which takes 2 dof calls of the function each step. `name`: for messages, default the function's own.
    `check_gradient`: whether the gradient is compared with finite differences at the start pose, once.
    What goes wrong inside is a `CriterionError`. In a list of criteria the bare function will do.
    """

    function: Callable[[Pose], Any]
    gradient: Callable[[Pose], Any] | None = field(default=None, kw_only=True)
    name: str = field(default="", kw_only=True)
    check_gradient: bool = field(default=False, kw_only=True)

    is_each_figures_own: ClassVar[bool] = False

    def __post_init__(self) -> None:
        if not isinstance(self.name, str):
            raise InputError(f"the name of a criterion must be text, not {self.name!r}")
        self._put("name", self.name or getattr(self.function, "__name__", type(self.function).__name__))
        super().__post_init__()

    def check(self, figure: Figure) -> None:
        """Nothing can be said before the function is called."""

    def compiled(self, start: Pose) -> _core.Criterion:
        slope = None if self.gradient is None else self._slope_of(start)
        return _core.function_criterion(start.figure._core, self._value_of(start.figure), slope)

    def compiled_above(self, start: Pose) -> _core.Criterion:
        """With its Hessian by differences of its gradient, for what is learnt from steps is never indifferent."""
        if self.gradient is None:
            raise InputError(f"{self._name} stands above other criteria and needs a gradient there: give gradient=…")
        figure = start.figure
        value = self._value_of(figure)

        def cost(coordinates: Array, step: int) -> float:
            found = value(coordinates, step)
            if found < 0.0:
                raise CriterionError(self.name, step, f"must not be negative above other criteria, but gave {found}")
            return found

        return _core.measured_function_criterion(figure._core, cost, self._slope_of(start))

    def _value_of(self, figure: Figure) -> Callable[[Array, int], float]:
        return lambda coordinates, step: float(self._called(self.function, Pose(figure, coordinates), step, ()))

    def _slope_of(self, start: Pose) -> Callable[[Array, int], Array]:
        assert self.gradient is not None
        if self.check_gradient:
            self._check_gradient(start)
        figure, gradient, shape = start.figure, self.gradient, (start.figure.dof,)
        return lambda coordinates, step: self._called(gradient, Pose(figure, coordinates), step, shape)

    def _check_gradient(self, start: Pose) -> None:
        """Raise when the gradient is not the slope of the function at the start."""
        assert self.gradient is not None
        ways = STEP * np.eye(start.figure.dof)
        ends = [[self._called(self.function, start.integrate(w), 0, ()) for w in (v, -v)] for v in ways]
        measured = np.array([[float(up - down) / (2.0 * STEP) for up, down in ends]])
        written = self._called(self.gradient, start, 0, (start.figure.dof,))[None]
        wrong = disagreement(start.figure, written, measured)
        if wrong is not None:
            _, freedom, expected, found = wrong
            raise CriterionError(
                self.name, 0, f"its gradient is wrong: {freedom}: expected {expected:.6g}, found {found:.6g}"
            )

    def _called(self, function: Callable[[Pose], Any], pose: Pose, step: int, shape: tuple[int, ...]) -> Array:
        """What the user's function gives, as a fresh array of that shape; all else is a `CriterionError`."""
        what = "its function" if shape == () else "its gradient"
        try:
            given = function(pose)
            values = np.array(given, dtype=float, order="C")
        except Exception as error:
            raise CriterionError(self.name, step, f"{what} raised {type(error).__name__}: {error}") from error
        if given is None:
            raise CriterionError(self.name, step, f"{what} returned None: does the function lack a return?")
        if values.shape != shape:
            wanted = "a number" if shape == () else f"shape {shape}"
            raise CriterionError(self.name, step, f"{what} must give {wanted}, not shape {values.shape}")
        if not np.isfinite(values).all():
            raise CriterionError(self.name, step, f"{what} gave NaN or infinity")
        return values

    @property
    def title(self) -> str:
        return self.name

    @property
    def _name(self) -> str:
        return f"criterion {self.name!r}"
