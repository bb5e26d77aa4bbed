"""Meshes among the things: read and prepared from files, put before the body, moved, turned, made larger as a whole.

Their place is the middle of the underside of their box, as that of chairs and tables is.
"""

from __future__ import annotations

import hashlib
import math
import time
import warnings
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np

from poise.errors import FileError, UnknownNameError
from poise.figure.check import Vec3
from poise.figure.placement import Placement
from poise.studio.document import obstacles, things
from poise.studio.document.state import State
from poise.studio.document.workspace import Workspace
from poise.studio.protocol.meshes import ImportedMesh, ImportMesh, MeshPlace, MeshTriangles
from poise.studio.protocol.plain import Request
from poise.world.mesh import Mesh
from poise.world.obstacle import Obstacle
from poise.world.world import World

ENDINGS = (".obj", ".stl", ".glb")
MOST_BYTES = 64 << 20
"""Bytes of a mesh file: 100,000 triangles take 5 MB as STL, 8 MB as OBJ."""
MOST_TRIANGLES = 500_000
"""What a browser without a graphics card still draws a few times a second."""
LARGEST, SMALLEST = 20.0, 0.01
"""Metres: the longest side of a thing; sizes of other things end at 20 m, too."""
MILLIMETRE = 0.001
AHEAD = 0.35
"""Metres between the middle of the body and a new mesh: nothing of a body that stands is so far before it."""


@dataclass(frozen=True, kw_only=True)
class AddMesh(Request):
    """A mesh that was read and prepared: no message, but what becomes of one in a thread of its own."""

    mesh: Mesh
    notes: tuple[str, ...]


def prepared(asked: ImportMesh, workspace: Workspace, report: Callable[[int, int], None]) -> AddMesh:
    """The mesh of a file with its grid. Takes its time: `report` is told how far it has come."""
    file = workspace.within(asked.path)
    up = asked.up or ("z" if file.suffix.lower() == ".stl" else "y")

    def told(done: int, total: int) -> None:
        report(done, total)
        time.sleep(0)  # whoever waits for the interpreter has it: the body goes on moving

    with workspace.confined():
        _require_modest(file)
        scale, notes = _scale_of(asked, file, up)
        with warnings.catch_warnings(record=True) as heard:
            warnings.simplefilter("always")
            mesh = Mesh.load(file, scale=scale, up=up, progress=told)
    notes += [_sentence(str(w.message)) for w in heard if str(w.message).startswith("the mesh")]
    if asked.up is None and up == "z":
        notes.append(f"In STL files z usually goes up, and so it was taken in {file.name}.")
    return AddMesh(id=asked.id, mesh=mesh, notes=tuple(notes))


def added(state: State, asked: AddMesh) -> tuple[State, ImportedMesh]:
    """With the mesh before the body, on the floor."""
    name = _new_name(state, Path(asked.mesh.source.path).stem if asked.mesh.source else "mesh")
    x, _, z = state.pose.segment_frame(state.figure.root)[:3, 3]
    at = (float(x), 0.0, float(z) + AHEAD + _sides(asked.mesh)[2] / 2)
    after = things.with_obstacle(state, _put(Obstacle(name, asked.mesh), at, 0.0))
    return after, ImportedMesh(name=name, notes=list(asked.notes))


def edited(obstacle: Obstacle, position: Any, heading: float | None, sizes: Mapping[str, float]) -> Obstacle:
    """Elsewhere, with another heading (radians), or larger as a whole: any one size says how much."""
    before = sizes_of(obstacle)
    unknown = next((name for name in sizes if name not in before), None)
    if unknown is not None:
        raise UnknownNameError("size", unknown, before, f"the mesh {obstacle.name!r}")
    at = foot(obstacle) if position is None else (position[0], position[1], position[2])
    facing = obstacles.heading_of(obstacle) if heading is None else heading
    factors = [value / before[name] for name, value in sizes.items()]
    by = max(factors, key=lambda f: abs(math.log(f)), default=1.0)
    larger = obstacle if by == 1.0 else replace(obstacle, shape=_mesh(obstacle).scaled(by))
    return _put(larger, at, facing - obstacles.heading_of(obstacle))


def sizes_of(obstacle: Obstacle) -> dict[str, float]:
    """The sides of its box, metres."""
    return dict(zip(("width", "height", "depth"), _sides(_mesh(obstacle)), strict=True))


