"""Limits and couplings: the ranges of the tables, kept by every posture and random pose, mirrored exactly."""

from __future__ import annotations

import math

import numpy as np
import pytest

import poise
from poise.people.arm_limits import arm_direction
from poise.people.motion import ROM, extent
from poise.people.postures import arm

D = math.degrees


def test_all_postures_are_within_limits_and_couplings(person: poise.Figure) -> None:
    assert {"rest", "reference", "t_pose", "arms_up", "sitting", "squat"} <= set(person.postures)
    for posture in person.postures:
        pose = person.pose(posture)
        assert pose.limit_violation == 0.0, (posture, pose.worst_limit)
        assert pose.within_limits


def test_random_poses_are_within_limits_and_couplings(handed: poise.Figure) -> None:
    rng = np.random.default_rng(11)
    for _ in range(100):
        pose = handed.random(rng)
        assert pose.limit_violation <= 1e-9, pose.worst_limit
        for coupling in handed.couplings.values():
            value = sum(f * _value(pose, term) for term, f in coupling.terms.items())
            assert coupling.min - 1e-9 <= value <= coupling.max + 1e-9, coupling.name


def test_random_poses_use_the_whole_range(man: poise.Figure) -> None:
    """Not stuck in the middle: elbows and knees come near both ends, arms point up, down and back."""
    rng = np.random.default_rng(5)
    poses = [man.random(rng) for _ in range(300)]
    elbows = [p["left_elbow.flexion"] for p in poses]
    assert min(elbows) < math.radians(10)
    assert max(elbows) > math.radians(140)
    arms = np.array([p.joint_frame("left_shoulder")[:3, 2] for p in poses])
    assert arms[:, 1].max() > 0.8
    assert arms[:, 1].min() < -0.8


@pytest.mark.parametrize(
    ("coordinate", "inside", "outside"),
    [
        ("left_elbow.flexion", 149.9, 150.1), ("left_elbow.flexion", 0.1, -0.1), ("left_elbow.twist", 79.9, 80.1),
        ("left_elbow.twist", -79.9, -80.1), ("left_knee.flexion", 149.9, 150.1), ("left_wrist.swing_x", 79.9, 80.1),
        ("left_wrist.swing_x", -69.9, -70.1), ("left_wrist.swing_y", 29.9, 30.1), ("left_wrist.swing_y", -19.9, -20.1),
        ("left_hip.swing_x", -29.9, -30.1), ("left_hip.swing_y", -44.9, -45.1), ("left_hip.swing_y", 24.9, 25.1),
        ("left_hip.twist", 39.9, 40.1), ("left_hip.twist", -59.9, -60.1), ("left_ankle.swing_x", -49.9, -50.1),
        ("left_ankle.swing_y", 34.9, 35.1), ("left_ankle.swing_y", -14.9, -15.1), ("left_toes", 9.9, 10.1),
        ("left_toes", -89.9, -90.1), ("neck.twist", 79.9, 80.1), ("neck.swing_x", 39.9, 40.1),
        ("neck.swing_x", -34.9, -35.1), ("head.swing_x", 9.9, 10.1), ("left_clavicle.swing_x", 29.9, 30.1),
    ],
)  # fmt: skip
def test_ranges_end_where_the_tables_say(man: poise.Figure, coordinate: str, inside: float, outside: float) -> None:
    reference = man.pose("reference")
    assert reference.with_joints({coordinate: math.radians(inside)}).within_limits
    beyond = reference.with_joints({coordinate: math.radians(outside)})
    assert beyond.limit_violation == pytest.approx(math.radians(0.1), rel=0.2)
    assert beyond.worst_limit.joint == coordinate.split(".")[0]


@pytest.mark.parametrize(
    ("azimuth", "inside", "outside"),
    [(0, 149, 151), (90, 149, 151), (180, 59, 61), (-38, 100, None), (-37, 44, None), (120, 90, None)],
)
def test_the_arm_reaches_as_far_as_the_tables_say(
    man: poise.Figure, azimuth: float, inside: float, outside: float | None
) -> None:
    reference = man.pose("reference")
    assert reference.with_joints(arm(azimuth, inside, 0)).limit_violation < 1e-6
    if outside is not None:
        assert reference.with_joints(arm(azimuth, outside, 0)).limit_violation > math.radians(0.5)


@pytest.mark.parametrize(
    ("azimuth", "elevation"), [(-90, 60), (-60, 90), (160, 90), (-120, 40), (135, 140), (180, 100)]
)
def test_the_arm_does_not_go_through_the_body_or_behind_the_back(
    man: poise.Figure, azimuth: float, elevation: float
) -> None:
    assert man.pose("reference").with_joints(arm(azimuth, elevation, 0)).limit_violation > 0.02


