"""Criteria use the freedom that is left, and only that."""

from __future__ import annotations

import math

import numpy as np
import pytest
import scenes

import poise
from poise import Pose
from poise.criteria import NearPose
from poise.session import Session
from poise.solver import solve
from poise.tasks import Hold, Reach

HUMAN = scenes.human()
REST = HUMAN.rest()


def distance(a: Pose, b: Pose) -> float:
    return float(np.linalg.norm(a.difference(b)))


def test_near_pose_is_nearer_than_without() -> None:
    levels = [scenes.feet(), Reach("right_hand", (-0.3, 1.25, 0.4))]
    start = HUMAN.pose("t_pose").clamped()
    plain = solve(start, levels)
    pulled = solve(start, levels, criteria=[NearPose(REST)])
    assert distance(pulled.pose, REST) < distance(plain.pose, REST) - 0.1
    assert pulled.status == "converged"


def test_near_pose_without_other_use_of_the_freedom_reaches_the_pose() -> None:
    """The hand is held where the target pose has it too: nothing hinders."""
    target = scenes.arm().pose({"q1": 0.4, "q2": 0.3, "q3": -0.5, "q4": 0.6, "q5": 0.1, "q6": 0.2})
    solution = solve(scenes.arm().rest(), [Reach("p2", target.position("p2"))], criteria=[NearPose(target)])
    assert distance(solution.pose, target) < 1e-6


def test_near_pose_leaves_the_least_distance() -> None:
    """First-order condition of the criterion: the way to the pose has no part in the null space of the tasks."""
    arm = scenes.arm()
    target = arm.pose({f"q{i}": 0.3 for i in range(1, 7)})
    goal = (0.35, 0.30, 0.65)
    solution = solve(arm.pose({f"q{i}": -0.1 for i in range(1, 7)}), [Reach("p6", goal)], criteria=[NearPose(target)])
    assert solution.status == "converged"
    assert solution.limits == ()
    away, J = solution.pose.difference(target), solution.pose.jacobian("p6")[:3]
    free = away - np.linalg.pinv(J) @ (J @ away)
    assert np.linalg.norm(free) < 1e-6


def test_several_criteria_pull_to_their_weighted_mean() -> None:
    chain = scenes.ladder()
    low, high = chain.pose({"joint_5": -0.4}), chain.pose({"joint_5": 0.8})
    criteria = [NearPose(low, weight=1.0), NearPose(high, weight=3.0)]
    solution = solve(chain.rest(), [Hold("base")], criteria=criteria)
    assert solution.pose["joint_5"] == pytest.approx((-0.4 + 3 * 0.8) / 4, abs=1e-6)


def test_several_criteria_mean_on_ball_joints() -> None:
    chain = poise.figures.chain(3)
    low, high = chain.pose({"joint_2.swing_x": 0.2}), chain.pose({"joint_2.swing_x": 0.8})
    solution = solve(chain.rest(), [Hold("base")], criteria=[NearPose(low), NearPose(high)])
    assert solution.pose["joint_2.swing_x"] == pytest.approx(0.5, abs=1e-6)


@pytest.mark.parametrize("weight", [0.01, 1.0, 100.0])
def test_one_criterion_alone_gives_the_same_whatever_its_weight(weight: float) -> None:
    """Nothing stands on its level but itself."""
    levels = [Reach("p6", (0.35, 0.30, 0.65))]
    arm = scenes.arm()
    target = arm.pose({f"q{i}": 0.3 for i in range(1, 7)})
    plain = solve(arm.pose({"q2": 0.2}), levels, criteria=[NearPose(target)])
    other = solve(arm.pose({"q2": 0.2}), levels, criteria=[NearPose(target, weight=weight)], max_steps=5000)
    assert distance(plain.pose, other.pose) < 1e-6


def lap(session: Session, points: int = 24) -> list[Pose]:
    """The hand goal once round a circle; the pose at every point, settled."""
    poses = []
    for i in range(points):
        angle = 2 * math.pi * (i + 1) / points
        goal = (-0.25 + 0.12 * math.cos(angle), 1.20 + 0.12 * math.sin(angle), 0.40)
        session.tasks["reach right_hand"].goal = goal
        for _ in range(300):
            session.step()
            if session.settled:
                break
        assert session.settled
        poses.append(session.pose)
    return poses


def test_closed_paths_return() -> None:
    """Laps of the hand end within 1e-6 rad of each other; the next one is the same all along (Tolani et al. 3.6)."""
    levels = [scenes.feet(), Reach("right_hand", (-0.13, 1.20, 0.40))]
    session = Session(REST, levels, criteria=[NearPose(REST)])
    first, second, third = lap(session), lap(session), lap(session)
    assert np.abs(first[-1].difference(second[-1])).max() < 1e-6
    assert max(float(np.abs(a.difference(b)).max()) for a, b in zip(second, third, strict=True)) < 1e-6
