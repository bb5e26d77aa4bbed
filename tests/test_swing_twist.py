"""Swing and twist: a rotation taken apart and put together again, at every angle."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import zoo
from poise import Placement
from poise._core import swing_twist
from poise.figure import direction_of_swing
from strategies import angles, directions, quaternions

BALL = zoo.one_joint("ball")
SWING = zoo.one_joint("swing")
SINGULAR = (1.0, 0.0, 0.0, 0.0)  # half a turn about x: z goes to −z


@given(quaternions())
def test_a_rotation_comes_back(q: np.ndarray) -> None:
    x, y, twist = swing_twist(q)
    assert math.hypot(x, y) <= math.pi + 1e-15
    assert -math.pi <= twist <= math.pi
    again = BALL.pose({"joint": (x, y, twist)}).rotation("joint")
    np.testing.assert_allclose(again, Placement((0, 0, 0), q).matrix[:3, :3], atol=1e-12)


@given(st.floats(0, math.pi - 1e-3), angles, angles)
def test_the_angles_come_back(theta: float, turn: float, twist: float) -> None:
    given_angles = (theta * math.cos(turn), theta * math.sin(turn), twist)
    value = BALL.pose({"joint": given_angles})["joint"]
    # Near the singular direction rounding of the quaternion grows by 1/cos(θ/2): at most 2000 ε here.
    assert value[:2] == pytest.approx(given_angles[:2], abs=1e-12)
    assert math.remainder(value.twist - twist, 2 * math.pi) == pytest.approx(0, abs=1e-12)


@given(quaternions())
def test_both_signs_of_a_quaternion_mean_the_same(q: np.ndarray) -> None:
    a, b = BALL.pose({"joint": q}), BALL.pose({"joint": -q})
    assert zoo.rotation_angle(a.rotation("joint"), b.rotation("joint")) < 1e-7
    np.testing.assert_allclose(a.rotation("joint"), b.rotation("joint"), atol=1e-15)


@given(angles, angles)
def test_the_definition(x: float, y: float) -> None:
    """R = exp[s_x, s_y, 0] Rz(τ), and the limb points to R z."""
    length = math.hypot(x, y)
    q = np.array([x, y, 0.0]) * (math.sin(length / 2) / length if length > 1e-12 else 0.5)
    r = Placement((0, 0, 0), (*q, math.cos(length / 2))).matrix[:3, :3]
    pose = BALL.pose({"joint": (x, y, 0.0)})
    np.testing.assert_allclose(pose.rotation("joint"), r, atol=1e-14)
    np.testing.assert_allclose(pose.rotation("joint")[:, 2], direction_of_swing(x, y), atol=1e-14)
    np.testing.assert_allclose(pose.position("tip"), direction_of_swing(x, y), atol=1e-14)
    np.testing.assert_allclose(SWING.pose({"joint": (x, y)}).rotation("joint"), r, atol=1e-14)


@given(directions(), angles)
def test_twist_does_not_move_the_limb(d: np.ndarray, twist: float) -> None:
    x, y = swing_to(d)
    pose = BALL.pose({"joint": (x, y, twist)})
    np.testing.assert_allclose(pose.position("tip"), d, atol=1e-12)


@pytest.mark.parametrize(
    "q", [SINGULAR, (0.0, 1.0, 0.0, 0.0), (0.6, -0.8, 0.0, 0.0), (1, 1e-300, 0, 0), (1, 0, 1e-17, 1e-17)]
)
def test_the_singular_direction_is_finite_and_comes_back(q: tuple[float, ...]) -> None:
    value = swing_twist(np.array(q))
    assert np.isfinite(value).all()
    assert math.hypot(*value[:2]) == pytest.approx(math.pi, abs=1e-12)
    again = BALL.pose({"joint": value}).rotation("joint")
    np.testing.assert_allclose(again, Placement((0, 0, 0), q).matrix[:3, :3], atol=1e-12)


@pytest.mark.parametrize("short", [0.0, 1e-300, 1e-16, 1e-9, 1e-5])
def test_rates_are_finite_at_half_a_turn(short: float) -> None:
    for turn in np.linspace(-math.pi, math.pi, 9):
        swing = (math.pi - short) * np.array([math.cos(turn), math.sin(turn)])
        assert np.isfinite(BALL.pose({"joint": (*swing, 0.3)}).coordinate_rates("joint")).all()
        assert np.isfinite(SWING.pose({"joint": swing}).coordinate_rates("joint")).all()
        assert np.isfinite(SWING.pose({"joint": swing}).jacobian("tip")).all()


def test_a_swing_joint_has_full_rank_at_half_a_turn() -> None:
    """Moving in the plane of s it can leave the singular direction either way."""
    jacobian = SWING.pose({"joint": (math.pi, 0.0)}).jacobian("tip", part="orientation")
    assert np.linalg.matrix_rank(jacobian, tol=1e-6) == 2


@given(st.floats(math.pi, 20.0), angles)
def test_a_swing_past_half_a_turn_is_the_same_rotation_the_other_way(theta: float, turn: float) -> None:
    asked = np.array([theta * math.cos(turn), theta * math.sin(turn)])
    pose = SWING.pose({"joint": asked})
    assert math.hypot(*pose["joint"]) <= math.pi + 1e-12
    np.testing.assert_allclose(
        pose.rotation("joint"), BALL.pose({"joint": (*asked, 0.0)}).rotation("joint"), atol=1e-13
    )


def swing_to(d: np.ndarray) -> tuple[float, float]:
    """The swing that takes z to d."""
    s = math.hypot(d[0], d[1])
    if s == 0:
        return (0.0, 0.0) if d[2] > 0 else (math.pi, 0.0)
    theta = math.atan2(s, d[2])
    return -d[1] / s * theta, d[0] / s * theta
