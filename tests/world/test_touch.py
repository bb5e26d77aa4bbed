"""Laying soles and palms on things of the world."""

from __future__ import annotations

import math
from pathlib import Path

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


DESK = poise.World([poise.Obstacle("desk", poise.Box((1.4, 0.03, 0.7)), placement=poise.Placement((0.0, 0.72, 0.62)))])
SEATED = [poise.Hold(site) for site in ("left_foot", "right_foot", "left_seat", "right_seat")]


def with_hands_below_the_desk() -> poise.Pose:
    palms = [poise.Reach(f"{side}_palm", (x, 0.62, 0.4)) for side, x in (("left", 0.13), ("right", -0.13))]
    found = poise.solve(HUMAN.pose("sitting"), [SEATED, palms], world=DESK)
    assert found.status == "converged"
    return found.pose


@pytest.mark.parametrize(("side", "height"), [((0.0, 1.0, 0.0), 0.735), ((0.0, -2.0, 0.0), 0.705)])
def test_a_palm_lies_on_the_side_that_is_asked_for(side: tuple[float, float, float], height: float) -> None:
    """From thighs below a desk the hand comes round its edge, on top of it; or stays, against its underside."""
    palm = poise.Touch("left_palm", "desk", flat=True, side=side)
    found = poise.solve(with_hands_below_the_desk(), [SEATED, palm], world=DESK)
    assert found.task("touch left_palm desk").met
    assert found.pose.position("left_palm")[1] == pytest.approx(height, abs=0.004)
    assert min(near.distance for near in DESK.distances(found.pose)) > -1e-6


def test_the_side_of_what_moves_moves_with_it() -> None:
    ball = poise.World([poise.Obstacle("ball", poise.Sphere(0.1), placement=poise.Placement((-0.2, 0.9, 0.45)))])
    session = poise.Session(HUMAN.rest(), [poise.Touch("right_palm", "ball", side=(0.0, 1.0, 0.0))], world=ball)
    session.step(budget=10.0)
    assert session.pose.position("right_palm") == pytest.approx((-0.2, 1.0, 0.45), abs=1e-3)
    session.world = ball.moved("ball", (-0.2, 1.0, 0.5))
    session.step(budget=10.0)
    assert session.pose.position("right_palm") == pytest.approx((-0.2, 1.1, 0.5), abs=1e-3)


def test_a_side_is_a_direction_and_goes_into_scene_files(tmp_path: Path) -> None:
    with pytest.raises(poise.InputError, match="side"):
        poise.Touch("left_palm", "desk", side=(0.0, 0.0, 0.0))
    scene = poise.Scene(HUMAN.rest(), [poise.Touch("left_palm", "desk", side=(0.0, 3.0, 0.0))], world=DESK)
    scene.save(tmp_path / "desk.yaml")
    (task,) = poise.Scene.load(tmp_path / "desk.yaml").levels[0]
    assert isinstance(task, poise.Touch)
    assert task.side == (0.0, 1.0, 0.0)
