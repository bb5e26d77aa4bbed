"""Triangles of mesh files: STL (binary or text), OBJ, MuJoCo's own MSH, and COLLADA. Told apart by suffix, as MuJoCo
does.

Only the surface is read: for the matter inside it, and to be drawn. Coordinates are single precision in these formats,
or become so in MuJoCo, so they are rounded to it here too.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from poise.errors import FileError, PoiseError
from poise.io.robot.collada import Piece, read_collada

Triangles = NDArray[np.float64]
"""(n, 3, 3): triangle, corner, x y z."""
Reader = Callable[[bytes], Triangles | list[Piece]]

_STL_RECORD = np.dtype([("normal", "<f4", 3), ("corners", "<f4", (3, 3)), ("color", "<u2")])
_STL_CORNER = re.compile(rb"vertex\s+(\S+)\s+(\S+)\s+(\S+)")


def read_triangles(path: Path) -> Triangles:
    """The triangles of a mesh file, in file units. Raises `FileError` for a file that is no mesh."""
    return _read(path, {".stl": _stl, ".obj": _obj, ".msh": _msh})[0].triangles


def read_pieces(path: Path) -> list[Piece]:
    """The same by colour; also of a COLLADA file, in metres."""
    return _read(path, {".stl": _stl, ".obj": _obj, ".msh": _msh, ".dae": lambda data: read_collada(data, path)})


def _read(path: Path, readers: dict[str, Reader]) -> list[Piece]:
    suffix = path.suffix.lower()
    if suffix not in readers:
        raise FileError(path, f"meshes are read from {', '.join(readers)} files, not from {suffix!r}")
    if not os.path.isfile(path):
        raise FileError(path, "there is no such mesh file")
    try:
        data = path.read_bytes()
    except OSError as error:
        raise FileError(path, f"the mesh cannot be read: {error.strerror}") from None
    try:
        found = readers[suffix](data)
    except FileError:
        raise
    except PoiseError as error:  # a turn about no axis, a number beyond all numbers
        raise FileError(path, str(error)) from None
    except (ValueError, IndexError, OverflowError):  # a corner may be named by a number beyond all integers
        raise FileError(path, "the mesh file is damaged") from None
    pieces = found if isinstance(found, list) else [Piece(found, None)]
    if not any(p.triangles.size for p in pieces) or not all(np.isfinite(p.triangles).all() for p in pieces):
        raise FileError(path, "the mesh has no triangles, or corners that are not finite")
    return pieces


def _stl(data: bytes) -> Triangles:
    """80 bytes of header, the count, records of 50 bytes; or text that lists the corners."""
    count = int.from_bytes(data[80:84], "little")
    if len(data) == 84 + _STL_RECORD.itemsize * count:
        return _single(np.frombuffer(data, _STL_RECORD, count, 84)["corners"])
    return _single([[float(word) for word in corner] for corner in _STL_CORNER.findall(data)]).reshape(-1, 3, 3)


def _obj(data: bytes) -> Triangles:
    """`v` lines are corners; `f` lines are polygons over them, cut into fans. Counted from 1, or back from the end."""
    corners: list[list[float]] = []
    faces: list[tuple[int, int, int]] = []
    for number, line in enumerate(data.splitlines(), 1):
        kind, *words = line.split() or [b""]
        try:
            if kind == b"v":
                x, y, z = (float(word) for word in words[:3])  # fewer are no corner
                corners.append([x, y, z])
            elif kind == b"f":
                told = [int(word.split(b"/")[0]) for word in words]
                ring = [n - 1 if n > 0 else len(corners) + n for n in told]
                faces += zip([ring[0]] * len(ring), ring[1:], ring[2:], strict=False)
        except (ValueError, IndexError):
            raise PoiseError(f"line {number} is damaged: {line[:40].decode('utf-8', 'replace')!r}") from None
    return _picked(_single(corners), np.array(faces, int).reshape(-1, 3))


def _msh(data: bytes) -> Triangles:
    """Four counts (corners, normals, texture coordinates, faces), then the corners, …, and last the faces."""
    corners, normals, textures, faces = (int(n) for n in np.frombuffer(data, "<i4", 4))
    found = np.frombuffer(data, "<f4", 3 * corners, 16).reshape(-1, 3)
    start = 16 + 12 * corners + 12 * normals + 8 * textures
    return _picked(_single(found), np.frombuffer(data, "<i4", 3 * faces, start).reshape(-1, 3))


def _picked(corners: NDArray[np.float64], faces: NDArray[np.integer]) -> Triangles:
    if faces.size and (faces.min() < 0 or faces.max() >= len(corners)):
        raise PoiseError(f"a face names a corner that does not exist: there are {len(corners)}")
    return np.asarray(corners[faces], float)


def _single(values: object) -> NDArray[np.float64]:
    return np.asarray(np.asarray(values, np.float32), np.float64)
