"""A level never disturbs one above it, and limits hold: at the solution and at every step on the way to it."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pytest
import scenes

import zoo
from poise import Pose
from poise.criteria import NearPose
from poise.session import Session
from poise.solver import solve
from poise.tasks import CenterOfMass, Hold, LookAt, Orient, Reach, Together

HUMAN = scenes.human()
REST = HUMAN.rest()


def every_pose(session: Session, most: int = 200) -> Iterator[Pose]:
    """The pose after every single step, until the session settles or `most` are seen."""
    for _ in range(most):
        yield session.step()
        if session.settled:
            return


def test_feet_stand_still_in_every_step_with_a_hand_goal_far_away() -> None:
    session = Session(REST, scenes.standing(REST, scenes.FAR))
    worst = max(scenes.foot_motion(pose, REST) for pose in every_pose(session))
    assert worst < 1e-6
    assert session.settled
    assert scenes.foot_motion(session.pose, REST) < 1e-9


def test_feet_stand_still_from_a_squat_with_a_criterion() -> None:
    squat = HUMAN.pose("squat").clamped()
    session = Session(squat, scenes.standing(squat, scenes.FAR), criteria=[NearPose(REST)])
    worst = max(scenes.foot_motion(pose, squat) for pose in every_pose(session))
    assert worst < 1e-6
    assert session.settled
    assert scenes.foot_motion(session.pose, squat) < 1e-9


def test_the_history_says_the_same() -> None:
    solution = solve(REST, scenes.standing(REST, scenes.FAR), criteria=(), history=True)
    assert solution.history is not None
    assert solution.history.residuals.shape[1] == 4
    assert solution.history.residuals[:, 0].max() < 1e-6
    assert solution.history.residuals[-1, 0] < 1e-9


def test_no_level_gets_worse_once_those_above_have_settled() -> None:
    """Lexicographic descent: the first level that changes in a step gets better."""
    solution = solve(REST, scenes.standing(REST, scenes.FAR), criteria=(), history=True)
    assert solution.history is not None
    for before, after in zip(solution.history.residuals, solution.history.residuals[1:], strict=False):
        changed = np.flatnonzero(np.abs(after - before) > 1e-6)
        assert changed.size == 0 or after[changed[0]] < before[changed[0]]


@pytest.mark.parametrize("posture", ["rest", "t_pose", "sitting", "squat", "arms_up"])
def test_limits_hold_in_every_step(posture: str) -> None:
    start = HUMAN.pose(posture).clamped()
    levels = [
        scenes.feet(),
        CenterOfMass(scenes.over_the_feet(REST)),
        [Reach("left_hand", (1.5, 0.2, -1.0)), Reach("right_hand", (-0.5, 2.5, -1.0))],
        Orient("chest", (0, 0, -1), axis=(0, 0, 1)),
        LookAt("eyes", (0, 1, -3)),
    ]
    session = Session(start, levels)
    assert max(pose.limit_violation for pose in every_pose(session)) <= 1e-9


def test_a_start_outside_the_limits_is_repaired_before_the_first_step() -> None:
    broken = HUMAN.pose({"left_knee": -0.5, "neck.twist": 2.0})
    session = Session(broken, [Reach("right_hand", scenes.BALL)])
    assert session.pose.limit_violation <= 1e-9
    assert max(pose.limit_violation for pose in every_pose(session)) <= 1e-9
    solution = solve(broken, [Reach("right_hand", scenes.BALL)])
    assert solution.repaired == broken.worst_limit
    assert "the start pose was outside the limits" in str(solution)


@pytest.mark.parametrize("name", ["creature", "crane", "bird", "quadruped", "hand", "human by the foot"])
def test_first_level_stays_met_on_other_figures(name: str) -> None:
    figure = zoo.made(name)
    start = figure.rest().clamped()
    first, *others = list(figure.sites)
    away = [Reach(site, start.position(site) + np.array([1.0, 2.0, -1.0])) for site in others]
    session = Session(start, [Hold(first), *away])
    for pose in every_pose(session):
        assert pose.limit_violation <= 1e-9
        assert np.abs(pose.frame(first) - start.frame(first)).max() < 1e-6


def test_a_loop_stays_closed_in_every_step() -> None:
    start = solve(REST, [scenes.feet(), Together("left_hand", "right_hand")]).pose
    levels = [scenes.feet(), Together("left_hand", "right_hand"), Reach("left_hand", scenes.FAR)]
    for pose in every_pose(Session(start, levels)):
        assert np.linalg.norm(pose.position("left_hand") - pose.position("right_hand")) < 1e-6
