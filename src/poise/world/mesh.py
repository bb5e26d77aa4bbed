"""A mesh as a solid: triangles, and the smooth signed distance on a grid that is made of them."""

from __future__ import annotations

import hashlib
import os
import warnings
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from poise import _core, shortcuts
from poise.arrays import sealed
from poise.errors import InputError
from poise.figure.arguments import checked_methods
from poise.figure.check import array, number, positive, shown
from poise.progress import Report, on_screen, reporter
from poise.readable import Readable
from poise.world.surface import open_edges, volume, welded

Array = NDArray[np.float64]
Ints = NDArray[np.int64]

PAD = 0.25
"""m: how far around a mesh its grid goes; the damping zone of obstacles (0.2) and a little more."""
EDGE = 3
"""Cells more at the edge of a grid, where splines are not yet to be trusted, as in the core (`kEdge`)."""
PLACES = 250_000
"""Places of a grid whose cell is not given: a chair gets cells of 2 cm, and 100,000 triangles are done in seconds."""
MOST_PLACES = 16_000_000
"""Places of a grid at most: 64 MB."""
MOST_FACES = 5_000_000


@dataclass(frozen=True)
class MeshSource:
    """The file that a mesh comes from (absolute path), and how it was read."""

    path: str
    scale: float = 1.0
    up: str = "y"


@checked_methods
@dataclass(frozen=True, eq=False)
class Mesh(metaclass=Readable):
    """Triangles as a solid: a chair, a rock, a scanned room. `Mesh.load` reads OBJ, STL, GLB and glTF.

    `vertices` (n, 3): metres. `faces` (m, 3): three vertices each, counter-clockwise seen from outside. For the world
    it is a signed distance on a grid with places every `cell` metres, smooth between them (cubic splines): faces are
    kept and edges rounded by a fraction of a cell, which should be at most half as wide as the thinnest part; by
    default there are about 250,000 places. `thickness` (m): the mesh is a shell of that thickness and what it encloses
    is free, as in a room. A mesh that is not closed has no inside: it is a shell of two cells unless you say how thick,
    and a warning says so.
    """

    vertices: Any
    faces: Any
    cell: Any = field(default=None, kw_only=True)
    thickness: Any = field(default=None, kw_only=True)
    source: MeshSource | None = field(default=None, kw_only=True)

    def __post_init__(self) -> None:
        put = object.__setattr__
        points, faces = _checked(self.vertices, self.faces)
        put(self, "vertices", sealed(points))
        put(self, "faces", sealed(faces))
        for name in ("cell", "thickness"):
            if getattr(self, name) is not None:
                put(self, name, positive(getattr(self, name), f"the {name} of a mesh"))
        if self.source is not None and not isinstance(self.source, MeshSource):
            raise InputError(f"the source of a mesh must be a MeshSource or None, not {shown(self.source)}")
        put(self, "cell", self.cell or _usual_cell(points))
        if not self.is_closed and self.thickness is None:
            shell = 2.0 * float(self.cell)
            put(self, "thickness", shell)
            warnings.warn(
                f"the mesh{self._of_file} has {self.open_edges} open edges, or faces that turn differently: it has no "
                f"inside, and is taken as a shell {1000 * shell:.3g} mm thick; thickness= says another",
                UserWarning,
                stacklevel=4,
            )
        self._check_size()

    @staticmethod
    def load(
        path: str | os.PathLike[str],
        *,
        scale: float = 1.0,
        up: str = "y",
        cell: float | None = None,
        thickness: float | None = None,
        progress: Callable[[int, int], Any] | bool | None = None,
    ) -> Mesh:
        """The mesh in an OBJ, STL, GLB or glTF file, with its grid, which is kept beside it for the next time.

        `scale`: metres of one unit of the file (0.001 for millimetres). `up`: "y", or "z" for files whose z axis goes
        up. `progress`: True draws a bar, a function is told layers done and of how many; by default there is a bar
        where somebody can see it.
        """
        return shortcuts.load_mesh(path, number(scale, "the scale of a mesh"), up, cell, thickness, progress)

    @cached_property
    def open_edges(self) -> int:
        """Edges that have not as many faces that go along them as faces that go back."""
        return open_edges(self.faces)

    @property
    def is_closed(self) -> bool:
        """Whether it has an inside: every edge is shared by two faces that turn alike."""
        return self.open_edges == 0

    @property
    def is_shell(self) -> bool:
        """Whether what it encloses is free."""
        return self.thickness is not None

    @cached_property
    def accuracy(self) -> float:
        """How far the surface of the grid is from that of the triangles (m), at most, over their corners and middles.

        Corners and edges are rounded by that much; where it exceeds half a cell, parts are too thin for the cell.
        """
        solid, half = self.solid, (self.thickness or 0.0) / 2
        middles = self.vertices[self.faces].mean(axis=1)
        if self.is_shell:  # the surface is half the thickness away from the triangles
            return max(abs(solid.nearness(p)[0] + half) for p in middles)
        return max(abs(solid.nearness(p)[0]) for p in (*self.vertices, *middles))

    def __eq__(self, other: object) -> bool:
        return self is other or (isinstance(other, Mesh) and self.digest == other.digest)

    def __hash__(self) -> int:
        return hash(self.digest)

    def __repr__(self) -> str:
        kind = f"a shell of {self.thickness:g} m" if self.is_shell else "a solid"
        return f"Mesh({len(self.faces)} triangles{self._of_file}, {kind}, cells of {self.cell:.3g} m)"

    def scaled(self, factor: float) -> Mesh:
        """The mesh so many times as large, with the grid it has: distances grow as everything does."""
        by = positive(factor, "the factor of a scaled mesh")
        made, put = object.__new__(Mesh), object.__setattr__  # what was checked stays right
        put(made, "vertices", sealed(by * self.vertices))
        put(made, "faces", self.faces)
        put(made, "cell", by * self.cell)
        put(made, "thickness", None if self.thickness is None else by * self.thickness)
        put(made, "source", self.source and replace(self.source, scale=by * self.source.scale))
        low, counts = self.lattice
        made.__dict__.update(lattice=(sealed(by * low), counts), open_edges=self.open_edges)
        with np.errstate(over="ignore", under="ignore"):
            values = np.asarray(by * self.prepared(), np.float32)
        if not np.isfinite(values).all():
            raise InputError(f"a mesh {by:g} times as large is beyond the numbers of its grid")
        made.prepared(values)
        return made

    # ---- the grid -------------------------------------------------------------------------------

    @cached_property
    def digest(self) -> str:
        """What tells it from other meshes."""
        told = f"{self.cell!r} {self.thickness!r}".encode()
        return hashlib.sha256(self.vertices.tobytes() + self.faces.tobytes() + told).hexdigest()

    @cached_property
    def lattice(self) -> tuple[Array, tuple[int, int, int]]:
        """The first place of the grid, and how many there are along x, y and z."""
        low, high = self.vertices.min(axis=0), self.vertices.max(axis=0)
        around = _pad(low, high) + (self.thickness or 0.0) / 2 + EDGE * self.cell
        with np.errstate(over="ignore"):
            along = np.ceil((high - low + 2 * around) / self.cell) + 1
        if not np.isfinite(along).all():
            thick = "" if self.thickness is None else f" and a thickness of {self.thickness:g} m"
            raise InputError(f"a cell of {self.cell:g} m{thick} gives the mesh{self._of_file} no grid that has an end")
        x, y, z = (int(n) for n in along)
        return low - around, (x, y, z)

    def prepared(
        self, values: NDArray[np.float32] | None = None, progress: Callable[[int, int], Any] | bool | None = None
    ) -> NDArray[np.float32]:
        """The numbers of the grid, made now unless they are given or there already; `progress` as for `load`."""
        report = reporter(on_screen() if progress is None else progress, "preparing a mesh")
        if values is not None:
            self._check_grid(values)
        if "values" not in self.__dict__:
            self.__dict__["values"] = sealed(self._made(report) if values is None else values)
        found: NDArray[np.float32] = self.__dict__["values"]
        return found

    @cached_property
    def solid(self) -> _core.Solid:
        """The solid as the core knows it."""
        half = (self.thickness or 0.0) / 2
        low, high = self.vertices.min(axis=0) - half, self.vertices.max(axis=0) + half
        return _core.grid_solid(self.prepared(), self.lattice[0], self.cell, half, low, high)

    def _made(self, report: Report) -> NDArray[np.float32]:
        low, counts = self.lattice
        # An inside-out mesh is turned: what is meant by inside is what it encloses.
        faces = self.faces if volume(self.vertices, self.faces) >= 0.0 else self.faces[:, ::-1]
        return np.array(
            _core.mesh_grid(
                self.vertices, np.ascontiguousarray(faces), low, self.cell, counts, not self.is_shell, report
            )
        )

    @property
    def _of_file(self) -> str:
        return "" if self.source is None else f" of {os.path.basename(self.source.path)}"

    def _check_grid(self, values: Any) -> None:
        places = int(np.prod(self.lattice[1]))
        if not isinstance(values, np.ndarray) or values.dtype != np.float32 or values.size != places:
            raise InputError(f"the values of the grid of a mesh must be {places} of type float32, not {shown(values)}")

    def _check_size(self) -> None:
        _, counts = self.lattice
        places = counts[0] * counts[1] * counts[2]
        if places > MOST_PLACES:
            least = self.cell * (places / MOST_PLACES) ** (1 / 3)
            raise InputError(
                f"a cell of {self.cell:g} m gives the mesh{self._of_file} a grid of {places:,} places; "
                f"at most {MOST_PLACES:,}: choose a cell of {least:.2g} m or more"
            )


