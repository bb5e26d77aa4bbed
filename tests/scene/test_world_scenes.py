"""Shipped scenes with obstacles show what they are there for: nothing is inside, and it matters that they are there."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from solved_scenes import scene, solved

import poise

MET = (
    "under_a_table", "look_past_a_board", "stand_on_a_slope", "stand_on_a_step", "cross_the_hands", "past_a_pillar",
    "through_a_hole", "between_armrests",
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


@pytest.mark.parametrize("name", ["under_a_table", "past_a_pillar", "between_armrests"])
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


def test_the_chain_lies_against_the_ball() -> None:
    """Its tip is wanted where it would go through; it stays outside and three links or more touch."""
    name = "baerlocher_7_6_c"
    world = scene(name).world
    assert world is not None
    near = np.array([entry.distance for entry in world.distances(solved(name).pose)])
    assert near.min() > -1e-6
    assert np.count_nonzero(near < 1e-4) >= 3
