"""Mesh assets of an MJCF file, weighed when a body's mass depends on one, and drawn.

A mesh gives mass, centre and inertia, and what is seen of a figure, but no shape. Its corners are moved by −`refpos`,
turned back by `refquat` and scaled, in this order, before anything else.
"""

from __future__ import annotations

import os
from pathlib import Path

import numpy as np

from poise.arrays import Array
from poise.errors import FileError
from poise.figure.placement import rotation_matrix
from poise.io.mjcf.defaults import Compiler, Defaults
from poise.io.mjcf.frame import quaternion_wxyz
from poise.io.mjcf.include import found_from
from poise.io.mjcf.mesh_matter import RULES, Matter, Rule, matter_of
from poise.io.robot.mesh_file import Triangles, read_triangles
from poise.io.text.xml_read import Element


class Meshes:
    """The mesh assets by name. `matter` reads each file once, and only if asked."""

    def __init__(self, root: Element, path: Path, compiler: Compiler, defaults: Defaults) -> None:
        self.folder = path.parent
        self.compiler = compiler
        found = [defaults.filled(mesh, None) for assets in root.all("asset") for mesh in assets.all("mesh")]
        self.assets = {_name(mesh): mesh for mesh in found}
        self.weighed: dict[str, Matter | str] = {}

    def matter(self, name: str) -> Matter | str:
        """The matter of a mesh at density 1; or in words why it is not known."""
        if name not in self.weighed:
            asset = self.assets.get(name)
            self.weighed[name] = f"there is no mesh {name!r}" if asset is None else self._weigh(asset)
        return self.weighed[name]

    def surface(self, name: str) -> tuple[Path | Triangles | str, Array]:
        """The file or the triangles of a mesh, or in words why there are none; and what (4, 4) leads to its geom."""
        asset = self.assets.get(name)
        if asset is None:
            return f"there is no mesh {name!r}", np.eye(4)
        try:
            file = self._file(asset)
            if file is not None and not os.path.isfile(file):
                return f"{file}: there is no such mesh file", np.eye(4)
            return self._triangles(asset) if file is None else file, _matrix(asset)
        except FileError as error:
            return str(error), np.eye(4)

    def _weigh(self, asset: Element) -> Matter | str:
        rule = asset.attributes.get("inertia", "legacy")
        chosen: Rule | None = next((r for r in RULES if r == rule), None)
        if chosen is None:
            return f"its inertia is {rule!r}, which is not one of {', '.join(RULES)}"
        try:
            triangles = self._triangles(asset)
        except FileError as error:
            return str(error)
        matter = matter_of(_placed(triangles, asset), chosen)
        return matter if matter.size > 0 else "it encloses nothing"

    def _triangles(self, asset: Element) -> Triangles:
        """From the file, or from `vertex` and `face` of the asset itself."""
        file = self._file(asset)
        if file is not None:
            return read_triangles(file)
        corners, faces = asset.numbers("vertex") or [], asset.numbers("face") or []
        if not corners or not faces or len(corners) % 3 or len(faces) % 3:
            raise asset.error(f"{asset.title} has no file, and no vertex and face to make triangles of")
        points, picks = np.array(corners).reshape(-1, 3), np.array(faces, float).reshape(-1, 3)
        if picks.min() < 0 or picks.max() >= len(points) or (picks % 1 != 0).any():
            raise asset.error(f"a face of {asset.title} names a vertex that does not exist")
        return np.asarray(points[picks.astype(int)], float)

    def _file(self, asset: Element) -> Path | None:
        if "file" not in asset.attributes:
            return None
        name = Path(asset.name("file"))
        inner = Path(self.compiler.meshdir) / (name.name if self.compiler.strippath else name)
        return found_from(asset, inner, self.folder)


def _name(mesh: Element) -> str:
    """A mesh without a name is called like its file."""
    return mesh.attributes.get("name", "").strip() or Path(mesh.attributes.get("file", "")).stem


def _placed(triangles: Triangles, asset: Element) -> Triangles:
    matrix = _matrix(asset)
    placed = triangles @ matrix[:3, :3].T + matrix[:3, 3]
    mirrored = np.linalg.det(matrix[:3, :3]) <= 0
    return np.asarray(placed[:, ::-1] if mirrored else placed)  # a mirrored surface is turned inside out again


def _matrix(asset: Element) -> Array:
    """(4, 4) from the corners of a file to those that a geom places."""
    scale = np.array(asset.vector("scale", (1.0, 1.0, 1.0)))
    turn = rotation_matrix(quaternion_wxyz(asset.exactly("refquat", 4) or [1.0, 0.0, 0.0, 0.0], asset))
    found = np.eye(4)
    found[:3, :3] = scale[:, None] * turn.T
    found[:3, 3] = found[:3, :3] @ -np.array(asset.vector("refpos", (0.0, 0.0, 0.0)))
    return found
