"""The scenes of people at what people do: all is met, and each shows what the gallery says it shows."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from solved_scenes import solved

import poise

PEOPLE = [name for name in poise.shipped_scenes() if not re.search(r"\d", name)]
PAGE = Path(__file__).parents[2] / "docs" / "gallery.md"


@pytest.mark.parametrize("name", PEOPLE)
def test_everything_is_met_and_carried(name):
    assert solved(name).status == "converged"
    scene = poise.Scene.load(name)
    for who, pose in solved(name).poses.items():
        forces, supports = (own(loads, who) for loads in (scene.forces, scene.supports))
        assert not pose.figure.soles or poise.statics(pose, supports=supports, forces=forces).possible, who
    if not solved(name).poses:
        assert poise.statics(
            solved(name).pose, supports=scene.supports, forces=scene.forces, world=scene.world
        ).possible


def own(loads: tuple[Any, ...], who: str) -> list[Any]:
    """The forces or supports of one of several figures, by its own names."""
    found = [load for load in loads if load.site.startswith(f"{who}/")]
    return [replace(load, site=load.site.removeprefix(f"{who}/")) for load in found]


def test_hands_meet_palm_to_palm_between_two_people():
    hands = [solved("shake_hands").pose.frame(f"{who}/right_hand") for who in ("ann", "bob")]
    np.testing.assert_allclose(hands[0][:3, 3], hands[1][:3, 3], atol=1e-4)
    np.testing.assert_allclose(hands[0][:3, 1], -hands[1][:3, 1], atol=1e-3, err_msg="backs of the hands look apart")
    faces = [solved("shake_hands").pose.position(f"{who}/eyes")[2] for who in ("ann", "bob")]
    assert faces[0] + 0.3 < hands[0][2, 3] < faces[1] - 0.3, "between them"


def test_a_plank_stays_level_on_uneven_ground():
    pose = solved("carry_a_plank").pose
    assert pose.frame("plank/middle")[1, 1] == pytest.approx(1.0, abs=1e-6)
    soles = [pose.position(f"{who}/{side}_foot")[1] for who in ("ann", "bob") for side in ("left", "right")]
    np.testing.assert_allclose(soles, (0.1, 0.0, 0.15, 0.25), atol=1e-4)
    grips = ("ann/left_hand", "plank/back_left"), ("bob/left_hand", "plank/front_right")
    for hand, grip in grips:
        np.testing.assert_allclose(pose.position(hand), pose.position(grip), atol=1e-4)


def test_people_come_first():
    assert len(PEOPLE) >= 15
    assert list(poise.shipped_scenes())[: len(PEOPLE)] == PEOPLE


def test_the_page_groups_thirty_scenes_by_what_one_wants():
    wanted, _ = PAGE.read_text("utf-8").split("## After the figures of the sources")
    tiles = re.findall(r"\(pictures/scenes/(\w+)\.webp\)", wanted)
    assert tiles == [name for name in re.findall(r"`poise studio (\w+)`", wanted) if name in tiles]
    assert len(tiles) >= 30


def test_the_heels_leave_the_floor_on_tiptoe():
    pose = solved("top_shelf_on_tiptoe").pose
    assert min(pose.position(f"{side}_heel")[1] for side in ("left", "right")) > 0.01


def test_a_box_is_carried_farther_back_than_an_empty_one():
    scene = poise.Scene.load("carry_a_box")
    empty = poise.solve(scene.start, scene.demands(), criteria=scene.criteria).pose
    assert solved("carry_a_box").pose.center_of_mass[2] <= empty.center_of_mass[2] + 1e-9


def test_the_palm_looks_at_whom_it_greets():
    palm = solved("wave").pose.frame("right_palm")
    np.testing.assert_allclose(-palm[:3, 1], (0.0, 0.0, 1.0), atol=1e-6, err_msg="y is out of the hand's back")
