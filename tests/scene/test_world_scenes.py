"""Shipped scenes with obstacles show what they are there for: nothing is inside, and it matters that they are there."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

import numpy as np
import pytest
from solved_scenes import scene, solved

import poise

MET = (
    "under_a_table", "look_past_a_board", "stand_on_a_slope", "stand_on_a_step", "cross_the_hands", "past_a_pillar",
    "through_a_hole", "between_armrests", "past_a_moving_door", "dodge_a_ball", "baerlocher_7_6_a", "baerlocher_7_6_c",
)  # fmt: skip


def least(name: str, pose: poise.Pose) -> float:
    world = scene(name).world
    assert world is not None
    return min(entry.distance for entry in world.distances(pose, 2.0))


@pytest.mark.parametrize("name", MET)
def test_all_is_met_and_nothing_is_inside(name: str) -> None:
    assert solved(name).status == "converged"
    if scene(name).world is not None:
        assert least(name, solved(name).pose) > -1e-6


@pytest.mark.parametrize(
    "name",
    ["under_a_table", "past_a_pillar", "between_armrests", "past_a_moving_door", "dodge_a_ball", "baerlocher_7_6_c"],
)
def test_without_the_obstacles_the_body_would_be_in_them(name: str) -> None:
    assert least(name, replace(scene(name), world=None).solve().pose) < -0.005


def test_the_point_is_seen_past_the_board() -> None:
    world, point = scene("look_past_a_board").world, (0.0, 1.4, 2.0)
    assert world is not None
    assert world.blocking(scene("look_past_a_board").start, "eyes", point) == ("board",)
    assert world.visible(solved("look_past_a_board").pose, "eyes", point)


@pytest.mark.parametrize("name", ["stand_on_a_slope", "stand_on_a_step"])
def test_who_stands_on_things_can_be_held(name: str) -> None:
    report = poise.statics(solved(name).pose, world=scene(name).world)
    assert report.balanced
    assert {load.site for load in report.supports} == {"left_foot", "left_toes", "right_foot", "right_toes"}


def test_the_hand_is_behind_the_front_of_the_box() -> None:
    assert solved("through_a_hole").pose.position("right_hand")[2] > 0.5 + 0.1


def test_crossed_arms_do_not_touch() -> None:
    pose = solved("cross_the_hands").pose
    assert pose.position("left_hand")[0] < 0.0 < pose.position("right_hand")[0]
    arms = ("hand", "forearm", "upper_arm")
    across = [
        entry.distance
        for entry in poise.World().distances(pose, 0.3, itself=True)
        if {entry.a, entry.b} & {f"left_{part}" for part in arms} and {entry.a, entry.b} & {f"right_{p}" for p in arms}
    ]
    assert across
    assert min(across) > -1e-6


def test_a_forearm_on_the_edge_of_a_table_and_wrists_above_it() -> None:
    pose = solved("boulic_kulpa_21").pose
    np.testing.assert_allclose(pose.position("right_forearm_skin"), (-0.2, 0.755, 0.10), atol=1e-6)
    wrists = [pose.position(f"{side}_wrist")[1] for side in ("left", "right")]
    assert wrists == pytest.approx([0.815, 0.815], abs=1e-6)  # the hands are wanted lower: both stop there
    assert least("boulic_kulpa_21", pose) > -1e-6
    free = replace(
        scene("boulic_kulpa_21"), levels=[level for i, level in enumerate(scene("boulic_kulpa_21").levels) if i != 2]
    )
    assert free.solve().pose.position("right_wrist")[1] < 0.80


def touching(name: str) -> int:
    """How many links lie on the ball; none may be inside."""
    world = scene(name).world
    assert world is not None
    near = np.array([entry.distance for entry in world.distances(solved(name).pose)])
    assert near.min() > -1e-6
    return int(np.count_nonzero(near < 1e-4))


def test_7_6_the_chain_touches_the_ball_lies_against_it_and_is_tightened_round_it() -> None:
    """Free before the ball, the tip on its surface, then more and more links; from D to E the tip still goes on."""
    assert [touching(f"baerlocher_7_6_{part}") for part in "ab"] == [0, 1]
    assert touching("baerlocher_7_6_c") >= 3
    assert min(touching("baerlocher_7_6_d"), touching("baerlocher_7_6_e")) > touching("baerlocher_7_6_c")
    assert [solved(f"baerlocher_7_6_{part}").status for part in "bde"] == ["compromise"] * 3


Moving = list[tuple[poise.Placement, tuple[float, float, float]]]
"""Where a thing is from frame to frame, and how fast its middle moves there."""


def followed(name: str, thing: str, places: Moving, known: bool) -> float:
    """How deep a thing on its way at 60 Hz comes into the body at the end of a frame, with and without its motion."""
    asked = scene(name)
    assert asked.world is not None
    spin = asked.world[thing].spin if known else (0.0, 0.0, 0.0)
    world = asked.world.moved(thing, places[0][0], (0.0, 0.0, 0.0), spin)
    session = poise.Session(asked.start, asked.levels, criteria=asked.criteria, world=world)
    deepest = 0.0
    for (now, velocity), (then, _) in pairwise(places):
        session.world = world = world.moved(thing, now, velocity if known else None)
        for _ in range(30):
            pose = session.step()
            if session.settled:
                break
        there = world.moved(thing, then).distances(pose)
        deepest = min(deepest, *(entry.distance for entry in there), 0.0)
    return deepest


def doors() -> Moving:
    """A door that turns by 1 rad/s about its hinge, from 25° to where the scene has it, by frames of 1/60 s."""
    hinge, found = np.array([0.75, 1.005, 0.75]), Moving()
    for angle in np.arange(np.radians(25.0), np.radians(50.0), 1.0 / 60.0):
        cosine, sine = float(np.cos(angle)), float(np.sin(angle))
        middle = hinge - 0.4 * np.array([cosine, 0.0, sine])
        placement = poise.Placement.turned((0.0, 1.0, 0.0), -angle, tuple(middle))
        found.append((placement, (0.4 * sine, 0.0, -0.4 * cosine)))
    return found


def balls() -> Moving:
    """A ball at 2 m/s through where the scene has it."""
    return [(poise.Placement((0.0, 0.6, 0.5 - 2.0 * frame / 60.0)), (0.0, 0.0, -2.0)) for frame in range(25)]


@pytest.mark.parametrize(
    ("name", "thing", "places"), [("past_a_moving_door", "door", doors()), ("dodge_a_ball", "ball", balls())]
)
def test_what_moves_is_never_inside_when_its_motion_is_known(name: str, thing: str, places: Moving) -> None:
    assert followed(name, thing, places, known=True) > -1e-6
    assert followed(name, thing, places, known=False) < -0.001


def test_7_13_the_cylinder_that_moves_against_the_body_is_never_inside() -> None:
    turn = (0.0, 0.7071067811865476, 0.0, 0.7071067811865476)
    places = [(poise.Placement((0.0, 0.95, z), turn), (0.0, 0.0, -0.2)) for z in np.arange(0.35, 0.05, -0.2 / 60.0)]
    assert followed("baerlocher_7_13_d", "cylinder", places, known=True) > -1e-6
