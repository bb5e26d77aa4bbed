"""LeastTorque: of all poses that serve the tasks, the one that is held with the least effort (Baerlocher 6.5)."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np

from poise import _core
from poise.criteria.criterion import Array, JointCriterion
from poise.criteria.support_torque import gyration_radius
from poise.errors import InputError, PoiseError
from poise.forces.account import PRICE, loaded
from poise.forces.loading import Loading
from poise.forces.wishes import checked_own

if TYPE_CHECKING:
    from poise.figure.figure import Figure
    from poise.pose import Pose


@dataclass(frozen=True)
class LeastTorque(JointCriterion):
    """Prefer small joint torques: half the sum of (τ / (m g L))², with the radius of gyration L at rest (eq. 6.12).

    The torques are those that hold the weight, the `forces` and the `supports`, by default those of the solve. Supports
    with shares push as they are told; others with the forces that cost least in every pose, and without any supports
    those are the soles on the floor of the start pose. `strengths`: True measures a torque by the strength of its
    joint, where the figure knows it, so that weak joints are spared (6.5.2); a joint of unknown strength counts as
    one of middling strength. `joints`: whose torques count, all by default.
    """

    strengths: bool = False
    forces: Any = field(default=None, kw_only=True)
    supports: Any = field(default=None, kw_only=True)

    def __post_init__(self) -> None:
        super().__post_init__()
        if not isinstance(self.strengths, bool):
            raise InputError(f"strengths of {self._name} must be True or False, not {self.strengths!r}")
        checked_own(self)

    def check(self, figure: Figure) -> None:
        """Raise when the forces do not fit the figure."""
        super().check(figure)
        if self.supports or figure.base.model != "free":
            self._checked(lambda: Loading(figure, self.forces or (), self.supports or ()))

    def compiled(self, start: Pose) -> _core.Criterion:
        figure = start.figure
        loading = self._checked(lambda: loaded(start, self.forces or (), self.supports or ()))
        scale = loading.size * (gyration_radius(figure) if figure.mass > 0.0 else 1.0)
        weights = self._weights(figure)
        if loading.solved:
            return _core.least_effort_criterion(figure._core, loading.loads, loading.footholds, weights, PRICE, scale)
        return _core.least_torque_criterion(figure._core, loading.loads, weights, scale)

    def _checked(self, make: Any) -> Loading:
        try:
            return make()  # type: ignore[no-any-return]
        except PoiseError as error:
            raise InputError(f"{self._name}: {error}") from None

    def _weights(self, figure: Figure) -> Array:
        """(dof,) how much a squared torque counts; a free base holds nothing."""
        weights = np.array(self._freedom(figure))
        if figure.base.model == "free":
            weights[figure.tangent_slice(figure.base.name)] = 0.0
        return weights * _weakness(figure) if self.strengths else weights


def _weakness(figure: Figure) -> Array:
    """(dof,) squared middling strength over squared strength, the mean of both directions."""
    known = {
        name: {c: 0.5 * (s.positive + s.negative) for c, s in j.strengths.items()} for name, j in figure.joints.items()
    }
    every = sorted(value for by in known.values() for value in by.values() if value > 0.0)
    weakness = np.ones(figure.dof)
    if not every:
        return weakness
    middling = every[len(every) // 2]
    for name, joint in figure.joints.items():
        own = weakness[figure.tangent_slice(name)]
        for i, coordinate in enumerate(joint.coordinates):
            strength = known[name].get(coordinate, 0.0)
            own[i] = (middling / strength) ** 2 if strength > 0.0 else 1.0
    return weakness
