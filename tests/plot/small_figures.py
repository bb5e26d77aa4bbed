"""Small figures for the tests of pictures and of the command line."""

from __future__ import annotations

import math

import poise
from poise.figure import frame_along

DOWN = frame_along((0.0, -1.0, 0.0), (1.0, 0.0, 0.0))
CORNERS = ((-0.045, -0.06), (0.045, -0.06), (0.045, 0.16), (-0.045, 0.16))
PAIRS = ("arm", "leg", "foot", "shoulder", "hip", "ankle", "hand", "sole")
STANDING = (0, 0.57, 0, 0, 0, 0)
UP = frame_along((0.0, 1.0, 0.0), (1.0, 0.0, 0.0))


def doll() -> poise.Figure:
    """A doll 1.2 m high that stands on y = 0, arms hanging, with one joint of every model."""
    sides = [("left", 1.0), ("right", -1.0)]
    segments = [
        poise.Segment.of_shapes("trunk", [poise.Capsule.between((0, 0, 0), (0, 0.35, 0), 0.10, 0.12)]),
        poise.Segment.of_shapes("head", [poise.Ellipsoid((0.08, 0.12, 0.10), placement=poise.Placement((0, 0.15, 0)))]),
    ]
    joints = [
        poise.Joint("base", "free", None, "trunk"),
        _limb("neck", "swing", "trunk", "head", (0, 0.45, 0), UP, {"swing": poise.Ellipse(0.7, 0.5)}),
    ]
    for side, s in sides:
        arm, leg, foot = f"{side}_arm", f"{side}_leg", f"{side}_foot"
        segments += [
            poise.Segment.of_shapes(arm, [poise.Capsule.between((0, 0, 0), (0, -0.4, 0), 0.05, 0.035)]),
            poise.Segment.of_shapes(leg, [poise.Capsule.between((0, 0, 0), (0, -0.42, 0), 0.07, 0.05)]),
            poise.Segment.of_shapes(foot, [poise.Box((0.09, 0.06, 0.22), placement=poise.Placement((0, -0.05, 0.05)))]),
        ]
        joints += [
            _limb(f"{side}_shoulder", "ball", "trunk", arm, (s * 0.19, 0.36, 0), DOWN, _shoulder(s)),
            _limb(f"{side}_hip", "elbow", "trunk", leg, (s * 0.09, -0.05, 0), DOWN, _hip()),
            poise.Joint(
                f"{side}_ankle",
                "hinge",
                leg,
                foot,
                poise.Placement((0, -0.44, 0)),
                axis=(1, 0, 0),
                limits={"angle": poise.Range.degrees(-30, 45)},
            ),
        ]
    sites = [poise.Site(f"{side}_hand", f"{side}_arm", poise.Placement((0, -0.43, 0))) for side, _ in sides]
    soles = [poise.Sole(f"{side}_sole", f"{side}_foot", [(x, -0.08, z) for x, z in CORNERS]) for side, _ in sides]
    pairs = [(f"left_{part}", f"right_{part}") for part in PAIRS]
    hips = poise.Coupling("hips", {"left_hip.flexion": 1.0, "right_hip.flexion": 1.0}, -1.0, math.inf)
    return poise.Figure(
        "doll", segments, joints, sites=sites, soles=soles, couplings=[hips], mirror=poise.Mirror(pairs=tuple(pairs)),
        postures={"rest": {"base": STANDING}, "wave": {"base": STANDING, "left_shoulder": (-1.6, 0.4, 0.3)}},
    )  # fmt: skip


def bare_arm() -> poise.Figure:
    """Three segments without shapes, fixed to the world: hinge, slide, and a tool site."""
    return poise.Figure(
        "bare arm",
        [poise.Segment("pedestal"), poise.Segment("boom", 2.0, (0, 0.2, 0)), poise.Segment("rod", 1.0, (0, 0.1, 0))],
        [
            poise.Joint("base", "fixed", None, "pedestal"),
            poise.Joint("lift", "hinge", "pedestal", "boom", poise.Placement((0, 0.3, 0)), axis=(1, 0, 0),
                        limits={"angle": poise.Range.degrees(-90, 90)}),
            poise.Joint("reach", "slide", "boom", "rod", poise.Placement((0, 0.4, 0)), axis=(0, 1, 0),
                        limits={"distance": poise.Range(0.0, 0.3)}),
        ],
        sites=[poise.Site("tool", "rod", poise.Placement((0, 0.2, 0)))],
    )  # fmt: skip


def _limb(name, model, parent, child, at, rotation, limits) -> poise.Joint:
    turn = poise.Placement((0, 0, 0), rotation)
    return poise.Joint(name, model, parent, child, poise.Placement(at, rotation), turn.inverse(), limits=limits)


def _shoulder(side: float) -> dict:
    swings = [(-2.4, 0.6), (-1.2, 1.9), (0.6, 1.5), (0.9, 0.1), (0.3, -0.5), (-1.4, -0.7)]
    polygon = poise.Polygon.of_swings([(x, y) for x, y in swings[::-1]])
    if side < 0:
        polygon = poise.Polygon(tuple((-x, y, z) for x, y, z in reversed(polygon.vertices)))
    return {"swing": polygon, "twist": poise.Range.degrees(-60, 45)}


def _hip() -> dict:
    return {"flexion": poise.Range.degrees(-120, 30), "twist": poise.Range.degrees(-20, 20)}
