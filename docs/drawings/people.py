"""People: sizes side by side, named postures, and what the parts are called."""

from __future__ import annotations

from math import radians

import numpy as np
from PIL import Image

import poise
from drawings.bodies import glassy
from drawings.plate import STRIP, Note, Plate, row
from poise.plot import pose_scene, side_by_side
from poise.plot.views import View, framed


def body_sizes() -> Image.Image:
    """Women and men of the 5th, 50th and 95th percentile, at one scale."""
    people = [(sex, p) for sex in ("female", "male") for p in (5, 50, 95)]
    humans = [poise.human(sex=sex, percentile=p) for sex, p in people]
    labels = [f"{sex}, {p} %: {_stature(h):.2f} m, {h.mass:.0f} kg" for (sex, p), h in zip(people, humans, strict=True)]
    picture = side_by_side([h.rest() for h in humans], labels=labels, size=(1260, 440), view="three-quarter")
    return Image.fromarray(np.array(picture.image))


def _stature(human: poise.Figure) -> float:
    return float(human.pose("rest").position("head_top")[1])


def postures() -> Image.Image:
    """The named postures of the human."""
    human = poise.human()
    names = [n for n in human.postures if n != "reference"]
    poses = [human.pose(n) for n in names]
    picture = side_by_side(
        poses, labels=names, size=(250 * len(names), 430), view="three-quarter", com=True, support=True
    )
    return Image.fromarray(np.array(picture.image))


def human_parts() -> Image.Image:
    """Joints in a glassy body, named on the right; segments, named on the left."""
    human = poise.human()
    pose = human.pose("reference").with_joints({"left_shoulder": _arm(human, 1), "right_shoulder": _arm(human, -1)})
    scene = glassy(pose, floor=False)
    size = (1000, 860 + STRIP)
    joints = {j.name: pose.joint_frame(j.name)[:3, 3] for j in human.joints.values() if not j.name.startswith("right")}
    parts = {s: _middle(pose, s) for s in human.segments if not s.startswith("left")}
    words = {name: f"{name} ({human.joints[name].model})" for name in joints}
    plain = Plate(scene, View(0.0), "segments (middle and right) and joints (middle and left)", margin=0.03)
    camera = framed(plain.view, scene.points(), size[0] / (size[1] - STRIP), plain.margin)
    notes = _column(camera, joints, words, 745, size) + _column(camera, parts, {p: p for p in parts}, 255, size)
    return row([Plate(scene, plain.view, plain.caption, notes, plain.margin)], size)


def human_limits() -> Image.Image:
    """The limits of the left arm and the left leg, where they are."""
    pose = poise.human().pose("t_pose").with_joints({"left_knee.flexion": radians(25), "left_hip.swing_x": radians(15)})
    plates = []
    for joints, end in ((["left_shoulder", "left_elbow"], "left_hand"), (["left_hip", "left_knee"], "left_foot")):
        scene = pose_scene(pose, limits=joints, focus=[*joints, end], floor=False)
        plates.append(Plate(scene, View(radians(34), radians(10), perspective=True), " and ".join(joints)))
    return row(plates, (540, 540))


def _arm(human: poise.Figure, sign: int) -> object:
    """A shoulder between hanging and straight out."""
    side = "left" if sign > 0 else "right"
    return human.pose("reference").interpolate(human.pose("t_pose"), 0.3).rotation(f"{side}_shoulder")


def _middle(pose: poise.Pose, segment: str) -> np.ndarray:
    frame = pose.segment_frame(segment)
    return np.array(frame[:3, :3] @ np.array(pose.figure.segments[segment].center) + frame[:3, 3])


def _column(camera, points, words, x: float, size: tuple[int, int]) -> list[Note]:
    """Notes under each other at `x` pixels, in the order of their points' heights, at least 26 pixels apart."""
    height = size[1] - STRIP
    at = {n: ((1 + u) / 2 * size[0], (1 - v) / 2 * height) for n, p in points.items() for u, v in camera.project(p)}
    order = sorted(at, key=lambda n: (round(at[n][1]), -abs(at[n][0] - size[0] / 2)))
    lines = _spread([at[n][1] for n in order], 26.0, height - 14)
    return [Note(points[n], words[n], (x - at[n][0], y - at[n][1])) for n, y in zip(order, lines, strict=True)]


def _spread(wanted: list[float], gap: float, bottom: float) -> list[float]:
    """Heights near the wanted ones, in the same order, at least `gap` apart and above `bottom`."""
    placed: list[float] = []
    for y in wanted:
        placed.append(max(y, placed[-1] + gap) if placed else max(y, 14.0))
    limit = bottom
    for i in range(len(placed) - 1, -1, -1):
        placed[i] = min(placed[i], limit)
        limit = placed[i] - gap
    return placed
