"""Limits that leave next to nothing: a goal made from a valid pose is reached all the same."""

from __future__ import annotations

import math

import numpy as np
import pytest
from random_arms import random_arm, tight_arm

from poise import AimGoal, AxisGoal, Limb, Pose, Range


@pytest.mark.parametrize("wrist", ["ball", "forearm", "hinges"])
@pytest.mark.parametrize("half", [0.1, 1e-3])
def test_goals_of_a_tight_arm_are_reached(wrist: str, half: float) -> None:
    rng = np.random.default_rng(81)
    for _ in range(8):
        pose = tight_arm(rng, half, wrist)
        assert pose.limit_violation < 1e-9
        limb, frame = Limb(pose.figure, "arm"), pose.frame("tool")
        point, z = frame[:3, 3], frame[:3, 2]
        for goal in (point, frame, AxisGoal(point, z), AimGoal(point + z)):
            found = limb.solve(goal, pose=pose)
            assert found.reached, found.reason
            assert found.position_error < 1e-12
            assert found.orientation_error < 1e-10
            assert found.pose.limit_violation < 1e-9


def test_a_hinge_that_cannot_bend_leaves_the_turns_at_which_it_fits() -> None:
    """The distance from shoulder to wrist is given, and two turns about the axis have it: no grid would find them."""
    figure = random_arm(np.random.default_rng(82), "none", "none")
    pose = figure.random(np.random.default_rng(83))
    stiff = figure.with_limits("elbow", angle=Range(float(pose["elbow"]), float(pose["elbow"])))
    frame = pose.frame("tool")
    found = Limb(stiff, "arm").solve(AxisGoal(frame[:3, 3], frame[:3, 2]), pose=Pose(stiff, pose.coordinates))
    assert found.reached
    assert found.pose["elbow"] == pytest.approx(float(pose["elbow"]), abs=1e-12)
    assert math.isfinite(found.angle or 0.0)
