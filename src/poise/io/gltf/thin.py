"""Fewer keys for one channel: as many as a CUBICSPLINE needs to pass all that were there within a bound.

From one kept key to the next, the tangents and the next value are those that fit the keys between them best (least
squares). Straight lines would need a key in nearly every frame of a captured walk to stay within 0.05°.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from poise.arrays import Array
from poise.motion.quaternions import angle

_ROOM = 0.95
"""Of a bound: the rest is for rounding to the short numbers of a file."""


def fitted(times: Any, values: Array, scale: float, bounds: dict[str, float]) -> tuple[Any, Array]:
    """Which keys to keep, and their rows (k, 3, width): tangent in, value, tangent out.

    Rotations (n, 4) are met within `angle`, places (n, 3) within `length` in metres; `scale`: metres of a unit of the
    places. From every kept key the spline goes as far as it can: twice as far while that is well, then on in ones.
    """
    stamps = np.asarray(times, dtype=np.float64)
    bound = _ROOM * (bounds["angle"] if values.shape[1] == 4 else bounds["length"] / max(scale, 1e-12))
    kept, at, leaving, arriving = [0], [values[0]], [], []
    while kept[-1] < len(stamps) - 1:
        start, good, step, bad = kept[-1], kept[-1] + 1, 1, len(stamps)
        best = _fit(stamps, values, (start, good), at[-1])
        while good + step < bad:
            tried = _fit(stamps, values, (start, good + step), at[-1])
            if _near(stamps, values, (start, good + step), at[-1], tried, bound):
                good, step, best = good + step, 2 * step, tried
            else:
                bad, step = good + step, 1
        kept.append(good)
        leaving.append(best[0])
        arriving.append(best[1])
        at.append(best[2])
    still = np.zeros(values.shape[1])
    rows = np.stack([np.array([still, *arriving]), np.array(at), np.array([*leaving, still])], axis=1)
    return np.array(kept), rows


def _shares(times: Array, ends: tuple[int, int]) -> tuple[Array, float]:
    start, end = ends
    span = float(times[end] - times[start])
    return ((times[start + 1 : end + 1] - times[start]) / span)[:, None], span


def _fit(times: Array, values: Array, ends: tuple[int, int], first: Array) -> Array:
    """(3, width): tangent out of `first` and into the end, per second, and the value there."""
    start, end = ends
    s, span = _shares(times, ends)
    way = values[end] - first
    if end - start < 3:  # too few to fit: a straight line to the end, or a parabola through the one between
        bend = np.zeros_like(way) if len(s) == 1 else (values[start + 1] - first - s[0] * way) / (s[0] * (1 - s[0]))
        return np.stack([(way + bend) / span, (way - bend) / span, values[end]])
    missing = values[start + 1 : end + 1] - first - s * way  # what a straight line leaves
    basis = np.hstack([s**3 - 2 * s**2 + s, s**3 - s**2, 3 * s**2 - 2 * s**3])
    out, into, beyond = np.linalg.lstsq(basis, missing, rcond=None)[0]
    return np.stack([(out + way) / span, (into + way) / span, values[end] + beyond])


def _near(times: Array, values: Array, ends: tuple[int, int], first: Array, found: Array, bound: float) -> bool:
    """Whether the spline passes all keys to the end of its way."""
    s, span = _shares(times, ends)
    leave, arrive, last = found[0] * span, found[1] * span, found[2]
    curve = first + (3 * s**2 - 2 * s**3) * (last - first) + (s**3 - 2 * s**2 + s) * leave + (s**3 - s**2) * arrive
    there = values[ends[0] + 1 : ends[1] + 1]
    if values.shape[1] == 3:
        return bool((np.linalg.norm(curve - there, axis=1) <= bound).all())
    lengths = np.linalg.norm(curve, axis=1, keepdims=True)
    return bool((lengths > 0.5).all() and (angle(curve / lengths, there) <= bound).all())
