"""Joint models, zero twist, and the kinds of limits (after Baerlocher table 3.1 and figs. 3.9–3.12)."""

from __future__ import annotations

import math
from dataclasses import replace
from math import radians

import numpy as np
from PIL import Image

import poise
from drawings import sphere
from drawings.plate import Note, Plate, row
from poise.figure.placement import frame_along
from poise.plot import pose_scene
from poise.plot.limit_curves import samples, swing_rotation
from poise.plot.lines import tube
from poise.plot.mesh import joined
from poise.plot.scene import Item
from poise.plot.views import View

CONCAVE = ((20, 70), (-70, 48), (-28, 10), (-60, -30), (-10, -75), (4, -18), (45, -28), (62, 25))
"""Vertices of a concave polygon as swings in degrees, the allowed inside to the left."""

TWISTS = ((0, 0, -70, 70), (60, 0, 0, 130), (-60, 0, -130, 0), (0, 60, -15, 15), (0, -60, -15, 15))
"""A twist table in degrees: swing_x, swing_y, lowest and highest twist."""


def polygon(swings: tuple[tuple[float, float], ...] = CONCAVE) -> poise.Polygon:
    """A polygon from swings in degrees."""
    return poise.Polygon.of_swings((radians(x), radians(y)) for x, y in swings)


def joint_models() -> Image.Image:
    """One limb on each of the joint models that can have limits."""
    view = View(radians(30), radians(20), perspective=True)
    plates = []
    for model, limits, value in (
        ("hinge", {"angle": poise.Range.degrees(-20, 110)}, radians(35)),
        ("slide", {"distance": poise.Range(0.12, 0.60)}, 0.42),
        ("elbow", {"flexion": poise.Range.degrees(0, 145), "twist": poise.Range.degrees(-70, 50)}, _radians(35, 20)),
        ("swing", {"swing": poise.Ellipse(radians(70), radians(35))}, _radians(30, 12)),
        ("ball", {"swing": poise.Cone(radians(50)), "twist": poise.Range.degrees(-60, 60)}, _radians(25, 20, 30)),
    ):
        figure = limb_figure(model, limits)
        scene = pose_scene(figure.pose({"joint": value}), limits=["joint"], floor=False)
        names = ", ".join(figure.joint("joint").coordinates)
        plates.append(Plate(scene, view, f"{model}: {names}", margin=0.03))
    return row(plates, (300, 270))


def limb_figure(model: str, limits: dict[str, object]) -> poise.Figure:
    """A block with one limb whose zero direction is +X, and whose flexion lifts it."""
    frame = frame_along((1.0, 0.0, 0.0), (0.0, 0.0, 1.0))  # z along the limb, x towards the viewer
    back = poise.Placement((0.0, 0.0, 0.0), frame).inverse()
    block = poise.Box((0.16, 0.26, 0.26), placement=poise.Placement((-0.1, 0.0, 0.0)))
    rod = poise.Capsule.between((0.0, 0.0, 0.0), (0.62, 0.0, 0.0), 0.035)
    fin = poise.Box((0.14, 0.02, 0.20), placement=poise.Placement((0.66, 0.0, 0.0)))
    shapes = [poise.Box((0.08, 0.2, 0.2))] if model == "slide" else [rod, fin]  # a carriage on its rail
    axis = (0.0, 0.0, 1.0) if model == "slide" else (1.0, 0.0, 0.0)
    joint = poise.Joint("joint", model, "block", "limb", poise.Placement((0, 0, 0), frame), back, axis, limits)
    parts = [poise.Segment.of_shapes("block", [block]), poise.Segment.of_shapes("limb", shapes)]
    tip = poise.Site("tip", "limb", poise.Placement((0.66, 0.0, 0.0)))
    return poise.Figure(model, parts, [poise.Joint("base", "fixed", None, "block"), joint], sites=[tip])


