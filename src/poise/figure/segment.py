"""A segment: one rigid part of the body, with its mass and its shapes."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, get_args

import numpy as np

from poise.errors import FigureError
from poise.figure.arguments import checked_methods
from poise.figure.check import Mat3, Vec3, each, instance, mat3, name, number, positive, vec3
from poise.figure.placement import Placement, as_rows
from poise.figure.shape import Shape
from poise.readable import Readable

WATER = 1000.0
"""kg/m³; a body is about as dense as water."""

_ZERO: Mat3 = ((0.0, 0.0, 0.0), (0.0, 0.0, 0.0), (0.0, 0.0, 0.0))


@checked_methods
@dataclass(frozen=True, slots=True)
class Segment(metaclass=Readable):
    """A rigid part.

    `mass` kg; `center` the centre of mass, metres, segment frame; `inertia` (3×3) about the centre of
    mass, segment axes, kg m²; `shapes` in segment coordinates.
    """

    name: str
    mass: float = 0.0
    center: Vec3 = (0.0, 0.0, 0.0)
    inertia: Mat3 = _ZERO
    shapes: tuple[Shape, ...] = ()

    def __post_init__(self) -> None:
        put = object.__setattr__
        put(self, "name", name(self.name, "segment"))
        put(self, "mass", number(self.mass, f"the mass of segment {self.name!r}"))
        put(self, "center", vec3(self.center, f"the centre of mass of segment {self.name!r}"))
        put(self, "inertia", _checked_inertia(self.inertia, self.name))
        put(self, "shapes", _checked_shapes(self.shapes, self.name))
        if self.mass < 0:
            raise FigureError(f"segment {self.name!r} has a negative mass: {self.mass} kg")

    @staticmethod
    def of_shapes(name: str, shapes: Iterable[Shape], density: float = WATER) -> Segment:
        """A segment whose mass properties are those of its shapes at a density in kg/m³.

        Shapes that overlap count twice where they do.
        """
        density = positive(density, f"the density of segment {name!r}")
        parts = _checked_shapes(shapes, name)
        return merged(name, [(s.volume * density, s.center(), s.inertia(density)) for s in parts], parts)

    def moved(self, outer: Placement, name: str | None = None) -> Segment:
        """The same matter described in a frame in which the old segment frame sits at `outer`."""
        rotation = outer.matrix[:3, :3]
        inertia = rotation @ np.array(self.inertia) @ rotation.T
        shapes = tuple(s.moved(outer) for s in self.shapes)
        return Segment(name or self.name, self.mass, outer.apply(self.center), _symmetric(inertia), shapes)

    def scaled(self, factor: float) -> Segment:
        """Every length times `factor` at the same density: mass × factor³, inertia × factor⁵."""
        factor = positive(factor, "the factor of a scaled segment")
        with np.errstate(over="ignore", invalid="ignore"):  # what grows too large is refused by name
            center, inertia = np.array(self.center) * factor, np.array(self.inertia) * np.float64(factor) ** 5
        shapes = tuple(s.scaled(factor) for s in self.shapes)
        mass = self.mass * factor * factor * factor
        return Segment(self.name, mass, vec3(center, "a centre of mass"), _symmetric(inertia), shapes)

    def with_mass(self, mass: float) -> Segment:
        """The same body with another mass; inertia grows in proportion."""
        mass = number(mass, f"the mass of segment {self.name!r}")
        ratio = mass / self.mass if self.mass > 0 else 0.0
        with np.errstate(over="ignore", invalid="ignore"):  # what grows too large is refused by name
            inertia = np.array(self.inertia) * ratio
        return Segment(self.name, mass, self.center, _symmetric(inertia), self.shapes)


def merged(name: str, parts: Iterable[tuple[float, Any, Any]], shapes: tuple[Shape, ...] = ()) -> Segment:
    """One segment out of rigidly joined parts (mass, centre, inertia about that centre), same axes."""
    items = [(m, np.asarray(c, float), np.asarray(i, float)) for m, c, i in parts]
    mass = sum(m for m, _, _ in items)
    if mass <= 0:
        total = sum((i for _, _, i in items), np.zeros((3, 3)))
        return Segment(name, 0.0, (0.0, 0.0, 0.0), _symmetric(total), shapes)
    with np.errstate(over="ignore", invalid="ignore"):  # what grows too large is refused by name
        center = sum((m * c for m, c, _ in items), np.zeros(3)) / mass
        inertia = np.zeros((3, 3))
        for m, c, i in items:
            r = c - center
            inertia += i + m * (float(r @ r) * np.eye(3) - np.outer(r, r))  # parallel axes (Steiner)
    return Segment(name, mass, vec3(center, "a centre of mass"), _symmetric(inertia), shapes)


def _checked_shapes(shapes: Any, segment: str) -> tuple[Shape, ...]:
    found = each(shapes, f"the shapes of segment {segment!r}")
    return tuple(instance(shape, get_args(Shape), f"a shape of segment {segment!r}") for shape in found)


def _symmetric(inertia: Any) -> Mat3:
    m = np.asarray(inertia, float)
    with np.errstate(over="ignore", invalid="ignore"):
        return as_rows((m + m.T) / 2)


def _checked_inertia(inertia: Any, segment: str) -> Mat3:
    rows = mat3(inertia, f"the inertia of segment {segment!r}")
    m = np.array(rows)
    scale = max(1e-12, float(np.abs(m).max()))
    if float(np.abs(m - m.T).max()) > 1e-9 * scale:
        raise FigureError(f"the inertia of segment {segment!r} is not symmetric")
    if float(np.linalg.eigvalsh(m)[0]) < -1e-9 * scale:
        raise FigureError(f"the inertia of segment {segment!r} has a negative principal moment")
    return rows
