"""Positive coordinates do what anatomy calls them, on both sides."""

from __future__ import annotations

import itertools
import math

import numpy as np
import pytest

import poise

LEFT, UP, FORWARD = np.eye(3)


def moved(figure: poise.Figure, values: dict, site: str) -> np.ndarray:
    """How a site moves from the reference posture when some joints are set."""
    start = figure.pose("reference")
    return start.with_joints(values).position(site) - start.position(site)


def inwards(side: str) -> np.ndarray:
    return -LEFT if side == "left" else LEFT


def sign(side: str) -> int:
    """Of swing_y and twist, which are mirrored."""
    return 1 if side == "left" else -1


SIDES = pytest.mark.parametrize("side", ["left", "right"])


def test_all_frames_are_parallel_in_the_reference_posture(handed: poise.Figure) -> None:
    pose = handed.pose("reference")
    for name in handed.segments:
        assert np.allclose(pose.segment_frame(name)[:3, :3], np.eye(3), atol=1e-12), name


def test_coordinates_are_zero_in_the_reference_posture_but_for_the_shoulder(handed: poise.Figure) -> None:
    pose = handed.pose("reference")
    for name in list(handed.joints)[1:]:
        expected = [-math.pi / 2, 0, 0] if name.endswith("shoulder") else 0
        assert np.allclose(pose[name], expected, atol=1e-12), name


@SIDES
def test_knee_flexion_takes_the_heel_back_and_up(man: poise.Figure, side: str) -> None:
    step = moved(man, {f"{side}_knee.flexion": 0.5}, f"{side}_heel")
    assert step @ FORWARD < -0.1
    assert step @ UP > 0.02
    assert step @ LEFT == pytest.approx(0, abs=1e-12)


@SIDES
def test_hip_flexion_takes_the_knee_forward_and_up(man: poise.Figure, side: str) -> None:
    step = moved(man, {f"{side}_hip.swing_x": 0.8}, f"{side}_knee")
    assert step @ FORWARD > 0.2
    assert step @ UP > 0.05


@SIDES
def test_hip_adduction_takes_the_knee_inwards(man: poise.Figure, side: str) -> None:
    assert moved(man, {f"{side}_hip.swing_y": sign(side) * 0.3}, f"{side}_knee") @ inwards(side) > 0.1


@SIDES
def test_hip_and_knee_twist_turn_the_toes_inwards(man: poise.Figure, side: str) -> None:
    for joint in ("hip", "knee"):
        step = moved(man, {f"{side}_{joint}.twist": sign(side) * 0.15}, f"{side}_toe")
        assert step @ inwards(side) > 0.02
        assert step @ UP == pytest.approx(0, abs=1e-12)


@SIDES
def test_ankle_dorsiflexion_lifts_the_toes_and_inversion_the_inner_edge(man: poise.Figure, side: str) -> None:
    assert moved(man, {f"{side}_ankle.swing_x": 0.3}, f"{side}_toe") @ UP > 0.03
    turned = man.pose("reference").with_joints({f"{side}_ankle.swing_y": sign(side) * 0.3})
    sole = -turned.frame(f"{side}_foot")[:3, 1]
    assert sole @ inwards(side) > 0.25  # the sole looks inwards


@SIDES
def test_toes_curl_down(man: poise.Figure, side: str) -> None:
    assert moved(man, {f"{side}_toes": 0.15}, f"{side}_toe") @ UP < -0.005
    assert moved(man, {f"{side}_toes": -0.5}, f"{side}_toe") @ UP > 0.02


@SIDES
def test_elbow_flexion_takes_the_hand_forward_and_up(man: poise.Figure, side: str) -> None:
    step = moved(man, {f"{side}_elbow.flexion": 1.0}, f"{side}_hand")
    assert step @ FORWARD > 0.2
    assert step @ UP > 0.1


@SIDES
def test_pronation_turns_the_palm_down(man: poise.Figure, side: str) -> None:
    bent = man.pose("reference").with_joints({f"{side}_elbow.flexion": math.pi / 2})
    palm = -bent.frame(f"{side}_hand")[:3, 1]
    assert palm @ inwards(side) == pytest.approx(1)  # thumb up
    pronated = bent.with_joints({f"{side}_elbow.twist": sign(side) * math.radians(80)})
    assert -pronated.frame(f"{side}_hand")[:3, 1] @ UP < -0.95
    supinated = bent.with_joints({f"{side}_elbow.twist": -sign(side) * math.radians(80)})
    assert -supinated.frame(f"{side}_hand")[:3, 1] @ UP > 0.95


@SIDES
def test_wrist_flexion_bends_to_the_palm_and_swing_y_to_the_little_finger(handed: poise.Figure, side: str) -> None:
    tip = f"{side}_middle_tip"
    assert moved(handed, {f"{side}_wrist.swing_x": 0.5}, tip) @ inwards(side) > 0.05
    assert moved(handed, {f"{side}_wrist.swing_y": sign(side) * 0.3}, tip) @ FORWARD < -0.03  # away from the thumb


