"""How much friction a pose needs."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from poise.forces.loading import Loading
    from poise.forces.report import Statics
    from poise.pose import Pose

DECADES = tuple(10.0**k for k in range(-6, 4))
"""Factors that are tried first. What needs less than the first needs none; about more than the last nothing is said."""
PROMISED = 1.001
CLOSE = 1.0005
"""The ratio of two factors of which one holds and the other does not, when that is near enough."""


class FrictionNeed(NamedTuple):
    """Factors on all coefficients of friction. `needed`: the smallest that will do, to 0.1 %; None when none will, or
    none is certain. `at_least`: with less it certainly cannot be held."""

    needed: float | None
    at_least: float


def friction_need(report: Statics) -> FrictionNeed:
    """Of supports with a share, what they use; of the others, the least with which forces exist."""
    loading = report.loading
    shared = {s.site for s in loading.shared}
    slips = [load.slip for load in report.supports if load.site in shared and load.slip is not None]
    given = max(slips, default=0.0)
    if not loading.solved:
        return FrictionNeed(given if slips and math.isfinite(given) else None, given)
    needed, at_least = _solved_need(loading, report.pose)
    if needed is None or not math.isfinite(given):
        return FrictionNeed(None, max(given, at_least))
    return FrictionNeed(max(given, needed), max(given, at_least))


def _solved_need(loading: Loading, pose: Pose) -> FrictionNeed:
    """By halving, between a factor with less than which there is a proof that no forces exist and one with forces.

    Near the border neither may be found: then it is tried nearer to the side that holds.
    """
    fails, holds = 0.0, math.inf

    def tried(factor: float) -> bool:
        nonlocal fails, holds
        before = fails, holds
        possible, refuted = loading.footholds.holds(pose._core, loading.loads, factor)
        fails, holds = (fails, min(holds, factor)) if possible else (max(fails, min(refuted, factor)), holds)
        return (fails, holds) != before

    for factor in (0.0, *DECADES):
        tried(factor)
        if holds == factor:
            break
    if holds <= DECADES[0]:
        return FrictionNeed(0.0, 0.0)
    if fails == 0.0 or math.isinf(holds):
        return FrictionNeed(None, min(fails, DECADES[-1]))
    while holds / fails > CLOSE and any(tried(fails * (holds / fails) ** part) for part in (0.5, 0.75, 0.9, 0.97)):
        pass
    return FrictionNeed(holds if holds / fails <= PROMISED else None, fails)
