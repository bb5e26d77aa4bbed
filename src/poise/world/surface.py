"""Triangles as a surface: what belongs together, where it is open, how much it encloses."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]
Ints = NDArray[np.int64]
SAME = 1e-6
"""Vertices that are nearer than this share of the size of a mesh are one: files repeat them, in single precision."""


def welded(points: Array, faces: Ints) -> tuple[Array, Ints]:
    """Vertices that coincide made one, in the order of their first use; faces without area left out."""
    step = SAME * float(np.ptp(points, axis=0).max()) or 1.0
    _, first, number = np.unique(np.round(points / step), axis=0, return_index=True, return_inverse=True)
    order = np.argsort(first, kind="stable")
    place = np.empty_like(order)
    place[order] = np.arange(len(order))
    kept, rows = points[first[order]], place[number.ravel()][faces]
    a, b, c = (kept[rows[:, k]] for k in range(3))
    return np.ascontiguousarray(kept), np.ascontiguousarray(rows[np.linalg.norm(np.cross(b - a, c - a), axis=1) > 0.0])


def open_edges(faces: Ints) -> int:
    """How many edges have not as many faces that go along them as faces that go back."""
    ends = np.vstack([faces[:, [0, 1]], faces[:, [1, 2]], faces[:, [2, 0]]])
    way = np.where(ends[:, 0] < ends[:, 1], 1, -1)
    low, high = ends.min(axis=1), ends.max(axis=1)
    _, number = np.unique(low * (int(high.max()) + 1) + high, return_inverse=True)
    return int(np.count_nonzero(np.bincount(number.ravel(), weights=way)))


def volume(points: Array, faces: Ints) -> float:
    """What a closed surface encloses (m³), negative when it is turned inside out."""
    a, b, c = (points[faces[:, k]] for k in range(3))
    return float(np.einsum("ij,ij->", a, np.cross(b, c)) / 6)
