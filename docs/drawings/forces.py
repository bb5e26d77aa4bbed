"""Forces: shifted weight, pulling, pushing and twisting, drawn with what holds them."""

from __future__ import annotations

import numpy as np
from PIL import Image

import poise
from poise.plot import side_by_side

FEET = [poise.Hold("left_foot"), poise.Hold("right_foot")]
SOLES = [poise.Support(name, friction=0.7) for name in ("left_foot", "left_toes", "right_foot", "right_toes")]


def statics() -> Image.Image:
    """Baerlocher's figs. 7.15 to 7.18; the forces at the feet are found, but for the first."""
    rest = poise.human(stature=1.75).rest()
    shares = [poise.Support("left_foot", share=0.1), poise.Support("right_foot", share=0.9)]
    shifted = poise.solve(rest, [FEET, poise.Equilibrium()], supports=shares, criteria=[poise.NearPose(rest)])
    drawn = [poise.statics(shifted.pose, (), shares).plot(view="front")]
    for view, left, right, height in (
        ("side", 90.0, 90.0, 1.0), ("side", -90.0, -90.0, 1.2), ("three-quarter", 50.0, -50.0, 1.0),
    ):  # fmt: skip
        push = [poise.Force("left_hand", (0, 0, left)), poise.Force("right_hand", (0, 0, right))]
        goals = [poise.Reach("left_hand", (0.2, height, 0.5)), poise.Reach("right_hand", (-0.2, height, 0.5))]
        levels = [FEET, poise.Balance(margin=0.02), goals]
        found = poise.solve(rest, levels, forces=push, supports=SOLES, criteria=[poise.NearPose(rest)])
        drawn.append(poise.statics(found.pose, push, SOLES).plot(view=view))
    labels = ["90 % on one foot", "pulling", "pushing", "twisting"]
    picture = side_by_side(drawn, labels=labels, size=(1080, 430))
    return Image.fromarray(np.array(picture.image))
