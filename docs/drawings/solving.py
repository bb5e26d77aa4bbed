"""The solver: the same demands from three starts of difficulty."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
from PIL import Image

import poise
from poise.plot import side_by_side

FEET = [poise.Hold("left_foot"), poise.Hold("right_foot")]
GOALS = {
    "at ease": (-0.10, 1.30, 0.55),
    "on the floor": (-0.30, 0.15, 0.45),
    "high up": (-0.35, 2.00, 0.25),
    "three metres away": (0.0, 1.2, 3.0),
}


def reaching() -> Image.Image:
    """Feet held, balance kept, eyes and right hand on a ball at four places, which is drawn; the last is far off."""
    human = poise.human(stature=1.75)
    drawn: dict[str, Any] = {"size": (250, 400), "view": "three-quarter", "com": True, "support": True}
    pictures, labels = [human.rest().plot(**drawn)], ["start"]
    for place, ball in GOALS.items():
        solution = poise.solve(human.rest(), demands(ball))
        pictures.append(solution.plot(**drawn))
        labels.append(f"{place}: {solution.light}")
    return Image.fromarray(np.array(side_by_side(pictures, labels=labels, size=(250 * len(pictures), 430)).image))


def demands(ball: tuple[float, float, float]) -> list[object]:
    """What matters, in order."""
    return [FEET, poise.Balance(margin=0.02), poise.LookAt("eyes", ball), poise.Reach("right_hand", ball)]


def more_tasks() -> Image.Image:
    """A hand at a low shelf, the same with the back upright, curled up, hands on a ball, and on one foot."""
    human = poise.human(stature=1.70)
    rest = human.rest()
    solutions = {title: poise.solve(rest, levels) for title, levels in _wishes(rest)}
    lifted = [poise.Reach("right_foot", (-0.3, 0.3, -0.5))]
    solutions["on one foot"] = poise.solve(rest, lifted, root="left_foot")
    poses = [solution.pose for solution in solutions.values()]
    picture = side_by_side(poses, labels=list(solutions), size=(250 * len(poses), 400), view="three-quarter")
    return Image.fromarray(np.array(picture.image))


def _wishes(rest: poise.Pose) -> list[tuple[str, list[object]]]:
    shelf = poise.Reach("right_hand", (-0.3, 0.5, 0.3))
    upright = poise.Keep("chest", direction=(0, 1, 0), axis=(0, 1, 0), angle=math.radians(20))
    ball = poise.Sphere(0.2, placement=poise.Placement((-0.2, 1.3, 0.5)))
    hands = [poise.OnSurface("left_hand", ball), poise.OnSurface("right_hand", ball)]
    curled = poise.Inertia(0.5 * rest.moment_of_inertia((1, 0, 0)), axis=(1, 0, 0))
    return [
        ("to a low shelf", [FEET, poise.Balance(), shelf]),
        ("the back upright", [FEET, poise.Balance(), upright, shelf]),
        ("half the inertia", [FEET, poise.Balance(), curled]),
        ("hands on a ball", [FEET, hands, poise.Keep("left_hand", "right_hand", min=0.3)]),
    ]
