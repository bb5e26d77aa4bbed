"""One trial: a solve that ends as soon as its verdict is certain, not when the last digit is."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from poise.pose import Pose
from poise.solver import ROUNDS

if TYPE_CHECKING:
    from poise import _core
    from poise.tasks.plan import Plan

CERTAIN, STILL = 1e-3, 1e-5
"""Shares of a level's error: a few steps in a row that change less settle it, and so does one that changes less."""
FEW = 3
CALM = 1e-9
"""An error below this is none (m, rad)."""

Array = NDArray[np.float64]


def run(plan: Plan, solver: _core.Solver, steps: int, certain: float = CERTAIN) -> None:
    """Step until every level has settled, but for a share `certain` of its error."""
    for _ in range(ROUNDS + 1):
        before, slow = solver.level_residuals(), 0
        while not solver.settled and solver.steps < steps:
            solver.step()
            after = solver.level_residuals()
            change = _change(before, after)
            before, slow = after, slow + 1 if change < certain else 0
            if slow >= FEW or change < min(STILL, certain):
                break
        if solver.steps >= steps or not plan.refresh(Pose._of(plan.start.figure, solver.pose())):
            return
        solver.refresh()


def look_twice(plan: Plan, solver: _core.Solver, steps: int, certain: float = CERTAIN) -> bool:
    """Once more from the start, places before turns, where a level wants both; the better end stays, as in `solve`.

    Whether there was anything to look at.
    """
    solver.look_twice()
    looked = False
    while solver.look_again():
        run(plan, solver, steps, certain)
        looked = True
    return looked


def _change(before: Array, after: Array) -> float:
    """The largest share by which the error of a level has changed."""
    pairs = zip(before.tolist(), after.tolist(), strict=True)
    return max((abs(b - a) / a if a > CALM else 1.0 for b, a in pairs if a > CALM or b > CALM), default=0.0)
