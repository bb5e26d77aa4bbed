"""Every shipped scene whose question is its own mirror image has such an answer, in whatever order it is asked."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np
import pytest

import poise
from poise.forces.wishes import under
from poise.tasks import Task

SYMMETRIC = (
    "between_armrests", "carry_a_box", "stand_on_a_slope", "top_shelf_on_tiptoe", "baerlocher_7_4_a",
    "baerlocher_7_4_b", "baerlocher_7_11_b", "baerlocher_7_11_c", "baerlocher_7_14_a", "baerlocher_7_14_b",
    "baerlocher_7_15_a", "baerlocher_7_17",
)  # fmt: skip
"""Named, so that not every process that lists the tests reads all scenes; a test below finds them again."""


@cache
def scene_of(name: str) -> poise.Scene:
    return poise.Scene.load(poise.shipped_scenes()[name])


def turned(name: str | None) -> str | None:
    """The other side's name."""
    if name is None or not name.startswith(("left_", "right_")):
        return name
    side, rest = name.split("_", 1)
    return f"{'right' if side == 'left' else 'left'}_{rest}"


def key(task: Any, mirrored: bool) -> tuple[Any, ...]:
    """What a task or a force asks, or its mirror image: its kind, its site and its vectors, x to the left."""
    site = getattr(task, "site", None)
    found: list[Any] = [type(task).__name__, turned(site) if mirrored else site]
    for field in ("point", "over", "vector", "torque", "share", "friction", "mass"):
        value = getattr(task, field, None)
        if isinstance(value, tuple) and len(value) == 3:
            value = (round(-value[0] if mirrored else value[0], 12) + 0.0, *value[1:])
        found.append(value)
    frame = getattr(task, "frame", None)
    if isinstance(frame, poise.Placement):
        s = -1.0 if mirrored else 1.0
        (x, y, z), (i, j, k, w) = frame.position, frame.rotation
        found += np.round((s * x, y, z, i, s * j, s * k, w), 9).tolist()
    return tuple(repr(value + 0.0 if isinstance(value, float) else value) for value in found)


def seen(obstacle: poise.Obstacle, mirrored: bool) -> str:
    """An obstacle, or its mirror image: the solids of the scenes are their own."""
    s, (x, y, z), (i, j, k, w) = -1.0 if mirrored else 1.0, obstacle.placement.position, obstacle.placement.rotation
    return f"{obstacle.shape} {[v + 0.0 for v in (s * x, y, z, i, s * j, s * k, w)]}"


def is_symmetric(scene: poise.Scene) -> bool:
    """Whether the scene is a person's, stands evenly, and has the mirror image of all that it asks."""
    if not any(joint.startswith("left_") for joint in scene.start.figure.joints):
        return False
    if np.abs(scene.start.difference(scene.start.mirrored())).max() > 0:
        return False
    things = list((scene.world or {}).values())
    if sorted(seen(o, False) for o in things) != sorted(seen(o, True) for o in things):
        return False
    groups = [*scene.levels, scene.forces, scene.supports]
    return all(sorted(key(t, False) for t in group) == sorted(key(t, True) for t in group) for group in groups)


def crooked(pose: poise.Pose) -> float:
    return float(np.abs(pose.difference(pose.mirrored())).max())


def test_these_are_all() -> None:
    assert {name for name in poise.shipped_scenes() if is_symmetric(scene_of(name))} == set(SYMMETRIC)


@cache
def solved(name: str) -> poise.Solution:
    return scene_of(name).solve()


@pytest.mark.parametrize("name", SYMMETRIC)
def test_the_answer_is_symmetric(name: str) -> None:
    assert not solved(name).aside
    assert crooked(solved(name).pose) < 1e-9


@pytest.mark.parametrize("name", SYMMETRIC)
def test_the_order_of_edits_does_not_change_it(name: str) -> None:
    """Tasks put in one by one, from the first to the last of a level and the other way round."""
    scene, poses = scene_of(name), []
    above, *below = scene.demands()
    for way in (1, -1):
        among: dict[str, Any] = {"world": scene.world, "avoid_self": scene.avoid_self}
        session = poise.Session(scene.start, [above], criteria=scene.criteria, **among)
        for number, level in enumerate(below, start=len(session.levels) + 1):  # a world has a level of its own
            tasks: list[Task] = list(level)[::way]
            for task in tasks:
                session.add(under(task, scene.forces, scene.supports), level=number)
        session.step(budget=60.0)
        poses.append(session.pose)
    assert np.abs(poses[0].difference(poses[1])).max() < 1e-6
    assert crooked(poses[0]) < 1e-6
