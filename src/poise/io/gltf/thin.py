"""Fewer keys for one channel: as many as a CUBICSPLINE needs to pass all that were there within a bound.

From one kept key to the next, the tangents and the next value are those whose largest miss of the keys between them is
least: least squares, again and again, with more weight on what is missed most (Lawson 1961). Rotations have a freedom
more: a reader normalises the quaternions of the spline, so what a tangent has along the quaternion changes how fast the
curve goes, and only its direction counts. Straight lines would need a key in nearly every frame of a captured walk to
stay within 0.05°.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from poise.arrays import Array
from poise.motion.quaternions import angle

_ROOM = 0.99
"""Of a bound: the rest is for rounding to the short numbers of a file."""
_ROUNDS = 8
"""Of weighing again; with twenty, a captured walk has 1879 keys instead of 1885."""
_ALONG = 5e-4
"""What a miss along a quaternion counts, which normalising undoes: 0.5 of its length as much as 0.03°. A captured walk
has 1988 keys with twice of it instead of 1885; with less, curves stray more between keys."""
_SHORTEST = 0.1
"""Of a quaternion of the spline before it is normalised: what comes near zero turns at a leap."""


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
        best = _line(stamps, values, start, at[-1])
        while good + step < bad:
            tried = _piece(stamps, values, (start, good + step), at[-1], bound)
            if tried is not None:
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


def _line(times: Array, values: Array, start: int, first: Array) -> Array:
    """(3, width) of the straight way from `first` to the following key."""
    way = (values[start + 1] - first) / (times[start + 1] - times[start])
    return np.stack([way, way, values[start + 1]])


def _piece(times: Array, values: Array, ends: tuple[int, int], first: Array, bound: float) -> Array | None:
    """(3, width): tangent out of `first` and into the end, per second, and the value there; None if it is too far."""
    keys, stamps = values[ends[0] : ends[1] + 1], times[ends[0] : ends[1] + 1]
    span = float(stamps[-1] - stamps[0])
    shares, there = (stamps[1:] - stamps[0]) / span, keys[1:]
    line = np.stack([keys[-1] - first, keys[-1] - first, keys[-1]])
    across, along = _directions(there)
    weights = np.ones(len(there))
    for _ in range(_ROUNDS):
        counts = np.sqrt(weights)[:, None, None] * across + along
        rows = np.einsum("nk,nab->nakb", _basis(shares)[:, 1:], counts).reshape(there.size, -1)
        lacking = np.einsum("nab,nb->na", counts, there - _spline(shares, first, line))
        found = line + np.linalg.lstsq(rows, lacking.ravel(), rcond=None)[0].reshape(3, -1)
        if there.shape[1] == 4:  # a key is a unit quaternion
            found[2] /= np.linalg.norm(found[2])
        misses = _apart(_spline(shares, first, found), there) / bound
        if misses.max() <= 1.0:
            middles = (shares + np.array([0.0, *shares[:-1]])) / 2
            is_near = _keeps_to_the_way(_spline(middles, first, found), keys, bound)
            return np.stack([found[0] / span, found[1] / span, found[2]]) if is_near else None
        if misses.min() > 1.0 or not np.isfinite(misses).all():
            return None
        weights = weights * misses / (weights * misses).max()
    return None


def _basis(s: Array) -> Array:
    """(n, 4): Hermite's, of the first value, the tangents out of it and into the end, and the value there."""
    return np.stack([1 - 3 * s**2 + 2 * s**3, s**3 - 2 * s**2 + s, s**3 - s**2, 3 * s**2 - 2 * s**3], axis=1)


def _spline(shares: Array, first: Array, found: Array) -> Array:
    """(n, width) where the spline is after shares of its way; tangents per way."""
    return np.asarray(_basis(shares) @ np.concatenate([first[None, :], found]))


def _directions(there: Array) -> tuple[Array, Array]:
    """(n, width, width) twice: what of a miss is weighed, and what of it counts always.

    Of a rotation the first is across its quaternion, the second along it; at the end that counts whole, since a key is
    a unit quaternion.
    """
    whole = np.tile(np.eye(there.shape[1]), (len(there), 1, 1))
    if there.shape[1] == 3:
        return whole, np.zeros_like(whole)
    along = there[:, :, None] * there[:, None, :]
    share = np.full((len(there), 1, 1), _ALONG)
    share[-1] = 1.0
    return whole - along, share * along


def _keeps_to_the_way(curve: Array, keys: Array, bound: float) -> bool:
    """Whether the spline strays from the middle between two keys no farther than these are from each other."""
    middles = (keys[1:] + keys[:-1]) / 2
    if keys.shape[1] == 4:
        middles /= np.linalg.norm(middles, axis=1, keepdims=True)
    return bool((_apart(curve, middles) <= bound + _apart(keys[1:], keys[:-1])).all())


def _apart(curve: Array, there: Array) -> Array:
    """(n,) metres or radians; infinity where the spline is too short to be a rotation."""
    if there.shape[1] == 3:
        return np.asarray(np.linalg.norm(curve - there, axis=1))
    lengths = np.linalg.norm(curve, axis=1, keepdims=True)
    far = angle(curve / np.maximum(lengths, _SHORTEST), there)
    return np.asarray(np.where(lengths[:, 0] > _SHORTEST, far, np.inf))
