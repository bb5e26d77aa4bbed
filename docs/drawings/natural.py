"""Natural postures: the same questions, left to the resting pose and to what people do."""

from __future__ import annotations

import numpy as np
from PIL import Image

import poise
from poise.criteria import Criterion
from poise.plot import side_by_side

GOALS = {"the floor": (-0.15, 0.15, 0.5), "a shelf": (-0.2, 1.75, 0.45), "a table": (-0.25, 1.0, 0.45)}
"""Where the right hand goes, in metres."""


def natural() -> Image.Image:
    """Feet held, balance kept, the right hand at three places: near the resting pose, and as people do."""
    rest = poise.human().rest()
    feet = [poise.Hold("left_foot"), poise.Hold("right_foot")]
    wishes: dict[str, Criterion] = {"near rest": poise.NearPose(rest), "natural": poise.Natural()}
    poses, labels = [], []
    for place, goal in GOALS.items():
        for name, wish in wishes.items():
            levels = [feet, poise.Balance(), poise.Reach("right_hand", goal)]
            poses.append(poise.solve(rest, levels, criteria=[wish]).pose)
            labels.append(f"{place}: {name}")
    picture = side_by_side(poses, labels=labels, size=(230 * len(poses), 400), view="three-quarter")
    return Image.fromarray(np.array(picture.image))
