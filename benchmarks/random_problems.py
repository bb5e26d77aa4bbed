"""Random whole-body problems, each from its own seed: the five levels that peers are given, and tasks of every kind."""

from __future__ import annotations

import tempfile
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

import human50
import poise

Rng = np.random.Generator
KINDS = ("reachable", "out of reach", "conflict", "inequalities")
FAR = (0.3, 3.0)
"""How far away a hand is wanted that need not get there (m)."""


@dataclass(frozen=True)
class Names:
    """What the sites of a figure are called, and which way is up."""

    feet: tuple[str, str]
    hands: tuple[str, str]
    eyes: str
    up: int
    ahead: int


NAMES = {
    "human": Names(("left_foot", "right_foot"), ("left_hand", "right_hand"), "eyes", 1, 2),
    "human50": Names(("left_sole", "right_sole"), ("left_palm", "right_palm"), "gaze", 2, 0),
}


@dataclass(frozen=True)
class Case:
    """One problem: `poise.solve(case.start, case.levels, criteria=case.criteria)`."""

    seed: tuple[int, int]
    figure: str
    kind: str
    start: poise.Pose
    levels: list[list[poise.tasks.Task]]
    criteria: list[Any]


@cache
def figure(name: str) -> poise.Figure:
    if name == "human":
        return poise.human()
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "human50.urdf"
        file.write_text(human50.human_urdf())
        return poise.Figure.load(file, root="free", axes="keep")


@cache
def standing(name: str) -> poise.Pose:
    return figure(name).rest() if name == "human" else figure(name).pose(human50.START)


def five_levels(campaign: int, index: int) -> Case:
    """Feet, centre of mass, gaze, hand and posture of the human of hinges; the hand within reach, then up to 3 m away.

    Problem `index` of a campaign; the same for ever.
    """
    rng = np.random.default_rng([campaign, index])
    name, kind = "human50", KINDS[index % 2]
    start, goal = beginning(rng, name), somewhere(rng, name, rng.uniform(0.1, 1.0))
    hand, eyes = NAMES[name].hands[1], NAMES[name].eyes
    stand, point = (goal, goal.position(hand)) if kind == "reachable" else (start, away(rng, start.position(hand)))
    levels: list[list[poise.tasks.Task]] = [
        feet(name, stand),
        [center(name, stand)],
        [poise.Orient(eyes, goal.frame(eyes)[:3, :3])],
        [poise.Reach(hand, point)],
        [poise.Posture(standing(name))],
    ]
    return Case((campaign, index), name, kind, start, levels, [])


