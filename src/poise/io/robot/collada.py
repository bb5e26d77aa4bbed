"""COLLADA (.dae) meshes, as robot files use them: the triangles of all geometries where their scene puts them.

Read are triangles, polygons and polylists, strips and fans, the tree of nodes with its transformations, the unit of
length and the diffuse colours of materials. As viewers of robots do, the file's up axis is left alone: links are drawn
in the coordinates that the file is written in. Skins, lights, cameras and textures are left out.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from poise.arrays import Array
from poise.errors import FileError
from poise.figure.placement import Placement
from poise.io.text.xml_read import Element, parse_xml

MOST_NODES = 20_000
"""Nodes of a scene: a file whose nodes hold each other again and again would have no end."""

KINDS = ("triangles", "polylist", "polygons", "trifans", "tristrips")
"""Of primitives."""


class Piece(NamedTuple):
    """Triangles (n, 3, 3) of one colour, "#rrggbb" or None where the file has none."""

    triangles: Array
    color: str | None


def read_collada(data: bytes, path: Path) -> list[Piece]:
    """The pieces of a file, in metres. Raises `FileError`, `ValueError` or `IndexError` for a damaged one."""
    root = parse_xml(data, path)
    if root.tag != "COLLADA":
        raise FileError(path, f"a mesh file that starts with <{root.tag}>, not with <COLLADA>")
    file = _File(root)
    pieces = [Piece(_moved(t, frame), color) for frame, t, color in file.pieces()]
    return [piece for piece in pieces if len(piece.triangles)]


class _File:
    """The elements of a file that are named by others."""

    def __init__(self, root: Element) -> None:
        self.root = root
        self.named: dict[str, Element] = {}
        self.made: dict[int, list[tuple[Array, str]]] = {}
        stack = [root]
        while stack:
            element = stack.pop()
            if "id" in element.attributes:
                self.named[element.attributes["id"]] = element
            stack.extend(element.children)
        asset = _first(root, "asset", "unit")
        self.unit = 1.0 if asset is None else asset.number("meter", 1.0)

    def pieces(self) -> Iterator[tuple[Array, Array, str | None]]:
        """Frames (4, 4), triangles (n, 3, 3) in them, and colours."""
        whole = np.diag((self.unit, self.unit, self.unit, 1.0))
        scene = self._target(_first(self.root, "scene", "instance_visual_scene"))
        if scene is None:
            scene = _first(self.root, "library_visual_scenes", "visual_scene")
        if scene is None:
            for lone in _children(self.root, "library_geometries", "geometry"):
                yield from ((whole, t, None) for t, _ in self._triangles(lone))
            return
        for node, frame in self._nodes(scene, whole):
            for use in node.all("instance_geometry"):
                geometry, paints = self._target(use), self._paints(use)
                for triangles, symbol in [] if geometry is None else self._triangles(geometry):
                    yield frame, triangles, paints.get(symbol)

    def _nodes(self, scene: Element, whole: Array) -> list[tuple[Element, Array]]:
        """All nodes of a scene with their frames (4, 4)."""
        found: list[tuple[Element, Array]] = []
        stack = [(node, whole) for node in scene.all("node")]
        while stack:
            node, outer = stack.pop()
            found.append((node, outer @ _placed(node)))
            if len(found) > MOST_NODES:
                raise node.error(f"a scene of more than {MOST_NODES} nodes")
            shared = [self._target(use) for use in node.all("instance_node")]
            stack += [(inner, found[-1][1]) for inner in (*node.all("node"), *shared) if inner is not None]
        return found

    def _target(self, use: Element | None, attribute: str = "url") -> Element | None:
        return None if use is None else self.named.get(use.attributes.get(attribute, "").removeprefix("#"))

    def _paints(self, use: Element) -> dict[str, str]:
        """Colours by the symbols that a geometry has for its materials."""
        found = {}
        for bound in _children(use, "bind_material", "technique_common", "instance_material"):
            material = self._target(bound, "target")
            effect = None if material is None else self._target(_first(material, "instance_effect"))
            for shader in [] if effect is None else _children(effect, "profile_COMMON", "technique"):
                for model in shader.children:
                    color = _first(model, "diffuse", "color")
                    if color is not None:
                        found[bound.attributes.get("symbol", "")] = _hex(_numbers(color))
        return found

    def _triangles(self, geometry: Element) -> list[tuple[Array, str]]:
        """The triangles of a geometry by the symbols of their materials, made once."""
        if id(geometry) not in self.made:
            groups = [g for m in geometry.all("mesh") for g in m.all(*KINDS)]
            cut = [(self._corners(g), g.attributes.get("material", "")) for g in groups]
            self.made[id(geometry)] = [(corners, symbol) for corners, symbol in cut if corners is not None]
        return self.made[id(geometry)]

    def _corners(self, group: Element) -> Array | None:
        inputs = [(i.attributes.get("semantic"), int(i.number("offset", 0.0)), i) for i in group.all("input")]
        given = next(((offset, i) for semantic, offset, i in inputs if semantic == "VERTEX"), None)
        if given is None:
            return None
        offset, use = given
        stride = 1 + max(o for _, o, _ in inputs)
        rows = [_integers(p).reshape(-1, stride)[:, offset] for p in group.all("p")]
        counts = [_integers(c) for c in group.all("vcount")]
        picks = _fans(group.tag, rows, counts[0] if counts else None)
        points = self._points(use)
        if picks.size and (picks.min() < 0 or picks.max() >= len(points)):
            raise group.error(f"<{group.tag}> names a vertex that does not exist")
        return np.asarray(points[picks])

    def _points(self, use: Element) -> Array:
        """The positions behind an input of vertices."""
        vertices = self._target(use, "source")
        chosen = (
            [] if vertices is None else [i for i in vertices.all("input") if i.attributes.get("semantic") == "POSITION"]
        )
        source = self._target(chosen[0], "source") if chosen else None
        accessor = None if source is None else _first(source, "technique_common", "accessor")
        values = self._target(accessor, "source")
        if accessor is None or values is None:
            raise use.error("vertices without positions")
        stride, start = int(accessor.number("stride", 3.0)), int(accessor.number("offset", 0.0))
        rows = _numbers(values)[start:]
        if stride < 3:
            raise accessor.error(f"positions of {stride} numbers")
        return np.asarray(rows[: len(rows) // stride * stride].reshape(-1, stride)[:, :3])


def _fans(kind: str, rows: list[NDArray[np.int64]], counts: NDArray[np.int64] | None) -> NDArray[np.int64]:
    """(n, 3) triangles of lists of corners: polygons are cut into fans."""
    if kind == "triangles":
        return np.concatenate([np.zeros(0, np.int64), *rows]).reshape(-1, 3)
    if kind == "tristrips":
        strips = [np.stack([r[:-2], r[1:-1], r[2:]], axis=1) for r in rows if len(r) > 2]
        for strip in strips:
            strip[1::2] = strip[1::2, ::-1]  # every other one is turned
        return np.concatenate([np.zeros((0, 3), np.int64), *strips])
    if kind == "polylist" and counts is not None:
        flat = np.concatenate([np.zeros(0, np.int64), *rows])
        if counts.min(initial=0) < 0 or counts.sum() > len(flat):
            raise ValueError("more corners than there are")
        rows = np.split(flat[: counts.sum()], np.cumsum(counts)[:-1])
    fans = [np.stack([np.full(len(r) - 2, r[0]), r[1:-1], r[2:]], axis=1) for r in rows if len(r) > 2]
    return np.concatenate([np.zeros((0, 3), np.int64), *fans])


def _placed(node: Element) -> Array:
    """(4, 4) of a node in its parent: its transformations in the order they are written."""
    frame = np.eye(4)
    for step in node.all("matrix", "translate", "rotate", "scale"):
        values = _numbers(step)
        if step.tag == "matrix":
            frame = frame @ values.reshape(4, 4)
        elif step.tag == "translate":
            frame = frame @ Placement(tuple(values[:3])).matrix
        elif step.tag == "scale":
            x, y, z = values
            frame = frame @ np.diag((x, y, z, 1.0))
        else:
            x, y, z, angle = values
            if x or y or z:
                frame = frame @ Placement.turned((x, y, z), math.radians(angle)).matrix
    return frame


def _moved(triangles: Array, frame: Array) -> Array:
    """The triangles seen from outside a frame; a mirrored surface is turned inside out again."""
    moved = triangles @ frame[:3, :3].T + frame[:3, 3]
    return np.asarray(moved if np.linalg.det(frame[:3, :3]) >= 0 else moved[:, ::-1])


def _children(element: Element, *tags: str) -> list[Element]:
    """All that a path of tags leads to."""
    found = [element]
    for tag in tags:
        found = [child for one in found for child in one.all(tag)]
    return found


def _first(element: Element, *tags: str) -> Element | None:
    return next(iter(_children(element, *tags)), None)


def _numbers(element: Element) -> Any:
    return np.array([float(word) for word in element.content.split()])


def _integers(element: Element) -> Any:
    return np.array([int(word) for word in element.content.split()], np.int64)


def _hex(values: Any) -> str:
    red, green, blue = (round(255 * float(v)) for v in np.clip(values[:3], 0.0, 1.0))
    return f"#{red:02x}{green:02x}{blue:02x}"
