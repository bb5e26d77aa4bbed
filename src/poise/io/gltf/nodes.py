"""The tree of nodes: who hangs on whom, and where every node is at rest.

Poise's frames are rigid. A node's matrix is a frame and a scale on its right: W = F S. Where scales are uniform, the
frames of a tree of nodes are rigid whatever turns; a scale that differs by axis would shear what turns below it, and
such a node is refused by name where a joint depends on it.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from poise.arrays import Array
from poise.errors import FileError
from poise.figure.check import Quaternion, Vec3
from poise.figure.placement import IDENTITY
from poise.figure.placement import rotate as _rotate
from poise.io.gltf.document import Gltf

MOST_NODES = 20_000
EVEN = 1e-3
"""Scales whose axes differ by less than this share are rounding, and are taken for uniform."""
_RIGHT = 1e-3
"""How far from right angles the columns of a node's matrix may be."""


@dataclass(frozen=True, slots=True)
class Local:
    """Where a node is in its parent: translation (3,), rotation x y z w (4,), scale (3,); `sheared` is a matrix that
    is no such thing."""

    translation: Array
    rotation: Array
    scale: Array
    sheared: bool = False

    @property
    def uneven(self) -> bool:
        """Whether the scale differs by axis, or turns left into right."""
        low, high = float(self.scale.min()), float(self.scale.max())
        return self.sheared or low <= 0.0 or high - low > EVEN * high

    @property
    def matrix(self) -> Array:
        """(4, 4) of the frame and the scale."""
        return matrix_of(self.translation, self.rotation, self.scale)


class Nodes:
    """The nodes of a file, checked to be trees. `order`: parents before children."""

    __slots__ = ("document", "locals", "order", "parents", "places", "rotations", "scales")

    def __init__(self, document: Gltf) -> None:
        self.document = document
        nodes = document.model.nodes
        if len(nodes) > MOST_NODES:
            raise FileError(document.path, f"the file has {len(nodes)} nodes, more than the {MOST_NODES} there may be")
        self.parents = self._parents()
        self.order = self._order()
        self.locals = [self._local(i) for i in range(len(nodes))]
        self._place()

    def _parents(self) -> list[int]:
        document, nodes = self.document, self.document.model.nodes
        parents = [-1] * len(nodes)
        for index, node in enumerate(nodes):
            for child in node.children:
                document.part(nodes, child, f"node, the child of {document.node_name(index)}:")
                if parents[child] >= 0 or child == index:
                    what = f"{document.node_name(child)} hangs on two nodes, {parents[child]} and {index}"
                    what = f"{document.node_name(child)} hangs on itself" if child == index else what
                    raise FileError(document.path, f"{what}; nodes must form trees")
                parents[child] = index
        return parents

    def _order(self) -> list[int]:
        nodes = self.document.model.nodes
        order = [i for i, parent in enumerate(self.parents) if parent < 0]
        for index in order:  # grows while it is walked
            order += nodes[index].children
        if len(order) < len(nodes):
            left = next(i for i in range(len(nodes)) if i not in set(order))
            name = self.document.node_name(left)
            raise FileError(self.document.path, f"{name} is in a circle of children; nodes must form trees")
        return order

    def _local(self, index: int) -> Local:
        node = self.document.model.nodes[index]
        if node.matrix is not None:
            return self._from_matrix(index, np.array(node.matrix).reshape(4, 4).T)
        rotation = np.array(node.rotation or (0.0, 0.0, 0.0, 1.0))
        length = float(np.linalg.norm(rotation))
        if not 0.5 < length < 2.0:  # what is nearly a unit quaternion was meant to be one
            raise FileError(
                self.document.path, f"the rotation of {self.document.node_name(index)} is no unit quaternion"
            )
        translation = np.array(node.translation or (0.0, 0.0, 0.0))
        return Local(translation, rotation / length, np.array(node.scale or (1.0, 1.0, 1.0)))

    def _from_matrix(self, index: int, matrix: Array) -> Local:
        with np.errstate(all="ignore"):
            scale = np.linalg.norm(matrix[:3, :3], axis=0)
            turn = matrix[:3, :3] / np.where(scale > 0.0, scale, 1.0)
            angles = np.abs(turn.T @ turn - np.eye(3)).max()
            flipped = bool(np.linalg.det(turn) < 0.0)
        if not np.isfinite(scale).all() or not np.isfinite(angles):
            raise FileError(self.document.path, f"the matrix of {self.document.node_name(index)} has numbers too large")
        if angles > _RIGHT:
            return Local(matrix[:3, 3], np.array((0.0, 0.0, 0.0, 1.0)), scale, sheared=True)
        if flipped:
            turn, scale = -turn, -scale
        return Local(matrix[:3, 3], quaternion_from(turn), scale)

    def _place(self) -> None:
        """World places (n, 3), rotations (n, 4) and scales (n, 3) of all nodes at rest.

        A scale is that of the way down to a node, exact where the scales above it are uniform. In plain numbers: nodes
        are few, and arrays of three cost more than they do.
        """
        count = len(self.parents)
        places: list[Vec3] = [(0.0, 0.0, 0.0)] * count
        scales: list[Vec3] = [(1.0, 1.0, 1.0)] * count
        turns: list[Quaternion] = [IDENTITY] * count
        for index in self.order:
            own, parent = self.locals[index], self.parents[index]
            (x, y, z), turn, scale = own.translation.tolist(), tuple(own.rotation.tolist()), own.scale.tolist()
            if parent < 0:
                places[index], turns[index], scales[index] = (x, y, z), turn, tuple(scale)
                continue
            a, b, c = scales[parent]
            ux, uy, uz = _rotate(turns[parent], (a * x, b * y, c * z))
            px, py, pz = places[parent]
            places[index], turns[index] = (px + ux, py + uy, pz + uz), _multiply(turns[parent], turn)
            if max(a, b, c) - min(a, b, c) <= EVEN * max(abs(a), abs(b), abs(c)):
                a = b = c = (a + b + c) / 3
            scales[index] = (a * scale[0], b * scale[1], c * scale[2])
        shape = (count, -1) if count else (0, 3)
        self.places, self.scales = np.array(places).reshape(shape), np.array(scales).reshape(shape)
        self.rotations = np.array(turns).reshape((count, 4))
        if not (np.isfinite(self.places).all() and np.isfinite(self.scales).all()):
            raise FileError(self.document.path, "its nodes are so far away or so large that no numbers are left")

    @property
    def matrices(self) -> Array:
        """(n, 4, 4) of all nodes at rest, in the world, shear and all."""
        found = np.tile(np.eye(4), (len(self.parents), 1, 1))
        with np.errstate(over="ignore", invalid="ignore"):
            for index in self.order:
                own, parent = self._own_matrix(index), self.parents[index]
                found[index] = own if parent < 0 else found[parent] @ own
        if not np.isfinite(found).all():
            raise FileError(self.document.path, "its nodes are so far away or so large that no numbers are left")
        return found

    def _own_matrix(self, index: int) -> Array:
        """The node's matrix as the file has it, shear and all."""
        given = self.document.model.nodes[index].matrix
        return self.locals[index].matrix if given is None else np.array(given).reshape(4, 4).T

    def name(self, index: int) -> str:
        """The node for people."""
        return self.document.node_name(index)

    def ancestors(self, index: int) -> list[int]:
        """From the node's parent up to the root of its tree."""
        found = []
        while (index := self.parents[index]) >= 0:
            found.append(index)
        return found

    def below(self, marked: set[int]) -> set[int]:
        """The nodes that hang on marked ones."""
        found: set[int] = set()
        for index in self.order:
            if self.parents[index] in marked or self.parents[index] in found:
                found.add(index)
        return found

    def above(self, marked: set[int]) -> set[int]:
        """The nodes that carry marked ones."""
        found: set[int] = set()
        for index in reversed(self.order):
            if (index in marked or index in found) and self.parents[index] >= 0:
                found.add(self.parents[index])
        return found

    def common(self, marked: set[int]) -> int | None:
        """The lowest node that is or carries all marked ones; None when they are in several trees."""
        carried = [0] * len(self.order)
        for index in reversed(self.order):
            carried[index] += index in marked
            if carried[index] == len(marked):
                return index
            if self.parents[index] >= 0:
                carried[self.parents[index]] += carried[index]
        return None

    def require_rigid(self, joints: set[int]) -> None:
        """Raise for a node with a scale that differs by axis, when a joint turns below it."""
        above = self.above(joints)
        for index in self.order:
            if index in above and self.locals[index].uneven:
                scale = ", ".join(f"{x:g}" for x in self.locals[index].scale)
                own = "is sheared" if self.locals[index].sheared else f"has the scale ({scale})"
                what = f"{self.name(index)} {own}; joints below it would be sheared as they turn"
                raise FileError(self.document.path, f"{what}. Apply the scale in the program that wrote the file")
            if index in above | joints and float(np.abs(self.scales[index]).min()) < 1e-9:
                raise FileError(self.document.path, f"{self.name(index)} has a scale of zero")