def _checked(vertices: Any, faces: Any) -> tuple[Array, Ints]:
    """Vertices that coincide made one, faces without area left out."""
    points = array(vertices, "the vertices of a mesh")
    if points.ndim != 2 or points.shape[1] != 3 or len(points) < 3:
        raise InputError(f"the vertices of a mesh must be three rows of three numbers or more, not {points.shape}")
    if not np.isfinite(points).all():
        raise InputError("the vertices of a mesh must be finite, but hold NaN or infinity")
    rows = array(faces, "the faces of a mesh")
    if rows.ndim != 2 or rows.shape[1] != 3 or not len(rows):
        raise InputError(f"the faces of a mesh must be rows of three vertex numbers, not {rows.shape}")
    if len(rows) > MOST_FACES:
        raise InputError(f"a mesh has {len(rows):,} faces, more than the {MOST_FACES:,} there may be")
    if (rows != np.floor(rows)).any() or rows.min() < 0 or rows.max() >= len(points):
        raise InputError(f"the faces of a mesh must be vertex numbers from 0 to {len(points) - 1}")
    points, chosen = welded(points, rows.astype(np.int64))
    if not len(chosen):
        raise InputError("no face of the mesh has an area")
    return points, chosen


def _pad(low: Array, high: Array) -> float:
    """Small things need less room around them."""
    return min(PAD, float((high - low).max()) / 2)


def _usual_cell(points: Array) -> float:
    low, high = points.min(axis=0), points.max(axis=0)
    sizes = high - low + 2 * _pad(low, high)
    cell = float(np.prod(sizes) / PLACES) ** (1 / 3)
    for _ in range(20):  # with the cells at the edge
        cell *= float(np.prod(sizes / cell + 2 * EDGE) / PLACES) ** (1 / 3)
    return float(cell)
