"""Moving in tangent space, differences, and poses in between."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import zoo
from poise import Figure, Joint, Pose, Segment
from strategies import quaternions, seeds

BALL = zoo.one_joint("ball")
FREE = Figure("stone", [Segment("stone", 1.0)], [Joint("base", "free", None, "stone")])
CASES = ["creature", "robot", "crane", "tree1", "tree2", "human", "human by the foot", "quadruped"]


def assert_same_frames(a: Pose, b: Pose, tolerance: float = 1e-11) -> None:
    for segment in a.figure.segments:
        np.testing.assert_allclose(a.segment_frame(segment), b.segment_frame(segment), atol=tolerance)


@pytest.mark.parametrize("name", CASES)
def test_the_difference_leads_from_one_pose_to_the_other(name: str) -> None:
    figure = zoo.made(name)
    rng = np.random.default_rng(1)
    for _ in range(10):
        a, b = zoo.inside(figure, rng), zoo.inside(figure, rng)
        assert_same_frames(a.integrate(a.difference(b)), b)


@pytest.mark.parametrize("name", CASES)
def test_a_small_step_comes_back_as_the_difference(name: str) -> None:
    figure = zoo.made(name)
    rng = np.random.default_rng(2)
    for size in (1e-12, 1e-8, 1e-4, 1e-2, 1.0):
        pose, step = zoo.inside(figure, rng), rng.uniform(-1, 1, figure.dof) * size / 2
        np.testing.assert_allclose(pose.difference(pose.integrate(step)), step, atol=1e-13 + 1e-11 * size)


@pytest.mark.parametrize("name", CASES)
def test_no_step_changes_nothing(name: str) -> None:
    pose = zoo.inside(zoo.made(name), np.random.default_rng(3))
    np.testing.assert_array_equal(pose.difference(pose), 0)
    np.testing.assert_allclose(pose.integrate(np.zeros(pose.figure.dof)).coordinates, pose.coordinates, atol=1e-15)


@given(quaternions(), quaternions())
def test_the_difference_of_balls_is_the_short_way(a: np.ndarray, b: np.ndarray) -> None:
    from_a, to_b = BALL.pose({"joint": a}), BALL.pose({"joint": b})
    step = from_a.difference(to_b)
    assert np.linalg.norm(step) <= math.pi + 1e-12
    angle = zoo.rotation_angle(from_a.rotation("joint"), to_b.rotation("joint"))
    assert np.linalg.norm(step) == pytest.approx(angle, abs=1e-7)
    assert_same_frames(from_a.integrate(step), to_b)


@given(quaternions(), quaternions(), st.floats(0, 1))
def test_balls_are_interpolated_along_the_geodesic(a: np.ndarray, b: np.ndarray, t: float) -> None:
    """The angle to both ends grows in proportion, and the two add up to the whole."""
    start, end = BALL.pose({"joint": a}), BALL.pose({"joint": b})
    middle = start.interpolate(end, t)
    whole = zoo.rotation_angle(start.rotation("joint"), end.rotation("joint"))
    done = zoo.rotation_angle(start.rotation("joint"), middle.rotation("joint"))
    left = zoo.rotation_angle(middle.rotation("joint"), end.rotation("joint"))
    assert done == pytest.approx(t * whole, abs=1e-7)
    assert left == pytest.approx((1 - t) * whole, abs=1e-7)


@pytest.mark.parametrize("name", CASES)
def test_the_ends_of_an_interpolation(name: str) -> None:
    figure = zoo.made(name)
    rng = np.random.default_rng(4)
    for _ in range(5):
        a, b = zoo.inside(figure, rng), zoo.inside(figure, rng)
        assert_same_frames(a.interpolate(b, 0.0), a)
        assert_same_frames(a.interpolate(b, 1.0), b)
        if not name.startswith("tree"):  # an unlimited swing may pass half a turn, by another way on the way back
            assert_same_frames(a.interpolate(b, 0.3), b.interpolate(a, 0.7), 1e-9)


def test_angles_and_the_base_go_straight() -> None:
    figure = zoo.made("creature")
    rng = np.random.default_rng(5)
    a, b = zoo.inside(figure, rng), zoo.inside(figure, rng)
    for t in (0.25, 0.5, 0.9):
        pose = a.interpolate(b, t)
        assert pose["left_hip"] == pytest.approx((1 - t) * a["left_hip"] + t * b["left_hip"])
        straight = (1 - t) * a.segment_frame("trunk")[:3, 3] + t * b.segment_frame("trunk")[:3, 3]
        np.testing.assert_allclose(pose.segment_frame("trunk")[:3, 3], straight, atol=1e-12)


@given(seeds)
def test_a_free_base_moves_in_its_own_frame(seed: int) -> None:
    """q · exp(v): constant velocity in the moving frame, so two half steps make a whole one."""
    rng = np.random.default_rng(seed)
    pose = zoo.inside(FREE, rng)
    step = rng.normal(size=6)
    whole, halves = pose.integrate(step), pose.integrate(step / 2).integrate(step / 2)
    np.testing.assert_allclose(whole.segment_frame("stone"), halves.segment_frame("stone"), atol=1e-12)
    straight = pose.integrate([*step[:3], 0, 0, 0]).segment_frame("stone")
    moved = pose.segment_frame("stone") @ np.array([*step[:3], 1.0])
    np.testing.assert_allclose(straight[:3, 3], moved[:3], atol=1e-12)


@pytest.mark.parametrize("t", [-0.5, 1.5])
def test_beyond_the_ends_it_goes_on(t: float) -> None:
    figure = zoo.hinges(1)
    assert figure.pose([1.0]).interpolate(figure.pose([3.0]), t)["q1"] == pytest.approx(1 + 2 * t)


def test_swings_on_either_side_of_half_a_turn_are_near() -> None:
    figure = zoo.one_joint("swing")
    a, b = figure.pose({"joint": (math.pi - 0.1, 0)}), figure.pose({"joint": (-math.pi + 0.1, 0)})
    np.testing.assert_allclose(a.difference(b), (0.2, 0), atol=1e-12)
    np.testing.assert_allclose(a.interpolate(b, 0.5).rotation("joint")[:, 2], (0, 0, -1), atol=1e-12)


def test_values_of_joints_can_be_given_in_every_form() -> None:
    figure = zoo.made("creature")
    pose = zoo.inside(figure, np.random.default_rng(6))
    forms = {
        "natural": {n: pose[n] for n, j in figure.joints.items() if j.dof},
        "stored": {n: pose.coordinates[figure.coordinate_slice(n)] for n, j in figure.joints.items() if j.dof},
        "single": {f"{n}.{c}": pose[f"{n}.{c}"] for n, j in figure.joints.items() for c in j.coordinates},
        "nested": pose.to_dict(),
    }
    for values in forms.values():
        assert_same_frames(figure.pose(values), pose, 1e-12)
    turned = {"left_shoulder": pose.rotation("left_shoulder"), "base": pose.segment_frame("trunk")}
    assert_same_frames(figure.pose({**forms["natural"], **turned}), pose, 1e-12)


def test_unnamed_joints_are_at_rest_or_stay() -> None:
    figure = zoo.made("creature")
    pose = figure.pose({"left_hip": 0.5})
    assert pose["left_hip"] == 0.5
    assert pose["base"] == figure.rest()["base"]
    both = pose.with_joints({"left_ankle": 0.1})
    assert (both["left_hip"], both["left_ankle"]) == (0.5, 0.1)


def test_names_of_coordinates() -> None:
    pose = zoo.made("creature").pose({"left_elbow": (1.0, 0.2), "left_shoulder": (0.1, 0.2, 0.3), "neck": (0.1, 0.2)})
    assert pose["left_elbow"].flexion == 1.0
    assert pose.with_joints({"left_elbow": 0.5})["left_elbow"] == (0.5, 0.2), "a bare number bends an elbow joint"
    assert pose["left_elbow"].twist == 0.2
    assert pose["left_shoulder"].twist == pytest.approx(0.3)
    assert pose["neck"].swing_y == 0.2
    assert pose["mount"] == ()
    assert pose["base"].y == 1.0
    assert set(pose.to_dict()["left_shoulder"]) == {"swing_x", "swing_y", "twist"}
    assert "mount" not in pose.to_dict()
