"""Meshes that stand for lines and areas: tubes, dots, discs, fans, bones."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from poise.plot.mesh import EMPTY, Floats, Mesh, ellipsoid, joined


def tube(points: Any, radius: float, *, closed: bool = False, sides: int = 10) -> Mesh:
    """A round wire through `points` (n, 3); repeated points are skipped, ends are capped with balls."""
    path = _distinct(np.asarray(points, float), closed)
    if len(path) < 2:
        return EMPTY if len(path) == 0 else ball(path[0], radius)
    across = _frames(path, _tangents(path, closed))
    turn = np.arange(sides) * (2 * math.pi / sides)
    normals = np.cos(turn)[None, :, None] * across[:, None, 0] + np.sin(turn)[None, :, None] * across[:, None, 1]
    wall = Mesh(
        (path[:, None] + radius * normals).reshape(-1, 3), normals.reshape(-1, 3), _wall(len(path), sides, closed)
    )
    return wall if closed else joined([wall, ball(path[0], radius, 12), ball(path[-1], radius, 12)])


def ball(center: Any, radius: float, sides: int = 24) -> Mesh:
    """A ball about `center`."""
    mesh = ellipsoid((radius, radius, radius), sides)
    return Mesh(mesh.vertices + np.asarray(center, float), mesh.normals, mesh.faces)


def fan(center: Any, rim: Any) -> Mesh:
    """The triangles from `center` to each step of `rim` (n, 3), flat or nearly; normals turn with the rim."""
    points = np.vstack([np.asarray(center, float)[None], np.asarray(rim, float)])
    steps = np.arange(1, len(points) - 1)
    faces = np.column_stack([np.zeros_like(steps), steps, steps + 1])
    normal = np.cross(points[1:-1] - points[0], points[2:] - points[0]).sum(axis=0)
    return Mesh(points, np.tile(_unit(normal), (len(points), 1)), faces)


def bone(start: Any, end: Any, width: float) -> Mesh:
    """A slim octahedron from joint to joint, widest near its start, with flat sides."""
    a, b = np.asarray(start, float), np.asarray(end, float)
    length = float(np.linalg.norm(b - a))
    if length < 1e-9:
        return EMPTY
    u, v = _across((b - a) / length)
    waist = a + 0.18 * (b - a)
    ring = [waist + width * w for w in (u, v, -u, -v)]
    corners = []
    for i in range(4):
        corners += [(a, ring[(i + 1) % 4], ring[i]), (b, ring[i], ring[(i + 1) % 4])]
    triangles = np.array(corners)
    normals = _unit(np.cross(triangles[:, 1] - triangles[:, 0], triangles[:, 2] - triangles[:, 0]))
    return Mesh(triangles.reshape(-1, 3), np.repeat(normals, 3, axis=0), np.arange(3 * len(triangles)).reshape(-1, 3))


def _distinct(points: Floats, closed: bool) -> Floats:
    following = np.roll(points, -1, axis=0)
    keep = np.linalg.norm(following - points, axis=1) > 1e-12
    if not closed and len(points):
        keep[-1] = True
    return points[keep] if keep.any() else points[:1]


def _tangents(path: Floats, closed: bool) -> Floats:
    if closed:
        return np.asarray(_unit(np.roll(path, -1, axis=0) - np.roll(path, 1, axis=0)))
    return np.asarray(_unit(np.gradient(path, axis=0)))


def _frames(path: Floats, tangents: Floats) -> Floats:
    """(n, 2, 3) directions across the wire, carried along it with as little turning as possible."""
    u, v = _across(tangents[0])
    frames = np.empty((len(path), 2, 3))
    for i, t in enumerate(tangents):
        u = u - t * float(u @ t)
        u = _unit(u) if np.linalg.norm(u) > 1e-9 else _across(t)[0]
        v = np.cross(t, u)
        frames[i] = u, v
    return frames


def _wall(rows: int, sides: int, closed: bool) -> Any:
    grid = np.arange(rows * sides).reshape(rows, sides)
    low, high = (grid, np.roll(grid, -1, axis=0)) if closed else (grid[:-1], grid[1:])
    low_next, high_next = np.roll(low, -1, axis=1), np.roll(high, -1, axis=1)
    first = np.stack([low, low_next, high_next], axis=-1).reshape(-1, 3)
    second = np.stack([low, high_next, high], axis=-1).reshape(-1, 3)
    return np.vstack([first, second])


def _across(direction: Floats) -> tuple[Floats, Floats]:
    """Two unit vectors that make a right-handed frame with `direction` as the third."""
    hint = np.eye(3)[int(np.argmin(np.abs(direction)))]
    u = _unit(np.cross(hint, direction))
    return u, np.cross(direction, u)


def _unit(v: Any) -> Any:
    length = np.linalg.norm(v, axis=-1, keepdims=True)
    return v / np.where(length < 1e-300, 1.0, length)
