"""Robots from files, which often have no shapes at all, are drawn too."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import poise
from poise.plot.body import body_meshes

pytestmark = pytest.mark.filterwarnings("ignore:.* is drawn without meshes that its file names")
"""The robots of ../shared came without their meshes."""

ROBOTS = Path(__file__).parents[3] / "shared" / "data" / "robots"


@pytest.fixture
def robots():
    files = sorted([*ROBOTS.glob("*.urdf"), *ROBOTS.glob("*.xml")])
    if not files:
        pytest.skip("the robot files of ../shared/data/robots are not here")
    return files


def test_every_robot_can_be_drawn(robots):
    for file in robots:
        pose = poise.Figure.load(file).rest()
        assert pose.plot(size=(150, 150)).image.std() > 3, file.name


def test_kept_axes_give_the_same_body_standing_upright(robots):
    for file in robots:
        turned, kept = (poise.Figure.load(file, axes=axes).rest() for axes in ("poise", "keep"))
        for view in ("front", "top"):
            images = [p.plot(view=view, size=(120, 120), floor=False).image.astype(int) for p in (turned, kept)]
            assert (np.abs(images[0] - images[1]).max(axis=2) > 40).mean() < 0.01, (file.name, view)


def test_robots_have_a_body(robots):
    for file in robots:
        pose = poise.Figure.load(file).rest()
        assert sum(len(m.faces) for m in body_meshes(pose).values()) > 50, file.name
