"""The same linear step as the thesis writes it, in numpy: projectors, level by level. Slow, and not ours."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]
Levels = list[tuple[Array, Array]]


def recursive(levels: Levels) -> Array:
    """min |J_k v − e_k| level after level, by the recursion of Baerlocher 5.3.9 (eq. 5.18–5.21).

    P ← P − (J P)⁺ (J P) takes away the directions that a level uses.
    """
    n = levels[0][0].shape[1]
    v, P = np.zeros(n), np.eye(n)
    for J, e in levels:
        projected = J @ P
        back = inverse(projected)
        v = v + back @ (e - J @ v)
        P = P - back @ projected
    return v


def from_scratch(levels: Levels) -> Array:
    """The same with every projector made anew from all rows above (Baerlocher 5.3.8, after Siciliano & Slotine)."""
    n = levels[0][0].shape[1]
    v, above = np.zeros(n), np.zeros((0, n))
    for J, e in levels:
        P = np.eye(n) - inverse(above) @ above if len(above) else np.eye(n)
        v = v + inverse(J @ P) @ (e - J @ v)
        above = np.vstack([above, J])
    return v


def inverse(A: Array) -> Array:
    """The pseudo-inverse; what a level above has taken away is noise, so singular values below 1e-9 count as none."""
    U, sizes, Vt = np.linalg.svd(A, full_matrices=False)
    kept = sizes > 1e-9
    return (Vt[kept].T / sizes[kept]) @ U[:, kept].T
