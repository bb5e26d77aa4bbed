"""Signed distances of a few solids, and their smooth union: metres outside, negative inside, about."""

from __future__ import annotations

import numpy as np

from poise.skin.cage import Floats

Place = Floats | tuple[float, ...]
"""Three numbers: a point, or radii."""


def egg(p: Floats, center: Place, radii: Place) -> Floats:
    """(n,) from an ellipsoid along the axes."""
    q = (p - center) / radii
    k = np.linalg.norm(q, axis=1)
    slope = np.linalg.norm(q / radii, axis=1)
    return np.asarray(k * (k - 1.0) / np.maximum(slope, 1e-9))


def rod(p: Floats, a: Place, b: Place, ra: float, rb: float) -> Floats:
    """(n,) from the hull of two balls."""
    start, way = np.array(a), np.array(b) - np.array(a)
    t = np.clip((p - start) @ way / float(way @ way), 0.0, 1.0)
    return np.asarray(np.linalg.norm(p - start - t[:, None] * way, axis=1) - (ra + t * (rb - ra)))


def union(a: Floats, b: Floats, blend: float) -> Floats:
    """The smaller one, rounded where both are within `blend` (the quadratic smooth minimum)."""
    if blend <= 0.0:
        return np.minimum(a, b)
    h = np.maximum(blend - np.abs(a - b), 0.0) / blend
    return np.asarray(np.minimum(a, b) - h * h * blend / 4)
