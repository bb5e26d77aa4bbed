"""Every task brings the figure to its goal; the geometry is checked on the pose, not with the solver's own numbers."""

from __future__ import annotations

import math

import numpy as np
import pytest
import scenes

import zoo
from poise import Placement, Pose
from poise.solver import solve
from poise.tasks import (
    Aim,
    CenterOfMass,
    Hold,
    LookAt,
    Orient,
    Position,
    Posture,
    Reach,
    Task,
    Together,
)

HUMAN = scenes.human()
REST = HUMAN.rest()
HAND = (-0.30, 1.25, 0.40)
TURN = Placement.turned((0.2, 1.0, -0.3), 0.7).matrix[:3, :3]


def solved(*levels: Task | list[Task]) -> Pose:
    solution = solve(REST, list(levels))
    assert solution.status == "converged", str(solution)
    assert solution.light == "green"
    assert solution.pose.limit_violation <= 1e-9
    return solution.pose


def test_reach_brings_a_site_to_a_point() -> None:
    pose = solved(scenes.feet(), Reach("right_hand", HAND))
    assert np.linalg.norm(pose.position("right_hand") - HAND) < 1e-6
    assert scenes.foot_motion(pose, REST) < 1e-6


@pytest.mark.parametrize("axes", ["x", "y", "z", "xy", "yz", "zx"])
def test_reach_of_some_axes_leaves_the_others_free(axes: str) -> None:
    pose = solved(scenes.feet(), Reach("right_hand", HAND, axes=axes))
    kept = ["xyz".index(a) for a in axes]
    assert np.abs(pose.position("right_hand") - HAND)[kept].max() < 1e-6


def test_reach_in_a_turned_frame_ends_on_the_plane() -> None:
    pose = solved(scenes.feet(), Reach("right_hand", HAND, axes="z", frame=TURN))
    assert abs(TURN[:, 2] @ (pose.position("right_hand") - HAND)) < 1e-6


def test_reach_of_two_axes_in_a_turned_frame_ends_on_the_line() -> None:
    pose = solved(scenes.feet(), Reach("right_hand", HAND, axes="xy", frame=Placement.from_matrix(TURN).rotation))
    away = pose.position("right_hand") - HAND
    assert np.linalg.norm(away - TURN[:, 2] * (TURN[:, 2] @ away)) < 1e-6


def test_orient_turns_a_site() -> None:
    wanted = REST.frame("right_hand")[:3, :3] @ Placement.turned((1, 0, 0), 0.5).matrix[:3, :3]
    pose = solved(scenes.feet(), Orient("right_hand", wanted))
    assert zoo.rotation_angle(pose.frame("right_hand")[:3, :3], wanted) < 1e-6


def test_orient_takes_a_quaternion() -> None:
    wanted = Placement.turned((0, 1, 0), 0.4)
    pose = solved(scenes.feet(), Orient("chest", wanted.rotation))
    assert zoo.rotation_angle(pose.frame("chest")[:3, :3], wanted.matrix[:3, :3]) < 1e-6


def test_orient_of_one_axis_points_it_along_a_direction() -> None:
    direction = np.array([0.3, 0.1, 1.0])
    pose = solved(scenes.feet(), Orient("chest", direction, axis=(0, 0, 1)))
    assert zoo.angle_between(pose.frame("chest")[:3, 2], direction) < 1e-6


def test_orient_of_one_axis_takes_that_axis_of_a_rotation() -> None:
    wanted = Placement.turned((0, 1, 0), 0.4).matrix[:3, :3]
    pose = solved(scenes.feet(), Orient("chest", wanted, axis=(1, 0, 0)))
    assert zoo.angle_between(pose.frame("chest")[:3, 0], wanted[:, 0]) < 1e-6


def test_look_at_sends_the_line_of_sight_through_the_point() -> None:
    pose = solved(scenes.feet(), LookAt("eyes", HAND))
    eyes = pose.frame("eyes")
    assert zoo.angle_between(eyes[:3, 2], np.array(HAND) - eyes[:3, 3]) < 1e-6


def test_aim_of_another_axis() -> None:
    point = (-1.0, 1.2, 0.6)
    pose = solved(scenes.feet(), Aim("chest", point, axis=(-0.5, 0, 1)))
    chest = pose.frame("chest")
    axis = chest[:3, :3] @ np.array([-0.5, 0, 1])
    assert zoo.angle_between(axis, np.array(point) - chest[:3, 3]) < 1e-6


