"""The wrist of an axis goal highest, lowest or nearest to a point: against dense sweeps of the turn."""

from __future__ import annotations

import math

import numpy as np
import pytest
from random_arms import random_arm, with_limb_anywhere

import poise
from poise import AxisGoal, InputError, Limb

HUMAN = poise.human()
ARM = Limb(HUMAN, "right_arm")


def wrist_of(limb: Limb, pose: poise.Pose) -> np.ndarray:
    return np.array(pose.joint_frame(limb.chain.end)[:3, 3])


def hammer(rng: np.random.Generator, limb: Limb, site: str) -> AxisGoal:
    frame = with_limb_anywhere(limb, rng).frame(site)
    return AxisGoal(frame[:3, 3], frame[:3, 0], axis=(1.0, 0.0, 0.0))


@pytest.mark.parametrize("wish", ["highest", "lowest", "point"])
@pytest.mark.parametrize("limits", [False, True])
def test_no_turn_does_better(wish: str, limits: bool) -> None:
    rng = np.random.default_rng(91)
    for _ in range(3):
        goal = hammer(rng, ARM, "right_hand")
        wanted = ARM.shoulder() + rng.normal(size=3) * 0.3
        found = ARM.solve(goal, wrist=wanted if wish == "point" else wish, limits=limits)

        def cost(pose: poise.Pose, wanted: np.ndarray = wanted) -> float:
            wrist = wrist_of(ARM, pose)
            return {"highest": -wrist[1], "lowest": wrist[1], "point": float(np.linalg.norm(wrist - wanted))}[wish]

        assert found.reached
        others = []
        for angle in np.linspace(-math.pi, math.pi, 721):
            if limits and not ARM.family(goal, angle=angle).intervals:
                continue
            other = ARM.solve(goal, angle=angle, limits=limits)
            if other.reached and other.angle == angle:
                others.append(cost(other.pose))
        assert len(others) > 3
        assert cost(found.pose) <= min(others) + 1e-9


def test_many_wrists_are_those_of_single_calls() -> None:
    rng = np.random.default_rng(92)
    goals = [hammer(rng, ARM, "right_hand") for _ in range(5)]
    every = AxisGoal(np.array([g.point for g in goals]), np.array([g.direction for g in goals]), axis=(1.0, 0.0, 0.0))
    points = rng.normal(size=(5, 3)) * 0.2 + ARM.shoulder()
    for wrist in ("lowest", points):
        batch = ARM.solve_many(every, wrist=wrist)
        for i, goal in enumerate(goals):
            one = ARM.solve(goal, wrist=wrist if isinstance(wrist, str) else wrist[i])
            np.testing.assert_array_equal(batch.pose(i).coordinates, one.pose.coordinates)


def test_what_makes_no_sense_is_refused() -> None:
    goal = AxisGoal((-0.25, 1.15, 0.45), (0, -1, 0))
    with pytest.raises(InputError, match="only an AxisGoal"):
        ARM.solve((0.0, 1.0, 0.0), wrist="highest")
    with pytest.raises(InputError, match="'highest', 'lowest' or a point"):
        ARM.solve(goal, wrist="high")
    with pytest.raises(InputError, match="by angle or by wrist"):
        ARM.solve(goal, wrist="highest", angle=0.1)
    with pytest.raises(InputError, match="NaN"):
        ARM.solve(goal, wrist=(math.nan, 0.0, 0.0))
    with pytest.raises(InputError, match="finite"):
        ARM.solve(goal, wrist=(math.inf, 0.0, 0.0))
    with pytest.raises(InputError, match="three numbers"):
        ARM.solve_many(goal, wrist=(1.0, 2.0))


def test_a_limb_that_holds_its_site_in_the_wrist_has_a_point_for_a_circle() -> None:
    arm = Limb(random_arm(np.random.default_rng(93), "none", "none"), "arm")
    frame = arm.figure.rest().frame("tool")
    found = arm.solve(AxisGoal(frame[:3, 3], frame[:3, 2]), wrist="highest")
    assert math.isfinite(found.angle or 0.0)
