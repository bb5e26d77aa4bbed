"""The built-in figures that are not people, and the hand."""

from __future__ import annotations

from dataclasses import replace
from math import radians

import numpy as np
from PIL import Image

import poise
from drawings.plate import Plate, row
from poise.plot import plot_pose, pose_scene, side_by_side
from poise.plot.views import View


def figures() -> Image.Image:
    """One of each built-in figure, each at its own scale."""
    made = poise.figures
    chain = made.chain(8, limit=radians(40))
    poses = [
        chain.random(np.random.default_rng(3)),
        made.fern().rest(),
        made.bird().rest(),
        made.quadruped().rest(),
        made.planar_man().rest(),
    ]
    labels = [f"{p.figure.name}, {p.figure.dof} DOF" for p in poses]
    picture = side_by_side([plot_pose(p) for p in poses], labels=labels, size=(1250, 330))
    return Image.fromarray(np.array(picture.image))


def hand() -> Image.Image:
    """The hand open, as a fist, and with the limits of one finger."""
    figure = poise.figures.hand()
    fingers = ("index", "middle", "ring", "little")
    fist = figure.pose(
        {f"left_{f}_pip": radians(95) for f in fingers} | {f"left_{f}_mcp.swing_x": radians(80) for f in fingers}
    )
    view = View(radians(-58), radians(2), perspective=True)
    parts = [s for s in figure.segments if s != "left_forearm"]
    finger = ["left_index_mcp", "left_index_pip", "left_index_dip"]
    scenes = {
        "at rest": pose_scene(figure.rest(), focus=parts, floor=False),
        "a fist: tendons bend the end joints": pose_scene(fist.clamped(), focus=parts, floor=False),
        "limits of the index finger": pose_scene(figure.rest(), limits=finger, focus=parts, floor=False),
    }
    seen = np.vstack([s.points() for s in scenes.values()])
    return row([Plate(replace(s, focus=seen), view, text) for text, s in scenes.items()], (380, 420))
