"""A closed surface cut by a plane: the outlines, their girth as a tape measures it, and their area."""

from __future__ import annotations

import numpy as np

from poise.skin.cage import Floats, Ints


class Outline:
    """One closed curve of a cut: `points` (n, 2) metres, in the plane's axes."""

    def __init__(self, points: Floats) -> None:
        self.points = points

    @property
    def girth(self) -> float:
        """Around the convex hull, as a taut tape lies; metres."""
        hull = _hull(self.points)
        return float(np.linalg.norm(hull - np.roll(hull, 1, axis=0), axis=1).sum())

    @property
    def area(self) -> float:
        """m²."""
        x, y = self.points.T
        return float(abs(np.dot(x, np.roll(y, -1)) - np.dot(y, np.roll(x, -1))) / 2)

    def clipped(self, normal: tuple[float, float], offset: float) -> Outline:
        """What lies where normal · p ≥ offset (Sutherland and Hodgman)."""
        far = self.points @ np.array(normal) - offset
        kept: list[Floats] = []
        for i in range(len(far)):
            j = (i + 1) % len(far)
            if far[i] >= 0:
                kept.append(self.points[i])
            if (far[i] >= 0) != (far[j] >= 0):
                t = far[i] / (far[i] - far[j])
                kept.append(self.points[i] + t * (self.points[j] - self.points[i]))
        return Outline(np.array(kept).reshape(-1, 2) if kept else np.zeros((1, 2)))

    def span(self, axis: int) -> float:
        """The extent along an axis of the plane, metres."""
        return float(np.ptp(self.points[:, axis]))


def outlines(vertices: Floats, triangles: Ints, point: Floats, across: Floats, ahead: Floats) -> list[Outline]:
    """The curves in which the plane through `point` with axes `across` and `ahead` cuts a closed surface."""
    normal = np.cross(across, ahead)
    height = (vertices - point) @ normal
    height = np.where(np.abs(height) < 1e-12, 1e-12, height)
    above = height > 0
    cut = triangles[(above[triangles].any(axis=1)) & ~(above[triangles].all(axis=1))]
    flat = np.column_stack([(vertices - point) @ across, (vertices - point) @ ahead])
    following: dict[tuple[int, int], tuple[int, int]] = {}
    for triangle in cut.tolist():
        edges = [(triangle[i], triangle[(i + 1) % 3]) for i in range(3)]
        down = next(e for e in edges if above[e[0]] and not above[e[1]])
        up = next(e for e in edges if not above[e[0]] and above[e[1]])
        following[_key(down)] = _key(up)
    found = []
    while following:
        start, at = following.popitem()
        loop = [start, at]
        while at in following:
            at = following.pop(at)
            loop.append(at)
        a, b = np.array(loop[:-1]).T
        t = (height[a] / (height[a] - height[b]))[:, None]
        found.append(Outline(flat[a] + t * (flat[b] - flat[a])))
    return found


def around(curves: list[Outline]) -> Outline:
    """The outline that encloses the plane's origin, or whose middle is nearest to it."""
    return min(curves, key=lambda c: (not _encloses(c.points), float(np.linalg.norm(c.points.mean(axis=0)))))


def _encloses(points: Floats) -> bool:
    angle = np.unwrap(np.arctan2(points[:, 1], points[:, 0]))
    turn = angle[-1] - angle[0] + np.angle(np.exp(1j * (angle[0] - angle[-1])))
    return bool(abs(turn) > 3.0)


def _key(edge: tuple[int, int]) -> tuple[int, int]:
    return (min(edge), max(edge))


def _hull(points: Floats) -> Floats:
    """The convex hull of points in the plane, counter-clockwise (Andrew's monotone chain)."""
    order = sorted(map(tuple, points.tolist()))
    chains = []
    for way in (order, order[::-1]):
        chain: list[tuple[float, ...]] = []
        for p in way:
            while len(chain) > 1 and _turn(chain[-2], chain[-1], p) <= 0:
                chain.pop()
            chain.append(p)
        chains += chain[:-1]
    return np.array(chains)


def _turn(a: tuple[float, ...], b: tuple[float, ...], c: tuple[float, ...]) -> float:
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])
