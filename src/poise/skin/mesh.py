"""The skin of a figure as a value: triangles in the posture they were modelled in, and how they follow the bones."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from poise.figure.arguments import checked_methods
from poise.readable import Readable
from poise.skin.bones import Bone, Skeleton
from poise.skin.cage import Floats, Ints

if TYPE_CHECKING:
    from poise.pose import Pose

MOST_BONES = 4
"""Bones that one vertex may follow: what glTF and graphics cards take."""


@checked_methods
@dataclass(frozen=True, slots=True, eq=False)
class BodyMesh(metaclass=Readable):
    """One closed surface and its bones. All arrays are read-only.

    `vertices`, `normals` (n, 3): metres, where it was modelled. `triangles` (m, 3), counter-clockwise from outside.
    `joints` (n, 4): numbers of `bones`; `weights` (n, 4), which sum to 1. `bind` (b, 4, 4): where the bones were.
    `parts` (m,): number of the segment of `segments` that a triangle belongs to. `mirror` (n,): the vertex on the other
    side.
    """

    vertices: Floats
    normals: Floats
    triangles: Ints
    joints: NDArray[np.uint8]
    weights: Floats
    parts: Ints
    segments: tuple[str, ...]
    mirror: Ints
    skeleton: Skeleton

    @property
    def bones(self) -> tuple[Bone, ...]:
        """The bones: those of the segments first, then those in between."""
        return self.skeleton.bones

    @property
    def bind(self) -> Floats:
        """(b, 4, 4) frames of the bones where the skin was modelled."""
        return self.skeleton.bind

    def frames(self, pose: Pose) -> Floats:
        """(b, 4, 4) frames of the bones in a pose, world coordinates."""
        return self.skeleton.frames(pose)

    def posed(self, pose: Pose) -> tuple[Floats, Floats]:
        """Vertices and normals (n, 3) in a pose, world coordinates."""
        moves = self.skeleton.moves(pose)[:, :3].reshape(-1, 12)
        blended = np.einsum("nk,nkm->nm", self.weights, moves[self.joints]).reshape(-1, 3, 4)
        vertices = np.einsum("nij,nj->ni", blended[:, :, :3], self.vertices) + blended[:, :, 3]
        normals = np.einsum("nij,nj->ni", blended[:, :, :3], self.normals)
        return vertices, normals / np.linalg.norm(normals, axis=1, keepdims=True)

    @property
    def volume(self) -> float:
        """Cubic metres, where it was modelled."""
        return volume(self.vertices, self.triangles)


def volume(vertices: Floats, triangles: Ints) -> float:
    """What a closed surface encloses, m³ (the divergence theorem)."""
    a, b, c = (vertices[triangles[:, i]] for i in range(3))
    return float(np.einsum("ij,ij->", a, np.cross(b, c)) / 6)


def vertex_normals(vertices: Floats, triangles: Ints) -> Floats:
    """(n, 3) unit normals: of the triangles around, by area."""
    a, b, c = (vertices[triangles[:, i]] for i in range(3))
    flat = np.cross(b - a, c - a)
    total = np.zeros_like(vertices)
    for corner in range(3):
        for k in range(3):
            total[:, k] += np.bincount(triangles[:, corner], flat[:, k], minlength=len(vertices))
    return np.asarray(total / np.maximum(np.linalg.norm(total, axis=1, keepdims=True), 1e-300))
