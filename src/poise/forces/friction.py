"""How much friction a pose needs."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from poise.forces.loading import Loading
    from poise.pose import Pose

LEAST, MOST = 1e-3, 1e3
"""Factors that are tried."""


def needed_factor(loading: Loading, pose: Pose) -> float | None:
    """The smallest factor on all coefficients with which the pose can be held, to 0.1 %; None when none will do."""
    loads = loading.loads

    def held(factor: float) -> bool:
        return loading.footholds.holds(pose._core, loads, factor)

    low, high = LEAST, MOST
    if not held(high):
        return None
    if held(low):
        return 0.0
    while high / low > 1.001:
        middle = (low * high) ** 0.5
        low, high = (low, middle) if held(middle) else (middle, high)
    return high
