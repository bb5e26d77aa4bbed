"""Looking past obstacles: the gaze and the body move until nothing stands in between; what cannot be seen is told."""

from __future__ import annotations

import numpy as np
import pytest

import poise

HUMAN = poise.human()
FEET = [poise.Hold("left_foot"), poise.Hold("right_foot")]
POINT = (0.0, 1.4, 2.0)
BOARD = poise.Obstacle("board", poise.Box((0.3, 0.6, 0.02)), placement=poise.Placement((0.08, 1.45, 0.9)))


def looking(world: poise.World, point: object = POINT, **options: object) -> poise.Solution:
    task = poise.LookAt("eyes", point, unobstructed=True)
    return poise.solve(HUMAN.rest(), [FEET, poise.Balance(), task], world=world, **options)  # type: ignore[arg-type]


def test_the_body_leans_until_the_point_is_seen() -> None:
    world = poise.World([BOARD])
    assert world.blocking(HUMAN.rest(), "eyes", POINT) == ("board",)
    plain = poise.solve(HUMAN.rest(), [FEET, poise.Balance(), poise.LookAt("eyes", POINT)], world=world)
    assert not world.visible(plain.pose, "eyes", POINT)
    solution = looking(world)
    assert solution.status == "converged"
    assert world.visible(solution.pose, "eyes", POINT)


def test_who_has_a_clear_view_does_not_move() -> None:
    world = poise.World([poise.Obstacle("board", BOARD.shape, placement=poise.Placement((1.5, 1.4, 1.0)))])
    task = poise.LookAt("eyes", POINT)
    seen, plain = looking(world), poise.solve(HUMAN.rest(), [FEET, poise.Balance(), task], world=world)
    assert np.abs(seen.pose.coordinates - plain.pose.coordinates).max() < 1e-6


def test_what_hides_the_point_from_everywhere_is_named() -> None:
    box = poise.Obstacle("wall", poise.Box((8.0, 8.0, 0.1)), placement=poise.Placement((0.0, 1.0, 1.2)))
    solution = looking(poise.World([box]), max_steps=60)
    task = next(task for task in solution.tasks if task.name == "look_at eyes")
    assert not task.met
    assert "the wall in the way" in task.note


def test_the_thing_that_is_looked_at_does_not_hide_itself() -> None:
    world = poise.World([poise.Obstacle("ball", poise.Sphere(0.1), placement=poise.Placement(POINT))])
    assert looking(world).status == "converged"


def test_a_session_follows_the_point_and_the_board() -> None:
    world = poise.World([BOARD])
    session = poise.Session(HUMAN.rest(), [FEET, poise.LookAt("eyes", POINT, unobstructed=True)], world=world)
    session.step(budget=5.0)
    assert world.visible(session.pose, "eyes", POINT)
    session.world = moved = world.moved("board", (0.05, 1.5, 0.8))
    session.step(budget=5.0)
    assert moved.visible(session.pose, "eyes", POINT)
    session.tasks["look_at eyes"].goal = (0.3, 1.3, 2.0)
    session.step(budget=5.0)
    assert moved.visible(session.pose, "eyes", (0.3, 1.3, 2.0))


def test_it_needs_a_world_and_stands_in_scene_files(tmp_path: object) -> None:
    task = poise.LookAt("eyes", POINT, unobstructed=True)
    with pytest.raises(poise.InputError, match="needs a world"):
        poise.solve(HUMAN.rest(), [task])
    with pytest.raises(poise.InputError, match="unobstructed"):
        poise.LookAt("eyes", POINT, unobstructed="yes")  # type: ignore[arg-type]
    scene = poise.Scene(HUMAN.rest(), [task], source=poise.FigureSource("human"), world=poise.World([BOARD]))
    scene.save(f"{tmp_path}/scene.yaml")
    again = poise.Scene.load(f"{tmp_path}/scene.yaml")
    assert again.levels == scene.levels
    assert "unobstructed=True" in scene.script()
