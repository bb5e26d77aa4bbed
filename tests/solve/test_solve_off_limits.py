"""Who rests against limits that there is a way round leaves them; who is dragged there ends where a solve would."""

from __future__ import annotations

import math

import conflicts
import numpy as np
import pytest

import poise
from poise import Range, Reach, Session

DOOR = conflicts.stick("hinge", {"angle": Range(-3.0, 3.0)}, axis=(1, 0, 0))
"""It opens nearly all the way round."""


def tip(angle: float) -> Reach:
    return Reach("tip", (0.0, -math.sin(angle), math.cos(angle)))


def test_the_far_side_of_a_stop_is_found() -> None:
    solution = poise.solve(DOOR.pose({"j": 2.0}), [tip(-2.9)])
    assert solution.status == "converged"
    assert solution.pose["j"] == pytest.approx(-2.9, abs=1e-6)


def test_what_cannot_be_met_stays_at_its_limit() -> None:
    """The goal lies within the stop, nearer to the end where the door is."""
    solution = poise.solve(DOOR.pose({"j": 2.0}), [tip(3.05)])
    assert solution.status == "compromise"
    assert solution.pose["j"] == pytest.approx(3.0, abs=1e-9)
    assert solution.limits == ("j.angle",)


def test_a_session_that_was_dragged_against_a_stop_ends_where_a_solve_does() -> None:
    session = Session(DOOR.pose({"j": 2.0}), [tip(2.0)])
    for angle in np.arange(2.1, 3.4, 0.1):
        session.tasks["reach tip"].goal = tip(float(angle)).goal
        session.step(budget=10.0)
    assert session.pose["j"] == pytest.approx(3.3 - 2 * math.pi, abs=1e-6)


def test_what_a_solve_meets_at_once_takes_no_more_steps_where_limits_are_near() -> None:
    solution = poise.solve(DOOR.pose({"j": 2.9}), [tip(2.99)])
    assert solution.status == "converged"
    assert solution.steps < 6
