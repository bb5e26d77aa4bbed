"""The floor: a pale disc with a grid that fades into the background, darkened where the figure stands near it.

The darkening is ambient occlusion in closed form. From a floor point a ball of radius r at distance d, seen at an
angle θ from straight up, hides the share (r/d)² cos θ of the sky's light (the form factor of a sphere).
"""

from __future__ import annotations

import math
from functools import lru_cache

import numpy as np

from poise.arrays import sealed
from poise.figure.shape import Box, Capsule, Cylinder, Ellipsoid, Shape, Sphere
from poise.plot.colors import BACKGROUND, INK, blended, rgb
from poise.plot.mesh import Floats

SHADE = "#2c3038"
STRENGTH = 0.75
GRID = 0.25
"""Metres between the grid's lines."""
COARSE = 160
"""Points along the floor at which its shadow is computed: it is soft, so that little is lost between them."""


def floor_colors(
    x: Floats, z: Floats, balls: Floats, center: tuple[float, float], reach: float, height: float
) -> Floats:
    """(…, 3) colours 0 … 1 of floor points (x, z), which lie as the pixels of a picture do: rows and columns."""
    image, fade = _painted(x.tobytes(), z.tobytes(), x.shape, center, reach)
    return blended(image, SHADE, STRENGTH * _shadow(x, z, balls, center, reach, height) * fade)


@lru_cache(maxsize=2)
def _painted(
    x_bytes: bytes, z_bytes: bytes, shape: tuple[int, ...], center: tuple[float, float], reach: float
) -> tuple[Floats, Floats]:
    """The floor without shadows, and how much of it is left towards its rim; kept, since a film sees it every time."""
    x, z = (np.frombuffer(data).reshape(shape) for data in (x_bytes, z_bytes))
    away = np.hypot(x - center[0], z - center[1])
    fade = _smooth(np.clip(1.6 * (1 - away / reach), 0, 1))  # 1 in the middle, 0 at the rim
    image = np.broadcast_to(np.array(rgb(BACKGROUND)), (*shape, 3))
    image = blended(image, "#ffffff", 0.55 * fade)
    return sealed(blended(image, INK, 0.10 * fade * _grid_lines(x, z))), sealed(fade)


def section_colors(along: Floats, below: Floats) -> Floats:
    """(…, 3) colours of the ground cut open: `along` −1 … 1 from the middle, `below` 0 … 1 under its upper edge."""
    shade = np.where((below > 0) & (below < 1), (1 - np.clip(below, 0, 1)) ** 3, 0.0)
    shade = shade * _smooth(np.clip(1.6 * (1 - np.abs(along)), 0, 1))
    return blended(np.broadcast_to(np.array(rgb(BACKGROUND)), (*shade.shape, 3)), SHADE, 0.22 * shade)


def _shadow(x: Floats, z: Floats, balls: Floats, center: tuple[float, float], reach: float, height: float) -> Floats:
    """The hidden sky at floor points, between those of a coarse grid; none beyond its rim."""
    axis = _pixel_centers(COARSE, reach)
    values = hidden_sky(balls, *np.meshgrid(axis + center[0], axis + center[1]), height)
    ends = ((z, center[1]), (x, center[0]))
    places = [np.clip((p - c + reach) / (2 * reach) * COARSE - 0.5, 0, COARSE - 1.001) for p, c in ends]
    (row, column), (down, right) = zip(*((p.astype(int), p - p.astype(int)) for p in places), strict=True)
    upper = values[row, column] * (1 - right) + values[row, column + 1] * right
    lower = values[row + 1, column] * (1 - right) + values[row + 1, column + 1] * right
    return np.asarray(upper * (1 - down) + lower * down)


def _pixel_centers(count: int, reach: float) -> Floats:
    return (np.arange(count) + 0.5) / count * 2 * reach - reach


def _smooth(t: Floats) -> Floats:
    """0 … 1 with level ends."""
    return t * t * (3 - 2 * t)


