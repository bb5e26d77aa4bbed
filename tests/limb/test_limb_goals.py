"""Goals made from valid poses are reached, exactly, inside all limits: the four problems of the paper."""

from __future__ import annotations

import numpy as np
import pytest
from random_arms import KINDS, random_arm

import poise
from poise import AimGoal, AxisGoal, Limb, Pose

HUMAN = poise.human()
METRES, RADIANS, LIMITS = 1e-12, 1e-10, 1e-9


def goals_of(pose: Pose, site: str, rng: np.random.Generator) -> dict[str, object]:
    """One goal of each kind that the pose meets."""
    frame = np.array(pose.frame(site))
    point, z = frame[:3, 3], frame[:3, 2]
    return {
        "position": point,
        "placement": frame,
        "axis": AxisGoal(point, z),
        "aim": AimGoal(point + z * rng.uniform(0.1, 2.0)),
    }


def check(limb: Limb, pose: Pose, goal: object, rng: np.random.Generator) -> None:
    swivel = rng.uniform(-np.pi, np.pi)
    found = limb.solve(goal, pose=pose, swivel=swivel)
    assert found.reached, found.reason
    assert found.position_error < METRES
    assert found.orientation_error < RADIANS
    assert found.pose.limit_violation < LIMITS
    np.testing.assert_array_equal(found.pose.coordinates, limb.solve(goal, pose=pose, swivel=swivel).pose.coordinates)


@pytest.mark.parametrize("problem", ["position", "placement", "axis", "aim"])
@pytest.mark.parametrize("kinds", KINDS, ids="-".join)
def test_goals_of_random_arms_are_reached(kinds: tuple[str, str, str], problem: str) -> None:
    rng = np.random.default_rng(11)
    for _ in range(8):
        figure = random_arm(rng, *kinds)
        pose = figure.random(rng)
        check(Limb(figure, "arm"), pose, goals_of(pose, "tool", rng)[problem], rng)


@pytest.mark.parametrize("problem", ["position", "placement", "axis", "aim"])
@pytest.mark.parametrize("name", ["left_arm", "right_leg"])
def test_goals_of_a_person_are_reached_inside_limits_and_couplings(name: str, problem: str) -> None:
    rng = np.random.default_rng(12)
    limb = Limb(HUMAN, name)
    for _ in range(40):
        pose = HUMAN.random(rng)
        check(limb, pose, goals_of(pose, limb.chain.site, rng)[problem], rng)


@pytest.mark.parametrize("name", ["right_arm", "left_leg"])
def test_a_point_that_needs_another_wrist_gets_it(name: str) -> None:
    rng = np.random.default_rng(13)
    limb = Limb(HUMAN, name)
    for _ in range(40):
        pose = HUMAN.random(rng)
        point = pose.position(limb.chain.site)
        body = np.array(pose.coordinates)
        body[list(limb.slots)] = HUMAN.rest().coordinates[list(limb.slots)]
        found = limb.solve(point, pose=Pose(HUMAN, body))
        assert found.reached, found.reason
        assert found.position_error < METRES
        assert found.pose.limit_violation < LIMITS


def test_only_the_limb_moves() -> None:
    rng = np.random.default_rng(14)
    limb, pose = Limb(HUMAN, "right_arm"), HUMAN.random(rng)
    moved = limb.solve(HUMAN.random(rng).position("right_hand"), pose=pose).pose
    others = [i for i in range(HUMAN.size) if i not in limb.slots]
    np.testing.assert_array_equal(moved.coordinates[others], pose.coordinates[others])
    assert limb.joints == ("right_shoulder", "right_elbow", "right_wrist")


def test_both_branches_of_a_free_hinge_reach_the_point() -> None:
    rng = np.random.default_rng(15)
    figure = random_arm(rng, "none", "none").with_limits("elbow", angle=None)
    limb, pose = Limb(figure, "arm"), figure.random(rng)
    point = pose.position("tool")
    hinges = set()
    for branch in (0, 1):
        found = limb.solve(point, pose=pose, branch=branch)
        assert found.branch == branch
        assert found.position_error < METRES
        hinges.add(round(found.pose["elbow"], 9))
    assert len(hinges) == 2


def test_without_limits_every_goal_within_the_arms_length_is_reached() -> None:
    limb = Limb(HUMAN, "right_arm")
    behind = limb.shoulder() + np.array([0.1, 0.05, -0.35])
    assert not limb.solve(behind).reached
    free = limb.solve(behind, limits=False)
    assert free.reached
    assert free.position_error < METRES
    assert free.pose.limit_violation > 0.1
