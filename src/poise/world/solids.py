"""Solids that only a world has, and every solid as the core knows it.

The shapes of segments (`poise.Box`, `poise.Sphere`, …) are solids of a world as well.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from poise import _core
from poise.errors import InputError
from poise.figure.arguments import check_fields
from poise.figure.check import Vec3, array, number, positive, unit3
from poise.figure.placement import Placement, frame_along
from poise.figure.shape import Box, Capsule, Cylinder, Ellipsoid, Shape, Sphere
from poise.readable import Readable
from poise.world.mesh import Mesh

Array = NDArray[np.float64]
UP: Vec3 = (0.0, 1.0, 0.0)


@dataclass(frozen=True, slots=True)
class HalfSpace(metaclass=Readable):
    """All that lies behind the plane through the origin of its frame; `normal` leads out of it. A floor by default."""

    normal: Vec3 = UP

    def __post_init__(self) -> None:
        check_fields(self)
        object.__setattr__(self, "normal", unit3(self.normal, "the normal of a half-space"))


@dataclass(frozen=True, slots=True)
class Hull(metaclass=Readable):
    """The convex hull of `points`, metres, not all in one plane."""

    points: tuple[Vec3, ...]

    def __post_init__(self) -> None:
        rows = array(self.points, "the points of a hull")
        if rows.ndim != 2 or rows.shape[1] != 3 or len(rows) < 4:
            raise InputError(f"the points of a hull must be at least four rows of three numbers, not {rows.shape}")
        _require_finite(rows, "the points of a hull")
        object.__setattr__(self, "points", tuple((float(x), float(y), float(z)) for x, y, z in rows))
        try:
            _core.Solid.hull(np.array(self.points), 0.0)
        except ValueError as error:
            raise InputError(f"{error}: there is no inside") from None


@dataclass(frozen=True, slots=True)
class HeightField(metaclass=Readable):
    """Ground: what lies under `heights` (m), given at the corners of square cells of edge `cell`.

    Columns lie along x and rows along z of its frame, the first corner at its origin; heights go up along y. Each cell
    is two triangles; beyond its edges the ground goes on level.
    """

    heights: tuple[tuple[float, ...], ...]
    cell: float

    def __post_init__(self) -> None:
        rows = array(self.heights, "the heights of a height field")
        if rows.ndim != 2 or min(rows.shape) < 2:
            raise InputError(f"the heights of a height field must be two rows of two numbers or more, not {rows.shape}")
        _require_finite(rows, "the heights of a height field")
        object.__setattr__(self, "heights", tuple(tuple(row) for row in rows.tolist()))
        object.__setattr__(self, "cell", positive(self.cell, "the cell of a height field"))


def _require_finite(rows: Array, what: str) -> None:
    if not np.isfinite(rows).all():
        raise InputError(f"{what} must be finite, but hold NaN or infinity")


Solid = Shape | HalfSpace | Hull | HeightField | Mesh
"""Whatever an obstacle may be."""
_Z_TO_Y = (-0.5, -0.5, -0.5, 0.5)
"""Turns x, y, z into z, x, y: in the core heights go along z, and columns lie along x."""


def core_solid(shape: Solid, rounding: float) -> tuple[_core.Solid, Placement]:
    """A solid for the core, and where its frame sits in that of the obstacle."""
    if isinstance(shape, HalfSpace):
        hint = (1.0, 0.0, 0.0) if abs(shape.normal[0]) < 0.9 else (0.0, 1.0, 0.0)
        return _core.Solid.half_space(), Placement((0.0, 0.0, 0.0), frame_along(shape.normal, hint))
    if isinstance(shape, Hull):
        return _core.Solid.hull(np.array(shape.points), rounding), Placement()
    if isinstance(shape, Mesh):
        return shape.solid, Placement()
    if isinstance(shape, HeightField):
        heights = np.ascontiguousarray(np.array(shape.heights).T)
        return _core.Solid.height_field(heights, shape.cell), Placement((0.0, 0.0, 0.0), _Z_TO_Y)
    return _core_shape(shape, rounding), shape.placement


def _core_shape(shape: Shape, rounding: float) -> _core.Solid:
    if isinstance(shape, Box):
        return _core.Solid.box(np.array(shape.size), rounding)
    if isinstance(shape, Cylinder):
        return _core.Solid.cylinder(shape.radius, shape.length, rounding)
    if isinstance(shape, Ellipsoid):
        return _core.Solid.ellipsoid(np.array(shape.radii))
    if isinstance(shape, Sphere):
        return _core.Solid.round(np.array([0.0] * 6 + [shape.radius] * 2))
    half = shape.length / 2
    return _core.Solid.round(np.array([0.0, 0.0, -half, 0.0, 0.0, half, *shape.radii]))


def checked_rounding(value: Any, shape: Solid, what: str) -> float:
    """The radius of the edges of a box, a cylinder or a hull."""
    rounding = number(value, what)
    if rounding == 0.0:
        return rounding
    if isinstance(shape, Box):
        most = min(shape.size) / 2
    elif isinstance(shape, Cylinder):
        most = min(shape.radius, shape.length / 2)
    elif isinstance(shape, Hull):
        most = np.inf
    else:
        raise InputError(f"{what}: a {type(shape).__name__} has no edges; boxes, cylinders and hulls can be rounded")
    if not 0.0 <= rounding <= most:
        raise InputError(f"{what} must be between 0 and {most:g} m, not {rounding:g}")
    return rounding


def shape_of(value: Any, what: str) -> Solid:
    """A value that must be a solid."""
    kinds = (Box, Capsule, Cylinder, Ellipsoid, HalfSpace, HeightField, Hull, Mesh, Sphere)
    if not isinstance(value, kinds):
        names = ", ".join(kind.__name__ for kind in kinds)
        raise InputError(f"{what} must be one of {names}, not {value!r}")
    return value
