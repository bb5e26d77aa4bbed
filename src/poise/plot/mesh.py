"""Triangle meshes of the shapes, in plain numpy: what pictures and viewers draw.

A `Mesh` is a closed surface whose faces turn counter-clockwise seen from outside. Vertices are repeated
where the surface has an edge (box, cylinder), because a vertex carries one normal.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, get_args

import numpy as np
from numpy.typing import NDArray

from poise.errors import InputError
from poise.figure.check import array, shown
from poise.figure.shape import Box, Capsule, Cylinder, Ellipsoid, Shape, Sphere

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

MOST_SIDES = 10_000
SIDES = 40
"""Facets around a round shape; smooth to the eye at the size of a picture."""


@dataclass(frozen=True, slots=True, eq=False)
class Mesh:
    """`vertices` (n, 3) metres, `normals` (n, 3) unit and outward, `faces` (m, 3) vertex indices."""

    vertices: Floats
    normals: Floats
    faces: Ints

    def moved(self, matrix: Any) -> Mesh:
        """The mesh seen from outside a frame that sits at the rigid (4, 4) `matrix`."""
        m = rigid(matrix)
        return Mesh(self.vertices @ m[:3, :3].T + m[:3, 3], self.normals @ m[:3, :3].T, self.faces)

    @property
    def volume(self) -> float:
        """Enclosed volume in m³, by the divergence theorem over the faces."""
        a, b, c = (self.vertices[self.faces[:, i]] for i in range(3))
        return float(np.einsum("ij,ij->", a, np.cross(b, c)) / 6)

    @property
    def area(self) -> float:
        """Surface in m²."""
        a, b, c = (self.vertices[self.faces[:, i]] for i in range(3))
        return float(np.linalg.norm(np.cross(b - a, c - a), axis=1).sum() / 2)


def rigid(matrix: Any) -> Floats:
    """A (4, 4) array of finite numbers."""
    m = array(matrix, "the matrix that moves a mesh")
    if m.shape != (4, 4) or not np.isfinite(m).all():
        raise InputError(f"the matrix that moves a mesh must be (4, 4) finite numbers, not {shown(matrix)}")
    return m


EMPTY = Mesh(np.zeros((0, 3)), np.zeros((0, 3)), np.zeros((0, 3), np.int64))


def shape_mesh(shape: Shape, sides: int = SIDES) -> Mesh:
    """The surface of a shape in segment coordinates, with `sides` facets around (at least 3)."""
    if not isinstance(sides, int) or not 3 <= sides <= MOST_SIDES:
        raise InputError(f"a round mesh has 3 to {MOST_SIDES} sides, not {shown(sides)}")
    if not isinstance(shape, get_args(Shape)):
        raise InputError(f"cannot draw {shown(shape)}: it is not a shape")
    return _surface(shape, sides)


@lru_cache(maxsize=4096)
def _surface(shape: Shape, sides: int) -> Mesh:
    """Kept: a film draws the same shapes in every frame."""
    return _own_frame(shape, sides).moved(shape.placement.matrix)


def joined(meshes: Iterable[Mesh]) -> Mesh:
    """Several meshes as one."""
    parts = [m for m in meshes if len(m.vertices)]
    if not parts:
        return EMPTY
    starts = np.cumsum([0, *(len(m.vertices) for m in parts[:-1])])
    faces = [m.faces + start for m, start in zip(parts, starts, strict=True)]
    return Mesh(np.vstack([m.vertices for m in parts]), np.vstack([m.normals for m in parts]), np.vstack(faces))


def _own_frame(shape: Shape, sides: int) -> Mesh:
    match shape:
        case Sphere(radius):
            return ellipsoid((radius, radius, radius), sides)
        case Ellipsoid(radii):
            return ellipsoid(radii, sides)
        case Box(size):
            return box(size)
        case Cylinder(radius, length):
            return cylinder(radius, length, sides)
        case Capsule():
            return capsule(*shape.radii, shape.length, sides)
    raise InputError(f"cannot draw {shown(shape)}: it is not a shape")


def ellipsoid(radii: Iterable[float], sides: int = SIDES) -> Mesh:
    """A ball stretched to semi-axes `radii`; normals follow the gradient x/a², y/b², z/c²."""
    scale = np.array(tuple(radii))
    ball = _revolved(_arc(-math.pi / 2, math.pi / 2, max(2, sides // 2)), sides)
    slopes = ball.vertices / scale
    return Mesh(ball.vertices * scale, slopes / np.linalg.norm(slopes, axis=1, keepdims=True), ball.faces)


def capsule(start_radius: float, end_radius: float, length: float, sides: int = SIDES) -> Mesh:
    """The hull of two balls at z = ∓length/2: two caps that meet the cone where it touches the balls."""
    touch = math.asin((start_radius - end_radius) / length)
    steps = max(2, sides // 4)
    lower, upper = _arc(-math.pi / 2, touch, steps), _arc(touch, math.pi / 2, steps)
    lower[:, :2] *= start_radius
    upper[:, :2] *= end_radius
    lower[:, 1] -= length / 2
    upper[:, 1] += length / 2
    return _revolved(np.vstack([lower, upper]), sides)


def cylinder(radius: float, length: float, sides: int = SIDES) -> Mesh:
    """A cylinder along z, centred; its rims are sharp."""
    h = length / 2
    bottom = np.array([[0.0, -h, 0.0, -1.0], [radius, -h, 0.0, -1.0]])
    wall = np.array([[radius, -h, 1.0, 0.0], [radius, h, 1.0, 0.0]])
    top = np.array([[radius, h, 0.0, 1.0], [0.0, h, 0.0, 1.0]])
    return joined(_revolved(piece, sides) for piece in (bottom, wall, top))


def box(size: Iterable[float]) -> Mesh:
    """A box with full edge lengths `size`, centred; four vertices per side."""
    half = np.array(tuple(size)) / 2
    corners: list[Floats] = []
    normals: list[Floats] = []
    faces: list[tuple[int, int, int]] = []
    for axis in range(3):
        u, v = np.eye(3)[(axis + 1) % 3], np.eye(3)[(axis + 2) % 3]
        for sign in (-1.0, 1.0):
            normal = sign * np.eye(3)[axis]
            first = len(corners)
            corners += [(normal + a * u + sign * b * v) * half for a, b in ((-1, -1), (1, -1), (1, 1), (-1, 1))]
            normals += [normal] * 4
            faces += [(first, first + 1, first + 2), (first, first + 2, first + 3)]
    return Mesh(np.array(corners), np.array(normals), np.array(faces))


def _arc(start: float, end: float, steps: int) -> Floats:
    """A unit circle's arc by latitude: rows (radius, z, normal radius, normal z)."""
    angles = np.linspace(start, end, steps + 1)
    points = np.column_stack([np.cos(angles), np.sin(angles)])
    points[np.abs(points) < 1e-15] = 0.0  # cos(π/2) must be a pole, not a tiny ring
    return np.hstack([points, points])


