"""A cage of quadrilaterals for the left half of a body: rows and rings of points, joined, then mirrored.

Points are metres in the reference posture, counted from the middle between the hip centres: +X left, +Y up, +Z forward.
Faces turn counter-clockwise seen from outside. A vertex with x = 0 is its own mirror image.
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]
Loop = list[int]
"""Vertex numbers around an opening, counter-clockwise seen from outside."""


class Cage:
    """Vertices with the region they belong to, and faces; grows while the parts of a body are added."""

    def __init__(self) -> None:
        self.points: list[Floats] = []
        self.regions: list[str] = []
        self.along: list[float] = []
        """How far along its region a vertex lies, in the region's own count: rows, or bones and parts of them."""
        self.faces: list[tuple[int, int, int, int]] = []
        self.loose: set[int] = set()
        """Vertices that lie where their neighbours draw them, for a smooth junction."""

    def add(self, points: Floats, region: str, along: float = 0.0) -> Loop:
        """New vertices, and their numbers."""
        first = len(self.points)
        self.points += [np.array(p, float) for p in points]
        self.regions += [region] * len(points)
        self.along += [along] * len(points)
        return list(range(first, first + len(points)))

    def band(self, low: Loop, high: Loop, closed: bool = True) -> None:
        """Faces between two loops of equal length, or between two open rows."""
        count = len(low) if closed else len(low) - 1
        for i in range(count):
            j = (i + 1) % len(low)
            self.faces.append((low[i], low[j], high[j], high[i]))

    def tube(self, start: Loop, rings: Sequence[Floats], region: str, along: Sequence[float]) -> list[Loop]:
        """Rings of points that go on from an opening; all loops, the opening first."""
        loops = [start]
        for ring, station in zip(rings, along, strict=True):
            loops.append(self.add(ring, region, station))
            self.band(loops[-2], loops[-1])
        return loops

    def grid(self, rows: Sequence[Loop]) -> None:
        """Faces between open rows, each of which lies further on than the one before."""
        for low, high in itertools.pairwise(rows):
            self.band(low, high, closed=False)

    def at(self, numbers: Loop) -> Floats:
        """(n, 3) the points of some vertices."""
        return np.array([self.points[i] for i in numbers])

    def mirrored(self) -> tuple[Floats, Ints, Ints, Ints]:
        """Both halves: points (n, 3), faces (m, 4), every vertex's mirror image (n,), and which are used."""
        used, faces = np.unique(np.array(self.faces), return_inverse=True)  # openings leave some vertices over
        faces = faces.reshape(-1, 4)
        points = np.array(self.points)[used]
        middle = np.abs(points[:, 0]) < 1e-9
        points[middle, 0] = 0.0
        count = len(points)
        other = np.arange(count)
        other[~middle] = count + np.arange(int((~middle).sum()))
        twins = points[~middle] * (-1.0, 1.0, 1.0)
        back = np.concatenate([other, np.flatnonzero(~middle)])
        return np.vstack([points, twins]), np.vstack([faces, other[faces][:, ::-1]]), back, used


def ring(
    center: Floats, across: Floats, ahead: Floats, angles: Floats, radii: Sequence[float], fullness: float = 2.0
) -> Floats:
    """(n, 3) points around `center`: at angle 0 along `across`, at 90° along `ahead`.

    `radii`: along +across, −across, +ahead, −ahead. In every quarter a superellipse |x/a|ⁿ + |y/b|ⁿ = 1,
    n = `fullness`.
    """
    c, s = np.cos(angles), np.sin(angles)
    a = np.where(c >= 0, radii[0], radii[1]) * np.sign(c) * np.abs(c) ** (2.0 / fullness)
    b = np.where(s >= 0, radii[2], radii[3]) * np.sign(s) * np.abs(s) ** (2.0 / fullness)
    return np.asarray(center + a[:, None] * across + b[:, None] * ahead)


def girth(points: Floats) -> float:
    """The length around a closed ring of points, as of the smooth curve through them."""
    count = len(points)
    chord = float(np.linalg.norm(points - np.roll(points, 1, axis=0), axis=1).sum())
    return chord * (np.pi / count) / float(np.sin(np.pi / count))
