"""Meshes of files as obstacles: imported, prepared with progress, and drawn."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Literal

from pydantic import Field

from poise.studio.protocol.plain import Message, Name, Request, Whole


@dataclass(frozen=True, kw_only=True)
class ImportMesh(Request):
    """Put the mesh of an OBJ, STL or GLB file of the workspace before the body. `mesh_progress` tells how far it is.

    `scale`: metres of one unit of the file; null: 1, or 0.001 where that would be larger than a house.
    `up`: the axis of the file that goes up; null: z of an STL file, y of others.
    """

    path: Name
    scale: Annotated[float, Field(strict=True, gt=0.0, le=1e6)] | None = None
    up: Literal["y", "z"] | None = None


@dataclass(frozen=True, kw_only=True)
class AskMesh(Request):
    """The triangles of the mesh with that key, which a thing has named."""

    key: Name


@dataclass(frozen=True, kw_only=True)
class ImportedMesh:
    """The name of the new thing, and what should be known of it: its units, whether it has an inside."""

    name: str
    notes: list[str]


@dataclass(frozen=True, kw_only=True)
class MeshProgress(Message):
    """How many layers of the grid are done that the request `id` needs, and how many it has."""

    id: Whole
    done: int
    total: int


@dataclass(frozen=True, kw_only=True)
class MeshTriangles:
    """Triangles, as large as if the longest side of their box were 1: float32 triples and uint32 index triples."""

    vertices: bytes
    faces: bytes


@dataclass(frozen=True, kw_only=True)
class MeshPlace:
    """A mesh in the world: the triangles of `key`, made `scale` times as large, turned (x y z w) and placed there."""

    key: str
    scale: float
    position: list[float]
    rotation: list[float]
