"""A symmetric animal that has one of everything."""

from __future__ import annotations

import numpy as np

from matter import matter
from poise import (
    Capsule,
    Cone,
    Coupling,
    Ellipse,
    Figure,
    Group,
    Joint,
    LimbChain,
    Mirror,
    Placement,
    Polygon,
    Range,
    Segment,
    Site,
    Sole,
    Strength,
    TwistTable,
)
from poise.figure import frame_along

PAIRED = (
    "upper_arm",
    "forearm",
    "hand",
    "leg",
    "foot",
    "shoulder",
    "elbow",
    "wrist",
    "hip",
    "ankle",
    "palm",
    "arm",
    "sole",
)
CORNERS = ((-0.05, -0.1), (0.05, -0.1), (0.05, 0.2), (-0.05, 0.2))
DENT = ((0.9, -0.8), (0.9, 0.8), (-0.2, 0.8), (0.3, 0.1), (-0.9, -0.1), (-0.4, -0.9))
"""Swings of a concave polygon, counter-clockwise seen from outside."""


def across(placement: Placement) -> Placement:
    """The placement's mirror image through the plane x = 0."""
    (px, py, pz), (x, y, z, w) = placement.position, placement.rotation
    return Placement((-px, py, pz), (x, -y, -z, w))


def creature() -> Figure:
    """A symmetric animal on a free base: every joint model, every kind of limit, couplings, soles, limbs, groups."""
    rng = np.random.default_rng(7)
    segments = [matter("trunk", rng), matter("mast", rng), matter("head", rng)]
    joints = [
        Joint("base", "free", None, "trunk"),
        Joint("mount", "fixed", "trunk", "mast", Placement((0, 0.3, 0))),
        Joint("neck", "swing", "mast", "head", Placement((0, 0.1, 0), UP), limits={"swing": Ellipse(0.6, 0.9)}),
    ]
    for side in ("left", "right"):
        segments += [_one_side(matter(f"{side}_{n}", np.random.default_rng(i)), side) for i, n in enumerate(PAIRED[:5])]
        joints += _side_joints(side)
    sides = ("left", "right")
    sites = [
        Site(f"{s}_palm", f"{s}_hand", _for(s, Placement.turned((1, 2, 3), 0.7, (0.02, -0.1, 0.05)))) for s in sides
    ]
    soles = [Sole(f"{s}_sole", f"{s}_foot", tuple((x, -0.05, z) for x, z in CORNERS)) for s in sides]
    return Figure(
        "creature", segments, joints,
        sites=[Site("eyes", "head", Placement((0, 0.1, 0.1))), *sites, Site("trunk", "trunk")],
        soles=soles,
        limbs=[LimbChain(f"{s}_arm", f"{s}_shoulder", f"{s}_elbow", f"{s}_wrist", f"{s}_palm") for s in sides],
        groups=[Group(f"{s}_arm", (f"{s}_shoulder", f"{s}_elbow")) for s in sides],
        couplings=[
            Coupling("heels", {"left_ankle": 1.0, "right_ankle": -1.0}, -0.3, 0.3),
            Coupling("gait", {"left_hip": 1.0, "right_hip": 1.0}),
        ],
        mirror=Mirror(pairs=tuple((f"left_{p}", f"right_{p}") for p in PAIRED)),
        postures={"rest": {"base": (0, 1.0, 0, 0, 0, 0)}, "wave": {"left_shoulder": (0.5, 0.2, 0.1)}},
    )  # fmt: skip


UP = frame_along((0.0, 1.0, 0.0))


def _one_side(segment: Segment, side: str) -> Segment:
    if side == "left":
        return segment
    S = np.diag([-1.0, 1.0, 1.0])
    shapes = tuple(Capsule(s.radius, s.length, s.end_radius, placement=across(s.placement)) for s in segment.shapes)
    return Segment(segment.name, segment.mass, tuple(S @ segment.center), S @ np.array(segment.inertia) @ S, shapes)


def _for(side: str, placement: Placement) -> Placement:
    return placement if side == "left" else across(placement)


def _side_joints(side: str) -> list[Joint]:
    left = side == "left"
    # A hinge axis is a pseudovector: mirrored through x = 0 it keeps x and turns y and z round.
    axis = (0.8, 0.6, 0.0) if left else (0.8, -0.6, 0.0)
    s = 1.0 if left else -1.0
    dent = Polygon.of_swings([(x, s * y) for x, y in (DENT if left else DENT[::-1])])
    table = TwistTable.of_swings(
        [
            (0.0, 0.0, *_by_side(-0.6, 0.9, left)),
            (0.7, 0.0, *_by_side(-0.2, 0.4, left)),
            (0, s * 0.6, *_by_side(-1, 0, left)),
        ]
    )
    twist = Range(*_by_side(-1.2, 0.4, left))
    down = Placement((0.2, 0.2, 0.0), frame_along((0.5, -1.0, 0.1)))
    return [
        Joint(
            f"{side}_shoulder", "ball", "trunk", f"{side}_upper_arm", _for(side, down),
            _for(side, Placement.turned((1, 1, 0), 0.3, (0.01, 0.0, 0.02))),
            limits={"swing": dent, "twist": table}, weight=0.5, strengths={"swing_x": Strength(40.0, 30.0, "made up")},
        ),
        Joint(
            f"{side}_elbow", "elbow", f"{side}_upper_arm", f"{side}_forearm",
            _for(side, Placement((0.0, -0.3, 0.0), frame_along((0.1, -1, 0.2)))),
            limits={"flexion": Range(-0.1, 2.4), "twist": twist},
        ),
        Joint(
            f"{side}_wrist", "swing", f"{side}_forearm", f"{side}_hand",
            _for(side, Placement((0, -0.25, 0), frame_along((0, -1, 0)))), limits={"swing": Cone(0.8)},
        ),
        Joint(
            f"{side}_hip", "hinge", "trunk", f"{side}_leg",
            _for(side, Placement.turned((1, 0, 2), 0.4, (0.1, -0.1, 0))), axis=axis, limits={"angle": Range(-1.0, 1.5)},
        ),
        Joint(
            f"{side}_ankle", "slide", f"{side}_leg", f"{side}_foot", _for(side, Placement((0.0, -0.5, 0.0))),
            axis=(0, 1, 0), limits={"distance": Range(-0.2, 0.2)},
        ),
    ]  # fmt: skip


def _by_side(low: float, high: float, left: bool) -> tuple[float, float]:
    return (low, high) if left else (-high, -low)