def foot(obstacle: Obstacle) -> Vec3:
    """Where the middle of the underside of its box is."""
    return obstacle.placement.apply(_underside(_mesh(obstacle)))


def place_told(obstacle: Obstacle) -> MeshPlace:
    """How the page draws it."""
    at, mesh = obstacle.placement, _mesh(obstacle)
    return MeshPlace(
        key=_triangles(mesh)[0], scale=max(_sides(mesh)), position=list(at.position), rotation=list(at.rotation)
    )


def triangles_of(world: World | None, key: str) -> MeshTriangles:
    """The triangles that a thing has named."""
    for obstacle in (world or {}).values():
        if isinstance(obstacle.shape, Mesh) and (found := _triangles(obstacle.shape))[0] == key:
            return found[1]
    raise FileError(key, "no mesh of the scene has these triangles any more")


@lru_cache(16)
def _triangles(mesh: Mesh) -> tuple[str, MeshTriangles]:
    """The triangles with a longest side of 1, and their key: that of all sizes of a mesh is one."""
    told = MeshTriangles(
        vertices=np.round(mesh.vertices / max(_sides(mesh)), 6).astype("<f4").tobytes(),
        faces=mesh.faces.astype("<u4").tobytes(),
    )
    return hashlib.sha256(told.vertices + told.faces).hexdigest()[:32], told


def _put(obstacle: Obstacle, at: Vec3, turn: float) -> Obstacle:
    """With the middle of its underside there, turned by so much more about the vertical."""
    rotation = (Placement.turned((0.0, 1.0, 0.0), turn) @ Placement(rotation=obstacle.placement.rotation)).rotation
    x, y, z = _underside(_mesh(obstacle))
    return replace(obstacle, placement=Placement(at, rotation) @ Placement((-x, -y, -z)))


def _underside(mesh: Mesh) -> Vec3:
    low, high = mesh.vertices.min(axis=0), mesh.vertices.max(axis=0)
    return float(low[0] + high[0]) / 2, float(low[1]), float(low[2] + high[2]) / 2


def _sides(mesh: Mesh) -> tuple[float, float, float]:
    x, y, z = np.ptp(mesh.vertices, axis=0).tolist()
    return x, y, z


def _mesh(obstacle: Obstacle) -> Mesh:
    assert isinstance(obstacle.shape, Mesh)
    return obstacle.shape


def _require_modest(file: Path) -> None:
    if file.suffix.lower() not in ENDINGS:
        raise FileError(file, f"a mesh is an OBJ, STL or GLB file, not {file.suffix or file.name!r}")
    if file.is_file() and file.stat().st_size > MOST_BYTES:
        raise FileError(file, f"it has more than {MOST_BYTES >> 20} MB: make it coarser where it was made")


def _scale_of(asked: ImportMesh, file: Path, up: str) -> tuple[float, list[str]]:
    """Metres of a unit of the file, and what was guessed."""
    from poise.io.mesh.load import triangles_in  # as late as reading files is everywhere

    corners = triangles_in(file)
    if len(corners) > MOST_TRIANGLES:
        raise FileError(
            file, f"it has {len(corners):,} triangles, the studio draws at most {MOST_TRIANGLES:,}: make it coarser"
        )
    side = float(np.ptp(corners.reshape(-1, 3), axis=0).max()) if len(corners) else 1.0
    if asked.scale is None and LARGEST < side <= LARGEST / MILLIMETRE:
        return MILLIMETRE, [f"{file.name} would be {side:,.0f} m large: its units were taken as millimetres."]
    scale = 1.0 if asked.scale is None else asked.scale
    if not SMALLEST <= scale * side <= LARGEST:
        raise FileError(
            file, f"its longest side is {scale * side:.3g} m; things are {SMALLEST:g} to {LARGEST:g} m long: "
            "choose another unit",
        )  # fmt: skip
    return scale, []


def _new_name(state: State, stem: str) -> str:
    """A name that no obstacle has, and that no thing of several parts could have."""
    taken = set(state.settings.get("world") or ()) | {"self", "world", "floor"}
    plain = f"mesh {stem}" if things.is_thing_name(stem) else stem
    return next(n for i in range(1, 10_000) if (n := plain if i == 1 else f"{plain} ({i})") not in taken)


def _sentence(words: str) -> str:
    said = words.partition("; thickness=")[0]
    return f"{said[:1].upper()}{said[1:]}. What it encloses is free."
