"""What an arm or the neck can do alone moves only these; trunk and legs join smoothly as they run out of reach."""

from __future__ import annotations

import numpy as np
import pytest

import poise
from poise import Balance, CenterOfMass, Hold, LookAt, Orient, Pose, Posture, Reach, Session, solve

FEET = [Hold("left_foot"), Hold("right_foot")]
PEOPLE = {
    "man": poise.human(),
    "small woman": poise.human(sex="female", percentile=5),
    "tall man with fingers": poise.human(percentile=95, hands=True),
}
WAYS = {
    "ahead": (0, 0, 1),
    "ahead, down": (0, -1, 1),
    "ahead, up": (0, 1, 1),
    "aside": (-1, 0, 0.3),
    "across": (0.6, 0, 1),
}


def turned(one: Pose, other: Pose, segment: str) -> float:
    """The angle between two poses of a segment, degrees."""
    turn = one.segment_frame(segment)[:3, :3].T @ other.segment_frame(segment)[:3, :3]
    return float(np.degrees(np.arccos(np.clip((np.trace(turn) - 1) / 2, -1, 1))))


def shoulder_and_arm(pose: Pose) -> tuple[np.ndarray, float]:
    """Where the right shoulder is, and the length of the arm to the wrist."""
    joints = [pose.segment_frame(f"right_{part}")[:3, 3] for part in ("upper_arm", "forearm", "hand")]
    return joints[0], float(np.linalg.norm(np.diff(joints, axis=0), axis=1).sum())


def upper_arm(pose: Pose) -> np.ndarray:
    """Which way the left one points."""
    way = pose.position("left_elbow") - pose.segment_frame("left_upper_arm")[:3, 3]
    return np.asarray(way / np.linalg.norm(way))


@pytest.mark.parametrize("who", PEOPLE)
def test_near_goals_move_the_arm_alone(who: str) -> None:
    rest = PEOPLE[who].rest()
    shoulder, arm = shoulder_and_arm(rest)
    for way in WAYS.values():
        for share in (0.5, 0.7, 0.85):
            goal = shoulder + share * arm * np.array(way) / np.linalg.norm(way)
            solution = solve(rest, [FEET, Balance(), Reach("right_hand", goal)])
            assert solution.status == "converged"
            for segment in ("pelvis", "abdomen", "chest", "head", "left_thigh", "right_shank", "left_forearm"):
                assert turned(rest, solution.pose, segment) < 3.0, (way, share, segment)


@pytest.mark.parametrize("way", ["ahead", "ahead, down", "aside"])
def test_the_trunk_joins_smoothly_as_the_arm_runs_out_of_reach(way: str) -> None:
    rest = PEOPLE["man"].rest()
    shoulder, arm = shoulder_and_arm(rest)
    shares = np.linspace(0.6, 1.5, 46)
    goals = [shoulder + share * arm * np.array(WAYS[way]) / np.linalg.norm(WAYS[way]) for share in shares]
    poses = [solve(rest, [FEET, Balance(), Reach("right_hand", goal)]).pose for goal in goals]
    bent = np.array([turned(rest, pose, "chest") for pose in poses])
    assert bent[0] < 1.0 < 10.0 < bent[-1]
    assert np.diff(bent).min() > -0.5  # never back again
    step = np.linalg.norm(goals[1] - goals[0])
    places = np.array([[pose.position(site) for site in ("head_top", "pelvis", "left_hand")] for pose in poses])
    assert np.linalg.norm(np.diff(places, axis=0), axis=-1).max() < 5 * step


def test_eyes_turn_the_head_and_far_round_the_whole_body_about_its_length() -> None:
    rest = PEOPLE["man"].rest()
    aside = {deg: (-3 * np.sin(np.radians(deg)), 1.6, 3 * np.cos(np.radians(deg))) for deg in (20, 45, 100, 120)}
    poses = {deg: solve(rest, [FEET, Balance(), LookAt("eyes", point)]).pose for deg, point in aside.items()}
    assert turned(rest, poses[20], "chest") < 0.5
    assert turned(rest, poses[45], "chest") < 3.0
    for deg in (100, 120):
        assert turned(rest, poses[deg], "chest") > 5.0
        assert poses[deg].segment_frame("chest")[1, 1] > np.cos(np.radians(5))  # upright
        assert poses[deg].segment_frame("pelvis")[1, 1] > np.cos(np.radians(5))
    assert poses[120].segment_frame("pelvis")[0, 2] < -0.1  # the pelvis turns to that side too


