"""MidRange and Comfort: away from the limits of the joints."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

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

    def compiled(self, start: Pose) -> _core.Criterion:
        return _core.mid_range_criterion(start.figure._core, self._freedom(start.figure))


@dataclass(frozen=True)
class Comfort(JointCriterion):
    """Prefer joints away from all their limits: next to no discomfort in the middle, steep towards the ends.

    As `MidRange`, but the fourth power of how far the joint is on its way to the limit: 1/2 at a limit, 1/32 half way
    there. A polygon counts from its edges inward: 0 for a limb as far from all of them as the region allows. A swing
    is one limit here, so that its two coordinates have one weight.
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

    def compiled(self, start: Pose) -> _core.Criterion:
        return _core.comfort_criterion(start.figure._core, self._freedom(start.figure))
