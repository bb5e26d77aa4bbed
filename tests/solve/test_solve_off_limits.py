"""Who rests against limits that there is a way round leaves them, who is wound up turns round.

Who is dragged there ends where a solve would.
"""

from __future__ import annotations

import math

import conflicts
import numpy as np
import pytest

import poise
from poise import Hold, Range, Reach, Session

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


@pytest.mark.parametrize("name", ["walking", "running", "lying_on_front"])
def test_who_is_asked_to_face_the_other_way_turns_round(name: str) -> None:
    """Hands, feet and head as in a posture that faces backwards: the body was wound up between them."""
    person = poise.human()
    ends = ("left_foot", "right_foot", "left_hand", "right_hand", "head_top")
    backwards = np.diag([-1.0, 1.0, -1.0, 1.0]) @ np.array([person.stance(name).pose.frame(end) for end in ends])
    goals = [Hold(end, frame=frame) for end, frame in zip(ends, backwards, strict=True)]
    assert poise.solve(person.rest(), [goals], criteria=()).status == "converged"


def test_who_follows_goals_that_cannot_be_met_is_not_asked_afresh_at_each() -> None:
    """A tip that goes round out of reach: once at first, and when it goes farther off."""
    session = Session(DOOR.pose({"j": 0.0}), [Reach("tip", (0.0, 0.0, 1.2))])
    session.step(budget=10.0)
    before = session.solution().steps
    for angle in np.arange(0.1, 2.0, 0.1):
        session.tasks["reach tip"].goal = 1.2 * np.array(tip(float(angle)).goal)
        session.step(budget=10.0)
        assert session.pose["j"] == pytest.approx(angle, abs=1e-6)
    assert session.solution().steps - before < 19 * 12


def test_asking_afresh_takes_the_time_that_frames_leave() -> None:
    """A hand out of reach: what a solve of some hundred steps would find is looked for over many frames."""
    person = poise.human()
    high = Reach("right_hand", (-0.4, 2.4, 0.6))
    feet = [Hold("left_foot"), Hold("right_foot")]
    at_once = Session(person.rest(), [feet, high], criteria=())
    at_once.step(budget=60.0)
    session = Session(person.rest(), [feet, high], criteria=())
    frames = 0
    while not session.settled and frames < 2000:
        session.step(budget=1e-4)
        frames += 1
    assert 10 < frames < 2000
    assert session.solution().task("reach right_hand").residual == pytest.approx(
        at_once.solution().task("reach right_hand").residual, abs=1e-5
    )
