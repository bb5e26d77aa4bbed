"""How far a joint may go (Baerlocher 3.6): ranges, regions of the sphere for swing, twist by swing.

A joint's `limits` map a coordinate to its limit: "angle", "distance", "flexion" and "twist" take a
`Range`; "swing" takes a `Cone`, an `Ellipse` or a `Polygon`; the twist of a ball joint may also be a
`TwistTable`. What has no entry is free. All angles are radians.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import numpy as np

from poise._core import polygon_problem
from poise.errors import InputError
from poise.figure.check import Vec3, bound, each, number, numbers, shown, unit3
from poise.figure.units import degrees_hint
from poise.readable import Readable


@dataclass(frozen=True, slots=True)
class Range(metaclass=Readable):
    """min ≤ x ≤ max; either may be infinite."""

    min: float = -math.inf
    max: float = math.inf

    def __post_init__(self) -> None:
        low, high = bound(self.min, "the min of a range"), bound(self.max, "the max of a range")
        if low > high:
            raise InputError(f"a range has min above max: {low} > {high}")
        object.__setattr__(self, "min", low)
        object.__setattr__(self, "max", high)

    @staticmethod
    def degrees(min: float, max: float) -> Range:
        """A range given in degrees."""
        low, high = bound(min, "the min of a range"), bound(max, "the max of a range")
        return Range(math.radians(low), math.radians(high))

    @property
    def middle(self) -> float:
        """The midpoint, or the value nearest to zero when an end is open."""
        if math.isfinite(self.min) and math.isfinite(self.max):
            return (self.min + self.max) / 2
        return min(max(0.0, self.min), self.max)


@dataclass(frozen=True, slots=True)
class Cone(metaclass=Readable):
    """The limb stays within `angle` of the joint's z axis, 0 < angle < π."""

    angle: float

    def __post_init__(self) -> None:
        object.__setattr__(self, "angle", _opening(self.angle, "the angle of a cone"))


@dataclass(frozen=True, slots=True)
class Ellipse(metaclass=Readable):
    """A spherical ellipse: (swing_x / x)² + (swing_y / y)² ≤ 1, with 0 < x, y < π (Baerlocher 3.6.1).

    `x` is the largest rotation about the joint's x axis, `y` about its y axis.
    """

    x: float
    y: float

    def __post_init__(self) -> None:
        object.__setattr__(self, "x", _opening(self.x, "the x of an ellipse"))
        object.__setattr__(self, "y", _opening(self.y, "the y of an ellipse"))


@dataclass(frozen=True, slots=True)
class Polygon(metaclass=Readable):
    """A spherical polygon: the limb direction stays to the left of the directed edges (Korein).

    `vertices` are directions in the joint frame (made unit); edges are great arcs shorter than π. Seen
    from outside the sphere, counter-clockwise order allows the inside, clockwise order all but it.
    """

    vertices: tuple[Vec3, ...]

    def __post_init__(self) -> None:
        points = tuple(unit3(v, "a vertex of a polygon") for v in each(self.vertices, "the vertices of a polygon"))
        if len(points) < 3:
            raise InputError(f"a polygon needs at least 3 vertices, not {len(points)}")
        problem = polygon_problem(np.array(points))
        if problem:
            raise InputError(f"a polygon is not usable: {problem}")
        object.__setattr__(self, "vertices", points)

    @staticmethod
    def of_swings(swings: Iterable[tuple[float, float]]) -> Polygon:
        """From vertices given as swings (swing_x, swing_y) in radians."""
        given = [numbers(swing, 2, "a swing of a polygon") for swing in each(swings, "the swings of a polygon")]
        return Polygon(tuple(direction_of_swing(x, y) for x, y in given))


@dataclass(frozen=True, slots=True)
class TwistTable(metaclass=Readable):
    """A twist range that depends on the swing: τ_min(s) ≤ τ ≤ τ_max(s) (Baerlocher 3.6.2).

    `rows` are (direction, min, max): at that limb direction the twist range is exactly [min, max]; between
    the rows both ends are blended by inverse squared distance on the sphere (Shepard), so min ≤ max
    everywhere and nothing leaves the range of the given values.
    """

    rows: tuple[tuple[Vec3, float, float], ...]

    def __post_init__(self) -> None:
        rows = tuple(_twist_row(r) for r in each(self.rows, "the rows of a twist table"))
        if not rows:
            raise InputError("a twist table needs at least one row")
        if len({r[0] for r in rows}) != len(rows):
            raise InputError("a twist table has two rows for the same direction")
        object.__setattr__(self, "rows", rows)

    @staticmethod
    def of_swings(rows: Iterable[tuple[float, float, float, float]]) -> TwistTable:
        """From rows (swing_x, swing_y, min, max) in radians."""
        given = [numbers(row, 4, "a row of a twist table") for row in each(rows, "the rows of a twist table")]
        return TwistTable(tuple((direction_of_swing(x, y), low, high) for x, y, low, high in given))


SwingLimit = Cone | Ellipse | Polygon
Limit = Range | SwingLimit | TwistTable


def direction_of_swing(swing_x: float, swing_y: float) -> Vec3:
    """Where a swing takes the z axis: exp([s_x, s_y, 0]×) z."""
    x, y = number(swing_x, "swing_x"), number(swing_y, "swing_y")
    angle = math.hypot(x, y)
    if angle == 0:
        return (0.0, 0.0, 1.0)
    s = math.sin(angle) / angle
    return unit3((y * s, -x * s, math.cos(angle)), "the direction of a swing")


def _opening(value: Any, what: str) -> float:
    x = number(value, what)
    if not 0 < x < math.pi:
        raise InputError(f"{what} must lie between 0 and 180°, not {math.degrees(x):.6g}°{degrees_hint(x)}")
    return x


def _twist_row(row: Any) -> tuple[Vec3, float, float]:
    try:
        direction, low, high = row
    except (TypeError, ValueError):
        raise InputError(f"a row of a twist table is (direction, min, max), not {shown(row)}") from None
    limits = Range(number(low, "a twist limit"), number(high, "a twist limit"))
    return unit3(direction, "a direction of a twist table"), limits.min, limits.max
