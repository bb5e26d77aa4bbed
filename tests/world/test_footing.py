"""Supports that are surfaces of the world: stairs, slopes and seats, for statics and balance."""

from __future__ import annotations

import math

import numpy as np
import pytest

import poise

HUMAN = poise.human()
STEP = 0.2


def stairs(slope: float = 0.0, friction: float = 0.7) -> poise.World:
    """A step under the left foot, its top turned about z by `slope`."""
    turned = poise.Placement.turned((0.0, 0.0, 1.0), slope, (0.1, STEP, 0.3))
    top = poise.Box((0.16, 0.2, 0.4), placement=poise.Placement((0.0, -0.1, 0.0)))
    return poise.World([poise.Obstacle("step", top, placement=turned, friction=friction)])


def on_step() -> poise.Pose:
    """The right foot on the floor, the left one on the step."""
    tasks = [
        poise.Hold("right_foot"),
        poise.Hold("left_foot", frame=poise.Placement((0.1, STEP, 0.3))),
        poise.Balance(over=(0.0, 0.12)),
    ]
    return poise.solve(HUMAN.rest(), tasks).pose


def test_statics_find_what_a_pose_stands_on() -> None:
    pose = on_step()
    report = poise.statics(pose, world=stairs())
    assert report.balanced
    assert {load.site for load in report.supports} == {"left_foot", "left_toes", "right_foot", "right_toes"}
    carried = sum(load.force for load in report.supports)
    assert np.allclose(carried, (0.0, HUMAN.mass * 9.81, 0.0), atol=0.5)
    with pytest.raises(poise.UnknownNameError, match="step"):
        poise.statics(pose, supports=[poise.Support("left_foot", on="stair")], world=stairs())


def test_a_support_has_the_normal_and_the_friction_of_its_surface() -> None:
    """On a slope of 15° the force on a single foot is upright, so that its slip is tan 15° over the friction."""
    slope = math.radians(15.0)
    ramp = poise.World([poise.Obstacle("ramp", poise.HalfSpace((math.sin(slope), math.cos(slope), 0.0)), friction=0.6)])
    pose = poise.solve(
        HUMAN.rest(),
        [
            poise.Hold("left_foot", frame=poise.Placement.turned((0.0, 0.0, 1.0), -slope)),
            poise.Balance(over=(0.0, 0.05)),
        ],
    ).pose
    report = poise.statics(pose, supports=[poise.Support("left_foot", on="ramp")], world=ramp)
    assert report.balanced
    assert report.support("left_foot").slip == pytest.approx(math.tan(slope) / 0.6, rel=1e-6)
    slippery = ramp.with_obstacle(poise.Obstacle("ramp", ramp["ramp"].shape, friction=0.2))
    assert not poise.statics(pose, supports=[poise.Support("left_foot", on="ramp")], world=slippery).balanced


def test_balance_knows_the_step() -> None:
    """With a foot on a step the weight may be between both feet; without the world only over the one on the floor."""
    pose = on_step()
    hand = poise.Reach("left_hand", pose.position("left_hand") + np.array([0.0, -0.1, 0.35]))
    feet = [poise.Hold("left_foot"), poise.Hold("right_foot")]
    known = poise.solve(pose, [feet, poise.Balance(), hand], world=stairs())
    alone = poise.solve(pose, [feet, poise.Balance(), hand])
    assert known.status == "converged"
    assert poise.statics(known.pose, world=stairs()).balanced
    assert alone.pose.center_of_mass[0] < -0.04  # over the right foot
    assert known.pose.center_of_mass[0] > -0.01
    again = poise.statics(known.pose, supports=[poise.Support("right_foot"), poise.Support("right_toes")])
    assert not again.balanced


def test_supports_on_things_stand_in_scene_files(tmp_path: object) -> None:
    supports = [poise.Support("left_foot", on="step"), poise.Support("right_foot")]
    scene = poise.Scene(
        on_step(),
        [poise.Balance()],
        source=poise.FigureSource("human"),
        world=stairs(),
        supports=supports,
    )
    scene.save(f"{tmp_path}/scene.yaml")
    again = poise.Scene.load(f"{tmp_path}/scene.yaml")
    assert again.supports == tuple(supports)
    assert again.solve().status == "converged"


def test_what_is_wrong_with_a_support_is_told() -> None:
    with pytest.raises(poise.InputError, match="takes no normal or rope"):
        poise.Support("left_foot", on="step", normal=(0.0, 1.0, 0.0))
    with pytest.raises(poise.InputError, match="give the world that has it"):
        poise.statics(HUMAN.rest(), supports=[poise.Support("left_foot", on="step")])
    with pytest.raises(poise.InputError, match=r"must be a poise\.World"):
        poise.statics(HUMAN.rest(), world=3)
