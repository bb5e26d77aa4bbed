"""Clamping: the nearest pose inside the limits, the same when asked again."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

import zoo
from poise import Cone, Ellipse, Figure, Placement, Polygon, Pose, Range, TwistTable
from poise._core import twist_range
from poise.figure.compile import twist_rows
from strategies import allows, angles, cap, directions, quaternions, seeds, swing_limits, twist_limits
from test_swing_twist import swing_to

HOLDS = 1e-9  # what DESIGN promises of every pose


def assert_settled(pose: Pose) -> None:
    """Inside the limits to 1e-9, and clamping again changes no bit."""
    assert pose.limit_violation <= HOLDS
    np.testing.assert_array_equal(pose.clamped().coordinates, pose.coordinates)


@pytest.mark.parametrize("name", zoo.ZOO)
def test_clamped_poses_are_inside_and_stay_there(name: str) -> None:
    figure = zoo.made(name)
    rng = np.random.default_rng(1)
    for spread in (0.1, 0.5, 1.0, 2.0, 5.0) * 6:
        pose = zoo.anywhere(figure, rng, spread).clamped()
        assert_settled(pose)


@pytest.mark.parametrize("name", zoo.ZOO)
def test_a_valid_pose_is_its_own_nearest(name: str) -> None:
    rng = np.random.default_rng(2)
    for _ in range(10):
        pose = zoo.inside(zoo.made(name), rng)
        assert pose.clamped() is pose


@given(swing_limits, st.one_of(st.none(), twist_limits), quaternions())
def test_a_ball_is_clamped_swing_first_then_twist(
    swing: Cone | Ellipse | Polygon, twist: Range | TwistTable | None, q: np.ndarray
) -> None:
    """The rule of Baerlocher 3.7.2, redone with matrices: shortest turn of the limb, then the twist it has there."""
    figure = zoo.one_joint("ball", swing=swing) if twist is None else zoo.one_joint("ball", swing=swing, twist=twist)
    asked = figure.pose({"joint": q})
    pose = asked.clamped()
    limb, goal = asked.rotation("joint")[:, 2], pose.rotation("joint")[:, 2]
    assert_settled(pose)
    assume(min(abs(goal[2] + 1), abs(limb @ goal + 1)) > 1e-4)  # at −z the twist says nothing
    turned = shortest_turn(limb, goal) @ asked.rotation("joint")
    expected = turned if twist is None else with_twist(turned, nearest_twist(twist, turned))
    np.testing.assert_allclose(pose.rotation("joint"), expected, atol=1e-7)


@given(swing_limits, quaternions())
def test_without_a_twist_limit_the_turn_is_no_longer_than_the_way_of_the_limb(
    swing: Cone | Ellipse | Polygon, q: np.ndarray
) -> None:
    asked = zoo.one_joint("ball", swing=swing).pose({"joint": q})
    turn = zoo.rotation_angle(asked.rotation("joint"), asked.clamped().rotation("joint"))
    assert turn == pytest.approx(asked.limit_violation, abs=1e-9)


@pytest.mark.parametrize("model", ["swing", "ball"])
@given(swing_limits, directions())
def test_no_allowed_direction_is_nearer(model: str, limit: Cone | Ellipse | Polygon, d: np.ndarray) -> None:
    value = swing_to(d) if model == "swing" else (*swing_to(d), 0.0)
    pose = zoo.one_joint(model, swing=limit).pose({"joint": value}).clamped()
    assert_settled(pose)
    way = zoo.angle_between(d, pose.rotation("joint")[:, 2])
    if way > 1e-6:
        assert not allows(limit, cap(d, way - 1e-7, np.random.default_rng(3))).any()


@given(twist_limits, directions(), angles)
def test_no_allowed_twist_is_nearer(limit: Range | TwistTable, d: np.ndarray, twist: float) -> None:
    pose = zoo.one_joint("ball", twist=limit).pose({"joint": (*swing_to(d), twist)}).clamped()
    assert_settled(pose)
    assume(d[2] > -0.99)
    np.testing.assert_allclose(pose.rotation("joint")[:, 2], d, atol=1e-12)
    low, high = twist_range(twist_rows(limit), d)
    way = abs(math.remainder(pose["joint.twist"] - twist, 2 * math.pi))
    others = np.linspace(low, high, 500)
    assert way <= np.abs(np.remainder(others - twist + math.pi, 2 * math.pi) - math.pi).min() + 1e-9


@given(st.sampled_from(["hinge", "slide", "elbow"]), st.floats(-5, 5), st.floats(0, 3), st.floats(-9, 9))
def test_ranges_are_clamped_to_their_ends(model: str, low: float, width: float, value: float) -> None:
    coordinate = {"hinge": "angle", "slide": "distance", "elbow": "flexion"}[model]
    figure = zoo.one_joint(model, **{coordinate: Range(low, low + width)})
    pose = figure.pose({f"joint.{coordinate}": value}).clamped()
    assert pose[f"joint.{coordinate}"] == pytest.approx(min(max(value, low), low + width), abs=1e-12)
    assert_settled(pose)


@pytest.mark.parametrize("limit", [Range(0.5, 1.0), Range(-1.0, -0.2), Range(3.0, 3.2)])
@pytest.mark.parametrize("short", [0.0, 1e-12, 1e-9, 1e-8, 1e-6, 1e-4])
def test_a_twist_limit_holds_for_a_limb_turned_all_the_way_back(limit: Range, short: float) -> None:
    """At −z the twist is not defined and near it hardly; still what comes back is inside."""
    figure = zoo.one_joint("ball", twist=limit)
    for turn in np.linspace(0, 2 * math.pi, 7):
        swing = (math.pi - short) * np.array([math.cos(turn), math.sin(turn)])
        assert_settled(figure.pose({"joint": (*swing, 0.0)}).clamped())
        assert_settled(figure.pose({"joint": (math.cos(turn), math.sin(turn), 0.0, short)}).clamped())


@pytest.mark.parametrize("limit", [Cone(0.5), Ellipse(0.5, 0.5), Ellipse(0.5, 0.3)])
@pytest.mark.parametrize("model", ["swing", "ball"])
def test_the_opposite_direction_is_brought_inside(limit: Cone | Ellipse, model: str) -> None:
    """Every way is as short as the others: any will do, but it must be finite and inside."""
    value = (math.pi, 0.0) if model == "swing" else (math.pi, 0.0, 0.2)
    pose = zoo.one_joint(model, swing=limit).pose({"joint": value}).clamped()
    assert np.isfinite(pose.coordinates).all()
    assert_settled(pose)


# ---- the midpoint rule for concave limits (Baerlocher 3.7.3) -----------------------------------

# Twice the sector 60° … 300° of a ring: open to +x, so that the straight way between its two ends is blocked.
RING = [(r * math.cos(t), r * math.sin(t)) for r, ts in (
    (1.0, np.radians([60, 100, 140, 180, 220, 260, 300])), (0.5, np.radians([300, 260, 220, 180, 140, 100, 60])),
) for t in ts]  # fmt: skip


def ring(model: str) -> Figure:
    return zoo.one_joint(model, swing=Polygon.of_swings(RING))


def at(radius: float, degrees: float) -> tuple[float, float]:
    return radius * math.cos(math.radians(degrees)), radius * math.sin(math.radians(degrees))


@pytest.mark.parametrize("model", ["swing", "ball"])
def test_a_limb_whose_way_is_blocked_stops_halfway(model: str) -> None:
    figure = ring(model)
    zero = () if model == "swing" else (0.0,)
    start, goal = figure.pose({"joint": (*at(0.8, 80), *zero)}), figure.pose({"joint": (*at(0.8, 280), *zero)})
    assert start.within_limits
    assert goal.within_limits
    assert goal.clamped() is goal, "without a start the goal itself is fine"
    pose = goal.clamped(start)
    assert_settled(pose)
    middle = start.rotation("joint")[:, 2] + goal.rotation("joint")[:, 2]
    middle /= np.linalg.norm(middle)
    assert zoo.angle_between(pose.rotation("joint")[:, 2], middle) < 0.5
    way = zoo.angle_between(middle, pose.rotation("joint")[:, 2])
    assert not allows(Polygon.of_swings(RING), cap(middle, way - 1e-7, np.random.default_rng(0))).any()


def test_a_limb_whose_way_is_free_arrives() -> None:
    figure = ring("swing")
    start, goal = figure.pose({"joint": at(0.8, 80)}), figure.pose({"joint": at(0.8, 110)})
    np.testing.assert_array_equal(goal.clamped(start).coordinates, goal.coordinates)


def test_the_midpoint_rule_takes_the_middle_of_the_way_to_the_clamped_goal() -> None:
    figure = ring("swing")
    start, goal = figure.pose({"joint": at(0.8, 80)}), figure.pose({"joint": at(1.4, 110)})
    assert not goal.within_limits
    np.testing.assert_allclose(goal.clamped(start).coordinates, goal.clamped().coordinates, atol=1e-12)


@given(seeds)
def test_with_a_start_the_result_is_inside_too(seed: int) -> None:
    rng = np.random.default_rng(seed)
    figure = zoo.made("creature")
    assert_settled(zoo.anywhere(figure, rng).clamped(zoo.inside(figure, rng)))


# ---- the same with matrices --------------------------------------------------------------------


def shortest_turn(a: np.ndarray, b: np.ndarray) -> np.ndarray:
    """The rotation (3, 3) about a × b that takes a to b."""
    axis, cosine = np.cross(a, b), float(a @ b)
    k = np.array([[0, -axis[2], axis[1]], [axis[2], 0, -axis[0]], [-axis[1], axis[0], 0]])
    return np.eye(3) + k + k @ k / (1 + cosine)


def twist_of(r: np.ndarray) -> float:
    """What is left when the shortest turn of z to the limb is taken away."""
    rest = shortest_turn(np.array([0.0, 0, 1]), r[:, 2]).T @ r
    return math.atan2(rest[1, 0], rest[0, 0])


def with_twist(r: np.ndarray, twist: float) -> np.ndarray:
    swing = shortest_turn(np.array([0.0, 0, 1]), r[:, 2])
    return swing @ Placement.turned((0, 0, 1), twist).matrix[:3, :3]


def nearest_twist(limit: Range | TwistTable, r: np.ndarray) -> float:
    low, high = twist_range(twist_rows(limit), r[:, 2])
    twist = twist_of(r)
    if any(low <= twist + turn <= high for turn in (-2 * math.pi, 0, 2 * math.pi)):
        return twist
    return min((low, high), key=lambda end: abs(math.remainder(end - twist, 2 * math.pi)))
