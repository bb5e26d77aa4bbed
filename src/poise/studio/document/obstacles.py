"""Plain obstacles, as files bring them: moved, turned about the vertical, made larger or smaller."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import numpy as np

from poise.errors import InputError, UnknownNameError
from poise.figure.placement import Placement
from poise.figure.shape import Box, Capsule, Cylinder, Ellipsoid, Sphere
from poise.world.obstacle import Obstacle

SHAPES: dict[str, Any] = {
    "cylinder": Cylinder(0.1, 1.0),
    "capsule": Capsule(0.08, 0.6),
    "ellipsoid": Ellipsoid((0.25, 0.15, 0.2)),
}
"""Those that can be added by name, as they are at first."""
UPRIGHT = (-math.sqrt(0.5), 0.0, 0.0, math.sqrt(0.5))
"""The turn of a cylinder or capsule whose axis, z of its frame, is upright."""


def sizes_of(obstacle: Obstacle) -> dict[str, float]:
    """The lengths of its shape by name, metres; none of a shape that has no few of them."""
    match obstacle.shape:
        case Box(size=(x, y, z)):
            return {"width": x, "height": y, "depth": z}
        case Ellipsoid(radii=(x, y, z)):
            return {"width": 2 * x, "height": 2 * y, "depth": 2 * z}
        case Sphere(radius=radius):
            return {"radius": radius}
        case Cylinder(radius=radius, length=length):
            return {"radius": radius, "length": length}
        case Capsule(length=length) as capsule:
            return {"radius": max(capsule.radii), "length": length}
    return {}


def resized(obstacle: Obstacle, given: Mapping[str, float]) -> Obstacle:
    """With other lengths. Rounded edges are never larger than they may be."""
    before = sizes_of(obstacle)
    unknown = next((name for name in given if name not in before), None)
    if unknown is not None:
        raise UnknownNameError("size", unknown, before, f"the obstacle {obstacle.name!r}")
    sizes = {**before, **given}
    shape = _sized(obstacle.shape, sizes, before)
    least = min(sizes.values(), default=0.0) / 2
    return replace(obstacle, shape=shape, rounding=min(obstacle.rounding, least))


def _sized(shape: Any, sizes: Mapping[str, float], before: Mapping[str, float]) -> Any:
    if isinstance(shape, Box):
        return replace(shape, size=(sizes["width"], sizes["height"], sizes["depth"]))
    if isinstance(shape, Ellipsoid):
        return replace(shape, radii=(sizes["width"] / 2, sizes["height"] / 2, sizes["depth"] / 2))
    if isinstance(shape, Capsule):
        grown = sizes["radius"] / before["radius"]
        end = None if shape.end_radius is None else grown * shape.end_radius
        return replace(shape, radius=grown * shape.radius, end_radius=end, length=sizes["length"])
    return replace(shape, **sizes)


def heading_of(obstacle: Obstacle) -> float:
    """Its turn about the vertical, radians: that of what was level across it."""
    turn = np.array(obstacle.placement.matrix)[:3, :3]
    return math.atan2(-turn[2, 0], turn[0, 0])


def placed(obstacle: Obstacle, position: Any, heading: float | None) -> Obstacle:
    """Elsewhere, or with another heading (radians)."""
    at = obstacle.placement
    if heading is not None:
        turn = Placement.turned((0.0, 1.0, 0.0), heading - heading_of(obstacle))
        at = Placement(at.position, (turn @ Placement(rotation=at.rotation)).rotation)
    if position is not None:
        at = Placement((position[0], position[1], position[2]), at.rotation)
    return replace(obstacle, placement=at)


def added(kind: str, name: str, x: float, z: float) -> Obstacle:
    """A new one on the floor there."""
    if kind not in SHAPES:
        raise InputError(f"there is no obstacle {kind!r} to add; there are {', '.join(SHAPES)}")
    shape = SHAPES[kind]
    if isinstance(shape, Ellipsoid):
        return Obstacle(name, shape, placement=Placement((x, shape.radii[1], z)))
    high = shape.length / 2 + (shape.radius if isinstance(shape, Capsule) else 0.0)
    return Obstacle(name, shape, placement=Placement((x, high, z), UPRIGHT))
