"""Limbs of balls, or of a forearm, at many swivels without the core, and limits that are quick to judge.

Shoulder and wrist turn about fixed axes while a limb swivels, so two poses a quarter turn apart give all others. The
figure takes long to say how far a pose is beyond its limits; what is far beyond a cone, an ellipse or a range of twist
need not be asked.
"""

from __future__ import annotations

import math

import numpy as np

import poise
from poise import Limb

SLACK = 1e-9
Array = np.ndarray


def turned(samples: Array, angles: Array) -> Array:
    """(n, 8 or 9) ball, hinge, and ball or twist and swing at all angles, from the poses at 0 and at a quarter turn."""
    values = np.repeat(samples[:1], len(angles), axis=0)
    values[:, :4] = _rotations(samples[0, :4], samples[1, :4], angles)
    if samples.shape[1] == 9:
        values[:, 5:] = _rotations(samples[0, 5:], samples[1, 5:], angles)
    else:
        start, quarter = (_joined(*sample[5:]) for sample in samples)
        values[:, 5:] = _parted(_rotations(start, quarter, angles))
    return values


def perhaps_inside(limb: Limb, values: Array) -> Array:
    """(n,) False where a cone, an ellipse or a range of twist is exceeded."""
    inside = np.ones(len(values), dtype=bool)
    for name in limb.joints:
        joint, at = limb.figure.joints[name], limb.figure.coordinate_slice(name).start
        own = values[:, limb.slots.index(at) :]
        ball, region = joint.model == "ball", joint.limits.get("swing")
        if isinstance(region, poise.Cone | poise.Ellipse):
            swing = _swing(own[:, :4]) if ball else own[:, :2]
            radii = (region.x, region.y) if isinstance(region, poise.Ellipse) else region.angle
            inside &= ((swing / radii) ** 2).sum(axis=1) <= 1 + SLACK
        if ball and isinstance(span := joint.limits.get("twist"), poise.Range):
            twist = 2 * np.arctan2(own[:, 2], own[:, 3])
            inside &= np.mod(twist - span.min + SLACK, 2 * math.pi) <= span.max - span.min + 2 * SLACK
    return inside


def _rotations(start: Array, quarter: Array, angles: Array) -> Array:
    """(n, 4) quaternions x y z w that turn about a fixed axis; those that are held stay."""
    step = _product(quarter, start * (-1, -1, -1, 1))
    axis = step[:3] * np.copysign(math.sqrt(2), step[3])
    if np.linalg.norm(axis) < SLACK:
        return np.repeat(start[None], len(angles), axis=0)
    return _product(np.column_stack([np.sin(angles / 2)[:, None] * axis, np.cos(angles / 2)]), start)


def _product(a: Array, b: Array) -> Array:
    """(…, 4) of quaternions."""
    return np.stack(
        [
            a[..., 3] * b[..., 0] + a[..., 0] * b[..., 3] + a[..., 1] * b[..., 2] - a[..., 2] * b[..., 1],
            a[..., 3] * b[..., 1] - a[..., 0] * b[..., 2] + a[..., 1] * b[..., 3] + a[..., 2] * b[..., 0],
            a[..., 3] * b[..., 2] + a[..., 0] * b[..., 1] - a[..., 1] * b[..., 0] + a[..., 2] * b[..., 3],
            a[..., 3] * b[..., 3] - a[..., 0] * b[..., 0] - a[..., 1] * b[..., 1] - a[..., 2] * b[..., 2],
        ],
        axis=-1,
    )


def _joined(twist: float, x: float, y: float) -> Array:
    """The quaternion of a twist about z followed, farther out, by a swing."""
    angle = math.hypot(x, y)
    share = math.sin(angle / 2) / angle if angle else 0.5
    about_z = np.array([0.0, 0.0, math.sin(twist / 2), math.cos(twist / 2)])
    return _product(about_z, np.array([x * share, y * share, 0.0, math.cos(angle / 2)]))


def _parted(turns: Array) -> Array:
    """(n, 3) twist and swing: the inverse is a swing after a twist."""
    twist = 2 * np.arctan2(turns[:, 2], turns[:, 3])
    back = np.column_stack([0 * twist, 0 * twist, -np.sin(twist / 2), np.cos(twist / 2)])
    swing = _product(back, turns)
    sine = np.hypot(swing[:, 0], swing[:, 1])
    angle = 2 * np.arctan2(sine, swing[:, 3])
    angle = np.where(angle > math.pi, angle - 2 * math.pi, angle)
    scaled = swing[:, :2] * (angle / np.maximum(sine, 1e-300))[:, None]
    return np.column_stack([np.mod(twist + math.pi, 2 * math.pi) - math.pi, scaled])


def _swing(ball: Array) -> Array:
    """(n, 2) the rotation vector that takes z to where quaternions take it."""
    x, y, z, w = ball.T
    across = np.stack([2 * (w * x - y * z), 2 * (x * z + w * y)], axis=1)  # z × direction
    sine = np.linalg.norm(across, axis=1)
    angle = np.arctan2(sine, w * w + z * z - x * x - y * y)
    return across * (angle / np.maximum(sine, 1e-300))[:, None]
