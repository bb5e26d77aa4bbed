"""A mesh of an obstacle from an OBJ, STL, GLB or glTF file."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from poise.errors import FileError, InputError
from poise.figure.check import choice
from poise.figure.check import path as checked_path
from poise.io.gltf.container import is_gltf
from poise.io.gltf.document import read_gltf
from poise.io.gltf.mesh import triangles_of
from poise.io.mesh.grid_file import keep_grid, kept_grid
from poise.io.robot.mesh_file import read_triangles
from poise.io.text.confine import require_inside
from poise.io.text.files import read_head
from poise.world.mesh import Mesh, MeshSource

VALID = "a mesh is an OBJ, STL, GLB or glTF file"
_SUFFIXES = (".obj", ".stl")
_UP = {"y": np.eye(3), "z": np.array([[1.0, 0.0, 0.0], [0.0, 0.0, 1.0], [0.0, -1.0, 0.0]])}
"""What turns a point of a file into ours."""


def load_mesh(path: str | os.PathLike[str], scale: float, up: Any, cell: Any, thickness: Any, progress: Any) -> Mesh:
    """The mesh of a file with its grid: the one kept beside the file, or a new one, which is kept there."""
    file = checked_path(path, "the path of a mesh").absolute()
    if scale <= 0.0:
        raise InputError(f"the scale of a mesh must be positive, not {scale:g}")
    turn = _UP[choice(up, _UP, "up of a mesh")]
    corners = scale * triangles_in(file) @ turn.T
    source = MeshSource(str(file), scale, up)
    try:
        faces = np.arange(3 * len(corners)).reshape(-1, 3)
        mesh = Mesh(corners.reshape(-1, 3), faces, cell=cell, thickness=thickness, source=source)
    except InputError as error:
        raise FileError(file, str(error)) from None
    known = kept_grid(mesh, file)
    mesh.prepared(known, progress)
    if known is None:
        keep_grid(mesh, file)
    return mesh


def triangles_in(file: Path) -> NDArray[np.float64]:
    """(n, 3, 3) in the file's units and axes."""
    if is_gltf(read_head(file, 4096, VALID)):
        return triangles_of(read_gltf(file))
    if file.suffix.lower() not in _SUFFIXES:
        raise FileError(file, f"{VALID}, not {file.suffix!r}")
    require_inside(file)
    return read_triangles(file)