def test_arm_directions_are_what_the_joint_does(man: poise.Figure) -> None:
    for azimuth, elevation in ((0, 90), (90, 90), (45, 150), (120, 60), (-30, 80)):
        pose = man.pose("reference").with_joints(arm(azimuth, elevation, 10))
        x, y, z = arm_direction(azimuth, elevation)
        base = pose.joint_base("left_shoulder")[:3, :3]
        assert np.allclose(pose.joint_frame("left_shoulder")[:3, 2], base @ (x, y, z), atol=1e-12)


@pytest.mark.parametrize(
    ("azimuth", "elevation", "low", "high"), [(0, 0, -60, 80), (90, 90, -45, 115), (0, 90, -90, 50)]
)
def test_the_arm_twists_by_where_it_points(
    man: poise.Figure, azimuth: float, elevation: float, low: float, high: float
) -> None:
    reference = man.pose("reference")
    for inside, outside in ((low + 1, low - 1), (high - 1, high + 1)):
        assert reference.with_joints(arm(azimuth, elevation, inside)).within_limits
        assert not reference.with_joints(arm(azimuth, elevation, outside)).within_limits


@pytest.mark.parametrize("spread", [-35, 0, 15])
def test_a_bent_hip_rotates_as_far_as_the_clinic_says_however_it_is_spread(man: poise.Figure, spread: float) -> None:
    """Rotation is measured at 90° of flexion by where the shank points: 40° in, 60° out, from hanging down."""
    for inwards, allowed in ((33, True), (47, False), (-53, True), (-67, False)):
        turns = [((1, 0, 0), 90), ((0, 1, 0), spread), ((0, 0, 1), inwards)]
        x, y, z = (poise.Placement.turned(axis, math.radians(angle)) for axis, angle in turns)
        pose = man.pose("sitting").with_joints({"left_hip": (x @ y @ z).rotation})
        shank = pose.position("left_heel") - pose.position("left_knee")
        assert math.degrees(math.atan2(shank[0], -shank[1])) * inwards > 0  # inward rotation takes the foot out
        assert pose.within_limits is allowed, (spread, inwards, pose.worst_limit)


def test_a_straight_leg_rises_seventy_degrees_and_a_bent_one_more(man: poise.Figure) -> None:
    """Baerlocher eq. 3.2, in our signs: hip flexion − knee flexion ≤ 70°."""
    reference = man.pose("reference")
    for knee in (0.0, 20.0, 50.0):
        bent = reference.with_joints({"right_knee.flexion": math.radians(knee)})
        assert bent.with_joints({"right_hip.swing_x": math.radians(69.9 + knee)}).within_limits
        raised = bent.with_joints({"right_hip.swing_x": math.radians(70.5 + knee)})
        assert raised.worst_limit.limit == "right_hamstrings"


def test_the_calf_lets_a_bent_knee_dorsiflex_further(man: poise.Figure) -> None:
    reference = man.pose("reference")
    assert not reference.with_joints({"left_ankle.swing_x": math.radians(21)}).within_limits
    bent = reference.with_joints({"left_knee.flexion": math.radians(40)})
    assert bent.with_joints({"left_ankle.swing_x": math.radians(29)}).within_limits


def test_the_spine_moves_together(man: poise.Figure) -> None:
    reference = man.pose("reference")
    alone = reference.with_joints({"lumbar.swing_x": math.radians(30)})
    assert not alone.within_limits
    shared = {"lumbar.swing_x": 0.45, "thoracolumbar.swing_x": 0.33, "thoracic.swing_x": 0.22}
    together = reference.with_joints({k: math.radians(80) * v for k, v in shared.items()})
    assert together.within_limits


def test_fingers_are_coupled_by_their_tendon(handed: poise.Figure) -> None:
    """Baerlocher 3.8.1: θ_dip = 2/3 θ_pip."""
    bent = handed.pose("reference").with_joints({"left_index_pip": 0.9, "left_index_dip": 0.6})
    assert bent.within_limits
    assert not handed.pose("reference").with_joints({"left_index_pip": 0.9}).within_limits


def test_clamping_a_wild_pose_gives_a_person_again(handed: poise.Figure) -> None:
    rng = np.random.default_rng(3)
    for _ in range(20):
        wild = handed.rest().integrate(rng.normal(0, 0.5, handed.dof))
        assert wild.limit_violation > 0.1
        assert wild.clamped().limit_violation <= 1e-9


def test_every_extent_is_used_or_explained() -> None:
    """Ranges are numbers with a source."""
    for joint, motions in ROM.items():
        for motion, (degrees, source) in motions.items():
            assert 0 <= degrees <= 180
            assert source
            assert extent(joint, motion) == degrees


def _value(pose: poise.Pose, term: str) -> float:
    return float(pose[term])