def zero_twist() -> Image.Image:
    """Where swings alone take the x axis, all over the sphere, and the one direction where that is undefined."""
    spots = samples(None, radians(20))
    arrows = [sphere.needle(swing_rotation(d), sphere.BLUE, 0.17) for d in spots]
    cross = [tube([[-0.08, s * 0.08, -1.01], [0.08, -s * 0.08, -1.01]], 0.016) for s in (1, -1)]
    items = [Item(joined(a.mesh for a in arrows), sphere.BLUE), Item(joined(cross), sphere.RED)]
    views = ((-22, 18, "from the front", "xyz"), (-100, 12, "from the side", "yz"), (-202, -14, "from behind", "xy"))
    scene = sphere.globe(*items, solid=True)
    plates = [Plate(scene, View(radians(a), radians(e)), text, sphere.axis_notes(seen)) for a, e, text, seen in views]
    return row(plates, (400, 430))


def swing_limits() -> Image.Image:
    """A cone, an ellipse, a concave polygon, and the same polygon turned inside out."""
    plates = []
    for text, limit in (
        ("cone", poise.Cone(radians(40))),
        ("ellipse", poise.Ellipse(radians(75), radians(35))),
        ("polygon, counter-clockwise", polygon()),
        ("polygon, clockwise", polygon(CONCAVE[::-1])),
    ):
        notes = sphere.axis_notes()
        if isinstance(limit, poise.Polygon):
            middle = np.mean(limit.vertices, axis=0)
            outside = [1.06 * np.array(v) + 0.14 * (np.array(v) - middle) for v in limit.vertices]
            notes += [Note(p, str(i + 1), (0, 0)) for i, p in enumerate(outside)]
        plates.append(Plate(sphere.globe(*sphere.limit_items(limit)), sphere.VIEW, text, notes))
    return row(plates, (330, 360))


def twist_limits() -> Image.Image:
    """The same range of twist everywhere, and one that depends on where the limb points."""
    table = poise.TwistTable.of_swings(_radians(*row) for row in TWISTS)
    cone = poise.Cone(radians(80))
    notes, plates = sphere.axis_notes("xy"), []
    for text, twist in (("a constant range", poise.Range.degrees(-60, 45)), ("a range by swing", table)):
        fans = sphere.twist_fans(cone, twist)
        plates.append(Plate(sphere.globe(*sphere.limit_items(cone), *fans), View(radians(-8), radians(8)), text, notes))
    return row(plates, (400, 430))


def shoulder_limits() -> Image.Image:
    """The left shoulder with a plain ellipse and with the human's own polygon and twist table."""
    own = poise.human()
    plain = own.with_limits(
        "left_shoulder", swing=poise.Ellipse(radians(100), radians(70)), twist=poise.Range.degrees(-60, 60)
    )
    focus = ["left_shoulder", "head", "right_clavicle"]
    scenes = [pose_scene(h.pose("reference"), limits=["left_shoulder"], focus=focus) for h in (plain, own)]
    captions = ("spherical ellipse, constant twist range", "spherical polygon, twist range by swing")
    view = View(radians(25), radians(12), perspective=True)
    return row([Plate(s, view, c) for s, c in zip(scenes, captions, strict=True)], (540, 560))


def hip_limits() -> Image.Image:
    """The left hip: the hanging leg, and the leg bent and spread as far as the polygon lets it go."""
    standing = poise.human().pose("arms_up")  # with the arms out of the way
    bent = standing.with_joints({"left_hip": _radians(140, 0, 0), "left_knee": _radians(120, 0)})
    spread = standing.with_joints({"left_hip": _radians(30, -80, 0), "left_knee": _radians(10, 0)})
    poses = ((standing, "standing"), (bent.clamped(), "bent as far as it goes"), (spread.clamped(), "spread as far"))
    focus = ["left_hip", "left_knee"]
    scenes = [pose_scene(pose, limits=["left_hip"], focus=focus, floor=False) for pose, _ in poses]
    seen = np.vstack([s.points() for s in scenes])
    view = View(radians(28), radians(8), perspective=True)
    plates = [
        Plate(replace(s, focus=seen), view, text, margin=0.02) for s, (_, text) in zip(scenes, poses, strict=True)
    ]
    return row(plates, (400, 500))


def _radians(*degrees: float) -> tuple[float, ...]:
    return tuple(math.radians(d) for d in degrees)
