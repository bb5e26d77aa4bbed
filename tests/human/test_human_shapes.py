"""Looks: parts meet at the joints however they are bent, soles touch the floor, the head ends at the stature."""

from __future__ import annotations

import numpy as np
import pytest
from shape_distance import segment_distance

import poise

THICK = {
    "lumbar": 0.035, "thoracolumbar": 0.035, "thoracic": 0.035, "neck": 0.025, "head": 0.020, "clavicle": 0.010,
    "shoulder": 0.024, "elbow": 0.017, "wrist": 0.007, "hip": 0.022, "knee": 0.020, "ankle": 0.014, "toes": 0.008,
}  # fmt: skip
"""A ball this large (fractions of stature) around the joint is always inside the two parts that meet there."""


def _ball(count: int) -> np.ndarray:
    """Directions spread evenly over the sphere (golden spiral)."""
    k = np.arange(count) + 0.5
    z, turn = 1 - 2 * k / count, np.pi * (1 + 5**0.5) * k
    r = np.sqrt(1 - z * z)
    return np.column_stack([r * np.cos(turn), r * np.sin(turn), z])


DIRECTIONS = _ball(24)


@pytest.mark.parametrize("who", [{}, {"sex": "female", "percentile": 5}, {"stature": 1.9, "mass": 60}], ids=str)
def test_no_gap_opens_at_any_joint_in_random_poses(who: dict) -> None:
    figure = poise.human(**who)
    stature, rng = figure.rest().position("head_top")[1], np.random.default_rng(7)
    for _ in range(70):
        pose = figure.random(rng)
        for branch in figure.branches[1:]:
            joint = branch.joint
            name = joint.name.split("_", 1)[-1] if joint.name.startswith(("left_", "right_")) else joint.name
            points = pose.joint_frame(joint.name)[:3, 3] + THICK[name] * stature * DIRECTIONS
            gaps = np.minimum(*(segment_distance(pose, s, points) for s in (str(joint.parent), joint.child)))
            assert gaps.max() <= 1e-9, joint.name


def test_every_joint_centre_is_inside_both_parts(person: poise.Figure) -> None:
    pose = person.rest()
    for branch in person.branches[1:]:
        point = pose.joint_frame(branch.joint.name)[None, :3, 3]
        for part in (str(branch.joint.parent), branch.joint.child):
            assert segment_distance(pose, part, point)[0] < 0, (branch.joint.name, part)


@pytest.mark.parametrize("posture", ["rest", "t_pose", "arms_up", "sitting", "squat"])
def test_feet_are_flat_on_the_floor(person: poise.Figure, posture: str) -> None:
    pose = person.pose(posture)
    for side in ("left", "right"):
        for sole in (f"{side}_foot", f"{side}_toes"):
            outline = np.array(person.soles[sole].outline)
            frame = pose.segment_frame(person.soles[sole].segment)
            assert np.allclose(outline @ frame[1, :3] + frame[1, 3], 0, atol=1e-12)
        assert np.allclose(pose.frame(f"{side}_foot")[:3, :3], np.eye(3), atol=1e-12)
    below = _lowest(pose)
    assert below == pytest.approx(0, abs=2e-4), "shapes end at the sole"


def test_the_head_ends_at_the_stature(person: poise.Figure) -> None:
    pose = person.rest()
    top = pose.position("head_top")
    assert segment_distance(pose, "head", top[None])[0] == pytest.approx(0, abs=1e-9)
    assert segment_distance(pose, "head", top[None] + (0, 0.002, 0))[0] > 0


def test_the_eyes_are_on_the_face_and_the_hand_is_in_the_palm(man: poise.Figure) -> None:
    pose = man.rest()
    eyes = pose.position("eyes")
    assert abs(segment_distance(pose, "head", eyes[None])[0]) < 0.015
    assert segment_distance(pose, "left_hand", pose.position("left_hand")[None])[0] < 0.01


def test_the_sitting_hands_rest_near_the_thighs_without_entering_them(person: poise.Figure) -> None:
    pose = person.pose("sitting")
    gap = segment_distance(pose, "left_thigh", pose.position("left_hand")[None])[0]
    assert 0 < gap < 0.18


def test_the_standing_body_is_as_broad_as_the_survey_says(man: poise.Figure) -> None:
    """Hip breadth across the thighs' tops, chest breadth under the arms: measured on the shapes."""
    pose, stature = man.rest(), 1.755
    for segment, height, half in (("left_thigh", 0.5128, 0.0985), ("chest", 0.735, 0.0825)):
        xs = np.linspace(0, 0.4, 801)
        points = np.column_stack([xs, np.full_like(xs, height * stature), np.full_like(xs, pose.position("pelvis")[2])])
        inside = xs[segment_distance(pose, segment, points) < 0]
        assert inside.max() == pytest.approx(half * stature, abs=0.02)


def _lowest(pose: poise.Pose) -> float:
    """Height of the lowest point of the left foot and toes, by sampling below the sole."""
    heel, toe = pose.position("left_heel"), pose.position("left_toe")
    xs, zs = np.meshgrid(heel[0] + np.linspace(-0.04, 0.04, 17), np.linspace(heel[2], toe[2], 41))
    for height in (-1e-4, 1e-4):
        points = np.column_stack([xs.ravel(), np.full(xs.size, height), zs.ravel()])
        inside = min(segment_distance(pose, s, points).min() for s in ("left_foot", "left_toes"))
        if inside < 0:
            return height
    return 1.0


@pytest.mark.parametrize("posture", ["rest", "sitting", "t_pose", "arms_up", "squat"])
def test_hands_and_forearms_touch_nothing_in_the_postures(person: poise.Figure, posture: str) -> None:
    pose = person.pose(posture)
    for arm in ("left_hand", "left_forearm"):
        points, radii = _axis_balls(pose, arm)
        for part in ("left_thigh", "pelvis", "abdomen", "midriff", "chest", "head"):
            assert (segment_distance(pose, part, points) - radii).min() > 0, (arm, part)


def _axis_balls(pose: poise.Pose, segment: str) -> tuple[np.ndarray, np.ndarray]:
    """Centres (n, 3) and radii (n,) of balls that fill the capsules of a segment."""
    points, radii = [], []
    for shape in pose.figure.segments[segment].shapes:
        frame = pose.segment_frame(segment) @ shape.placement.matrix
        for t in np.linspace(0, 1, 12):
            points.append((frame @ (0, 0, (t - 0.5) * shape.length, 1))[:3])
            radii.append(shape.radii[0] + t * (shape.radii[1] - shape.radii[0]))
    return np.array(points), np.array(radii)