@pytest.mark.parametrize("who", PEOPLE)
def test_who_looks_at_the_own_toes_bends_the_spine_before_the_hips(who: str) -> None:
    """Once the hips tilted by 27° and the chest leant by 55°; neck and head bend by 50° at most."""
    rest = PEOPLE[who].rest()
    toes = np.mean([rest.position(f"{side}_toe") for side in ("left", "right")], axis=0)
    for above in ([FEET], [FEET, Balance()]):
        solution = solve(rest, [*above, LookAt("eyes", toes)])
        assert solution.status == "converged"
        assert solution.pose.segment_frame("pelvis")[1, 1] > np.cos(np.radians(9))
        assert solution.pose.segment_frame("chest")[1, 1] > np.cos(np.radians(51))
        before, now = (upper_arm(pose) for pose in (rest, solution.pose))
        assert before @ now > np.cos(np.radians(10))  # it hangs: once it went back with the trunk


def test_the_arm_of_which_nothing_is_asked_hangs() -> None:
    rest = PEOPLE["man"].rest()
    wave = [Reach("right_hand", (-0.42, 1.62, 0.2)), Orient("right_hand", (0, 1, 0), axis=(0, 0, 1))]
    pose = solve(rest, [FEET, Balance(), wave]).pose
    assert turned(rest, pose, "left_upper_arm") < 2.0
    assert turned(rest, pose, "left_forearm") < 2.0


def test_what_only_some_joints_shall_do_moves_no_others() -> None:
    rest = PEOPLE["man"].rest()
    pose = solve(rest, [Reach("right_hand", (-0.3, 1.2, 0.9), joints="right_arm")]).pose
    assert max(turned(rest, pose, s) for s in ("pelvis", "chest", "head", "left_hand", "left_foot")) < 1e-4
    posed = solve(rest, [Posture("sitting", joints=["left_knee"])]).pose
    assert turned(rest, posed, "chest") < 1e-4


def test_a_task_of_the_whole_body_frees_it() -> None:
    """The weight 20 cm lower: what the net says of the feet counts, bent knees."""
    rest = PEOPLE["man"].rest()
    near = poise.Natural().told(rest, [*FEET, CenterOfMass(rest.center_of_mass)])
    far = poise.Natural().told(rest, [*FEET, CenterOfMass(rest.center_of_mass - np.array((0, 0.2, 0)), axes="xyz")])
    assert near.begin is not None
    assert np.abs(rest.difference(near.begin)).max() < 1e-9
    assert far.begin is not None
    assert far.begin["left_knee.flexion"] > 0.1


def test_a_fingertip_stands_for_its_hand() -> None:
    rest = PEOPLE["tall man with fingers"].rest()
    poses = []
    for site in ("right_hand", "right_index_tip"):
        offset = rest.position(site) - rest.position("right_hand")
        poses.append(solve(rest, [FEET, Balance(), Reach(site, np.array((-0.2, 0.4, 0.5)) + offset)]).pose)
    assert turned(poses[0], poses[1], "chest") < 10.0
    assert turned(rest, poses[1], "chest") > 30.0


def test_a_session_comes_back_to_where_it_began() -> None:
    rest = PEOPLE["man"].rest()
    session = Session(rest, [FEET, Balance(), Reach("right_hand", rest.position("right_hand"))])
    for goal in ((-0.3, 0.4, 0.6), rest.position("right_hand")):
        session.tasks["reach right_hand"].goal = goal
        while not session.settled:
            session.step()
    assert np.abs(rest.difference(session.pose)).max() < 1e-3
