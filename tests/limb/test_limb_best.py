"""Goals out of reach: the best pose, position first, then orientation, against scipy from many starts."""

from __future__ import annotations

import math

import numpy as np
import pytest
from scipy.optimize import minimize

import poise
from poise import Limb

HUMAN = poise.human()
ARM = Limb(HUMAN, "right_arm")


def least_distance(goal: np.ndarray, starts: int) -> float:
    """The nearest any valid arm comes to a point: a search over the joint angles, clamped."""
    rng = np.random.default_rng(61)
    joints = ARM.joints

    def posed(x: np.ndarray) -> poise.Pose:
        values = {joints[0]: x[:3], joints[1]: x[3:5], joints[2]: x[5:7]}
        return HUMAN.pose(values).clamped()

    def distance(x: np.ndarray) -> float:
        return float(np.linalg.norm(posed(x).position("right_hand") - goal))

    best = math.inf
    for _ in range(starts):
        pose = HUMAN.random(rng)
        x = np.concatenate([np.atleast_1d(pose[j]) for j in joints])
        best = min(best, minimize(distance, x, method="Nelder-Mead", options={"maxfev": 600}).fun)
    return best


@pytest.mark.parametrize("offset", [(0.2, 0.0, -0.5), (-0.3, 0.2, 1.5)])
def test_no_other_pose_comes_nearer(offset: tuple[float, float, float]) -> None:
    goal = ARM.shoulder() + np.array(offset)
    found = ARM.solve(goal)
    assert not found.reached
    assert found.pose.limit_violation < 1e-9
    assert found.position_error <= least_distance(goal, 3) + 1e-6


def test_position_comes_before_orientation() -> None:
    frame = np.array(HUMAN.rest().frame("right_hand"))
    frame[:3, 3] = ARM.shoulder() + np.array([-0.1, -0.1, 0.35])
    frame[:3, :3] = frame[:3, :3] @ np.diag([-1.0, 1.0, -1.0])  # no wrist turns like that
    found = ARM.solve(frame)
    assert not found.reached
    assert "allow no" in found.reason
    assert found.position_error < 1e-9
    assert 0.1 < found.orientation_error < math.pi
    assert found.pose.limit_violation < 1e-9
    assert found.to_dict()["reason"] == found.reason


def test_far_goals_are_always_refused() -> None:
    rng = np.random.default_rng(62)
    directions = rng.normal(size=(20, 3))
    goals = ARM.shoulder() + directions / np.linalg.norm(directions, axis=1)[:, None] * 0.9
    batch = ARM.solve_many(goals)
    assert not batch.reached.any()
    assert all("too far by" in batch.reason(i) for i in range(20))
