"""The scenes of people at what people do: all is met, and each shows what the gallery says it shows."""

from __future__ import annotations

import functools
import re
from pathlib import Path

import numpy as np
import pytest

import poise

PEOPLE = [name for name in poise.shipped_scenes() if not re.search(r"\d", name)]
PAGE = Path(__file__).parents[2] / "docs" / "gallery.md"


@functools.cache
def solved(name: str) -> poise.Solution:
    return poise.Scene.load(name).solve()


@pytest.mark.parametrize("name", PEOPLE)
def test_everything_is_met_and_carried(name):
    assert solved(name).status == "converged"
    scene = poise.Scene.load(name)
    assert poise.statics(solved(name).pose, supports=scene.supports, forces=scene.forces).possible


def test_people_come_first():
    assert len(PEOPLE) >= 15
    assert list(poise.shipped_scenes())[: len(PEOPLE)] == PEOPLE


def test_the_page_groups_thirty_scenes_by_what_one_wants():
    wanted, _ = PAGE.read_text("utf-8").split("## After the figures of the sources")
    rows = re.findall(r"^\| `\w+`((?:, `_\w`)*) \|", wanted, re.MULTILINE)
    assert sum(1 + more.count("`_") for more in rows) >= 30


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
