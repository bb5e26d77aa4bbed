"""Clamping on the sphere: nearest directions, induced twist, the midpoint rule (after Baerlocher figs. 3.13, 3.14)."""

from __future__ import annotations

import math
from collections.abc import Mapping
from math import radians

import numpy as np
from PIL import Image

import poise
from drawings import sphere
from drawings.limits import polygon
from drawings.plate import Note, Plate, row
from drawings.sphere import BLUE, GREY, ORANGE, RED
from poise.figure.limit import direction_of_swing
from poise.plot.limit_curves import swing_rotation
from poise.plot.mesh import Floats
from poise.plot.views import View

ELLIPSE = poise.Ellipse(radians(85), radians(30))


def clamping() -> Image.Image:
    """Nearest allowed directions; and what a projection in the plane of swings would do instead."""
    limit = sphere.limit_items(ELLIPSE)
    items = []
    for x, y in ((75, -40), (45, -62), (5, -55), (-40, -60), (-80, -45), (-65, 45), (-20, 58), (30, 50), (65, 60)):
        asked, found = _direction(x, y), _clamped(ELLIPSE, _direction(x, y))
        items += [sphere.dot(asked, GREY, 0.03), sphere.arc(asked, found, RED, 0.012), sphere.dot(found, RED, 0.03)]
    nearest = Plate(
        sphere.globe(*limit, *items), View(0.0, 0.0), "nearest direction on the sphere", sphere.axis_notes("xy")
    )
    return row([nearest, _two_projections()], (470, 500))


def _two_projections() -> Plate:
    asked = _direction(62, 85)
    exact, flat = _clamped(ELLIPSE, asked), _nearest_in_plane(62, 85)
    items = [sphere.arc(asked, exact, RED), sphere.arc(asked, flat, ORANGE)]
    items += [sphere.dot(d, c, 0.036) for d, c in ((asked, GREY), (exact, RED), (flat, ORANGE))]
    notes = [
        Note(asked, "asked", (12, -10)),
        Note(exact, f"on the sphere: {_degrees(asked, exact):.1f}° away", (30, 40), RED),
        Note(flat, f"in the swing plane: {_degrees(asked, flat):.1f}°", (24, -60), "#8f5a12"),
    ]
    scene = sphere.globe(*sphere.limit_items(ELLIPSE), *items)
    return Plate(scene, View(radians(35), radians(-12)), "two ideas of the nearest point", notes)


def induced_twist() -> Image.Image:
    """From z to y at once, and by way of x: the limb ends up turned about itself by a right angle."""
    x, y, z = np.eye(3)
    corner = swing_rotation(x)
    around = [swing_rotation(d) for d in sphere.arc_points(z, x, 5)]
    around += [sphere.direct(x, d) @ corner for d in sphere.arc_points(x, y, 5)[1:]]
    straight = [swing_rotation(d) for d in sphere.arc_points(z, y, 5)]
    view = View(radians(42), radians(30))
    paths = (
        ("z to y at once", straight, [sphere.arc(z, y, BLUE)], BLUE),
        ("z to x, then x to y", around, [sphere.arc(z, x, RED), sphere.arc(x, y, RED)], RED),
    )
    return row(
        [
            Plate(sphere.globe(*arcs, *(sphere.needle(r, color) for r in turns)), view, text, sphere.axis_notes())
            for text, turns, arcs, color in paths
        ],
        (430, 460),
    )


def midpoint_rule() -> Image.Image:
    """A limb asked to go from one bay of a concave limit to the next one."""
    limit = polygon()
    start, end = _direction(-50, -22), _direction(-60, 36)
    middle = (start + end) / np.linalg.norm(start + end)
    stopped = _clamped(limit, end, start)
    inside = sphere.limit_items(limit)
    jump = [sphere.arc(start, end, ORANGE, 0.012), sphere.dot(start, BLUE), sphere.dot(end, ORANGE)]
    rule = [sphere.arc(middle, stopped, RED), sphere.dot(middle, GREY), sphere.dot(stopped, RED)]
    ends = [Note(start, "S", (-14, -12), BLUE), Note(end, "E", (-12, -16), "#8f5a12")]
    notes = [*ends, Note(middle, "M", (0, -18)), Note(stopped, "P", (12, 8), RED)]
    view = View(radians(4), radians(38))
    plain = Plate(sphere.globe(*inside, *jump), view, "both ends are allowed: the limb would jump", ends)
    return row(
        [plain, Plate(sphere.globe(*inside, *jump, *rule), view, "the midpoint rule stops it at P", notes)], (470, 480)
    )


def ball_figure(limits: Mapping[str, object]) -> poise.Figure:
    """One limb on a ball joint whose frame is the world."""
    joints = [
        poise.Joint("base", "fixed", None, "socket"),
        poise.Joint("joint", "ball", "socket", "limb", limits=limits),
    ]
    return poise.Figure("limb", [poise.Segment("socket"), poise.Segment("limb")], joints)


def _clamped(limit: poise.Ellipse | poise.Polygon, asked: Floats, start: Floats | None = None) -> Floats:
    """Where `Pose.clamped` takes a limb direction."""
    figure = ball_figure({"swing": limit})
    pose = figure.pose({"joint": swing_rotation(asked)})
    begin = None if start is None else figure.pose({"joint": swing_rotation(start)})
    return np.array(pose.clamped(begin).rotation("joint")[:, 2])


def _nearest_in_plane(x: float, y: float) -> Floats:
    """The nearest point of the ellipse in the plane of swings, degrees (Baerlocher, appendix D)."""
    turn = np.linspace(0, 2 * math.pi, 20001)
    s = np.column_stack([ELLIPSE.x * np.cos(turn), ELLIPSE.y * np.sin(turn)])
    best = s[np.argmin(((s - np.radians([x, y])) ** 2).sum(axis=1))]
    return np.array(direction_of_swing(*best.tolist()))


def _direction(x: float, y: float) -> Floats:
    """The limb direction of a swing in degrees."""
    return np.array(direction_of_swing(radians(x), radians(y)))


def _degrees(a: Floats, b: Floats) -> float:
    return math.degrees(math.atan2(float(np.linalg.norm(np.cross(a, b))), float(a @ b)))
