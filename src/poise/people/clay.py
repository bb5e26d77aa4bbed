"""Three words to model a body with: ball, egg and rod, all by points in reference coordinates (metres)."""

from __future__ import annotations

import math

from poise.figure.check import Vec3
from poise.figure.placement import Placement
from poise.figure.shape import Capsule, Ellipsoid, Shape, Sphere

Shapes = dict[str, list[Shape]]
"""By segment, still in reference coordinates."""

SHORTEST = 1e-6
"""Metres: a rod has a direction."""


def ball(center: Vec3, radius: float) -> Sphere:
    """A sphere."""
    return Sphere(radius, placement=Placement(center))


def egg(center: Vec3, radii: Vec3) -> Ellipsoid:
    """An ellipsoid along the axes."""
    return Ellipsoid(radii, placement=Placement(center))


def rod(start: Vec3, end: Vec3, radius: float, end_radius: float) -> Capsule:
    """A tapered capsule from point to point; where a body is so short that one end would swallow the other, with ends
    that just do not."""
    if math.dist(start, end) < SHORTEST:
        end = (start[0], start[1] - SHORTEST, start[2])
    most = 0.99 * math.dist(start, end)
    return Capsule.between(start, end, radius, min(max(end_radius, radius - most), radius + most))


def between(a: Vec3, b: Vec3, t: float, shift: Vec3 = (0.0, 0.0, 0.0)) -> Vec3:
    """The point at fraction `t` of the way from a to b, shifted."""
    x, y, z = (p + t * (q - p) + s for p, q, s in zip(a, b, shift, strict=True))
    return (x, y, z)


def both(point: Vec3) -> tuple[Vec3, Vec3]:
    """A left point and its mirror image."""
    return point, (-point[0], point[1], point[2])
