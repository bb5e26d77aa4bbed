"""Derivatives of the pose by swivel and by the second angle, against finite differences."""

from __future__ import annotations

import numpy as np
import pytest
from random_arms import KINDS, random_arm

import poise
from poise import AimGoal, AxisGoal, Limb
from poise.limb import LimbSolution

STEP = 1e-6


def with_room(limb: Limb, pose: poise.Pose, goal: object) -> LimbSolution:
    """A solution with room on both sides: at the nearest second angle the hinge may be straight, or at its limit."""
    first = limb.solve(goal, pose=pose, swivel="middle")
    for nudge in (0.0, 0.02, -0.02) if first.angle is not None else ():
        found = limb.solve(goal, pose=pose, swivel="middle", angle=first.angle + nudge, branch=first.branch)
        families = [limb.family(goal, pose=pose, angle=found.angle + d) for d in (-1e-3, 0.0, 1e-3)]
        hinges = [next(b.hinge for b in family.branches if b.branch == found.branch) for family in families]
        if abs(hinges[0] - 2 * hinges[1] + hinges[2]) < 1e-4:
            return found
    return first


def check(limb: Limb, pose: poise.Pose, goal: object) -> None:
    first = with_room(limb, pose, goal)
    angle = first.angle or 0.0
    by_swivel, by_angle = limb.family(goal, pose=pose, angle=angle).rates(first.swivel, first.branch)

    def at(swivel: float, second: float) -> poise.Pose:
        return limb.family(goal, pose=pose, angle=second).at(swivel, first.branch).pose

    ahead, behind = (at(first.swivel + d, angle) for d in (STEP, -STEP))
    np.testing.assert_allclose(by_swivel, behind.difference(ahead) / (2 * STEP), atol=2e-7, rtol=1e-6)
    if first.angle is None:
        assert not by_angle.any()
        return
    ahead, behind = (at(first.swivel, angle + d) for d in (STEP, -STEP))
    np.testing.assert_allclose(by_angle, behind.difference(ahead) / (2 * STEP), atol=2e-6, rtol=1e-5)


@pytest.mark.parametrize("kinds", [KINDS[8], KINDS[6], KINDS[9]], ids="-".join)
def test_rates_match_finite_differences(kinds: tuple[str, str, str]) -> None:
    rng = np.random.default_rng(41)
    for _ in range(6):
        figure = random_arm(rng, *kinds)
        pose = figure.random(rng)
        frame = np.array(pose.frame("tool"))
        limb = Limb(figure, "arm", reference=(0.2, 1.0, 0.1) if rng.random() < 0.5 else None)
        for goal in (frame[:3, 3], frame, AxisGoal(frame[:3, 3], frame[:3, 2]), AimGoal(frame[:3, 3] + frame[:3, 2])):
            check(limb, pose, goal)
