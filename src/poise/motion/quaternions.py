"""Many quaternions x y z w at once: arrays whose last axis has four numbers."""

from __future__ import annotations

import numpy as np

from poise.arrays import Array


def product(a: Array, b: Array) -> Array:
    """a b: first b, then a (Baerlocher, eq. B.1)."""
    ax, ay, az, aw = (a[..., k] for k in range(4))
    bx, by, bz, bw = (b[..., k] for k in range(4))
    parts = (
        aw * bx + ax * bw + ay * bz - az * by,
        aw * by - ax * bz + ay * bw + az * bx,
        aw * bz + ax * by - ay * bx + az * bw,
        aw * bw - ax * bx - ay * by - az * bz,
    )
    return np.stack(parts, axis=-1)


def inverse(q: Array) -> Array:
    """The rotation back."""
    return np.asarray(q * np.array([-1.0, -1.0, -1.0, 1.0]))


def rotated(q: Array, v: Array) -> Array:
    """Vectors turned by unit quaternions: v + 2 w (u × v) + 2 u × (u × v) (Baerlocher, eq. B.2)."""
    x, y, z, w = (q[..., k] for k in range(4))
    vx, vy, vz = (v[..., k] for k in range(3))
    tx, ty, tz = 2.0 * (y * vz - z * vy), 2.0 * (z * vx - x * vz), 2.0 * (x * vy - y * vx)
    return np.stack((vx + w * tx + y * tz - z * ty, vy + w * ty + z * tx - x * tz, vz + w * tz + x * ty - y * tx), -1)


def angle(a: Array, b: Array) -> Array:
    """The angle between two rotations, radians, 0 … π; exact for near ones, too."""
    between = product(inverse(a), b)
    return np.asarray(2.0 * np.arctan2(np.linalg.norm(between[..., :3], axis=-1), np.abs(between[..., 3])))


def matrices(q: Array) -> Array:
    """(…, 3, 3) rotation matrices."""
    return np.stack([rotated(q, np.eye(3)[k]) for k in range(3)], axis=-1)
