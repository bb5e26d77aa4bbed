"""Mesh assets of an MJCF file, weighed when a body's mass depends on one.

A mesh gives mass, centre and inertia but no shape: simple shapes are what figures are drawn with. Its corners are moved
by −`refpos`, turned back by `refquat` and scaled, in this order, before anything else.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np

from poise.errors import FileError
from poise.figure.placement import rotation_matrix
from poise.io.mjcf.defaults import Compiler, Defaults
from poise.io.mjcf.frame import quaternion_wxyz
from poise.io.mjcf.include import found_from
from poise.io.mjcf.mesh_file import Triangles, read_triangles
from poise.io.mjcf.mesh_matter import RULES, Matter, Rule, matter_of
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
        if "file" in asset.attributes:
            name = Path(asset.name("file"))
            inner = Path(self.compiler.meshdir) / (name.name if self.compiler.strippath else name)
            return read_triangles(found_from(asset, inner, self.folder))
        corners, faces = asset.numbers("vertex") or [], asset.numbers("face") or []
        if not corners or not faces or len(corners) % 3 or len(faces) % 3:
            raise asset.error(f"{asset.title} has no file, and no vertex and face to make triangles of")
        points, picks = np.array(corners).reshape(-1, 3), np.array(faces, int).reshape(-1, 3)
        if picks.min() < 0 or picks.max() >= len(points):
            raise asset.error(f"a face of {asset.title} names a vertex that does not exist")
        return np.asarray(points[picks], float)


def _name(mesh: Element) -> str:
    """A mesh without a name is called like its file."""
    return mesh.attributes.get("name", "").strip() or Path(mesh.attributes.get("file", "")).stem


def _placed(triangles: Triangles, asset: Element) -> Triangles:
    scale = np.array(asset.vector("scale", (1.0, 1.0, 1.0)))
    turn = rotation_matrix(quaternion_wxyz(asset.exactly("refquat", 4) or [1.0, 0.0, 0.0, 0.0], asset))
    placed = (triangles - np.array(asset.vector("refpos", (0.0, 0.0, 0.0)))) @ turn * scale
    return np.asarray(placed if scale.prod() > 0 else placed[:, ::-1])  # a mirrored surface is turned inside out again
