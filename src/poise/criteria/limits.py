"""MidRange and AwayFromLimits: joints that keep off their ends."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from poise import _core
from poise.criteria.criterion import JointCriterion
from poise.errors import InputError

if TYPE_CHECKING:
    from poise.figure.figure import Figure
    from poise.pose import Pose


@dataclass(frozen=True)
class MidRange(JointCriterion):
    """Prefer joints in the middle of their ranges (Liégeois; Boulic et al. 1996, eq. 9).

    Half the sum of squares of (x - middle) / (half the range) over the natural coordinates: 1/2 for every joint at a
    limit. The range of a polygon is the box around it; the middle of a twist may move with the swing. Coordinates
    without two ends have no middle and do not count.
    """

    @property
    def _is_kept(self) -> bool:
        return True

    def compiled(self, start: Pose) -> _core.Criterion:
        return _core.mid_range_criterion(start.figure._core, self._freedom(start.figure))


@dataclass(frozen=True)
class AwayFromLimits(JointCriterion):
    """Prefer joints away from their limits: nothing at rest, next to nothing around it, steep towards the ends.

    Half the sum of t⁴, where t is the part of the way from the resting pose to the limit that a joint has gone: 1/2 at
    a limit, 1/32 half way there. A joint that rests near an end, as a straight knee does, is not pushed off it; a
    standing person stays so. A swing is one limit, measured on the straight way through where it is, so that its two
    coordinates have one weight; a polygon counts by the edge that the limb has come nearest to.
    """

    def check(self, figure: Figure) -> None:
        """Raise when a joint is unknown, or when the coordinates of a swing count differently."""
        super().check(figure)
        for name, weights in self._weights_by_joint(figure).items():
            is_swing = figure.joints[name].model in ("swing", "ball")
            if is_swing and isinstance(weights, tuple) and weights[0] != weights[1]:
                raise InputError(
                    f"{self._name}: the weights of {name!r} must be alike for swing_x and swing_y, whose limit is one, "
                    f"not {weights[0]} and {weights[1]}; MidRange weighs them apart"
                )

    @property
    def _is_kept(self) -> bool:
        return True

    def compiled(self, start: Pose) -> _core.Criterion:
        figure = start.figure
        rest = np.array(figure.rest().coordinates)
        return _core.away_from_limits_criterion(figure._core, rest, self._freedom(figure))
