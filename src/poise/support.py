"""The area a standing figure rests on."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from poise.arrays import sealed

if TYPE_CHECKING:
    from poise.pose import Pose

Array = NDArray[np.float64]


def soles_down(pose: Pose, floor: float = 0.0, within: float = 0.02) -> list[str]:
    """The soles that are on the floor."""
    up = _up(pose)
    return [sole for sole in pose.figure.soles if len(_corners_down(pose, sole, up, floor, within))]


def support_polygon(pose: Pose, floor: float, within: float) -> Array:
    """Hull of the soles that are down, projected along gravity on the floor. See `Pose.support_polygon`."""
    up = _up(pose)
    corners = [np.zeros((0, 3)), *(_corners_down(pose, sole, up, floor, within) for sole in pose.figure.soles)]
    hull = convex_hull(np.concatenate(corners), up) + 0.0
    hull += np.outer(floor - hull @ up, up)
    return sealed(hull)


def room_inside(inward: Array, corners: Array, point: Array) -> float:
    """Level distance (m) of a point from the edge of a convex area, negative outside.

    `inward` (k, 3): level unit normals of the edges that begin at `corners` (k, 3), in order round the area. One plane
    alone is an area, too.
    """
    away = point - corners
    across = np.einsum("ij,ij->i", inward, away)
    least = float(across.min())
    if least >= 0.0 or len(corners) < 3:
        return least
    edges = np.roll(corners, -1, axis=0) - corners
    lengths = np.linalg.norm(edges, axis=1)
    along = np.einsum("ij,ij->i", edges, away) / lengths
    beyond = np.maximum(0.0, np.maximum(-along, along - lengths))
    return -float(np.hypot(across, beyond)[across < 0.0].min())


def _up(pose: Pose) -> Array:
    up = -np.array(pose.figure.gravity)
    return np.asarray(up / (np.linalg.norm(up) or 1.0))


def _corners_down(pose: Pose, sole: str, up: Array, floor: float, within: float) -> Array:
    """(k, 3) the corners of a sole if all of them are down, else none."""
    outline = pose.figure.soles[sole]
    T_world_segment = pose.segment_frame(outline.segment)
    corners = np.array(outline.outline) @ T_world_segment[:3, :3].T + T_world_segment[:3, 3]
    return corners if (corners @ up).max() - floor <= within else corners[:0]


def convex_hull(points: Array, up: Array) -> Array:
    """Corners of the hull of points (n, 3) seen along `up`, counter-clockwise from above (Andrew's chains)."""
    if len(points) < 3:
        return points
    x, y, z = up.tolist()
    first = np.array([y, -x, 0.0] if abs(z) < 0.9 else [0.0, z, -y])
    x_of, y_of, z_of = (first / np.linalg.norm(first)).tolist()
    second = (y * z_of - z * y_of, z * x_of - x * z_of, x * y_of - y * x_of)
    flat = (points @ np.array([(x_of, y_of, z_of), second]).T).tolist()
    order = sorted(range(len(flat)), key=flat.__getitem__)
    half = [_chain(flat, order), _chain(flat, order[::-1])]
    return points[half[0][:-1] + half[1][:-1]]


def _chain(flat: list[list[float]], order: list[int]) -> list[int]:
    """Lower hull of the points taken in this order: only left turns survive."""
    kept: list[int] = []
    for i in order:
        while len(kept) > 1 and _turn(flat[kept[-2]], flat[kept[-1]], flat[i]) <= 1e-15:
            kept.pop()
        kept.append(i)
    return kept


def _turn(a: list[float], b: list[float], c: list[float]) -> float:
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])
