"""Meshes of obstacles in scene files: by the path of their file, or vertex by vertex."""

from __future__ import annotations

import os
from dataclasses import fields
from pathlib import Path
from typing import Annotated, Any, Literal, Self

from pydantic import Field, model_validator

from poise.io.figure.schema import Name, Part
from poise.io.text.numbers import Number, Vector
from poise.io.text.python_source import Call, Code, call
from poise.world.mesh import Mesh


class MeshPart(Part):
    """Triangles as a solid: those of a file, relative to the scene, or vertices and faces."""

    file: Name | None = Field(None, description="OBJ, STL, GLB or glTF.")
    scale: Number | None = Field(None, description="Metres of one unit of the file.")
    up: Literal["y", "z"] | None = Field(None, description="The axis of the file that goes up.")
    vertices: list[Vector] | None = None
    faces: list[Annotated[list[int], Field(min_length=3, max_length=3)]] | None = None
    cell: Number | None = Field(None, description="Metres between the places of the grid of distances.")
    thickness: Number | None = Field(None, description="Metres: the mesh is a shell, what it encloses is free.")

    @model_validator(mode="after")
    def _file_or_triangles(self) -> Self:
        if (self.file is None) == (self.vertices is None) or (self.vertices is None) != (self.faces is None):
            raise ValueError("a mesh has either a file, or vertices and faces")
        return self


def read_mesh(part: MeshPart, folder: Path) -> Mesh:
    """The mesh of a part; one of a file with the grid that is kept beside it."""
    given: dict[str, Any] = {n: v for n in ("cell", "thickness") if (v := getattr(part, n)) is not None}
    if part.file is None:
        return Mesh(part.vertices, part.faces, **given)
    given |= {n: v for n in ("scale", "up") if (v := getattr(part, n)) is not None}
    return Mesh.load(folder / part.file, **given)


def mesh_parts(mesh: Mesh, folder: Path) -> dict[str, Any]:
    """A mesh as it stands in files in `folder`."""
    given = {n: getattr(mesh, n) for n in ("cell", "thickness") if getattr(mesh, n) is not None}
    if mesh.source is None:
        return {"vertices": mesh.vertices.tolist(), "faces": mesh.faces.tolist(), **given}
    return {"file": _relative(mesh, folder), **_read_so(mesh), **given}


def _relative(mesh: Mesh, folder: Path) -> str:
    return Path(os.path.relpath(mesh.source.path if mesh.source else "", folder)).as_posix()


def _read_so(mesh: Mesh) -> dict[str, Any]:
    """How its file was read, where that differs from the usual way."""
    source = mesh.source
    return (
        {} if source is None else {f.name: v for f in fields(source)[1:] if (v := getattr(source, f.name)) != f.default}
    )


def mesh_call(mesh: Mesh, folder: Path) -> Call:
    """A mesh as the call that makes it, in a script in `folder`."""
    given = {n: v for n in ("cell", "thickness") if (v := getattr(mesh, n)) is not None}
    if mesh.source is None:
        return call("poise.Mesh", mesh.vertices.tolist(), mesh.faces.tolist(), **given)
    path = Code(f'Path(__file__).parent / "{_relative(mesh, folder)}"')
    return call("poise.Mesh.load", path, **_read_so(mesh), **given)
