"""Criteria: one reach, five preferences for what it leaves open."""

from __future__ import annotations

import numpy as np
from PIL import Image

import poise
from poise.criteria import Criterion
from poise.plot import side_by_side

BALL = (-0.35, 1.25, 0.45)
LEGS = ["left_hip", "left_knee", "right_hip", "right_knee"]
WISHES: dict[str, Criterion] = {
    "rest posture": poise.RestPosture(),
    "mid range": poise.MidRange(),
    "away from limits": poise.AwayFromLimits(),
    "bent legs": poise.Flex(joints=LEGS),
    "little torque": poise.SupportTorque(),
}


def criteria() -> Image.Image:
    """Feet held, balance kept, the right hand at one place; what is left follows a criterion."""
    rest = poise.human(stature=1.70).rest()
    feet = [poise.Hold("left_foot"), poise.Hold("right_foot")]
    levels = [feet, poise.Balance(), poise.Reach("right_hand", BALL)]
    poses = [poise.solve(rest, levels, criteria=[wish]).pose for wish in WISHES.values()]
    size = (230 * len(poses), 400)
    picture = side_by_side(poses, labels=list(WISHES), size=size, view="three-quarter", com=True, support=True)
    return Image.fromarray(np.array(picture.image))
