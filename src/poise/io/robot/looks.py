"""What is seen of a robot: the meshes that its file names, read when somebody looks, and shapes.

A figure from a robot file carries them as the mesh of its own that characters have (`figure.character`): every part
goes rigidly with one segment. A mesh that cannot be read is told by `character.missing`, and what its body has for
shapes is shown in its place.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from poise.arrays import Array, sealed
from poise.errors import FileError
from poise.figure.character import Character, SkinPart
from poise.figure.placement import IDENTITY, Placement
from poise.figure.shape import Shape
from poise.io.robot.collada import Piece
from poise.io.robot.mesh_file import read_pieces

CREASE = np.cos(np.radians(40.0))
"""Faces that meet at a sharper angle than this are seen as an edge, others as one smooth surface (by eye)."""
CROWDED = 64
"""Faces around a corner beyond which each keeps its own direction: the middle of a large fan is flat."""
SIDES = 24
"""Facets around a round shape among the meshes."""

Ints = NDArray[np.int64]


@dataclass(frozen=True, slots=True, eq=False)
class Look:
    """One thing that is seen of a body.

    `source`: a mesh file, triangles (n, 3, 3), a shape, or in words why there is nothing. `matrix` (4, 4) leads from
    its coordinates to the body's, and may scale and mirror. `color` "#rrggbb", None for what the segment has.
    """

    source: Path | Array | Shape | str
    matrix: Array
    color: str | None = None
    opacity: float = 1.0
    instead: tuple[Shape, ...] = ()

    @property
    def is_mesh(self) -> bool:
        """Whether it is more than a shape."""
        return isinstance(self.source, Path | np.ndarray | str)

    def moved(self, place: Placement) -> Look:
        """The same in a frame in which the body sits at `place`."""
        shapes = tuple(shape.moved(place) for shape in self.instead)
        return self if place.is_identity else replace(self, matrix=place.matrix @ self.matrix, instead=shapes)


@dataclass(frozen=True, slots=True, eq=False)
class Looks:
    """All that is seen of a robot, by segment; called, it reads the meshes."""

    seen: tuple[tuple[str, Look], ...]

    def __call__(self) -> tuple[SkinPart, ...]:
        """The parts: one for every segment and colour, and one for every mesh that could not be read."""
        files: dict[Path, list[Piece] | str] = {}
        groups: dict[tuple[str, str | None, float], list[Array]] = {}
        lost = []
        for segment, look in self.seen:
            pieces = _pieces(look, files)
            if isinstance(pieces, str):
                lost.append(_part(segment, _shown(look.instead), instead_of=pieces))
                continue
            for triangles, color in pieces:
                key = (segment, look.color or color, look.opacity)
                groups.setdefault(key, []).append(_placed(triangles, look.matrix))
        found = [
            _part(segment, smoothed(np.concatenate(pieces)), color, opacity)
            for (segment, color, opacity), pieces in groups.items()
        ]
        return (*found, *lost)


def robot_character(kind: str, segments: Iterable[str], seen: Iterable[tuple[str, Look]]) -> Character | None:
    """The mesh of a figure from a robot file; None for one whose file names no meshes."""
    looks = tuple(seen)
    if not any(look.is_mesh for _, look in looks):
        return None
    nodes = {name: i for i, name in enumerate(segments)}
    return Character(kind, nodes, {}, IDENTITY, None, Looks(looks))


def rgba(values: Sequence[float] | None) -> tuple[str | None, float]:
    """Colour and opacity of red, green, blue and alpha 0 … 1."""
    if values is None:
        return None, 1.0
    red, green, blue, alpha = (min(max(v, 0.0), 1.0) for v in values)
    return "#" + "".join(f"{round(255 * v):02x}" for v in (red, green, blue)), alpha


def _pieces(look: Look, files: dict[Path, list[Piece] | str]) -> list[Piece] | str:
    """What is to be drawn, or in words why it cannot be read."""
    match look.source:
        case str() as why:
            return why
        case np.ndarray() as triangles:
            return [Piece(triangles, None)]
        case Path() as file:
            if file not in files:
                files[file] = _opened(file)
            return files[file]
        case shape:
            return [Piece(_drawn(shape), None)]


def _opened(file: Path) -> list[Piece] | str:
    try:
        return read_pieces(file)
    except FileError as error:
        return str(error)


def _placed(triangles: Array, matrix: Array) -> Array:
    moved = triangles @ matrix[:3, :3].T + matrix[:3, 3]
    return np.asarray(moved if np.linalg.det(matrix[:3, :3]) >= 0 else moved[:, ::-1])  # mirrored: inside out again


def _shown(shapes: tuple[Shape, ...]) -> tuple[Array, Array, Ints]:
    return smoothed(np.concatenate([np.zeros((0, 3, 3)), *(_drawn(shape) for shape in shapes)]))


def _drawn(shape: Shape) -> Array:
    """(n, 3, 3) the triangles of a shape."""
    from poise.plot.mesh import shape_mesh  # only when somebody looks: robots are read without what draws them

    mesh = shape_mesh(shape, SIDES)
    return np.asarray(mesh.vertices[mesh.faces])


def _part(
    segment: str,
    surface: tuple[Array, Array, Ints],
    color: str | None = None,
    opacity: float = 1.0,
    instead_of: str = "",
) -> SkinPart:
    vertices, normals, faces = surface
    count = len(vertices)
    return SkinPart(
        bones=(segment,),
        binds=sealed(np.eye(4)[None]),
        vertices=sealed(vertices),
        normals=sealed(normals),
        faces=sealed(faces),
        joints=sealed(np.zeros((count, 1), np.int64)),
        weights=sealed(np.ones((count, 1))),
        color=color,
        opacity=opacity,
        instead_of=instead_of,
    )


def smoothed(triangles: Array) -> tuple[Array, Array, Ints]:
    """Vertices, normals and faces of bare triangles (n, 3, 3): smooth where faces meet flatly, with edges elsewhere."""
    flat = np.cross(triangles[:, 1] - triangles[:, 0], triangles[:, 2] - triangles[:, 0])  # as long as twice the area
    areas = np.linalg.norm(flat, axis=1)
    triangles, flat, areas = triangles[areas > 0], flat[areas > 0], areas[areas > 0]
    if not len(triangles):
        return np.zeros((0, 3)), np.zeros((0, 3)), np.zeros((0, 3), np.int64)
    unit = flat / areas[:, None]
    points, corner = np.unique(triangles.reshape(-1, 3), axis=0, return_inverse=True)
    corner = corner.reshape(-1)
    normals = _averaged(corner, np.repeat(flat, 3, axis=0), np.repeat(unit, 3, axis=0), len(points))
    rows = np.column_stack([corner, np.round(normals * 1e4)]).astype(np.int64)
    _, chosen, faces = np.unique(rows, axis=0, return_index=True, return_inverse=True)
    return points[corner[chosen]], normals[chosen], faces.reshape(-1, 3).astype(np.int64)


def _averaged(corner: Ints, flat: Array, unit: Array, count: int) -> Array:
    """(k, 3) unit normals of corners: of the faces around the same point that look nearly the same way, by area."""
    order = np.argsort(corner, kind="stable")
    sizes = np.bincount(corner, minlength=count)
    starts = np.cumsum(sizes) - sizes
    mates = np.where(sizes <= CROWDED, sizes, 0)[corner[order]]
    first = np.repeat(order, mates)
    step = np.arange(mates.sum()) - np.repeat(np.cumsum(mates) - mates, mates)
    second = order[np.repeat(starts[corner[order]], mates) + step]
    near = np.einsum("ij,ij->i", unit[first], unit[second]) > CREASE
    total = np.zeros_like(flat)
    for k in range(3):
        total[:, k] = np.bincount(first[near], flat[second[near], k], minlength=len(flat))
    alone = sizes[corner] > CROWDED
    total[alone] = flat[alone]
    length = np.linalg.norm(total, axis=1, keepdims=True)
    return np.asarray(np.where(length > 0, total / np.where(length > 0, length, 1.0), unit))
