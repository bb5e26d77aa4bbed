"""Rotations as Euler angles, in the order a file is to have, without leaps from frame to frame."""

from __future__ import annotations

import numpy as np

from poise.arrays import Array
from poise.errors import UnknownNameError
from poise.motion.quaternions import matrices

ORDERS = ("XYZ", "XZY", "YXZ", "YZX", "ZXY", "ZYX")


def checked_order(order: object) -> tuple[int, int, int]:
    """The axes 0, 1, 2 of an order of rotations, the outermost first."""
    if not (isinstance(order, str) and order.upper() in ORDERS):
        raise UnknownNameError("order of rotations", order, ORDERS, "a BVH file")
    a, b, c = ("XYZ".index(letter) for letter in order.upper())
    return (a, b, c)


def euler_angles(quaternions: Array, order: tuple[int, int, int]) -> Array:
    """(…, 3) angles in radians with R = R_a(α) R_b(β) R_c(γ), exact also where α and γ turn about one axis.

    There α is arbitrary; γ and β are then read off what is left of the rotation without it.
    """
    a, b, c = order
    sign = 1.0 if (b - a) % 3 == 1 else -1.0
    R = matrices(quaternions)
    alpha = np.arctan2(-sign * R[..., b, c], R[..., c, c])
    cos, sin = np.cos(alpha), sign * np.sin(alpha)
    rest = {  # rows of R_a(−α) R; row a is that of R itself
        b: cos[..., None] * R[..., b, :] + sin[..., None] * R[..., c, :],
        c: cos[..., None] * R[..., c, :] - sin[..., None] * R[..., b, :],
    }
    beta = np.arctan2(sign * R[..., a, c], rest[c][..., c])
    gamma = np.arctan2(sign * rest[b][..., a], rest[b][..., b])
    return np.stack([alpha, beta, gamma], axis=-1)


def without_leaps(angles: Array) -> Array:
    """Angles (n, joints, 3) of which each is the nearest to the one before that means the same rotation.

    (α, β, γ) and (α + π, π − β, γ + π) are the same, and so are whole turns.
    """
    smooth = np.array(angles)
    for k in range(1, len(smooth)):
        before, now = smooth[k - 1], smooth[k]
        other = np.stack([now[:, 0] + np.pi, np.pi - now[:, 1], now[:, 2] + np.pi], axis=-1)
        near, far = _turned_to(now, before), _turned_to(other, before)
        nearer = np.abs(near - before).sum(axis=1) <= np.abs(far - before).sum(axis=1)
        smooth[k] = np.where(nearer[:, None], near, far)
    return smooth


def _turned_to(angles: Array, before: Array) -> Array:
    return angles - 2.0 * np.pi * np.round((angles - before) / (2.0 * np.pi))
