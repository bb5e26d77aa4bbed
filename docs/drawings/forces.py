"""Forces: shifted weight, pulling, pushing and twisting, drawn with what holds them."""

from __future__ import annotations

import numpy as np
from PIL import Image

import poise
from poise.plot import side_by_side

FEET = [poise.Hold("left_foot"), poise.Hold("right_foot")]
SOLES = [poise.Support(name, friction=0.7) for name in ("left_foot", "left_toes", "right_foot", "right_toes")]
CHAIN_FORCES = {
    "its weight alone": (0.0, 0.0, 0.0),
    "pulled down": (0.0, -4.0, 0.0),
    "pulled forward": (0.0, 0.0, 4.0),
    "pushed back and up": (0.0, 3.0, -3.0),
}
"""Newtons at the tip."""


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


def chains() -> Image.Image:
    """Baerlocher's figs. 6.5 and 6.6: a chain that stands on its base under different forces at its tip."""
    figure = poise.figures.planar_chain(10)
    joints = [name for name, joint in figure.joints.items() if joint.dof]
    start = figure.pose({name: 0.12 * (-1) ** (i // 3) for i, name in enumerate(joints)})
    drawn = []
    for force in CHAIN_FORCES.values():
        pull = [poise.Force("tip", force)] if any(force) else []
        found = poise.solve(start, [poise.Equilibrium()], forces=pull, criteria=[poise.NearPose(start)])
        drawn.append(poise.statics(found.pose, pull).plot(view="side", skeleton=False))
    picture = side_by_side(drawn, labels=list(CHAIN_FORCES), size=(900, 380))
    return Image.fromarray(np.array(picture.image))
