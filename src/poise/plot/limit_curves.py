"""Limits as geometry on the unit sphere of limb directions, in the joint's frame (Baerlocher 3.6).

Boundary curves run so that the allowed side is on their left, seen from outside the sphere.
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from poise import _core
from poise.figure.compile import swing_arrays, twist_rows
from poise.figure.limit import Cone, Ellipse, Polygon, Range, SwingLimit, TwistTable
from poise.plot.mesh import Floats, Mesh, ellipsoid


def boundary(limit: SwingLimit, step: float = math.radians(2)) -> Floats:
    """(n, 3) unit directions along the limit's closed boundary, at most about `step` radians apart."""
    match limit:
        case Polygon(vertices):
            return _polygon_boundary(np.array(vertices), step)
        case Ellipse(x, y):
            return _ellipse_boundary(x, y, step)
        case Cone(angle):
            return _ellipse_boundary(angle, angle, step)


def inward(curve: Floats) -> Floats:
    """(n, 3) unit tangents of the sphere that point from a closed `curve` to its allowed side: p × tangent."""
    along = np.roll(curve, -1, axis=0) - np.roll(curve, 1, axis=0)
    left = np.cross(curve, along)
    return np.asarray(left / np.linalg.norm(left, axis=1, keepdims=True))


def swing_rotation(direction: Floats) -> Floats:
    """(3, 3) the swing that takes z to the unit `direction`; half a turn about x for −z, where it is not unique."""
    x, y, z = direction
    across = math.hypot(x, y)
    if across < 1e-12:
        return np.diag([1.0, math.copysign(1.0, z), math.copysign(1.0, z)])
    axis = np.array([-y, x, 0.0]) / across
    cross = np.cross(np.eye(3), axis)  # [axis]×
    return np.asarray(np.eye(3) + across * cross + (1 - z) * cross @ cross)


def twist_range(limit: Range | TwistTable | None, direction: Floats) -> tuple[float, float]:
    """Lowest and highest twist at a unit limb direction, radians; infinite where there is no limit."""
    if limit is None:
        return -math.inf, math.inf
    low, high = _core.twist_range(twist_rows(limit), direction)
    return float(low), float(high)


def region(limit: SwingLimit, sides: int = 72) -> Mesh:
    """The allowed part of the unit sphere. Triangles that straddle the boundary are drawn back to it."""
    ball = ellipsoid((1.0, 1.0, 1.0), sides)
    inside, nearest = allowed(limit, ball.vertices)
    kept = ball.faces[inside[ball.faces].any(axis=1)]
    return Mesh(nearest, nearest, kept)


def allowed(limit: SwingLimit, directions: Floats) -> tuple[NDArray[np.bool_], Floats]:
    """Which unit `directions` (n, 3) the limit allows (n,), and the nearest allowed ones (n, 3).

    Asked of the kinematics core, so that pictures cannot disagree with poses.
    """
    kind, data = swing_arrays(limit)
    found = [_core.nearest_swing(kind, data, np.ascontiguousarray(d)) for d in directions]
    return np.array([away == 0.0 for _, away in found], bool), np.array([near for near, _ in found]).reshape(-1, 3)


def samples(limit: SwingLimit | None, step: float = math.radians(30)) -> Floats:
    """(n, 3) allowed directions spread evenly over the sphere, about `step` apart and half a step off the boundary."""
    rings = [np.array([[0.0, 0.0, 1.0]])]
    for polar in np.arange(step, math.pi - step / 2, step):
        turn = _turns(max(3, round(2 * math.pi * math.sin(polar) / step)))
        rings.append(
            np.column_stack(
                [math.sin(polar) * np.cos(turn), math.sin(polar) * np.sin(turn), np.full(len(turn), math.cos(polar))]
            )
        )
    points = np.vstack(rings)
    if limit is None:
        return points
    inside, _ = allowed(limit, points)
    far = (points @ boundary(limit).T).max(axis=1) < math.cos(step / 2)
    return np.asarray(points[inside & far])


def _turns(count: int) -> Floats:
    """Equal steps around a circle, radians."""
    return np.asarray(np.arange(count) * (2 * math.pi / count), np.float64)


def _ellipse_boundary(x: float, y: float, step: float) -> Floats:
    """s(α) = (x cos α, y sin α) taken to the sphere; counter-clockwise seen from outside."""
    alpha = _turns(max(24, math.ceil(2 * math.pi * max(x, y) / step)))
    sx, sy = x * np.cos(alpha), y * np.sin(alpha)
    angle = np.hypot(sx, sy)
    ratio = np.sin(angle) / angle
    return np.column_stack([sy * ratio, -sx * ratio, np.cos(angle)])


def _polygon_boundary(vertices: Floats, step: float) -> Floats:
    """Each edge as steps along its great arc."""
    arcs = []
    for a, b in zip(vertices, np.roll(vertices, -1, axis=0), strict=True):
        angle = math.atan2(float(np.linalg.norm(np.cross(a, b))), float(a @ b))
        t = np.arange(max(1, math.ceil(angle / step)))[:, None] / max(1, math.ceil(angle / step))
        arcs.append((np.sin((1 - t) * angle) * a + np.sin(t * angle) * b) / math.sin(angle))
    return np.vstack(arcs)
