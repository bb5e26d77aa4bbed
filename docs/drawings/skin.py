"""The skin at the limits of joints, beside the solids that stand for the body where things collide."""

from __future__ import annotations

from dataclasses import replace
from math import radians

import numpy as np
from PIL import Image

import poise
from poise.people.postures import Values, arm
from poise.plot import pose_scene
from poise.plot.colors import segment_colors
from poise.plot.mesh import joined, shape_mesh
from poise.plot.picture import Panel, Picture
from poise.plot.scene import Item, Scene
from poise.plot.views import View


def both(left: Values) -> Values:
    """A left shoulder, and the right one as its mirror image."""
    swing, aside, twist = left["left_shoulder"]  # type: ignore[misc]
    return left | {"right_shoulder": (swing, -aside, -twist)}


LIMITS: tuple[tuple[str, Values, float], ...] = (
    # what is at its limit, degrees, and from where it is seen; further than joints go, on purpose
    ("arms up", both(arm(80, 180, 0)), 25),
    ("arm across", arm(-45, 95, 0) | {"left_elbow": (radians(60), 0.0)}, -20),
    ("arms back", both(arm(150, 80, 0)), 130),
    ("arm turned", arm(90, 85, 95) | {"left_elbow": (radians(95), radians(80))}, 15),
    ("hip bent", {"left_hip": (radians(130), 0.0, 0.0), "left_knee": (radians(130), 0.0)}, 65),
    ("hip back", {"left_hip": (radians(-40), 0.0, 0.0), "left_knee": (radians(10), 0.0)}, 75),
    ("hip aside", {"left_hip": (radians(10), radians(-70), 0.0)}, 10),
    ("knee bent", {"left_hip": (radians(30), 0.0, 0.0), "left_knee": (radians(170), 0.0)}, 75),
    ("neck forward", {"neck": (radians(80), 0.0, 0.0), "head": (radians(30), 0.0)}, 75),
    ("neck turned", {"neck": (radians(-10), 0.0, radians(100))}, 10),
)
SIZE, COLUMNS = (108, 240), 10


def skin_limits() -> Image.Image:
    """Ten poses at limits of shoulders, hips, knees and neck, each as solids and with the skin."""
    human = poise.human()
    panels = []
    for words, joints, azimuth in LIMITS:
        pose = human.rest().with_joints(joints).clamped()
        scene, view = pose_scene(pose, floor=False), View(radians(azimuth), radians(6))
        panels += [Panel(solid(pose, scene), view, words), Panel(scene, view, "skin")]
    size = (SIZE[0] * COLUMNS, SIZE[1] * len(panels) // COLUMNS)
    return Image.fromarray(np.array(Picture(panels, size=size, columns=COLUMNS).image))


def solid(pose: poise.Pose, scene: Scene) -> Scene:
    """The same with the solids of the segments in place of the skin."""
    tints = segment_colors(pose.figure)
    items = [
        Item(joined(shape_mesh(s, 24) for s in segment.shapes).moved(pose.segment_frame(name)), tints[name])
        for name, segment in pose.figure.segments.items()
    ]
    return replace(scene, items=tuple(items))
