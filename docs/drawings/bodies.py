"""What happens to whole bodies: couplings, re-rooting, mirroring, upper bodies."""

from __future__ import annotations

from dataclasses import replace
from math import degrees, radians

import numpy as np
from PIL import Image

import poise
from drawings.plate import Note, Plate, row
from poise.plot import pose_scene
from poise.plot.colors import CENTER, JOINT
from poise.plot.lines import ball, tube
from poise.plot.mesh import joined
from poise.plot.scene import Item, Scene
from poise.plot.views import VIEWS, View


def couplings() -> Image.Image:
    """A straight leg stops at 70° because of the hamstrings; with a bent knee the thigh goes further."""
    human = poise.human()
    plates = []
    for hip, knee in ((70, 0), (110, 60), (110, 0)):
        asked = human.pose({"right_hip": (radians(hip), 0, 0), "right_knee": (radians(knee), 0)})
        given = asked.clamped()
        text = f"hip {_degrees(given, 'right_hip.swing_x')}, knee {_degrees(given, 'right_knee.flexion')}"
        if not asked.within_limits:
            text += f" (asked: {hip}°, {knee}°)"
        ghost = None if asked.within_limits else asked
        plates.append(Plate(pose_scene(given, ghost=ghost), VIEWS["side"], text))
    return row(plates, (370, 470))


def _degrees(pose: poise.Pose, coordinate: str) -> str:
    return f"{abs(degrees(pose[coordinate])):.0f}°"


def rerooting() -> Image.Image:
    """The same knee bent by the same angle, with the figure held at its pelvis and at its foot."""
    rest = poise.human().rest()
    plates = []
    for root in ("pelvis", "right_foot"):
        before = rest.rerooted(root)
        after = before.with_joints({"right_knee.flexion": radians(75)})
        plates.append(Plate(pose_scene(after, ghost=before, floor=0.0), VIEWS["side"], f"held at {root}"))
    return row(plates, (420, 460))


def mirroring() -> Image.Image:
    """A pose and its mirror image: left and right swap, the figure stays the same."""
    human = poise.human()
    pose = human.pose(
        {
            "left_shoulder": human.pose("arms_up").rotation("left_shoulder"),
            "right_shoulder": human.pose("t_pose").rotation("right_shoulder"),
            "right_elbow": (radians(95), 0.0),
            "neck": (0.0, radians(12), radians(40)),
            "left_hip": (radians(60), radians(-15), 0.0),
            "left_knee": (radians(85), 0.0),
        }
    ).clamped()
    pair = ((pose, "pose"), (pose.mirrored(), "pose.mirrored()"))
    return row([Plate(pose_scene(p), VIEWS["front"], text) for p, text in pair], (400, 480))


def upper_bodies() -> Image.Image:
    """What three joints carry: a line from each joint to the centre of mass of its upper body."""
    pose = poise.human().pose("sitting")
    scene = glassy(pose, com=True, floor=0.0)
    items, notes = (
        list(scene.items),
        [Note(pose.center_of_mass, f"whole: {pose.figure.mass:.1f} kg", (-150, 40), CENTER)],
    )
    for joint, by in (("left_elbow", (120, 60)), ("left_shoulder", (130, -20)), ("lumbar", (-140, -60))):
        mass, center = pose.upper_body(joint)
        items.append(Item(ball(center, 0.022), "#2f5f98", on_top=True))
        items.append(Item(tube([pose.joint_frame(joint)[:3, 3], center], 0.006), "#2f5f98", on_top=True))
        notes.append(Note(center, f"{joint} carries {mass:.1f} kg", by, "#2f5f98"))
    marked = replace(scene, items=tuple(items), focus=_wider(scene))
    return row([Plate(marked, View(radians(50), radians(10), perspective=True), "", notes)], (760, 560))


def glassy(pose: poise.Pose, **options: object) -> Scene:
    """The body as glass, with a ball at every joint that can move."""
    scene = pose_scene(pose, **options)
    body = tuple(i if i.on_top or i.color in (CENTER,) else replace(i, opacity=0.3) for i in scene.items)
    places = [pose.joint_frame(j.name)[:3, 3] for j in pose.figure.joints.values() if j.dof]
    return replace(scene, items=(*body, Item(joined(ball(p, 0.016) for p in places), JOINT, on_top=True)))


def _wider(scene: Scene) -> np.ndarray:
    """The scene's points, with room for words at both sides."""
    points = scene.points()
    return np.vstack([points, points.mean(axis=0) + np.array([[0.0, 0.0, 1.0], [0.9, 0.0, -0.9]])])
