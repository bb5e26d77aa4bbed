"""Who may help a task: everybody, a part of the body, some joints, or joints by shares."""

from __future__ import annotations

import numpy as np
import pytest
import scenes

import poise
from poise import Pose
from poise.solver import solve
from poise.tasks import Hold, Reach

HUMAN = scenes.human()
REST = HUMAN.rest().clamped()
GOAL = (-0.25, 1.05, 0.35)


def moved(pose: Pose) -> set[str]:
    away = REST.difference(pose)
    return {j for j in HUMAN.joints if np.abs(away[HUMAN.tangent_slice(j)]).max(initial=0.0) > 1e-9}


def reached_by(joints: object) -> Pose:
    solution = solve(REST, [Reach("right_hand", GOAL, joints=joints)], criteria=())
    assert solution.status == "converged", str(solution)
    return solution.pose


def test_a_group_moves_only_itself() -> None:
    assert moved(reached_by("right_arm")) <= set(HUMAN.groups["right_arm"].joints)


def test_a_list_moves_only_those() -> None:
    assert moved(reached_by(["right_shoulder", "right_elbow"])) <= {"right_shoulder", "right_elbow"}


def test_a_limb_is_its_three_joints() -> None:
    figure = HUMAN.with_limb(
        HUMAN.limbs["right_arm"].__class__("reacher", "right_shoulder", "right_elbow", "right_wrist", "right_hand")
    )
    start = figure.rest().clamped()
    pose = solve(start, [Reach("right_hand", GOAL, joints="reacher")], criteria=()).pose
    away = start.difference(pose)
    still = [j for j in figure.joints if j not in ("right_shoulder", "right_elbow", "right_wrist")]
    assert max(np.abs(away[figure.tangent_slice(j)]).max(initial=0.0) for j in still) < 1e-9
    assert np.linalg.norm(pose.position("right_hand") - GOAL) < 1e-6


def test_one_joint() -> None:
    """The elbow alone can bring the hand up, not to the goal; nothing else moves."""
    solution = solve(REST, [Reach("right_hand", GOAL, joints="right_elbow")], criteria=())
    assert solution.status == "compromise"
    assert moved(solution.pose) == {"right_elbow"}


def test_a_smaller_share_moves_less() -> None:
    joints = HUMAN.groups["right_arm"].joints
    equal = reached_by(dict.fromkeys(joints, 1.0))
    lazy = reached_by({**dict.fromkeys(joints, 1.0), "right_shoulder": 0.1})
    shoulder = HUMAN.tangent_slice("right_shoulder")
    turn = [float(np.linalg.norm(REST.difference(p)[shoulder])) for p in (equal, lazy)]
    assert turn[1] < turn[0] - 0.01


def test_no_share_is_no_help() -> None:
    pose = reached_by({"right_shoulder": 1.0, "right_elbow": 1.0, "right_clavicle": 0.0, "lumbar": 0.0})
    assert moved(pose) <= {"right_shoulder", "right_elbow"}


@pytest.mark.parametrize("joints", [None, "right_arm"])
def test_tasks_with_helpers_share_levels_with_others(joints: object) -> None:
    levels = [[Hold("left_foot"), Hold("right_foot")], [Hold("left_hand"), Reach("right_hand", GOAL, joints=joints)]]
    solution = solve(REST, levels, criteria=())
    assert solution.status == "converged"
    assert scenes.foot_motion(solution.pose, REST) < 1e-6


@pytest.mark.parametrize("turn", [np.diag([1.0, -1.0, -1.0]), np.diag([-1.0, 1.0, -1.0])])
def test_an_arm_that_cannot_turn_as_wanted_moves_nothing_else(turn: np.ndarray) -> None:
    """Two levels of the same helpers, the lower out of reach: what it disturbs is mended by the arm as well."""
    joints = list(poise.Limb(HUMAN, "right_arm").joints)
    levels = [Reach("right_hand", GOAL, joints=joints), poise.Orient("right_hand", turn, joints=joints)]
    solution = solve(REST, levels, criteria=())
    assert solution.status == "compromise"
    assert np.linalg.norm(solution.pose.position("right_hand") - GOAL) < 1e-6
    assert moved(solution.pose) <= set(joints)


def test_helpers_of_whom_none_can_help_leave_all_as_it_is() -> None:
    """Below a level that names its helpers, too: nobody else may move, and nothing is left to move."""
    up, ahead = np.array([0.1, 0.3, 0.2]), np.array([0.0, 0.1, 0.1])
    hand = Reach("left_hand", REST.position("left_hand") + up, joints=["left_shoulder", "left_elbow"])
    foot = Reach("right_foot", REST.position("right_foot") + ahead, joints=["left_elbow"])
    alone, both = solve(REST, [hand], criteria=()), solve(REST, [hand, foot], criteria=())
    assert both.status == "compromise"
    assert both.tasks[1].residual == pytest.approx(np.linalg.norm(ahead), abs=1e-9)
    assert both.pose.position("left_hand") == pytest.approx(alone.pose.position("left_hand"), abs=1e-6)