@SIDES
def test_the_thumb_is_in_front_and_fingers_bend_to_the_palm(handed: poise.Figure, side: str) -> None:
    pose = handed.pose("reference")
    assert pose.position(f"{side}_thumb_tip")[2] > pose.position(f"{side}_index_tip")[2]
    order = [pose.position(f"{side}_{f}_tip")[2] for f in ("index", "middle", "ring", "little")]
    assert order == sorted(order, reverse=True)
    for finger in ("index", "middle", "ring", "little"):
        for joint in ("mcp.swing_x", "pip", "dip"):
            step = moved(handed, {f"{side}_{finger}_{joint}": 0.5}, f"{side}_{finger}_tip")
            assert step @ inwards(side) > 0.003, (finger, joint)
    bent = {f"{side}_thumb_cmc": (0.4, 0.0), f"{side}_thumb_mcp": (0.8, 0.0), f"{side}_thumb_ip": 1.0}
    step = moved(handed, bent, f"{side}_thumb_tip")
    assert step @ FORWARD < -0.02  # across the palm


@SIDES
@pytest.mark.parametrize(
    ("swing", "twist", "direction"),
    [((-90, 0), 0, (0, -1, 0)), ((0, 45), 0, (0, 0, 1)), ((0, -45), 0, (1, 0, 0)), ((90, 0), 0, (0, 1, 0)),
     ((-45, 0), 30, (0.5, -math.sqrt(0.5), 0.5))],
)  # fmt: skip
def test_shoulder_swings_point_the_arm(
    man: poise.Figure, side: str, swing: tuple[float, float], twist: float, direction: tuple[float, ...]
) -> None:
    """Hanging, straight ahead, out to the side, straight up, and in between."""
    x, y = (math.radians(v) for v in swing)
    value = (x, sign(side) * y, sign(side) * math.radians(twist))
    pose = man.pose("reference").with_joints({f"{side}_shoulder": value})
    arm = pose.position(f"{side}_elbow") - pose.joint_frame(f"{side}_shoulder")[:3, 3]
    assert np.allclose(arm / np.linalg.norm(arm), np.array(direction) * (sign(side), 1, 1), atol=1e-9)


@SIDES
def test_shoulder_twist_turns_the_hanging_forearm_inwards(man: poise.Figure, side: str) -> None:
    bent = {f"{side}_elbow.flexion": math.pi / 2}
    plain = man.pose("reference").with_joints(bent)
    turned = plain.with_joints({f"{side}_shoulder.twist": sign(side) * 0.5})
    assert (turned.position(f"{side}_hand") - plain.position(f"{side}_hand")) @ inwards(side) > 0.1


def test_abduction_raises_the_arm_sideways_to_the_t_pose(man: poise.Figure) -> None:
    pose = man.pose("t_pose")
    shoulder, hand = pose.joint_frame("left_shoulder")[:3, 3], pose.position("left_hand")
    assert hand[0] - shoulder[0] > 0.55
    assert hand[1] == pytest.approx(shoulder[1], abs=0.03)
    assert -pose.frame("left_hand")[:3, 1] @ UP == pytest.approx(-1, abs=1e-9)  # palms down


@SIDES
def test_clavicle_lifts_and_protracts(man: poise.Figure, side: str) -> None:
    assert moved(man, {f"{side}_clavicle.swing_x": 0.3}, f"{side}_elbow") @ UP > 0.03
    assert moved(man, {f"{side}_clavicle.swing_y": sign(side) * 0.3}, f"{side}_elbow") @ FORWARD > 0.03


@pytest.mark.parametrize("joint", ["lumbar", "thoracolumbar", "thoracic", "neck"])
def test_the_spine_bends_forward_left_and_turns_left(man: poise.Figure, joint: str) -> None:
    assert moved(man, {f"{joint}.swing_x": 0.2}, "head_top") @ FORWARD > 0.02
    assert moved(man, {f"{joint}.swing_y": 0.2}, "head_top") @ LEFT > 0.02
    gaze = man.pose("reference").with_joints({f"{joint}.twist": 0.2}).frame("eyes")[:3, 2]
    assert gaze @ LEFT == pytest.approx(math.sin(0.2))


def test_the_head_nods_down_and_the_eyes_look_forward(man: poise.Figure) -> None:
    assert np.allclose(man.rest().frame("eyes")[:3, 2], FORWARD)
    nod = man.pose("reference").with_joints({"head.swing_x": 0.15}).frame("eyes")[:3, 2]
    assert nod @ UP == pytest.approx(-math.sin(0.15))


def test_sites_stand_where_their_names_say(person: poise.Figure) -> None:
    pose = person.rest()
    at = {name: pose.position(name) for name in person.sites}
    order = ("left_foot", "left_knee", "pelvis", "chest", "eyes", "head_top")
    assert all(at[a][1] < at[b][1] for a, b in itertools.pairwise(order))
    for name in ("foot", "toe", "heel", "knee", "elbow", "hand"):
        assert at[f"left_{name}"][0] > 0 > at[f"right_{name}"][0]
    assert at["left_heel"][2] < at["left_foot"][2] < at["left_toe"][2]
    assert at["left_hand"][0] > at["left_knee"][0]
    assert at["left_hand"][1] < at["pelvis"][1]
    assert at["eyes"][2] > 0.05
