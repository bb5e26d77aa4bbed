"""A level of positions and orientations that comes to rest short of its goals is tried twice; a session never jumps."""

from __future__ import annotations

import numpy as np
import pytest

import poise
from poise import _core
from poise.account import account
from poise.solver import planned
from poise.tasks.plan import checked_levels
from random_problems import Case, five_levels


def by_level(solution: poise.Solution) -> list[float]:
    residuals: dict[int, float] = {}
    for task in solution.tasks:
        residuals[task.level] = float(np.hypot(residuals.get(task.level, 0.0), task.residual))
    return list(residuals.values())


def tried_once(case: Case) -> poise.Solution:
    plan = planned(case.start, checked_levels(case.levels), ())
    solver = _core.Solver(plan.problem, np.array(case.start.coordinates))  # which has not been allowed to try again
    solver.run(1000, np.inf, None, most=1)
    assert solver.settled
    return account(plan, solver.ending())


@pytest.mark.parametrize("index", [7892, 8628, 8828])
def test_positions_first_finds_what_both_at_once_does_not(index: int) -> None:
    case = five_levels(1, index)
    assert by_level(tried_once(case))[0] > 0.01
    assert by_level(poise.solve(case.start, case.levels))[0] < 1e-9


def test_those_below_wait_for_it() -> None:
    """The retry starts before the levels below the feet have been served to the end."""
    case = five_levels(1, 8828)
    solution = poise.solve(case.start, case.levels, history=True)
    assert solution.history is not None
    feet = solution.history.residuals[:, 0]
    again = int(np.flatnonzero(np.diff(feet) > 0.1)[0])  # at the start once more
    assert again < 0.5 * tried_once(case).steps


def apart(case: Case, by: float) -> list[list[poise.tasks.Task]]:
    """The levels, but both soles, turned as they are, wanted so far apart."""
    soles = ("left_sole", "right_sole")
    aside = np.array([[0.0, 0.5 * by, 0.0], [0.0, -0.5 * by, 0.0]])
    places = [case.start.position(name) + way for name, way in zip(soles, aside, strict=True)]
    turns = [case.start.frame(name)[:3, :3] for name in soles]
    feet: list[poise.tasks.Task] = [poise.Reach(name, at) for name, at in zip(soles, places, strict=True)]
    feet += [poise.Orient(name, turn) for name, turn in zip(soles, turns, strict=True)]
    return [feet, *case.levels[1:]]


@pytest.mark.parametrize(("index", "by"), [(13, 1.5), (19, 3.0)])
def test_it_goes_back_when_the_retry_is_worse(index: int, by: float) -> None:
    """Feet that cannot get there, and are left 5 and 39 cm farther off positions first: the history ends there, too."""
    case = five_levels(1, index)
    levels = apart(case, by)
    solution = poise.solve(case.start, levels, history=True)
    once = tried_once(Case(case.seed, case.figure, case.kind, case.start, levels, []))
    assert by_level(solution)[0] == pytest.approx(by_level(once)[0], abs=1e-5)
    assert solution.history is not None
    assert len(solution.history) == solution.steps
    assert (np.diff(solution.history.residuals[:, 0]) > 0.1).any()  # it did look again
    np.testing.assert_allclose(solution.history.residuals[-1], by_level(solution), atol=1e-9)


def test_a_solve_that_is_stopped_shows_the_better_way_so_far() -> None:
    """Neither the start nor, in the middle of the retry, feet farther off than they have been."""
    case, before = five_levels(1, 8828), np.inf
    for steps in range(1, 36, 2):
        solution = poise.solve(case.start, case.levels, max_steps=steps, history=True)
        assert solution.pose != case.start
        assert solution.history is not None
        assert len(solution.history) == solution.steps
        last = solution.history.residuals[-1]
        assert last[0] < before + 1e-4
        before = last[0]
        np.testing.assert_allclose(last[1:], by_level(solution)[1:], atol=1e-9)