def _multiply(p: Quaternion, q: Quaternion) -> Quaternion:
    """p q: first q, then p (Baerlocher, eq. B.1)."""
    ax, ay, az, aw = p
    bx, by, bz, bw = q
    return (
        aw * bx + ax * bw + ay * bz - az * by,
        aw * by - ax * bz + ay * bw + az * bx,
        aw * bz + ax * by - ay * bx + az * bw,
        aw * bw - ax * bx - ay * by - az * bz,
    )


def matrix_of(translation: Array, rotation: Array, scale: Array) -> Array:
    """(4, 4) T · R · S."""
    x, y, z, w = rotation
    turn = np.array([
        [1 - 2 * (y * y + z * z), 2 * (x * y - z * w), 2 * (x * z + y * w)],
        [2 * (x * y + z * w), 1 - 2 * (x * x + z * z), 2 * (y * z - x * w)],
        [2 * (x * z - y * w), 2 * (y * z + x * w), 1 - 2 * (x * x + y * y)],
    ])  # fmt: skip
    found = np.eye(4)
    found[:3, :3] = turn * scale
    found[:3, 3] = translation
    return found


def quaternion_from(turn: Array) -> Array:
    """(4,) x y z w of a (3, 3) rotation that may be a little off, by its largest component."""
    m = turn
    four = np.array([
        1 + m[0, 0] - m[1, 1] - m[2, 2], 1 - m[0, 0] + m[1, 1] - m[2, 2],
        1 - m[0, 0] - m[1, 1] + m[2, 2], 1 + m[0, 0] + m[1, 1] + m[2, 2],
    ])  # fmt: skip
    rows = {
        0: (four[0], m[0, 1] + m[1, 0], m[0, 2] + m[2, 0], m[2, 1] - m[1, 2]),
        1: (m[0, 1] + m[1, 0], four[1], m[1, 2] + m[2, 1], m[0, 2] - m[2, 0]),
        2: (m[0, 2] + m[2, 0], m[1, 2] + m[2, 1], four[2], m[1, 0] - m[0, 1]),
        3: (m[2, 1] - m[1, 2], m[0, 2] - m[2, 0], m[1, 0] - m[0, 1], four[3]),
    }
    found = np.array(rows[int(np.argmax(four))])
    return np.asarray(found / np.linalg.norm(found))
