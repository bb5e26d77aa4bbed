"""Ways round an obstacle: where a hand that is held up before a thing could go first.

A solve pulls straight at its goals, and stays before a thing that is in between. Beside the thing, on each of its
sides, there is a place from which the goal may be straight ahead; solves that lead there are further starts.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from poise.arrays import Array
from poise.tasks.avoid import Avoid
from poise.tasks.reach import Reach
from poise.tasks.task import Task
from poise.tasks.touch import Touch, face_of, thing_of

if TYPE_CHECKING:
    from poise.pose import Pose
    from poise.world.world import World

MISSED = 1e-3
"""m: a reach that is farther from its goal has been held up."""
TOUCHED = 0.01
"""m: what is nearer to the body may be what holds it up."""
BESIDE = 0.12
"""m: a place beside a thing is that far from it, so that a hand (5 cm around its middle) and a forearm get past."""
FARTHEST = 1.5
"""m: farther aside, nobody is led who stands where he is: a reach and a half."""
THINGS = 3
"""So many of the nearest things are gone round."""

Levels = Sequence[Sequence[Task]]


def ways_round(levels: Levels, pose: Pose) -> Iterator[list[list[Task]]]:
    """The levels with another goal for a reach that `pose` misses: beside what is touched, the shortest ways first."""
    worlds = _avoided(levels)
    held = [(task, task) for task in held_up(levels, pose)] + _held_off(levels, pose)
    found = [(way, i, place) for i, (_, reach) in enumerate(held) for way, place in _places(reach, worlds, pose)]
    for _, number, place in sorted(found, key=lambda entry: entry[:2]):
        missed, reach = held[number]
        led = replace(reach, point=tuple(map(float, place)))
        yield [[led if task is missed else task for task in level] for level in levels]


def held_up(levels: Levels, pose: Pose) -> list[Reach]:
    """The reaches for points of the world that a pose misses."""
    every = (task for level in levels for task in level if isinstance(task, Reach) and task.enabled)
    return [
        task
        for task in every
        if task.axes == "xyz" and task.frame is None
        if float(np.linalg.norm(pose.position(task.site) - task.point)) > MISSED
    ]


def _held_off(levels: Levels, pose: Pose) -> list[tuple[Task, Reach]]:
    """The touches of a side of a thing that a pose is on the wrong side of, each with a reach for a place over it."""
    found: list[tuple[Task, Reach]] = []
    for task in (task for level in levels for task in level if isinstance(task, Touch) and task.enabled):
        if task.side is None or task.place not in pose.figure.sites:
            continue
        face, at = face_of(thing_of(task), task.side), pose.position(task.place)
        depth = float(np.dot(np.array(face.placement.position) - at, task.side))
        if depth > MISSED:
            over = at + (depth + BESIDE) * np.array(task.side)
            found.append((task, Reach(task.place, tuple(map(float, over)), name=task.name)))
    return found


def _avoided(levels: Levels) -> list[World]:
    every = (task for level in levels for task in level if isinstance(task, Avoid) and task.enabled)
    return [world for task in every if (world := task.obstacles) is not None]


def _places(task: Reach, worlds: Sequence[World], pose: Pose) -> Iterator[tuple[float, Array]]:
    """Places beside what the pose touches, each after the length of the way over it from the site to its goal."""
    site = pose.position(task.site)
    for world in worlds:
        near = world.distances(pose, TOUCHED)
        nearest = sorted(near, key=lambda entry: float(np.linalg.norm(entry.points[1] - site)))
        names = list(dict.fromkeys(entry.b for entry in nearest))[:THINGS]
        for name in names:
            touched = next(entry.points[1] for entry in nearest if entry.b == name)
            for direction in (*np.eye(3), *-np.eye(3)):
                place = _beside(world, name, touched, direction)
                if place is not None:
                    yield float(np.linalg.norm(place - site) + np.linalg.norm(task.point - place)), place


def _beside(world: World, name: str, point: Array, direction: Array) -> Array | None:
    """The first place in a direction that is clear of an obstacle; None when it is too far away."""
    place = np.array(point)
    while float(np.linalg.norm(place - point)) < FARTHEST:
        room = BESIDE - world.nearness(name, place)[0]
        if room <= 0.0:
            return place
        place = place + max(room, 0.1 * BESIDE) * direction
    return None
