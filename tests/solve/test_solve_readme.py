"""The example everybody reads first works as it says."""

from __future__ import annotations

import numpy as np
import scenes

import poise
import zoo
from poise.criteria import NearPose
from poise.solver import solve
from poise.tasks import CenterOfMass, Hold, LookAt, Reach

BALL = (-0.10, 1.30, 0.55)


def test_reach_for_the_ball_in_balance() -> None:
    human = poise.human(stature=1.70)
    rest = human.rest()
    middle = scenes.over_the_feet(rest)
    solution = solve(
        rest,
        [
            [Hold("left_foot"), Hold("right_foot")],
            CenterOfMass(middle),
            LookAt("eyes", BALL),
            Reach("right_hand", BALL),
        ],
        criteria=[NearPose(rest)],
    )
    pose = solution.pose
    assert solution.status == "converged", str(solution)
    assert scenes.foot_motion(pose, rest) < 1e-6
    assert np.abs(pose.center_of_mass - middle)[[0, 2]].max() < 1e-6
    eyes = pose.frame("eyes")
    assert zoo.angle_between(eyes[:3, 2], np.array(BALL) - eyes[:3, 3]) < 1e-6
    assert np.linalg.norm(pose.position("right_hand") - BALL) < 1e-6
    assert pose.limit_violation <= 1e-9
    assert solution.steps < 200
