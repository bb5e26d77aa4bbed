"""The mesh of a loaded character as the page draws it: one skin, bound to rigid frames of segments."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from poise.arrays import Array
from poise.figure.character import Character, SkinPart
from poise.figure.figure import Figure
from poise.skin.mesh import MOST_BONES
from poise.studio.protocol.figure import BoneShape, SkinShape
from poise.studio.skin_bytes import skin_shape

MOST = 255
"""Bones, and segments, that the page can number."""
RIGID = 1e-4
"""How far the axes of a bind may be from equally long and at right angles to be a frame and a scale."""

Ints = NDArray[np.int64]


def character_skin(figure: Figure) -> SkinShape | None:
    """The skin; None for figures without a mesh of their own, or with more bones than the page can number."""
    if figure.character is None or not figure.character.is_seen or len(figure.segments) > MOST:
        return None
    made = _Skin(figure, figure.character)
    for part in figure.character.parts:
        if len(part.faces):
            made.add(part)
    return made.shape() if len(made.bones) <= MOST else None


class _Skin:
    """A skin while it is put together."""

    def __init__(self, figure: Figure, character: Character) -> None:
        self.figure, self.character = figure, character
        self.numbers = {branch.segment: i for i, branch in enumerate(figure.branches)}
        self.frames = character.frames(figure.rest().segment_frame)
        self.bones: dict[tuple[str, bytes], tuple[str, Array]] = {}
        self.rows: list[tuple[Array, Array, Ints, Ints, Ints, Array]] = []
        self.count = 0

    def add(self, part: SkinPart) -> None:
        """One part: its vertices where their binds are frames without scales."""
        seats = [self.character.seat(bone) for bone in part.bones]
        binds = np.stack([place.matrix @ bind for (_, place), bind in zip(seats, part.binds, strict=True)])
        order = np.argsort(-part.weights, axis=1, kind="stable")[:, :MOST_BONES]
        weights = np.take_along_axis(part.weights, order, axis=1)
        joints = np.take_along_axis(part.joints, order, axis=1)
        used = np.unique(joints[weights > 0.0])
        vertices, normals, frames = self._unscaled(part, binds, used)
        number = np.zeros(len(part.bones), np.int64)
        for k in used:
            number[k] = self._bone(seats[k][0], frames[k])
        spare = MOST_BONES - joints.shape[1]
        joints = np.pad(np.where(weights > 0.0, number[joints], 0), ((0, 0), (0, spare)))
        weights = np.pad(weights / weights.sum(axis=1, keepdims=True), ((0, 0), (0, spare)))
        owner = np.array([self.numbers[segment] for segment, _ in seats])[_first(part)]
        self.rows.append((vertices, normals, part.faces + self.count, owner[part.faces[:, 0]], joints, weights))
        self.count += len(vertices)

    def _bone(self, segment: str, frame: Array) -> int:
        key = (segment, np.round(frame, 6).tobytes())
        self.bones.setdefault(key, (segment, frame))
        return list(self.bones).index(key)

    def _unscaled(self, part: SkinPart, binds: Array, used: Ints) -> tuple[Array, Array, Array]:
        """Vertices, normals and frames (k, 4, 4) such that a vertex is carried by frame after frame's inverse.

        B = [s R | t] v is [R | t] s v. Where bones have different scales, or shear, the mesh is taken as it is at rest.
        """
        frames = np.tile(np.eye(4), (len(binds), 1, 1))
        if len(used) == 1:  # a rigid part, whatever its matrix is
            bind = binds[used[0]]
            normals = part.normals @ np.linalg.pinv(bind[:3, :3])
            return part.vertices @ bind[:3, :3].T + bind[:3, 3], _unit(normals), frames
        scale = float(np.cbrt(np.abs(np.linalg.det(binds[used[0], :3, :3])))) or 1.0
        turns = binds[used, :3, :3] / scale
        if np.abs(np.swapaxes(turns, 1, 2) @ turns - np.eye(3)).max() > RIGID:
            vertices, normals = part.placed(self.frames)
            rest = self.figure.rest()
            seats = [self.character.seat(bone)[0] for bone in part.bones]
            return vertices, normals, np.stack([np.array(rest.segment_frame(segment)) for segment in seats])
        for k, turn in zip(used, turns, strict=True):
            frames[k, :3, :3], frames[k, :3, 3] = turn.T, -turn.T @ binds[k, :3, 3]
        return part.vertices * scale, _unit(part.normals), frames

    def shape(self) -> SkinShape:
        """The message."""
        vertices, normals, triangles, parts, joints, weights = (
            np.concatenate(column) for column in zip(*self.rows, strict=True)
        )
        plain = {"parent": None, "axis": [0.0, 1.0, 0.0], "swing": 1.0, "twist": 1.0}
        return skin_shape(
            vertices,
            normals,
            triangles,
            parts=parts,
            bones=[BoneShape(segment=segment, **plain) for segment, _ in self.bones.values()],  # type: ignore[arg-type]
            bind=[_clean(frame) for _, frame in self.bones.values()],
            joints=joints,
            weights=weights,
            sky=np.ones(len(vertices)),
        )


def _first(part: SkinPart) -> Ints:
    """(n,) the bone that carries most of every vertex."""
    best = np.argmax(part.weights, axis=1)
    return np.asarray(part.joints[np.arange(len(best)), best])


def _unit(normals: Array) -> Array:
    length = np.linalg.norm(normals, axis=1, keepdims=True)
    return np.asarray(normals / np.where(length > 0.0, length, 1.0))


def _clean(frame: Array) -> Array:
    """A frame whose turn is the rotation nearest to one that is a little off."""
    u, _, v = np.linalg.svd(frame[:3, :3])
    cleaned = np.array(frame)
    cleaned[:3, :3] = u @ v
    return cleaned
