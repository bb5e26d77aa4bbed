"""A drinking bird (Boulic et al. 4.1.2): planar, planted on its toes, with a long neck and a rigid, weighed body.

The body is three rigidly joined parts. As in the source, they set the mass distribution: the tail is made so heavy
that the bird at rest has its centre of mass just in front of the palm joint.
"""

from __future__ import annotations

import math

from poise.figure.check import Vec3, positive
from poise.figure.figure import Figure
from poise.figure.marks import Group, Site, Sole
from poise.figure.placement import Placement
from poise.figure.segment import Segment
from poise.figure.shape import Shape
from poise.figures.drawing import MINUS_X, Part, base, hinges, segment
from poise.people.clay import both, egg, rod

NECK = 10
"""Joints of the neck; with the head, the hip, knee, ankle and palm the bird has 15 degrees of freedom."""

AHEAD = 0.01
"""How far in front of the palm joint the centre of mass is at rest, as a fraction of the height."""


def bird(height: float = 0.42) -> Figure:
    """A bird so many metres high, in the y–z plane, facing +Z; its palm joint stands over the origin.

    Joints: `palm`, `ankle`, `knee`, `hip`, `neck_1` … `neck_10`, `head`, all hinges about x. Sites: `beak`, `eyes`,
    `toes`, `head_top`.
    """
    h = positive(height, "the height of a bird")
    parts = _parts(h)
    ground = (0.0, 0.0, 0.0)
    segments = [segment("toes", ground, _toes(h)), *(segment(p.name, p.at, p.shapes) for p in parts)]
    places = {p.name: p.at for p in parts} | {"toes": ground}
    head = places["head"]
    corners = ((-0.10, -0.06), (-0.10, 0.14), (0.10, 0.14), (0.10, -0.06))
    return Figure(
        "bird",
        _balanced(segments, places, AHEAD * h),
        [base("toes", ground), *hinges("toes", ground, parts)],
        sites=[
            Site("beak", "head", Placement((0.0, -0.028 * h, 0.125 * h))),
            Site("eyes", "head", Placement((0.0, 0.012 * h, 0.030 * h))),
            Site("toes", "toes", Placement((0.0, 0.0, 0.14 * h))),
            Site("head_top", "head", Placement((0.0, h - head[1], 0.012 * h))),
        ],
        soles=[Sole("toes", "toes", tuple((x * h, 0.0, z * h) for x, z in corners))],
        groups=[
            Group("leg", ("palm", "ankle", "knee", "hip")),
            Group("neck", (*(f"neck_{i + 1}" for i in range(NECK)), "head")),
        ],
    )


def _parts(h: float) -> list[Part]:
    palm, ankle, knee, hip = ((0.0, y * h, z * h) for y, z in ((0.02, 0.0), (0.20, -0.08), (0.38, 0.07), (0.48, -0.03)))
    tail = rod((0.0, 0.55 * h, -0.12 * h), (0.0, 0.52 * h, -0.36 * h), 0.055 * h, 0.02 * h)
    body = [
        Part("tarsus", "toes", "palm", palm, _legs(palm, ankle, 0.020 * h, h), -60, 60),
        Part("tibia", "tarsus", "ankle", ankle, _legs(ankle, knee, 0.024 * h, h), -60, 60, MINUS_X),
        Part("femur", "tibia", "knee", knee, _legs(knee, hip, 0.034 * h, h), -60, 60),
        Part("body", "femur", "hip", hip, [egg((0.0, 0.54 * h, 0.0), (0.115 * h, 0.115 * h, 0.17 * h))], -60, 60),
        Part("breast", "body", "breast", hip, [egg((0.0, 0.55 * h, 0.10 * h), (0.085 * h, 0.095 * h, 0.10 * h))]),
        Part("tail", "body", "tail", hip, [tail]),
    ]
    return [*body, *_neck(h)]


def _neck(h: float) -> list[Part]:
    """An S from breast to head."""
    points: list[Vec3] = []
    for i in range(NECK + 1):
        t = i / NECK
        points.append((0.0, (0.58 + 0.345 * t) * h, (0.155 + 0.05 * math.sin(2 * math.pi * t) + 0.03 * t) * h))
    radii = [(0.050 - 0.026 * i / NECK) * h for i in range(NECK + 1)]
    made, parent = [], "body"
    for i in range(NECK):
        shape = rod(points[i], points[i + 1], radii[i], radii[i + 1])
        made.append(Part(f"neck_{i + 1}", parent, f"neck_{i + 1}", points[i], [shape], -40, 40))
        parent = f"neck_{i + 1}"
    return [*made, Part("head", parent, "head", points[-1], _head(points[-1], h), -60, 60)]


def _head(at: Vec3, h: float) -> list[Shape]:
    _, y, z = at
    top = h - y
    skull = egg((0.0, y + top - 0.048 * h, z + 0.012 * h), (0.040 * h, 0.048 * h, 0.052 * h))
    beak = rod((0.0, y + 0.008 * h, z + 0.05 * h), (0.0, y - 0.026 * h, z + 0.122 * h), 0.016 * h, 0.003 * h)
    eyes = [egg(p, (0.006 * h, 0.010 * h, 0.010 * h)) for p in both((0.037 * h, y + 0.035 * h, z + 0.03 * h))]
    return [skull, beak, *eyes]


def _legs(low: Vec3, high: Vec3, radius: float, h: float) -> list[Shape]:
    """Both legs at once: the bird moves in a plane."""
    return [rod((x, *low[1:]), (x, *high[1:]), 0.7 * radius, radius) for x in (0.07 * h, -0.07 * h)]


def _toes(h: float) -> list[Shape]:
    made: list[Shape] = []
    for x in (0.07 * h, -0.07 * h):
        ends = ((x, -0.06), (x - 0.03 * h, 0.13), (x, 0.14), (x + 0.03 * h, 0.13))
        made += [rod((x, 0.014 * h, 0.0), (side, 0.010 * h, z * h), 0.014 * h, 0.010 * h) for side, z in ends]
    return made


def _balanced(segments: list[Segment], places: dict[str, Vec3], goal: float) -> list[Segment]:
    """With the tail's mass such that the whole balances at z = `goal`: m_tail (goal − z_tail) = Σ m (z − goal)."""
    tail = next(s for s in segments if s.name == "tail")
    moment = sum(s.mass * (places[s.name][2] + s.center[2] - goal) for s in segments if s is not tail)
    mass = moment / (goal - places["tail"][2] - tail.center[2])
    return [s.with_mass(mass) if s is tail else s for s in segments]
