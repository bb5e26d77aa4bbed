"""All kinds of tasks together, in random orders, from random poses: finite, inside the limits, strict, repeatable."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest
import test_solve_unchanged as kinds

from poise.session import Session
from poise.solver import solve

# Custom tasks have tests of their own, and so has `AnyOf`: it is chosen by whole solves, not by the fifteen steps here.
TASKS = [task for name, task in kinds.EVERY.items() if name not in ("custom", "any of")]


@pytest.mark.parametrize("seed", range(6))
def test_any_order_of_all_tasks(seed: int) -> None:
    rng = np.random.default_rng(seed)
    start = kinds.HUMAN.random(rng)
    levels = [TASKS[i] for i in rng.permutation(len(TASKS))]
    asked = [task for task in levels if task.word != "balance" or task.over is not None]  # nobody stands at the start
    session = Session(start, asked, criteria=())
    for _ in range(15):
        pose = session.step()
        assert np.isfinite(pose.coordinates).all()
        assert pose.limit_violation <= 1e-9
    solution = solve(start, asked, criteria=(), max_steps=15, history=True)
    assert solution.pose == session.pose
    residuals = solution.history.residuals
    assert all(better(before, after) for before, after in pairwise(residuals))


def better(before: np.ndarray, after: np.ndarray) -> bool:
    """Whether the first level that got worse, by more than a step may leave unrestored, paid for one above it."""
    change = after - before
    worse = np.flatnonzero(change > 1e-6)
    return worse.size == 0 or bool((change[: worse[0]] < -1e-12).any())
