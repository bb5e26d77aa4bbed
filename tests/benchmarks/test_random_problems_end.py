"""Random problems of five levels, the hand out of reach: every solve ends, and says how."""

from __future__ import annotations

from functools import cache

import numpy as np

import poise
from random_problems import five_levels

COUNT = 480


@cache
def ends() -> dict[str, list[poise.Solution]]:
    """By status."""
    found: dict[str, list[poise.Solution]] = {}
    for index in range(1, 2 * COUNT, 2):
        case = five_levels(1, index)
        solution = poise.solve(case.start, case.levels, history=True)
        found.setdefault(solution.status, []).append(solution)
    return found


def test_none_runs_out_of_steps() -> None:
    assert "stopped" not in ends()
    assert sum(map(len, ends().values())) == COUNT


def test_some_lead_nowhere_and_end_at_the_best_pose() -> None:
    """Alike are residuals to a few millionths, postures to a thousandth."""
    assert 0 < len(ends()["stalled"]) < 0.1 * COUNT
    for solution in ends()["stalled"]:
        assert solution.history is not None
        rows = solution.history.residuals
        assert solution.steps == len(rows) > 20
        for best, last in zip(rows[-21:].min(axis=0)[:4], rows[-1][:4], strict=True):
            assert last - best < 1e-5 * (1.0 + best)


def test_steps_that_led_nowhere_die_out() -> None:
    """Since the last jump, to the best pose or to where another try ended, no level goes to and fro."""
    for solution in ends()["stalled"]:
        history = solution.history
        assert history is not None
        begin = max([len(history) - 10, *(i for i, way in enumerate(history.ways) if way == "jump")])
        assert np.ptp(history.residuals[begin:], axis=0)[:4].max() < 1e-6


def test_a_pose_that_leads_nowhere_is_as_strict_as_any() -> None:
    for solution in ends()["stalled"]:
        feet = [task for task in solution.tasks if task.level == 1]
        assert max(task.residual for task in feet) < 1e-9
        assert solution.pose.limit_violation < 1e-9


def test_it_stays_where_it_stalled() -> None:
    alike = 0
    for stalled in ends()["stalled"]:
        question = stalled.question
        assert question is not None
        session = poise.Session(question.start, [list(level) for level in question.levels])
        session.step(budget=60.0)
        assert session.settled
        still = session.pose
        assert session.step() == still
        alike += np.allclose(still.coordinates, stalled.pose.coordinates, rtol=0.0, atol=1e-9)
    assert alike > 0  # a solve has other ways to try again


def test_they_are_told_apart_in_words() -> None:
    assert str(ends()["stalled"][0]).startswith("stalled (")
    assert str(ends()["compromise"][0]).startswith("compromise (")
