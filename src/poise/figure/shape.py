"""Simple solids that give a segment its volume (Baerlocher 3.9.1): what is seen, touched and weighed.

Every shape has a `placement` (shape frame in segment frame, metres) and knows its volume and its
second moments, so that mass properties can come from shapes × density (Baerlocher 3.9.2).
"""

from __future__ import annotations

import math
from abc import abstractmethod
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from poise.errors import InputError
from poise.figure.arguments import check_fields
from poise.figure.check import Vec3, instance, number, positive, vec3
from poise.figure.placement import Placement, frame_along
from poise.readable import AbstractReadable


@dataclass(frozen=True, slots=True)
class _Solid(metaclass=AbstractReadable):
    """What all shapes share. Lengths in metres, along the axes of the shape's own frame."""

    placement: Placement = field(default_factory=Placement, kw_only=True)

    @property
    def volume(self) -> float:
        """Cubic metres."""
        return self._moments()[0]

    def center(self) -> Vec3:
        """The centroid in segment coordinates."""
        return self.placement.apply((0.0, 0.0, self._moments()[1]))

    def inertia(self, density: float) -> NDArray[np.float64]:
        """(3, 3) inertia about the centroid, in segment axes, for a density in kg/m³."""
        mass_of_unit = positive(density, "the density of a shape")
        volume, z_mean, xx, yy, zz = self._moments()
        rotation = self.placement.matrix[:3, :3]
        with np.errstate(over="ignore", invalid="ignore"):  # what grows too large is refused where it is used
            second = np.diag([xx, yy, zz - volume * z_mean * z_mean])
            central = (np.trace(second) * np.eye(3) - second) * mass_of_unit
            return np.asarray(rotation @ central @ rotation.T)

    def moved(self, outer: Placement) -> Self:
        """The same solid seen from a frame in which its old segment frame sits at `outer`."""
        instance(outer, Placement, "the outer frame of a moved shape")
        return replace(self, placement=outer @ self.placement)

    @abstractmethod
    def _moments(self) -> tuple[float, float, float, float, float]:
        """Volume, mean z, and ∫x², ∫y², ∫z² over the solid, in the shape's frame."""

    def _positive(self, *names: str) -> None:
        check_fields(self)
        for name in names:
            value = positive(getattr(self, name), f"the {name} of a {type(self).__name__.lower()}")
            object.__setattr__(self, name, value)


@dataclass(frozen=True, slots=True)
class Sphere(_Solid):
    """A ball of `radius` about the origin of the shape's frame."""

    radius: float

    def __post_init__(self) -> None:
        self._positive("radius")

    def scaled(self, factor: float) -> Sphere:
        """Every length times `factor`."""
        factor = positive(factor, "the factor of a scaled shape")
        return Sphere(self.radius * factor, placement=self.placement.scaled(factor))

    def _moments(self) -> tuple[float, float, float, float, float]:
        return _ellipsoid_moments(self.radius, self.radius, self.radius)


@dataclass(frozen=True, slots=True)
class Ellipsoid(_Solid):
    """An ellipsoid with semi-axes `radii` along x, y, z of the shape's frame."""

    radii: Vec3

    def __post_init__(self) -> None:
        check_fields(self)
        object.__setattr__(self, "radii", _positive3(self.radii, "the radii of an ellipsoid"))

    def scaled(self, factor: float) -> Ellipsoid:
        """Every length times `factor`."""
        factor = positive(factor, "the factor of a scaled shape")
        return Ellipsoid(_times(self.radii, factor), placement=self.placement.scaled(factor))

    def _moments(self) -> tuple[float, float, float, float, float]:
        return _ellipsoid_moments(*self.radii)


@dataclass(frozen=True, slots=True)
class Box(_Solid):
    """A box with full edge lengths `size` along x, y, z, centred on the shape's frame."""

    size: Vec3

    def __post_init__(self) -> None:
        check_fields(self)
        object.__setattr__(self, "size", _positive3(self.size, "the size of a box"))

    def scaled(self, factor: float) -> Box:
        """Every length times `factor`."""
        factor = positive(factor, "the factor of a scaled shape")
        return Box(_times(self.size, factor), placement=self.placement.scaled(factor))

    def _moments(self) -> tuple[float, float, float, float, float]:
        x, y, z = self.size
        v = x * y * z
        return v, 0.0, v * x * x / 12, v * y * y / 12, v * z * z / 12


@dataclass(frozen=True, slots=True)
class Cylinder(_Solid):
    """A cylinder of `radius` and full `length` along z, centred on the shape's frame."""

    radius: float
    length: float

    def __post_init__(self) -> None:
        self._positive("radius", "length")

    def scaled(self, factor: float) -> Cylinder:
        """Every length times `factor`."""
        factor = positive(factor, "the factor of a scaled shape")
        return Cylinder(self.radius * factor, self.length * factor, placement=self.placement.scaled(factor))

    def _moments(self) -> tuple[float, float, float, float, float]:
        return _revolved([(-self.length / 2, self.length / 2, lambda z: self.radius * self.radius)])


