"""Intervals of swivel hold every allowed angle and no other: a dense sweep says so, the pose's own limits judge."""

from __future__ import annotations

import math

import numpy as np
import pytest
from random_arms import KINDS, random_arm, with_limb_anywhere

import poise
from poise import Cone, Limb, Pose, Range
from poise.limb import Interval, LimbFamily

EDGE = 1e-6  # radians by which an end may be off
SWEEP = np.linspace(-math.pi, math.pi, 181)


def allowed(family: LimbFamily, swivel: float, branch: int) -> bool:
    found = family.at(swivel, branch)
    return found.pose.limit_violation <= 1e-9 and found.position_error < 1e-9 and found.orientation_error < 1e-9


def holds(intervals: list[Interval], swivel: float, branch: int, slack: float) -> bool:
    return any(
        i.branch == branch and i.start - slack <= swivel + turn <= i.stop + slack
        for i in intervals
        for turn in (-2 * math.pi, 0.0, 2 * math.pi)
    )


def check(family: LimbFamily) -> int:
    """Every angle of the sweep, and both sides of every end. How many were allowed."""
    intervals, count = family.intervals, 0
    for branch, _, miss in family.branches:
        if miss > 1e-12:
            continue
        ends = [end for i in intervals if i.branch == branch for end in i[:2]]
        for swivel in [*SWEEP, *(e + d for e in ends for d in (-2 * EDGE, 2 * EDGE))]:
            if allowed(family, swivel, branch):
                count += 1
                assert holds(intervals, swivel, branch, EDGE), f"{swivel} is allowed, but not in {intervals}"
            else:
                assert not holds(intervals, swivel, branch, -EDGE), f"{swivel} is forbidden, but in {intervals}"
    return count


@pytest.mark.parametrize("kinds", KINDS, ids="-".join)
def test_intervals_are_complete_and_sound(kinds: tuple[str, str, str]) -> None:
    rng = np.random.default_rng(21)
    count = 0
    for _ in range(10):
        figure = random_arm(rng, *kinds)
        pose = figure.random(rng)
        for goal in (pose.position("tool"), pose.frame("tool")):
            count += check(Limb(figure, "arm").family(goal, pose=pose))
    assert count > 100


@pytest.mark.parametrize("name", ["left_arm", "right_leg"])
def test_intervals_of_a_person_heed_couplings(name: str) -> None:
    rng = np.random.default_rng(22)
    human = poise.human()
    limb = Limb(human, name)
    for _ in range(6):
        pose = human.random(rng)
        assert check(limb.family(pose.frame(limb.chain.site), pose=pose)) > 0


def test_every_interval_of_a_cone_ends_on_the_cone() -> None:
    figure = random_arm(np.random.default_rng(23), "none", "none").with_limits("shoulder", swing=Cone(0.6))
    pose = figure.random(np.random.default_rng(24))
    family = Limb(figure, "arm").family(pose.position("tool"), pose=pose)
    for start, stop, branch in family.intervals:
        if stop - start >= 2 * math.pi:
            continue
        for end in (start, stop):
            angles = family.at(end, branch).pose["shoulder"]
            assert math.hypot(angles.swing_x, angles.swing_y) == pytest.approx(0.6, abs=1e-10)


def test_a_limit_that_leaves_one_angle_gives_that_angle() -> None:
    figure = random_arm(np.random.default_rng(25), "none", "none")
    pose = figure.random(np.random.default_rng(26))
    twist = pose["shoulder"].twist
    tight = figure.with_limits("shoulder", twist=Range(twist, twist))
    family = Limb(tight, "arm").family(pose.position("tool"), pose=Pose(tight, pose.coordinates))
    assert family.intervals
    assert all(i.stop - i.start < 1e-9 for i in family.intervals)
    assert any(abs(family.at(i.start, i.branch).pose["shoulder"].twist - twist) < 1e-9 for i in family.intervals)


def test_middle_of_the_widest_interval() -> None:
    human = poise.human()
    limb = Limb(human, "right_arm")
    goal = with_limb_anywhere(limb, np.random.default_rng(27)).position("right_hand")
    found = limb.solve(goal, swivel="middle")
    widest = max(limb.intervals(goal), key=lambda i: i.stop - i.start)
    assert math.remainder(found.swivel - widest.middle, 2 * math.pi) == pytest.approx(0, abs=1e-12)


def test_the_nearest_allowed_swivel_is_taken() -> None:
    human = poise.human()
    limb = Limb(human, "right_arm")
    goal = with_limb_anywhere(limb, np.random.default_rng(28)).frame("right_hand")
    intervals = limb.intervals(goal)
    for wanted in np.linspace(-3, 3, 13):
        found = limb.solve(goal, swivel=wanted).swivel
        gaps = [abs(math.remainder(e - wanted, 2 * math.pi)) for i in intervals for e in i[:2]]
        gap = 0.0 if holds(intervals, wanted, 0, 0.0) else min(gaps)
        assert abs(math.remainder(found - wanted, 2 * math.pi)) == pytest.approx(gap, abs=1e-9)
