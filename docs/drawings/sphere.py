"""Things on the unit sphere of limb directions: limits, arcs, dots, needles. The joint frame is the world."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from drawings.plate import Note
from poise.figure.limit import Range, SwingLimit, TwistTable
from poise.plot.colors import BOUNDARY, INK, REGION
from poise.plot.limit_curves import boundary, inward, region, samples, swing_rotation, twist_range
from poise.plot.lines import ball, fan, tube
from poise.plot.marks import AXES
from poise.plot.mesh import Floats, ellipsoid, joined
from poise.plot.scene import Item, Scene
from poise.plot.views import View

LIFT = 1.008
RED, BLUE, ORANGE, GREY = "#b4322a", "#2f5f98", "#d08a2e", "#70777f"
VIEW = View(math.radians(-14), math.radians(12))


def globe(*items: Item, solid: bool = False) -> Scene:
    """A unit sphere, glassy unless `solid`, with the joint's axes and some items."""
    glass = Item(ellipsoid((1.0, 1.0, 1.0), 64), "#e2e6ea" if solid else "#c9d2da", opacity=1.0 if solid else 0.25)
    return Scene((glass, *axes(), *items))


def axes() -> list[Item]:
    """x red, y green, z blue, a little longer than the sphere's radius."""
    return [Item(tube([np.zeros(3), 1.22 * np.eye(3)[i]], 0.011), AXES[i]) for i in range(3)]


def axis_notes(names: str = "xyz") -> list[Note]:
    """The names of some axes, at their ends."""
    return [Note(1.22 * np.eye(3)["xyz".index(n)], n, (8, -8), AXES["xyz".index(n)]) for n in names]


def limit_items(limit: SwingLimit) -> list[Item]:
    """The allowed region, its boundary, and ticks that point to the inside."""
    curve = boundary(limit)
    every = max(1, round(len(curve) / 40))
    pairs = zip(curve[::every], inward(curve)[::every], strict=True)
    ticks = joined(tube([LIFT * p, LIFT * _unit(p + 0.1 * t)], 0.009, sides=6) for p, t in pairs)
    edge = joined([tube(curve * LIFT, 0.016, closed=True), ticks])
    return [Item(region(limit), REGION, opacity=0.45), Item(edge, BOUNDARY)]


def twist_fans(limit: SwingLimit, twist: Range | TwistTable, reach: float = 0.2) -> list[Item]:
    """At allowed directions, the twists that are allowed there as a sector, and zero twist as a dark hand."""
    swings = [swing_rotation(d) for d in samples(limit, math.radians(30))]
    sectors, hands = [], []
    for swing in swings:
        turn = np.linspace(*twist_range(twist, swing[:, 2]), 24)
        rim = np.column_stack([reach * np.cos(turn), reach * np.sin(turn), np.full(24, 1.02)]) @ swing.T
        sectors.append(fan(1.02 * swing[:, 2], rim))
        hands.append(tube([1.03 * swing[:, 2], swing @ [reach, 0.0, 1.03]], 0.009, sides=6))
    return [Item(joined(sectors), ORANGE, shaded=False), Item(joined(hands), INK)]


def arc(a: Any, b: Any, color: str, width: float = 0.018) -> Item:
    """The great arc between unit directions."""
    return Item(tube(arc_points(a, b) * LIFT, width), color)


def arc_points(a: Any, b: Any, count: int = 40) -> Floats:
    """(count, 3) unit directions from `a` to `b`, evenly spaced."""
    a, b = np.asarray(a, float), np.asarray(b, float)
    angle = math.atan2(float(np.linalg.norm(np.cross(a, b))), float(a @ b))
    t = np.linspace(0, 1, count)[:, None]
    return np.asarray((np.sin((1 - t) * angle) * a + np.sin(t * angle) * b) / math.sin(angle))


def dot(direction: Any, color: str, radius: float = 0.042) -> Item:
    """A ball on the sphere."""
    return Item(ball(LIFT * np.asarray(direction), radius), color)


def limb(direction: Any, color: str) -> Item:
    """A stick from the centre to a dot on the sphere."""
    return Item(joined([tube([np.zeros(3), direction], 0.02), ball(direction, 0.045)]), color)


def needle(rotation: Any, color: str, length: float = 0.22) -> Item:
    """Where a rotation (3, 3) takes the x axis, drawn at the direction it takes the z axis to."""
    tip = LIFT * 1.012 * rotation[:, 2]
    stick = tube([tip, tip + length * rotation[:, 0]], 0.013, sides=8)
    return Item(joined([stick, ball(tip, 0.024, 12)]), color)


def direct(a: Any, b: Any) -> Floats:
    """(3, 3) the smallest rotation that takes unit vector `a` to `b` (R_D of Baerlocher 3.1)."""
    frame = swing_rotation(np.asarray(a, float))
    return np.asarray(frame @ swing_rotation(frame.T @ np.asarray(b, float)) @ frame.T)


def _unit(v: Floats) -> Floats:
    return np.asarray(v / np.linalg.norm(v))