@dataclass(frozen=True, slots=True)
class Capsule(_Solid):
    """The hull of two balls on the z axis, at z = ∓`length`/2, with radii `radius` and `end_radius`.

    With equal radii (the default) it is the usual capsule; with different ones it tapers as a limb does.
    Neither ball may swallow the other: |radius − end_radius| < length.
    """

    radius: float
    length: float
    end_radius: float | None = None

    def __post_init__(self) -> None:
        self._positive("radius", "length")
        if self.end_radius is not None:
            self._positive("end_radius")
            if abs(self.radius - self.end_radius) >= self.length:
                raise InputError("a capsule's radii must differ by less than its length, or one end swallows the other")

    @staticmethod
    def between(a: Any, b: Any, radius: float, end_radius: float | None = None) -> Capsule:
        """The capsule whose end balls are centred on the points `a` and `b` (segment coordinates)."""
        start, end = np.array(vec3(a, "an end of a capsule")), np.array(vec3(b, "an end of a capsule"))
        with np.errstate(over="ignore"):  # what grows too large is refused by name
            axis, middle = end - start, (start + end) / 2
            length = number(float(np.linalg.norm(axis)), "the length of a capsule")
        hint = (1.0, 0.0, 0.0) if abs(axis[0]) < 0.9 * length else (0.0, 1.0, 0.0)
        placement = Placement(vec3(middle, "a capsule"), frame_along(axis, hint))
        return Capsule(radius, length, end_radius, placement=placement)

    @property
    def radii(self) -> tuple[float, float]:
        """Both radii, at −z and at +z."""
        return self.radius, self.radius if self.end_radius is None else self.end_radius

    def scaled(self, factor: float) -> Capsule:
        """Every length times `factor`."""
        factor = positive(factor, "the factor of a scaled shape")
        end = None if self.end_radius is None else self.end_radius * factor
        return Capsule(self.radius * factor, self.length * factor, end, placement=self.placement.scaled(factor))

    def profile(self) -> list[tuple[float, float, Callable[[float], float]]]:
        """Pieces (z from, z to, squared radius at z): cap, cone, cap."""
        r0, r1 = self.radii
        half = self.length / 2
        slope = (r0 - r1) / self.length  # sine of the cone's half angle
        z0, z1 = -half + slope * r0, half + slope * r1  # where the cone touches the balls
        c0, c1 = r0 * math.sqrt(1 - slope * slope), r1 * math.sqrt(1 - slope * slope)

        def cone(z: float) -> float:
            radius = c0 + (c1 - c0) * (z - z0) / (z1 - z0)
            return radius * radius  # not a power, which would raise where a product is infinite

        return [
            (-half - r0, z0, lambda z: r0 * r0 - (z + half) * (z + half)),
            (z0, z1, cone),
            (z1, half + r1, lambda z: r1 * r1 - (z - half) * (z - half)),
        ]

    def _moments(self) -> tuple[float, float, float, float, float]:
        return _revolved(self.profile())


Shape = Sphere | Ellipsoid | Box | Cylinder | Capsule
"""Any of the shapes a segment may carry."""


def _ellipsoid_moments(a: float, b: float, c: float) -> tuple[float, float, float, float, float]:
    v = 4 / 3 * math.pi * a * b * c
    return v, 0.0, v * a * a / 5, v * b * b / 5, v * c * c / 5


def _revolved(
    pieces: list[tuple[float, float, Callable[[float], float]]],
) -> tuple[float, float, float, float, float]:
    """Moments of a solid of revolution about z. Squared radii are quadratic, so 4-point Gauss is exact."""
    nodes, weights = np.polynomial.legendre.leggauss(4)
    volume = first = across = along = 0.0
    for start, end, squared_radius in pieces:
        for node, weight in zip(nodes, weights, strict=True):
            z = start + (end - start) * (float(node) + 1) / 2
            area = math.pi * squared_radius(z)
            step = float(weight) * (end - start) / 2
            volume += area * step
            first += area * z * step
            across += area * area / (4 * math.pi) * step  # ∫x² over a disc is A²/4π
            along += area * z * z * step
    return volume, first / volume if volume > 0 else 0.0, across, across, along


def _positive3(values: Any, what: str) -> Vec3:
    v = vec3(values, what)
    if min(v) <= 0:
        raise InputError(f"{what} must be positive, not {v}")
    return v


def _times(v: Vec3, factor: float) -> Vec3:
    return (v[0] * factor, v[1] * factor, v[2] * factor)