def mixed(campaign: int, index: int) -> Case:
    """Two figures, and problems of every kind. Problem `index` of a campaign; the same for ever."""
    rng = np.random.default_rng([campaign, index])
    name = ("human", "human50")[index % 2]
    kind = KINDS[(index // 2) % len(KINDS)]
    start, goal = beginning(rng, name), somewhere(rng, name, rng.uniform(0.1, 1.0))
    makers = {"reachable": body_levels, "out of reach": too_far, "conflict": quarrel, "inequalities": fences}
    levels = makers[kind](rng, name, start, goal)
    criteria = [poise.NearPose(standing(name))] if rng.random() < 0.3 else []
    return Case((campaign, index), name, kind, start, levels, criteria)


SETS = {"five levels": five_levels, "mixed": mixed}


def beginning(rng: Rng, name: str) -> poise.Pose:
    return standing(name) if rng.random() < 0.6 else somewhere(rng, name, rng.uniform(0.0, 1.0))


def away(rng: Rng, point: np.ndarray) -> np.ndarray:
    """A point in any direction from another, near or far."""
    direction = rng.normal(size=3)
    return point + rng.uniform(*FAR) * direction / np.linalg.norm(direction)


def somewhere(rng: Rng, name: str, share: float) -> poise.Pose:
    """A pose inside the limits, that share of the way from standing to a random one; the base moves, too."""
    still = standing(name)
    there = figure(name).random(rng)
    pose = still.interpolate(there, share).clamped()
    motion = np.zeros(figure(name).dof)
    base = figure(name).tangent_slice(figure(name).base.name)
    motion[base] = share * rng.normal(0.0, 0.2, 6)
    held = still.coordinates[figure(name).coordinate_slice(figure(name).base.name)]
    return pose.with_joints({figure(name).base.name: held}).integrate(motion)


def helpers(rng: Rng, name: str) -> Any:
    """Now and then only some joints may help."""
    if rng.random() < 0.75:
        return None
    joints = [j for j in figure(name).joints if j != figure(name).base.name]
    chosen = rng.choice(joints, size=rng.integers(5, len(joints)), replace=False)
    return {str(j): float(rng.uniform(0.1, 1.0)) for j in chosen}


def feet(name: str, pose: poise.Pose) -> list[poise.tasks.Task]:
    return [poise.Hold(site, frame=pose.frame(site)) for site in NAMES[name].feet]


def center(name: str, pose: poise.Pose) -> poise.tasks.Task:
    return poise.CenterOfMass(pose.center_of_mass, axes="xz" if NAMES[name].up == 1 else "xy")


def body_levels(rng: Rng, name: str, start: poise.Pose, goal: poise.Pose) -> list[list[poise.tasks.Task]]:
    """Feet, balance, gaze, hands as another pose has them, and perhaps a posture: all can be had at once."""
    names = NAMES[name]
    gaze = poise.Orient(names.eyes, goal.frame(names.eyes)[:3, :3])
    hand = poise.Reach(names.hands[1], goal.position(names.hands[1]), joints=helpers(rng, name))
    levels = [feet(name, goal), [center(name, goal)], [gaze], [hand]]
    if rng.random() < 0.4:
        levels[3] = [poise.Hold(h, frame=goal.frame(h)) for h in names.hands]
    if rng.random() < 0.4:
        levels.append([poise.Posture(standing(name))])
    return levels


def too_far(rng: Rng, name: str, start: poise.Pose, goal: poise.Pose) -> list[list[poise.tasks.Task]]:
    """The feet stand; a hand is wanted up to three metres away, and the eyes should see it."""
    names = NAMES[name]
    point = away(rng, start.position(names.hands[0]))
    ahead = (0, 0, 1) if names.ahead == 2 else (1, 0, 0)
    levels: list[list[poise.tasks.Task]] = [feet(name, start), [center(name, start)]]
    levels.append([poise.LookAt(names.eyes, point, axis=ahead)])
    levels.append([poise.Reach(names.hands[0], point, joints=helpers(rng, name))])
    if rng.random() < 0.4:
        levels.append([poise.Posture(standing(name))])
    return levels


def quarrel(rng: Rng, name: str, start: poise.Pose, goal: poise.Pose) -> list[list[poise.tasks.Task]]:
    """Three to six levels that want the same sites in different places, some tasks side by side in one level."""
    names = NAMES[name]
    sites = [*names.feet, *names.hands, names.eyes]
    levels: list[list[poise.tasks.Task]] = []
    for _ in range(int(rng.integers(3, 7))):
        level: list[poise.tasks.Task] = []
        for _ in range(int(rng.integers(1, 4))):
            site = str(rng.choice(sites))
            point = start.position(site) + rng.normal(0.0, 0.4, 3)
            level.append(poise.Reach(site, point, weight=float(10.0 ** rng.uniform(-2, 2)), joints=helpers(rng, name)))
        levels.append(level)
    if rng.random() < 0.5:
        levels.insert(0, [center(name, goal)])
    return levels


def fences(rng: Rng, name: str, start: poise.Pose, goal: poise.Pose) -> list[list[poise.tasks.Task]]:
    """Planes and distances that hands must keep, above or below what they reach for."""
    names = NAMES[name]
    normal = rng.normal(size=3)
    hand = start.position(names.hands[1])
    side = poise.Keep(names.hands[1], hand - rng.uniform(0.0, 0.3) * normal, normal=normal)
    low = float(rng.uniform(0.0, 0.5))
    apart = poise.Keep(names.hands[0], goal.position(names.hands[0]), min=low, max=low + float(rng.uniform(0.1, 1.0)))
    reach = poise.Reach(names.hands[1], hand + rng.normal(0.0, 0.5, 3), joints=helpers(rng, name))
    middle: list[list[poise.tasks.Task]] = [[side, apart], [reach]]
    if rng.random() < 0.3:
        middle.reverse()
    return [feet(name, start), *middle]
