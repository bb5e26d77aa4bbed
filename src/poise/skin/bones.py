"""What a skin hangs on: the segments of a figure, and in-between bones that take a share of a joint's turn.

A joint's turn is R = S T: first a twist T about the limb, then a swing S. A bone in between turns by Sᵃ Tᵇ. Skin that
follows four or five of them in turn keeps its thickness where a joint bends, and does not wring where a limb twists,
with plain linear blending, as every viewer of glTF does it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from poise.arrays import sealed
from poise.skin.cage import Floats

if TYPE_CHECKING:
    from poise.pose import Pose


@dataclass(frozen=True, slots=True)
class Bone:
    """A segment's own bone, or one in between that and the segment's `parent`: about `axis`, by shares of the turn.

    `swing`, `twist`: shares a and b, 0 … 1; 1 and 1 for a segment's own.
    """

    name: str
    segment: str
    parent: str = ""
    axis: tuple[float, float, float] = (0.0, 1.0, 0.0)
    swing: float = 1.0
    twist: float = 1.0

    @property
    def between(self) -> bool:
        """Whether it is no segment's own."""
        return bool(self.parent)


class Skeleton:
    """Bones with the frames they have where the skin was modelled (`bind`, (n, 4, 4), metres)."""

    def __init__(self, bones: Sequence[Bone], bind: dict[str, Floats]) -> None:
        self.bones = tuple(bones)
        self.index = {bone.name: i for i, bone in enumerate(self.bones)}
        places = [bind[b.segment] if not b.between else _at(bind[b.segment]) for b in self.bones]
        self.bind = sealed(np.array(places))
        self._own = [i for i, b in enumerate(self.bones) if not b.between]
        self._mid = [i for i, b in enumerate(self.bones) if b.between]
        self._parent = np.array([self.index[self.bones[i].parent] for i in self._mid], int)
        self._child = np.array([self.index[self.bones[i].segment] for i in self._mid], int)
        self._axis = np.array([self.bones[i].axis for i in self._mid]).reshape(-1, 3)
        self._share = np.array([(self.bones[i].swing, self.bones[i].twist) for i in self._mid]).reshape(-1, 2)
        self._back = np.linalg.inv(self.bind)

    def moves(self, pose: Pose) -> Floats:
        """(n, 4, 4) what takes the modelled skin to the pose, bone by bone."""
        found = np.empty((len(self.bones), 4, 4))
        frames = np.array([pose.segment_frame(self.bones[i].segment) for i in self._own])
        found[self._own] = frames @ self._back[self._own]
        if self._mid:
            found[self._mid] = self._between(found)
        return found

    def frames(self, pose: Pose) -> Floats:
        """(n, 4, 4) where the bones are in a pose, metres."""
        return np.asarray(self.moves(pose) @ self.bind)

    def _between(self, moves: Floats) -> Floats:
        carried, turned = moves[self._parent], moves[self._child]
        relative = np.swapaxes(carried[:, :3, :3], 1, 2) @ turned[:, :3, :3]
        swing, twist = swing_twist(quaternions(relative), self._axis)
        shared = product(power(swing, self._share[:, 0]), power(twist, self._share[:, 1]))
        rotation = matrices(shared)
        center = self.bind[self._mid][:, :3, 3]
        found = carried.copy()
        found[:, :3, :3] = carried[:, :3, :3] @ rotation
        away = center - np.einsum("nij,nj->ni", rotation, center)
        found[:, :3, 3] += np.einsum("nij,nj->ni", carried[:, :3, :3], away)
        return np.asarray(found)


def _at(frame: Floats) -> Floats:
    """A frame with the place of another and axes of its own."""
    placed = np.eye(4)
    placed[:3, 3] = frame[:3, 3]
    return placed


def quaternions(rotations: Floats) -> Floats:
    """(n, 4) x, y, z, w with w ≥ 0 of rotations (n, 3, 3); by the largest of the four, so that no digits are lost."""
    m = rotations
    t = np.stack(
        [
            1 + m[:, 0, 0] - m[:, 1, 1] - m[:, 2, 2],
            1 - m[:, 0, 0] + m[:, 1, 1] - m[:, 2, 2],
            1 - m[:, 0, 0] - m[:, 1, 1] + m[:, 2, 2],
            1 + m[:, 0, 0] + m[:, 1, 1] + m[:, 2, 2],
        ],
        axis=1,
    )
    xy, xz, yz = m[:, 0, 1] + m[:, 1, 0], m[:, 0, 2] + m[:, 2, 0], m[:, 1, 2] + m[:, 2, 1]
    wx, wy, wz = m[:, 2, 1] - m[:, 1, 2], m[:, 0, 2] - m[:, 2, 0], m[:, 1, 0] - m[:, 0, 1]
    rows = np.stack(
        [
            np.stack([t[:, 0], xy, xz, wx], axis=1),
            np.stack([xy, t[:, 1], yz, wy], axis=1),
            np.stack([xz, yz, t[:, 2], wz], axis=1),
            np.stack([wx, wy, wz, t[:, 3]], axis=1),
        ],
        axis=1,
    )
    q = rows[np.arange(len(m)), np.argmax(t, axis=1)]
    q = q / np.linalg.norm(q, axis=1, keepdims=True)
    return np.asarray(np.where(q[:, 3:] < 0, -q, q))


def swing_twist(q: Floats, axes: Floats) -> tuple[Floats, Floats]:
    """q = swing · twist with the twist about `axes` (n, 3); no twist where the swing is half a turn."""
    along = np.einsum("ni,ni->n", q[:, :3], axes)
    twist = np.column_stack([along[:, None] * axes, q[:, 3]])
    size = np.linalg.norm(twist, axis=1, keepdims=True)
    twist = np.where(size > 1e-9, twist / np.maximum(size, 1e-9), [0.0, 0.0, 0.0, 1.0])
    return product(q, twist * (-1.0, -1.0, -1.0, 1.0)), twist


def product(p: Floats, q: Floats) -> Floats:
    """(n, 4) p after q."""
    v = p[:, 3:] * q[:, :3] + q[:, 3:] * p[:, :3] + np.cross(p[:, :3], q[:, :3])
    return np.column_stack([v, p[:, 3] * q[:, 3] - np.einsum("ni,ni->n", p[:, :3], q[:, :3])])


def power(q: Floats, share: Floats) -> Floats:
    """(n, 4) a share of every rotation, the short way round."""
    q = np.where(q[:, 3:] < 0, -q, q)
    sine = np.linalg.norm(q[:, :3], axis=1)
    half = share * np.arctan2(sine, q[:, 3])
    scale = np.where(sine > 1e-12, np.sin(half) / np.maximum(sine, 1e-12), share)
    return np.column_stack([q[:, :3] * scale[:, None], np.cos(half)])


def matrices(q: Floats) -> Floats:
    """(n, 3, 3) rotations of unit quaternions (n, 4)."""
    x, y, z, w = q.T
    return np.stack(
        [
            np.stack([1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)], axis=1),
            np.stack([2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)], axis=1),
            np.stack([2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)], axis=1),
        ],
        axis=1,
    )
