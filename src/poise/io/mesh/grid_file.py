"""The grid of a mesh, kept beside the mesh's file so that it is made once."""

from __future__ import annotations

import contextlib
import io
import zipfile
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from poise.errors import PoiseError
from poise.io.text.files import write_whole_bytes
from poise.world.mesh import Mesh

SUFFIX = ".poise-grid"
_VERSION = 1
"""Of what the numbers mean: another version is made anew."""


def grid_file(file: Path) -> Path:
    """Where the grid of a mesh file is kept."""
    return file.with_name(file.name + SUFFIX)


def kept_grid(mesh: Mesh, file: Path) -> NDArray[np.float32] | None:
    """The grid that was kept, if it is that of this very mesh; what is damaged or of another mesh is none."""
    try:
        with np.load(io.BytesIO(grid_file(file).read_bytes()), allow_pickle=False) as kept:
            if str(kept["of"]) != _name(mesh):
                return None
            values = np.ascontiguousarray(kept["values"], np.float32)
    except (OSError, ValueError, KeyError, EOFError, zipfile.BadZipFile):
        return None
    right = values.shape == mesh.lattice[1][::-1] and np.isfinite(values).all()
    return values if right else None


def keep_grid(mesh: Mesh, file: Path) -> None:
    """Keep a grid; in a folder where nothing can be written it is made again the next time."""
    data = io.BytesIO()
    np.savez(data, of=np.array(_name(mesh)), values=mesh.prepared())
    with contextlib.suppress(PoiseError, OSError):
        write_whole_bytes(grid_file(file), data.getvalue())


def _name(mesh: Mesh) -> str:
    return f"{_VERSION} {mesh.digest}"
