"""Conflicts of many levels, some of them for some joints alone: solves come to an end before they run out of steps."""

from __future__ import annotations

import pytest

import poise
from random_problems import mixed


@pytest.mark.parametrize("index", [28, 44, 60, 76, 85, 125, 204, 261])
def test_corrections_that_would_be_too_long_do_not_make_steps_creep(index: int) -> None:
    """Each crept along with steps of a ten-thousandth, since a level above was not corrected at all, to its 200th."""
    case = mixed(1, index)
    solution = poise.solve(case.start, case.levels, criteria=case.criteria, history=True)
    assert solution.status in ("compromise", "stalled")
    assert solution.pose.limit_violation < 1e-9
    assert solution.history is not None
    kept = solution.history.residuals
    met = kept[:, 0] < 1e-9  # what the first level has, no step for another takes from it
    first = int(met.argmax()) if met.any() else len(met)
    assert (kept[first:, 0] < 1e-6).all()