def _revolved(profile: Floats, sides: int) -> Mesh:
    """The profile (see `_arc`), from low to high z, turned about z; rows of radius 0 become one pole vertex."""
    turn = np.arange(sides) * (2 * math.pi / sides)
    vertices: list[Floats] = []
    rings: list[Ints] = []
    count = 0
    for row in profile:
        around = turn[:1] if row[0] == 0 else turn
        vertices.append(np.column_stack([np.outer(np.cos(around), row[[0, 2]]), np.outer(np.sin(around), row[[0, 2]])]))
        vertices[-1] = np.column_stack([vertices[-1], np.tile(row[[1, 3]], (len(around), 1))])
        rings.append(np.resize(np.arange(count, count + len(around)), sides))
        count += len(around)
    table = np.vstack(vertices)[:, [0, 2, 4, 1, 3, 5]]
    faces = np.vstack([_band(low, high) for low, high in itertools.pairwise(rings)])
    return Mesh(table[:, :3].copy(), table[:, 3:].copy(), faces)


def _band(low: Ints, high: Ints) -> Ints:
    """Two triangles per side between two rings; those that touch a pole twice have no area and are left out."""
    low_next, high_next = np.roll(low, -1), np.roll(high, -1)
    faces = np.vstack([np.column_stack([low, low_next, high_next]), np.column_stack([low, high_next, high])])
    distinct = (faces[:, 0] != faces[:, 1]) & (faces[:, 1] != faces[:, 2]) & (faces[:, 2] != faces[:, 0])
    return np.asarray(faces[distinct])
