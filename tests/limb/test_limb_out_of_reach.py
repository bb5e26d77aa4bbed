"""Goals out of reach on arms with narrow limits: no numeric search finds a nearer pose, nor one that turns better."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hinge_search import ARMS, Chain, hinge_arm, random_turn
from random_arms import with_limb_anywhere

import poise
from poise import AimGoal, AxisGoal, Limb, OrientGoal

HUMAN = poise.human()


def points(name: str, count: int) -> np.ndarray:
    """Around the shoulder, near and far, most of them out of reach."""
    rng = np.random.default_rng(sorted(ARMS).index(name))
    away = rng.normal(size=(count, 3))
    reach = sum(float(np.linalg.norm(part)) for part in ARMS[name][2])
    return away / np.linalg.norm(away, axis=1)[:, None] * rng.uniform(0.1, 1.4, size=(count, 1)) * reach


@pytest.mark.parametrize("name", ARMS)
def test_no_search_comes_nearer(name: str) -> None:
    arm, chain = hinge_arm(name), Chain(name)
    for goal in points(name, 8):
        found = arm.solve(goal)
        np.testing.assert_allclose(
            chain.forward(np.array([found.pose[j] for j in arm.joints], dtype=float))[0],
            found.pose.position("tool"), atol=1e-12,
        )  # fmt: skip
        assert found.pose.limit_violation < 1e-9
        assert found.position_error <= chain.least_distance(goal, 10) + 1e-7


@pytest.mark.parametrize("name", ARMS)
def test_no_search_turns_better_where_the_position_is_as_near(name: str) -> None:
    arm, chain = hinge_arm(name), Chain(name)
    rng = np.random.default_rng(11)
    for point in points(name, 3):
        goal = np.eye(4)
        goal[:3, :3], goal[:3, 3] = random_turn(rng), point
        found = arm.solve(goal)
        assert found.pose.limit_violation < 1e-9
        assert found.position_error <= chain.least_distance(point, 10) + 1e-7
        # a micrometre more buys up to √(1e-6) radians where the arm is straight
        assert found.orientation_error <= chain.least_turn(goal, found.position_error + 1e-7, 8) + 2e-3


@pytest.mark.parametrize("name", ARMS)
def test_no_search_turns_better_with_the_position_left_free(name: str) -> None:
    arm, chain = hinge_arm(name), Chain(name)
    rng = np.random.default_rng(12)
    for _ in range(6):
        wanted = np.eye(4)
        wanted[:3, :3] = random_turn(rng)
        found = arm.solve(OrientGoal(wanted[:3, :3]))
        assert found.orientation_error <= chain.least_turn(wanted, 10.0, 8) + 1e-6
        assert found.reached == (found.orientation_error < 1e-9)


@pytest.mark.parametrize("name", ["right_arm", "left_leg"])
def test_a_persons_limb_is_as_good_as_the_solver_from_many_starts(name: str) -> None:
    """The whole-body solver on the limb's joints, in two strict levels: no code of limbs, and all limits."""
    limb = Limb(HUMAN, name)
    rng = np.random.default_rng(13)
    site, joints = limb.chain.site, list(limb.joints)
    for _ in range(4):
        frame = np.array(with_limb_anywhere(limb, rng).frame(site))
        frame[:3, :3] = random_turn(rng)
        found = limb.solve(frame)
        levels = [poise.Reach(site, frame[:3, 3], joints=joints)], [poise.Orient(site, frame[:3, :3], joints=joints)]
        starts = [with_limb_anywhere(limb, rng) for _ in range(12)]
        poses = [poise.solve(start, list(levels), criteria=()).pose for start in starts]
        body = np.setdiff1d(np.arange(HUMAN.size), limb.slots)
        for start, pose in zip(starts, poses, strict=True):
            assert np.abs(pose.coordinates[body] - start.coordinates[body]).max() < 1e-12, "every task names the limb"
        ends = [pose.frame(site) for pose in poses]
        near = [e for e in ends if np.linalg.norm(e[:3, 3] - frame[:3, 3]) <= found.position_error + 1e-7]
        angles = [math.acos(np.clip((np.trace(e[:3, :3].T @ frame[:3, :3]) - 1) / 2, -1, 1)) for e in near]
        assert found.position_error <= min(np.linalg.norm(e[:3, 3] - frame[:3, 3]) for e in ends) + 1e-7
        assert found.pose.limit_violation < 1e-9
        assert found.orientation_error <= min(angles, default=math.pi) + 1e-5


def test_the_status_says_what_is_promised() -> None:
    arm = Limb(HUMAN, "right_arm")
    assert arm.solve((-0.12, 1.3, 0.38)).status == "reached"
    ahead = arm.shoulder() + np.array([-0.4, 0.0, 1.5])
    far = arm.solve(ahead)
    assert far.status == "nearest"  # the straight arm itself is too short, whatever the limits
    behind = arm.solve(arm.shoulder() + np.array([0.1, 0.1, -0.45]))
    assert behind.status == "best found"
    batch = arm.solve_many([ahead, (-0.12, 1.3, 0.38)])
    assert batch.certain.tolist() == [True, False]
    assert [batch.status(i) for i in range(2)] == ["nearest", "reached"]
    assert far.to_dict()["status"] == "nearest"


def test_what_is_proven_is_true() -> None:
    arm, chain = hinge_arm("romeo"), Chain("romeo")
    goals = points("romeo", 60)
    batch = arm.solve_many(goals)
    proven = np.flatnonzero(batch.certain)
    assert 3 <= len(proven) < 50
    upper, lower, bent = 0.205, 0.1823, 1.57  # lengths, and how far the elbow bends
    nearest = math.sqrt(upper**2 + lower**2 + 2 * upper * lower * math.cos(bent))
    for i in proven:
        error, away = float(np.linalg.norm(batch.pose(i).position("tool") - goals[i])), np.linalg.norm(goals[i])
        assert error == pytest.approx(max(away - upper - lower, nearest - away), abs=1e-8)
        assert chain.least_distance(goals[i], 3) >= error - 1e-8


def test_answers_in_a_batch_are_those_of_single_calls() -> None:
    arm = hinge_arm("icub")
    goals = points("icub", 20)
    batch = arm.solve_many(goals, threads=2)
    for i, goal in enumerate(goals):
        np.testing.assert_array_equal(batch.pose(i).coordinates, arm.solve(goal).pose.coordinates)


def test_aims_and_axes_out_of_reach_are_no_worse_than_the_solver() -> None:
    limb = Limb(HUMAN, "right_arm")
    rng = np.random.default_rng(14)
    joints = list(limb.joints)
    for _ in range(4):
        point = limb.shoulder() + rng.normal(size=3) * 0.3 - np.array([0.0, 0.0, 0.6])  # behind the back
        aim = limb.solve(AimGoal(point))
        axis = limb.solve(AxisGoal(point, (0.0, 1.0, 0.0)))
        for _ in range(6):
            start = with_limb_anywhere(limb, rng)
            seen = poise.solve(start, [poise.LookAt("right_hand", point, joints=joints)]).pose.frame("right_hand")
            way = point - seen[:3, 3]
            assert aim.orientation_error <= math.acos(np.clip(seen[:3, 2] @ way / np.linalg.norm(way), -1, 1)) + 1e-6
            near = poise.solve(start, [poise.Reach("right_hand", point, joints=joints)]).pose.position("right_hand")
            assert axis.position_error <= np.linalg.norm(near - point) + 1e-7
