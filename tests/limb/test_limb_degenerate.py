"""Degenerate goals and limbs, each by its name."""

from __future__ import annotations

import math

import numpy as np
import pytest

import poise
from poise import Figure, Joint, Limb, LimbChain, Placement, Range, Segment, Site


def arm(upper: float = 0.3, lower: float = 0.3, tool: float = 0.0, bend: Range | None = None) -> Figure:
    """A plain arm along z that bends about x."""
    along = [Placement((0.0, 0.0, length)) for length in (upper, lower, tool)]
    limits = {} if bend is None else {"angle": bend}
    joints = [
        Joint("world", "fixed", None, "base"),
        Joint("shoulder", "ball", "base", "upper"),
        Joint("elbow", "hinge", "upper", "lower", along[0], axis=(1, 0, 0), limits=limits),
        Joint("wrist", "ball", "lower", "hand", along[1]),
    ]
    segments = [Segment(n) for n in ("base", "upper", "lower", "hand")]
    limb = LimbChain("arm", "shoulder", "elbow", "wrist", "tip")
    return Figure("arm", segments, joints, sites=[Site("tip", "hand", along[2])], limbs=[limb])


def test_straight_limb() -> None:
    found = Limb(arm(), "arm").solve((0.0, 0.6, 0.0))
    assert found.reached
    assert found.position_error < 1e-15
    assert found.pose["elbow"] == pytest.approx(0.0, abs=1e-7)


def test_a_goal_a_hair_short_of_straight() -> None:
    limb = Limb(arm(), "arm")
    for short in (1e-15, 1e-12, 1e-9, 1e-6):
        found = limb.solve((0.0, 0.6 - short, 0.0))
        assert found.reached
        assert found.position_error < 1e-15


def test_folded_limb_with_equal_segments_and_goal_at_the_shoulder() -> None:
    limb = Limb(arm(), "arm")
    found = limb.solve((0.0, 0.0, 0.0))
    assert found.reached
    assert found.position_error < 1e-15
    assert abs(found.pose["elbow"]) == pytest.approx(math.pi)
    for near in (1e-15, 1e-12, 1e-6):
        assert limb.solve((near, 0.0, 0.0)).position_error < 1e-14


def test_folded_limb_with_unequal_segments() -> None:
    limb = Limb(arm(0.3, 0.2), "arm")
    found = limb.solve((0.0, 0.1, 0.0))
    assert found.reached
    assert found.position_error < 1e-15


def test_goal_at_the_shoulder_of_unequal_segments_is_too_near() -> None:
    found = Limb(arm(0.3, 0.2), "arm").solve((0.0, 0.0, 0.0))
    assert not found.reached
    assert found.reason == "too near by 0.1 m"
    assert found.position_error == pytest.approx(0.1, abs=1e-9)


def test_goal_out_of_reach_is_too_far_and_the_arm_stretches_toward_it() -> None:
    limb = Limb(arm(), "arm")
    found = limb.solve((0.0, 0.3, 0.6))
    assert not found.reached
    assert found.reason.startswith("too far by 0.07082")
    np.testing.assert_allclose(found.pose.position("tip"), np.array([0, 1, 2]) / math.sqrt(5) * 0.6, atol=1e-7)


def test_goal_on_the_reference_axis() -> None:
    limb = Limb(arm(), "arm", reference=(0, 1, 0))
    for goal in ((0.0, 0.4, 0.0), (0.0, -0.4, 0.0)):
        assert limb.solve(goal).position_error < 1e-15


def test_goal_opposite_to_home() -> None:
    assert Limb(arm(), "arm").solve((0.0, 0.0, -0.4)).position_error < 1e-15


def test_zero_length_tool() -> None:
    limb = Limb(arm(tool=0.0), "arm")
    frame = np.eye(4)
    frame[:3, 3] = (0.1, 0.2, 0.3)
    found = limb.solve(frame)
    assert found.reached
    assert found.orientation_error < 1e-14


def test_hinge_limits_that_exclude_every_solution() -> None:
    found = Limb(arm(bend=Range(1.0, 1.2)), "arm").solve((0.0, 0.59, 0.0))
    assert not found.reached
    assert found.reason == "elbow would have to bend beyond its limits"
    reach = 0.6 * math.cos(0.5)
    assert found.position_error == pytest.approx(0.59 - reach, abs=1e-9)
    assert found.pose.limit_violation == 0


def test_hinge_at_the_very_end_of_its_limits() -> None:
    limb = Limb(arm(bend=Range(0.0, 1.0)), "arm")
    for bend in (0.0, 1.0):
        goal = limb.figure.pose({"elbow": bend}).position("tip")
        found = limb.solve(goal)
        assert found.reached, found.reason
        assert found.position_error < 1e-13
        assert found.pose.limit_violation == 0


def test_aiming_at_what_is_behind_the_shoulder() -> None:
    found = Limb(arm(), "arm").solve(poise.AimGoal((0.0, 0.0, -2.0)))
    assert found.reached
    assert found.orientation_error < 1e-12
