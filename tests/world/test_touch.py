"""Laying soles and palms on things of the world."""

from __future__ import annotations

import math

import numpy as np
import pytest

import poise

HUMAN = poise.human()
SLOPE = math.radians(14.0)


def test_feet_follow_a_slope_with_heel_ball_and_toes() -> None:
    ramp = poise.World([poise.Obstacle("ramp", poise.HalfSpace((0.0, math.cos(SLOPE), -math.sin(SLOPE))))])
    soles = [poise.Touch(f"{side}_{part}", "ramp") for side in ("left", "right") for part in ("foot", "toes")]
    feet = [poise.Reach(f"{side}_foot", HUMAN.rest().position(f"{side}_foot"), axes="xz") for side in ("left", "right")]
    solution = poise.solve(HUMAN.rest(), [[*soles, *feet], poise.Balance(over=(0.0, 0.08))], world=ramp)
    assert solution.status == "converged"
    for sole in HUMAN.soles.values():
        frame = solution.pose.segment_frame(sole.segment)
        corners = np.array(sole.outline) @ frame[:3, :3].T + frame[:3, 3]
        assert np.abs(corners @ (0.0, math.cos(SLOPE), -math.sin(SLOPE))).max() < 1e-4
    assert poise.statics(solution.pose, world=ramp).balanced


def test_a_palm_lies_flat_on_a_table() -> None:
    top = poise.Box((0.8, 0.04, 0.5))
    world = poise.World([poise.Obstacle("table", top, placement=poise.Placement((-0.2, 0.8, 0.5)))])
    levels = [[poise.Hold("left_foot"), poise.Hold("right_foot")], poise.Balance()]
    palm = poise.Touch("right_palm", "table", flat=True)
    place = poise.Reach("right_palm", (-0.25, 0.82, 0.4), axes="xz")
    solution = poise.solve(HUMAN.rest(), [*levels, [palm, place]], world=world)
    assert solution.task("touch right_palm table").met  # the stiff thumb, which stands out of the palm, lies on it
    assert abs(solution.pose.frame("right_palm")[1, 1]) > 0.99
    assert (
        0.0 <= world.nearness("table", solution.pose.position("right_palm"))[0] < 0.006
    )  # the solids of the hand touch


def test_what_is_wrong_is_told() -> None:
    world = poise.World([poise.Obstacle("ball", poise.Sphere(0.1), placement=(0.0, 1.0, 1.0))])
    for task, words in (
        (poise.Touch("left_fot", "ball"), "left_foot"),
        (poise.Touch("left_foot", "bal"), "ball"),
    ):
        with pytest.raises(poise.UnknownNameError, match=words):
            poise.solve(HUMAN.rest(), [task], world=world)
    with pytest.raises(poise.InputError, match="needs a world"):
        poise.solve(HUMAN.rest(), [poise.Touch("left_foot", "ball")])
