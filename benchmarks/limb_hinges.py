"""Seven hinges judged without the core: products of exponentials, and both ways in which three hinges make a rotation.

Every hinge is a twist (ω, v) of the zero pose, so that T(q) = e^(ξ₁q₁) … e^(ξ₇q₇) T(0).
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import numpy as np

from poise import Limb

MET, LIMITS = 1e-8, 1e-9
Array = np.ndarray


def allowed_by_hinges(limb: Limb, goal: Any, values: Array) -> Array:
    """(n,) whether any of the ways to show the rotations of poses (n, 7) meets the goal inside all ranges."""
    axes, speeds, start = _twists(limb)
    turn, place = _placed(axes, speeds, start, values)
    if np.ndim(goal) == 2:
        met = np.abs(turn - goal[:3, :3]).max(axis=(1, 2)) + np.abs(place - goal[:3, 3]).max(axis=1) < MET
    else:
        met = np.abs(place - goal).max(axis=1) < MET
    ranges = [limb.figure.joints[j].limits["angle"] for j in limb.joints]
    held = [slice(0, 3), slice(4, 7)] if np.ndim(goal) == 2 else [slice(0, 3)]
    for part in held:
        ways = (values[:, part], _other_way(axes[part], values[:, part]))
        met &= np.any([_inside(way, ranges[part]) for way in ways], axis=0)
    return met & _inside(values[:, 3:4], ranges[3:4])


@lru_cache(maxsize=1)
def _twists(limb: Limb) -> tuple[Array, Array, Array]:
    """(7, 3) axes and speeds at the origin, and the site's frame, of the zero pose."""
    pose, site = limb.figure.pose(dict.fromkeys(limb.joints, 0.0)), limb.chain.site
    columns = [limb.figure.tangent_slice(j).start for j in limb.joints]
    jacobian = pose.jacobian(site)[:, columns].T
    return jacobian[:, 3:], jacobian[:, :3] - np.cross(jacobian[:, 3:], pose.position(site)), pose.frame(site)


def _rotations(axis: Array, angles: Array) -> Array:
    """(n, 3, 3) turns about a unit axis (Rodrigues)."""
    x, y, z = axis
    cross = np.array([[0, -z, y], [z, 0, -x], [-y, x, 0]])
    s, c = np.sin(angles)[:, None, None], np.cos(angles)[:, None, None]
    return np.eye(3) + s * cross + (1 - c) * (cross @ cross)


def _placed(axes: Array, speeds: Array, start: Array, values: Array) -> tuple[Array, Array]:
    """(n, 3, 3) and (n, 3): the site's axes and origin."""
    turn, place = np.broadcast_to(start[:3, :3], (len(values), 3, 3)), np.broadcast_to(start[:3, 3], (len(values), 3))
    for axis, speed, angles in zip(axes[::-1], speeds[::-1], values.T[::-1], strict=True):
        step, center = _rotations(axis, angles), np.cross(axis, speed)  # a point of the hinge's line
        turn = step @ turn
        place = np.einsum("nij,nj->ni", step, place - center) + center
    return turn, place


def _other_way(axes: Array, angles: Array) -> Array:
    """(n, 3) the other angles of three hinges that make the same rotation: θ₂ mirrored where a₁ · e^(θ₂a₂) a₃ peaks."""
    a, b, c = axes
    middle = 2 * np.arctan2(a @ np.cross(b, c), a @ c - (a @ b) * (b @ c)) - angles[:, 1]
    whole = _rotations(a, angles[:, 0]) @ _rotations(b, angles[:, 1]) @ _rotations(c, angles[:, 2])
    first = _turn(a, _rotations(b, middle) @ c, whole @ c)
    third = _turn(-c, _rotations(b, -middle) @ a, np.einsum("nji,j->ni", whole, a))
    return np.stack([first, middle, third], axis=1)


def _turn(axis: Array, start: Array, end: Array) -> Array:
    """(n,) the angle about an axis from one vector to another."""
    across = start - np.outer(start @ axis, axis), end - np.outer(end @ axis, axis)
    return np.arctan2(np.cross(*across) @ axis, np.einsum("ni,ni->n", *across))


def _inside(angles: Array, ranges: list[Any]) -> Array:
    """(n,) whether all angles, give or take whole turns, are in their ranges."""
    low, high = (np.array([getattr(r, side) for r in ranges]) for side in ("min", "max"))
    return ((np.mod(angles - low + LIMITS, 2 * np.pi)) <= high - low + 2 * LIMITS).all(axis=1)