def hidden_sky(balls: Floats, x: Floats, z: Floats, height: float) -> Floats:
    """The share of the sky's light, 0 … 1, that `balls` (n, 4) keep from floor points (x, z) at a height."""
    lit = np.ones(x.shape)
    for bx, above, bz, radius in _darkest(balls, height):
        squared = (x - bx) ** 2 + (z - bz) ** 2 + above * above
        lit *= 1 - 0.9 * radius * radius * above / (squared * np.sqrt(squared))
    return np.asarray(1 - lit)


def _darkest(balls: Floats, height: float) -> Floats:
    """(n, 4) the balls that matter, with heights over the floor: at most 800, each hiding a quarter percent or more."""
    raised = balls - [0.0, height, 0.0, 0.0]
    raised[:, 1] = np.maximum(raised[:, 1], raised[:, 3])  # a ball sunk into the floor counts as lying on it
    share = raised[:, 3] / raised[:, 1]
    order = np.argsort(-share, kind="stable")[:800]
    return np.asarray(raised[order[share[order] >= 0.05]])


@lru_cache(maxsize=4096)
def shape_balls(shape: Shape) -> Floats:
    """(n, 4) balls that roughly fill a shape, in segment coordinates; kept, since every frame of a film asks again."""
    points, radii = _filling(shape)
    matrix = shape.placement.matrix
    return sealed(np.column_stack([points @ matrix[:3, :3].T + matrix[:3, 3], radii]))


def line_balls(start: Floats, end: Floats, radius: float, count: int = 6) -> Floats:
    """(n, 4) balls along a line; thinned where they overlap, so that a line is not darker than its width."""
    t = (np.arange(count) + 0.5)[:, None] / count
    spacing = float(np.linalg.norm(end - start)) / count
    thin = math.sqrt(min(1.0, spacing / (2 * radius)))
    return np.column_stack([start + t * (end - start), np.full(count, radius * thin)])


def _filling(shape: Shape) -> tuple[Floats, Floats]:
    match shape:
        case Sphere(radius):
            return np.zeros((1, 3)), np.array([radius])
        case Ellipsoid(radii):
            return _along_longest(np.array(radii))
        case Box(size):
            return _grid_of_balls(np.array(size) / 2)
        case Cylinder(radius, length):
            return _along_axis(radius, radius, length)
        case Capsule():
            return _along_axis(*shape.radii, shape.length)


def _along_axis(start: float, end: float, length: float) -> tuple[Floats, Floats]:
    count = max(2, min(8, round(length / (start + end)) + 1))
    t = np.linspace(0, 1, count)
    thin = math.sqrt(min(1.0, length / (count - 1) / (start + end)))
    return np.column_stack([0 * t, 0 * t, (t - 0.5) * length]), (start + t * (end - start)) * thin


def _along_longest(radii: Floats) -> tuple[Floats, Floats]:
    longest = int(np.argmax(radii))
    others = np.delete(radii, longest)
    t = np.array([-0.6, 0.0, 0.6])
    points = np.zeros((3, 3))
    points[:, longest] = t * radii[longest]
    return points, math.sqrt(others[0] * others[1]) * np.sqrt(1 - t * t) * 0.8


def _grid_of_balls(half: Floats) -> tuple[Floats, Floats]:
    radius = float(half.min())
    counts = [max(1, min(5, round(float(h) / radius))) for h in half]
    axes = [(np.arange(n) + 0.5) / n * 2 * h - h for n, h in zip(counts, half, strict=True)]
    points = np.stack(np.meshgrid(*axes, indexing="ij"), axis=-1).reshape(-1, 3)
    return points, np.full(len(points), radius)


def _grid_lines(x: Floats, z: Floats) -> Floats:
    """1 on a line of the grid, fading over a pixel, and fainter where a pixel is as wide as the lines are apart."""
    lines = np.zeros(x.shape)
    for place in (x, z):
        down, right = np.gradient(place)
        pixel = np.maximum(np.sqrt(down * down + right * right), 1e-9)
        off = GRID * np.abs(place / GRID - np.rint(place / GRID))
        lines = np.maximum(lines, np.clip(1.2 - off / pixel, 0, 1) * np.clip(2 - 5 * pixel / GRID, 0, 1))
    return lines
