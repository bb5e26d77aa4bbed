"""Worlds in scene files: every solid comes back exactly, the script makes the same world, the solve knows it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

import poise
from poise.studio.document.state import opened

CORNERS = [(0.0, 0.0, 0.0), (1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 0.3)]
AWAY = poise.Placement.turned((0.0, 1.0, 0.0), 0.3, (3.0, 0.1, 0.2))
WORLD = poise.World(
    [
        poise.Obstacle("ball", poise.Sphere(0.2), placement=poise.Placement((0.0, 0.5, 0.35)), margin=0.01),
        poise.Obstacle("floor", poise.HalfSpace((0.0, 0.8, 0.6)), placement=(0.0, -1.0, 0.0), friction=0.3),
        poise.Obstacle("board", poise.Box((0.2, 0.3, 0.4)), placement=AWAY, rounding=0.05),
        poise.Obstacle("pole", poise.Cylinder(0.1, 2.0, placement=AWAY), velocity=(1.0, 0.0, 0.1)),
        poise.Obstacle("egg", poise.Ellipsoid((0.1, 0.2, 0.3)), placement=AWAY, spin=(0.0, 0.1, 0.0)),
        poise.Obstacle("limb", poise.Capsule(0.1, 0.3, 0.05), placement=AWAY),
        poise.Obstacle("rock", poise.Hull(CORNERS), placement=AWAY, rounding=0.01),
        poise.Obstacle("gate", poise.Box((0.1, 1.0, 0.5)), times=(0.5, 2.0), placements=((3.0, 0.0, 0.0), AWAY)),
        poise.Obstacle("swing", poise.Sphere(0.1), times=(0.0, 2.0), placements=((4.0, 0.0, 0.0), AWAY)).at(0.7),
        poise.Obstacle("hill", poise.HeightField([[0.0, 0.1], [0.2, 0.0]], 0.5), placement=AWAY),
    ]
)


def scene() -> poise.Scene:
    figure = poise.figures.planar_chain(6)
    source = poise.FigureSource("planar_chain", {"links": 6})
    wanted = [poise.Reach("tip", (0.0, 0.3, 0.6))]
    return poise.Scene(figure.rest(), wanted, source=source, world=WORLD, avoid_self=True)


def test_a_world_comes_back_from_a_file_exactly(tmp_path: Path) -> None:
    path = tmp_path / "scene.yaml"
    scene().save(path)
    again = poise.Scene.load(path)
    assert again.world == WORLD
    assert again.avoid_self
    solved, solved_again = scene().solve(), again.solve()
    assert solved.tasks[0].name == "avoid world self"
    assert np.array_equal(solved.pose.coordinates, solved_again.pose.coordinates)
    assert opened(again).scene().world == WORLD  # what the studio opens it keeps


def test_the_script_makes_the_same_world() -> None:
    made: dict[str, Any] = {}
    exec(compile(scene().script(), "scene.py", "exec"), made)
    assert made["solution"].question.tasks["avoid world self"].world == WORLD


@pytest.mark.parametrize(
    ("entry", "words"),
    [
        ("{margin: 0.1}", "an obstacle is exactly one of sphere"),
        ("{sphere: {radius: 0.1}, box: {size: [1, 1, 1]}}", "found sphere, box"),
        ("{sphere: {radius: -1}}", "radius of a sphere must be positive"),
        ("{sphere: {radius: 1}, rounding: 0.1}", "has no edges"),
        ("{hull: {points: [[0, 0, 0]]}}", "at least four rows"),
        ("{sphere: {radius: .nan}}", "radius"),
    ],
)
def test_what_is_wrong_with_an_obstacle_is_told(entry: str, words: str, tmp_path: Path) -> None:
    path = tmp_path / "scene.yaml"
    levels = "levels:\n- reach: {site: tip, point: [0, 1, 0]}\n"
    path.write_text(f"poise: scene\nversion: 2\nfigure: planar_chain\n{levels}world:\n  thing: {entry}\n")
    with pytest.raises(poise.FileError, match=words):
        poise.Scene.load(path)