def test_hold_keeps_a_site_where_the_start_has_it() -> None:
    pose = solved([*scenes.feet(), Hold("head_top")], Reach("right_hand", HAND))
    assert np.abs(pose.frame("head_top") - REST.frame("head_top")).max() < 1e-6


def test_hold_at_a_frame_brings_the_site_there() -> None:
    frame = np.array(REST.frame("left_foot"))
    frame[:3, 3] += (0.05, 0.10, 0.10)
    pose = solved(Hold("right_foot"), Hold("left_foot", frame=frame))
    assert np.abs(pose.frame("left_foot") - frame).max() < 1e-6


def test_together_closes_a_loop() -> None:
    pose = solved(scenes.feet(), Together("left_hand", "right_hand"))
    assert np.linalg.norm(pose.position("left_hand") - pose.position("right_hand")) < 1e-6


def test_together_turns_two_sites_alike() -> None:
    pose = solved(scenes.feet(), Together("head_top", "chest", position=False, orientation=True))
    assert zoo.rotation_angle(pose.frame("head_top")[:3, :3], pose.frame("chest")[:3, :3]) < 1e-6


def test_together_in_position_and_orientation() -> None:
    """Two hands in one frame: a loop of both arms that the trunk may carry anywhere."""
    pose = solved(scenes.feet(), Together("left_hand", "right_hand", orientation=True))
    assert np.abs(pose.frame("left_hand") - pose.frame("right_hand")).max() < 1e-6


def test_a_closed_loop_can_be_carried() -> None:
    pose = solved(scenes.feet(), Together("left_hand", "right_hand"), Reach("left_hand", (0.0, 1.2, 0.35)))
    assert np.linalg.norm(pose.position("right_hand") - (0.0, 1.2, 0.35)) < 1e-6


def test_center_of_mass_goes_over_a_point() -> None:
    goal = REST.center_of_mass + np.array([0.04, 0.0, 0.02])
    pose = solved(scenes.feet(), CenterOfMass(goal))
    assert np.abs((pose.center_of_mass - goal)[[0, 2]]).max() < 1e-6


def test_center_of_mass_goes_down() -> None:
    goal = REST.center_of_mass - np.array([0.0, 0.15, 0.0])
    pose = solved(scenes.feet(), CenterOfMass(goal, axes="xyz"))
    assert np.abs(pose.center_of_mass - goal).max() < 1e-6


def test_posture_brings_every_joint_and_leaves_the_base() -> None:
    moved = REST.with_joints({HUMAN.base.name: Placement((1, 2, 3)).matrix})
    solution = solve(moved, [Posture("sitting")])
    assert solution.status == "converged"
    away = solution.pose.difference(HUMAN.pose("sitting"))
    base = HUMAN.tangent_slice(HUMAN.base.name)
    assert np.abs(np.delete(away, np.r_[base])).max() < 1e-6
    assert np.allclose(solution.pose.segment_frame(HUMAN.root), moved.segment_frame(HUMAN.root), atol=1e-9)


def test_posture_of_some_joints() -> None:
    pose = solved(Posture(HUMAN.pose("t_pose"), joints="left_arm"))
    for joint in HUMAN.joints:
        wanted = HUMAN.pose("t_pose") if joint in HUMAN.groups["left_arm"].joints else REST
        away = pose.difference(wanted)[HUMAN.tangent_slice(joint)]
        assert np.abs(away).max(initial=0.0) < 1e-6, joint


def test_a_task_on_a_robot_arm_reaches_a_frame() -> None:
    arm = scenes.arm()
    wanted = arm.pose({"q1": 0.5, "q2": -0.8, "q3": 0.3, "q4": 1.0, "q5": 0.4, "q6": -0.2})
    start = arm.pose({f"q{i}": 0.1 for i in range(1, 7)})
    frame = wanted.frame("p6")
    solution = solve(start, [[Reach("p6", frame[:3, 3]), Orient("p6", frame[:3, :3])]])
    assert solution.status == "converged"
    assert np.abs(solution.pose.frame("p6") - frame).max() < 1e-6


def test_the_other_names_are_the_same_tasks() -> None:
    assert Position is Reach
    assert Aim is LookAt


def test_rounding_in_the_goal_is_met() -> None:
    """A goal far from the origin loses digits, but not so many that the tolerance is missed."""
    moved = REST.with_joints({HUMAN.base.name: Placement((1000.0, 0.0, -500.0)).matrix})
    goal = moved.position("right_hand") + np.array([0.1, 0.2, 0.3])
    solution = solve(moved, [Reach("right_hand", goal)])
    assert solution.status == "converged"
    assert math.dist(solution.pose.position("right_hand"), goal) < 1e-6
