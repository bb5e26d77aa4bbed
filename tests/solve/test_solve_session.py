"""A session follows goals that move, wherever it stands."""

from __future__ import annotations

import numpy as np
import pytest
import scenes

from poise import InputError, UnknownNameError
from poise.session import Session
from poise.tasks import CenterOfMass, Hold, LookAt, Orient, Posture, Reach, Together
from refusals import refused

HUMAN = scenes.human()
REST = HUMAN.rest()
NEAR, OTHER = (-0.30, 1.20, 0.40), (-0.15, 1.30, 0.35)


def settle(session: Session) -> Session:
    for _ in range(300):
        session.step()
        if session.settled:
            return session
    pytest.fail("the session did not settle")


def reaching() -> Session:
    return Session(REST, [scenes.feet(), Reach("right_hand", NEAR)])


def test_steps_lead_to_the_goal_and_it_settles() -> None:
    session = reaching()
    assert not session.settled
    assert session.pose == REST.clamped()
    settle(session)
    assert np.linalg.norm(session.pose.position("right_hand") - NEAR) < 1e-6


def test_a_new_goal_wakes_it_up() -> None:
    session = settle(reaching())
    session.tasks["reach right_hand"].goal = OTHER
    assert not session.settled
    assert session.tasks["reach right_hand"].goal == OTHER
    settle(session)
    assert np.linalg.norm(session.pose.position("right_hand") - OTHER) < 1e-6


def test_a_small_move_of_the_goal_takes_few_steps() -> None:
    """Warm start: following a goal costs a few steps a move, not a solve."""
    session = settle(reaching())
    before = session.solution().steps
    for i in range(10):
        session.tasks["reach right_hand"].goal = np.add(NEAR, (0.0, 0.001 * i, 0.0))
        settle(session)
    assert session.solution().steps - before <= 60


def test_no_step_is_begun_when_the_budget_is_used_up() -> None:
    """A microsecond is over before the first step is: there is no second one, though dozens are left to take."""
    session = Session(REST, scenes.standing(REST, scenes.FAR))
    for used in range(1, 4):
        session.step(budget=1e-6)
        assert session.solution().steps <= used
    assert not session.settled


def test_a_budget_settles_it_when_there_is_time() -> None:
    session = reaching()
    session.step(budget=600.0)
    assert session.settled
    assert np.linalg.norm(session.pose.position("right_hand") - NEAR) < 1e-6


def test_tasks_can_be_switched_off_and_on() -> None:
    session = reaching()
    session.tasks["reach right_hand"].enabled = False
    assert not session.tasks["reach right_hand"].enabled
    settle(session)
    assert session.pose == REST.clamped()
    session.tasks["reach right_hand"].enabled = True
    settle(session)
    assert session.tasks["reach right_hand"].report.met


def test_every_kind_of_goal_can_change() -> None:
    frame = np.array(REST.frame("left_foot"))
    frame[1, 3] += 0.1
    turn = REST.frame("chest")[:3, :3]
    tasks = [
        Hold("left_foot"), Hold("right_foot"), CenterOfMass(REST.center_of_mass), Orient("chest", turn),
        Orient("chest", (0, 0, 1), axis=(0, 0, 1), name="face"), LookAt("eyes", NEAR), Reach("right_hand", NEAR),
        Posture("rest"),
    ]  # fmt: skip
    session = Session(REST, list(tasks))
    goals = {
        "hold left_foot": frame,
        "center_of_mass": np.add(REST.center_of_mass, (0.02, 0, 0)),
        "orient chest": (0.0, 0.0, 0.0, 1.0),
        "face": (0.0, 0.1, 1.0),
        "look_at eyes": OTHER,
        "reach right_hand": OTHER,
        "posture": "sitting",
    }
    for name, goal in goals.items():
        session.tasks[name].goal = goal
    settle(session)
    assert np.abs(session.pose.frame("left_foot") - frame).max() < 1e-6
    assert session.tasks["center_of_mass"].report.wanted == pytest.approx(
        (np.add(REST.center_of_mass, (0.02, 0, 0)))[[0, 2]]
    )
    assert session.tasks["look_at eyes"].report.wanted == OTHER


def test_a_refused_goal_changes_nothing() -> None:
    session = settle(reaching())
    still = session.pose
    handle = session.tasks["reach right_hand"]

    def send(goal: object) -> None:
        handle.goal = goal

    refused(lambda: send((0.0, np.nan, 0.0)), InputError, "the point of task 'reach right_hand' must be finite")
    refused(lambda: send((1, 2)), InputError, "the point of task 'reach right_hand' must be 3 numbers, not 2")
    assert handle.goal == NEAR
    assert session.settled
    assert session.step() == still


def test_tasks_without_a_goal_say_so() -> None:
    session = Session(REST, [Together("left_hand", "right_hand")])
    refused(
        lambda: session.tasks["together left_hand right_hand"].goal,
        InputError,
        "task 'together left_hand right_hand' has no goal that could change",
    )


def test_unknown_tasks_and_bad_budgets_are_refused() -> None:
    session = reaching()
    refused(
        lambda: session.tasks["reach left_hand"],
        UnknownNameError,
        "the session has no task 'reach left_hand'; did you mean 'reach right_hand'",
    )
    refused(lambda: session.step(budget=-1.0), InputError, "the budget of a step must be a positive number of seconds")
    refused(lambda: session.step(budget=np.nan), InputError, "the budget of a step must be finite")
    with pytest.raises(TypeError):
        session.tasks["new"] = None  # type: ignore[index]


def test_the_account_of_a_session() -> None:
    session = settle(reaching())
    solution = session.solution()
    assert solution.status == "converged"
    assert solution.pose == session.pose
    assert solution.steps > 0
    assert solution.seconds > 0.0
    assert repr(session) == "<Session of 'human': 3 tasks, settled>"


def test_two_sessions_do_not_know_each_other() -> None:
    one, other = reaching(), reaching()
    one.tasks["reach right_hand"].goal = OTHER
    settle(one)
    assert other.pose == REST.clamped()
    assert other.tasks["reach right_hand"].goal == NEAR
