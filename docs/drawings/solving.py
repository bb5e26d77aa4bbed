"""The solver: the same demands from three starts of difficulty."""

from __future__ import annotations

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
    """Feet held, balance kept, eyes and right hand on a ball at four places; the last is out of reach."""
    human = poise.human(stature=1.75)
    poses, labels = [human.rest()], ["start"]
    for place, ball in GOALS.items():
        solution = poise.solve(human.rest(), demands(ball), criteria=[poise.NearPose(human.rest())])
        poses.append(solution.pose)
        labels.append(f"{place}: {solution.light}")
    size = (250 * len(poses), 430)
    picture = side_by_side(poses, labels=labels, size=size, view="three-quarter", com=True, support=True)
    return Image.fromarray(np.array(picture.image))


def demands(ball: tuple[float, float, float]) -> list[object]:
    """What matters, in order."""
    return [FEET, poise.Balance(margin=0.02), poise.LookAt("eyes", ball), poise.Reach("right_hand", ball)]
