"""The captured postures: read, cleared of copies, and put into the world by forward kinematics.

Source: CMU Graphics Lab Motion Capture Database (mocap.cs.cmu.edu). The archive has no folder of its own here: it is
not shipped. Metres, +Y up, joint centres relative to `Hips`.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]


@dataclass(frozen=True)
class Captured:
    """`places` (n, joints, 3); `turns` (n, joints, 3, 3), world ← bone; `person` (n,) index of the skeleton it has."""

    joints: tuple[str, ...]
    zero: Array  # (people, joints, 3) joint centres of every skeleton at zero
    places: Array
    turns: Array
    person: NDArray[np.int64]
    clip: NDArray[np.str_]

    def of(self, chosen: NDArray[np.bool_] | NDArray[np.int64]) -> Captured:
        """Some of the postures."""
        return Captured(
            self.joints, self.zero, self.places[chosen], self.turns[chosen], self.person[chosen], self.clip[chosen]
        )

    def place(self, joint: str) -> Array:
        """(n, 3) one joint centre."""
        return self.places[:, self.joints.index(joint)]

    def turn(self, joint: str) -> Array:
        """(n, 3, 3) one bone."""
        return self.turns[:, self.joints.index(joint)]


def read(path: Path, most: int | None = None) -> Captured:
    """The postures, each once, evenly thinned within clips to at most that many.

    Several performers of the library stand in it under two or three numbers, their clips with them: postures are
    kept once, and people are told apart by their bones. Otherwise somebody held out would have been trained on.
    """
    stored = np.load(path)
    joints, parents = tuple(map(str, stored["joints"])), stored["parents"]
    bones, which = np.unique(stored["offsets"], axis=0, return_inverse=True)
    person = which.reshape(-1)[stored["skeleton"]]
    _, first = np.unique(stored["rotation"].reshape(len(person), -1), axis=0, return_index=True)
    first.sort()
    kept = first if most is None else _thinned(stored["clip"][first], first, most)
    offsets, rotations = bones.astype(float), stored["rotation"][kept].astype(float)
    places, turns = _posed(parents, offsets[person[kept]], _matrices(rotations))
    level = np.broadcast_to(np.eye(3), (len(bones), len(joints), 3, 3))
    return Captured(joints, _posed(parents, offsets, level)[0], places, turns, person[kept], stored["clip"][kept])


def clip_weights(clip: NDArray[np.str_]) -> Array:
    """(n,) weight of every posture: a clip counts with the root of how many it has, all sum to n."""
    _, which, count = np.unique(clip, return_inverse=True, return_counts=True)
    weight = count[which] ** -0.5
    return np.asarray(weight * (len(clip) / weight.sum()))


def _thinned(clip: NDArray[np.str_], index: NDArray[np.int64], most: int) -> NDArray[np.int64]:
    """Of every clip an even share."""
    share = min(1.0, most / len(index))
    order = np.argsort(clip, kind="stable")
    count = np.floor(np.arange(1, len(index) + 1) * share) - np.floor(np.arange(len(index)) * share)
    return np.sort(index[order[count > 0]])


def _posed(parents: NDArray[np.int8], offsets: Array, local: Array) -> tuple[Array, Array]:
    """Joint centres and bone rotations in the world; a parent stands before its children."""
    places, turns = np.zeros(offsets.shape), np.array(local)
    for child, parent in enumerate(parents):
        if parent >= 0:
            turns[:, child] = turns[:, parent] @ local[:, child]
            places[:, child] = places[:, parent] + np.einsum("nij,nj->ni", turns[:, parent], offsets[:, child])
    return places, turns


def _matrices(quaternions: Array) -> Array:
    """(…, 3, 3) from x y z w of any length."""
    x, y, z, w = np.moveaxis(quaternions / np.linalg.norm(quaternions, axis=-1, keepdims=True), -1, 0)
    rows = [
        [1 - 2 * (y * y + z * z), 2 * (x * y - z * w), 2 * (x * z + y * w)],
        [2 * (x * y + z * w), 1 - 2 * (x * x + z * z), 2 * (y * z - x * w)],
        [2 * (x * z - y * w), 2 * (y * z + x * w), 1 - 2 * (x * x + y * y)],
    ]
    return np.stack([np.stack(row, axis=-1) for row in rows], axis=-2)
