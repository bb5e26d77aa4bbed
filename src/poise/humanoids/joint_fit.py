"""What a joint can do of a motion that is asked of it: the value of its coordinates, and the motion they give."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from poise.arrays import Array
from poise.figure.joint import Joint
from poise.figure.placement import quaternion_of


def fitted(joint: Joint, motion: Array) -> tuple[Any, Array]:
    """Value and motion (4, 4) nearest to the motion M (4, 4) of `poise.figure.joint`; limits are not looked at.

    A limb's direction is met first and its twist second. The value is None where the joint cannot move, or only slides.
    """
    turn, fit = motion[:3, :3], np.eye(4)
    if joint.model == "free":
        return _clean(motion), _clean(motion)
    if joint.model == "ball":
        fit[:3, :3] = _clean(motion)[:3, :3]
        return fit[:3, :3], fit
    if joint.model == "elbow":
        flexion = math.atan2(-turn[1, 2], turn[2, 2])
        rest = about(np.array([1.0, 0.0, 0.0]), -flexion) @ turn
        twist = math.atan2(rest[1, 0] - rest[0, 1], rest[0, 0] + rest[1, 1])
        fit[:3, :3] = about(np.array([1.0, 0.0, 0.0]), flexion) @ about(np.array([0.0, 0.0, 1.0]), twist)
        return (flexion, twist), fit
    if joint.model == "swing":
        x, y, z = turn[:, 2]
        size, angle = math.hypot(x, y), math.atan2(math.hypot(x, y), z)
        axis = np.array([-y, x, 0.0]) / size if size > 1e-12 else np.array([1.0, 0.0, 0.0])
        fit[:3, :3] = about(axis, angle)
        return (angle * axis[0], angle * axis[1]), fit
    if joint.model == "hinge":
        axis = np.array(joint.axis)
        sine = axis @ np.array([turn[2, 1] - turn[1, 2], turn[0, 2] - turn[2, 0], turn[1, 0] - turn[0, 1]])
        angle = math.atan2(float(sine), float(np.trace(turn) - axis @ turn @ axis))
        fit[:3, :3] = about(axis, angle)
        return angle, fit
    return None, fit


def about(axis: Array, angle: float) -> Array:
    """(3, 3) the turn by an angle about a unit axis (Rodrigues)."""
    x, y, z = axis
    K = np.array([[0.0, -z, y], [z, 0.0, -x], [-y, x, 0.0]])
    return np.asarray(np.eye(3) + math.sin(angle) * K + (1.0 - math.cos(angle)) * K @ K)


def _clean(motion: Array) -> Array:
    """The motion with its rotation made orthonormal again."""
    from poise.figure.placement import rotation_matrix

    u, _, vt = np.linalg.svd(motion[:3, :3])
    made = np.eye(4)
    made[:3, :3] = rotation_matrix(quaternion_of(u @ vt))
    made[:3, 3] = motion[:3, 3]
    return made
