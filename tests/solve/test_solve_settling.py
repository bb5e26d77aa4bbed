"""Calm: what cannot be done settles, without settings and without jitter."""

from __future__ import annotations

import numpy as np
import pytest
import scenes

import poise
import zoo
from poise.criteria import NearPose
from poise.session import Session
from poise.solver import solve
from poise.tasks import CenterOfMass, Hold, LookAt, Orient, Reach, Together

HUMAN = scenes.human()
REST = HUMAN.rest()
IMPOSSIBLE = {
    "hand 3 m ahead": scenes.standing(REST, scenes.FAR),
    "hand under the floor": scenes.standing(REST, (0.2, -1.0, 0.5)),
    "hand behind the back": scenes.standing(REST, (0.4, 1.2, -0.6)),
    "hands apart": [scenes.feet(), [Reach("left_hand", (3, 1, 0)), Reach("right_hand", (-3, 1, 0))]],
    "one hand in two places": [scenes.feet(), [Reach("left_hand", (0.5, 1, 0.2)), Reach("left_hand", (0.5, 1.5, 0.4))]],
    "looking backwards": [[*scenes.feet(), Hold("pelvis")], LookAt("eyes", (0.0, 1.6, -5.0))],
    "chest upside down": [[*scenes.feet(), Hold("pelvis")], Orient("chest", np.diag([1.0, -1.0, -1.0]))],
    "feet apart and together": [scenes.feet(), Together("left_foot", "right_foot"), Reach("right_hand", scenes.BALL)],
    "fly": [scenes.feet(), CenterOfMass((0.0, 3.0, 0.0), axes="xyz")],
}


@pytest.mark.parametrize("name", IMPOSSIBLE)
def test_impossible_goals_settle(name: str) -> None:
    session = Session(REST, IMPOSSIBLE[name], criteria=())
    for _ in range(200):
        session.step()
        if session.settled:
            break
    assert session.settled, session.solution()
    assert session.solution().status == "compromise"
    still = session.pose
    for _ in range(20):
        assert session.step() == still, "a settled pose moved"


@pytest.mark.parametrize("name", IMPOSSIBLE)
def test_a_settled_pose_solved_again_stays(name: str) -> None:
    """Settled is settled: a fresh solver that starts there, with nothing learnt, finds nothing to gain either."""
    first = solve(REST, IMPOSSIBLE[name], criteria=(), max_steps=1000)
    held = [Hold(task.site, frame=REST.frame(task.site)) for task in IMPOSSIBLE[name][0]]
    again = solve(first.pose, [held, *IMPOSSIBLE[name][1:]], criteria=(), max_steps=1000)
    assert scenes.by_level(again) == pytest.approx(scenes.by_level(first), abs=1e-5)


@pytest.mark.parametrize("limit", [None, 0.4])
def test_a_chain_stretches_out_to_a_goal_beyond_its_reach(limit: float | None) -> None:
    """From straight, where every Jacobian is singular, to straight in another direction."""
    chain = poise.figures.chain(5, 1.0, limit=limit)
    goal = np.array([2.0, 1.0, 1.0])
    solution = solve(chain.rest(), [Reach("tip", goal)], max_steps=1000)
    assert solution.status == "compromise"
    if limit is None:
        assert solution.task("reach tip").residual == pytest.approx(np.linalg.norm(goal) - 1.0, abs=1e-6)
    assert solution.pose.limit_violation <= 1e-9


def test_a_goal_straight_below_a_straight_chain_does_not_break_anything() -> None:
    """The goal lies on the line of the chain: its gradient is zero at the start."""
    chain = poise.figures.chain(5, 1.0)
    solution = solve(chain.rest(), [Reach("tip", (0.0, 0.4, 0.0))])
    assert np.isfinite(solution.pose.coordinates).all()
    assert solution.status in ("converged", "compromise")


def test_opposite_rotations_and_directions_are_finite() -> None:
    """Half a turn away the shortest way is not unique; one is taken."""
    chain = poise.figures.chain(4, 1.0)
    half = chain.rest().frame("tip")[:3, :3] @ np.diag([-1.0, -1.0, 1.0])
    for task in (Orient("tip", half), Orient("tip", -chain.rest().frame("tip")[:3, 2], axis=(0, 0, 1))):
        solution = solve(chain.rest(), [task])
        assert np.isfinite(solution.pose.coordinates).all()
        assert solution.status == "converged"


def test_looking_at_the_own_eyes_is_finite() -> None:
    solution = solve(REST, [LookAt("eyes", REST.position("eyes"))])
    assert np.isfinite(solution.pose.coordinates).all()


def test_a_task_that_nothing_can_move_settles_at_once() -> None:
    crane = zoo.made("crane")
    fixed = crane.with_site(poise.Site("plate", crane.root))
    solution = solve(fixed.rest(), [Reach("plate", (5.0, 5.0, 5.0))])
    assert solution.status == "compromise"
    assert solution.pose == fixed.rest()


def test_a_start_that_is_the_goal_is_left_alone() -> None:
    start = REST.clamped()
    solution = solve(start, [Hold("left_hand"), Hold("right_foot"), CenterOfMass(start.center_of_mass)])
    assert solution.status == "converged"
    assert np.abs(start.difference(solution.pose)).max() < 1e-9


def test_steps_run_out() -> None:
    solution = solve(REST, scenes.standing(REST), max_steps=1)
    assert solution.steps == 1
    assert solution.status == "stopped"


def test_a_criterion_settles_too() -> None:
    solution = solve(REST, scenes.standing(REST, scenes.FAR), criteria=[NearPose("t_pose")], max_steps=400)
    assert solution.status == "compromise"
