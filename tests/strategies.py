"""What hypothesis draws: directions, rotations, limits of every kind, and an independent idea of what they allow."""

from __future__ import annotations

import math

import numpy as np
from hypothesis import strategies as st

from poise import Cone, Ellipse, Placement, Polygon, Range, TwistTable

seeds = st.integers(0, 2**32 - 1)
angles = st.floats(-math.pi, math.pi)


@st.composite
def directions(draw: st.DrawFn) -> np.ndarray:
    """A unit vector; the axes, both poles and their neighbourhoods come up too."""
    z = draw(
        st.one_of(st.floats(-1, 1), st.sampled_from([-1.0, 1.0, 0.0]), st.floats(-1, 1).map(lambda x: -1 + abs(x) ** 9))
    )
    turn = draw(angles)
    r = math.sqrt(max(0.0, 1 - z * z))
    d = np.array([r * math.cos(turn), r * math.sin(turn), z])
    return d / np.linalg.norm(d)


@st.composite
def quaternions(draw: st.DrawFn) -> np.ndarray:
    """A unit quaternion x y z w, from an axis and an angle."""
    axis, half = draw(directions()), draw(angles)
    q = np.array([*(axis * math.sin(half)), math.cos(half)])
    return q / np.linalg.norm(q)


cones = st.floats(0.05, 3.1).map(Cone)
ellipses = st.builds(Ellipse, st.floats(0.05, 3.0), st.floats(0.05, 3.0))


@st.composite
def polygons(draw: st.DrawFn) -> Polygon:
    """A star-shaped polygon about any direction: convex or concave, counter-clockwise or clockwise."""
    count = draw(st.integers(3, 9))
    radii = draw(st.lists(st.floats(0.1, 3.0), min_size=count, max_size=count))
    turns = (np.arange(count) + draw(st.floats(0, 1)) + 0.4 * np.array(draw(_jitters(count)))) * 2 * math.pi / count
    flat = [(r * math.cos(t), r * math.sin(t), 1.0) for r, t in zip(radii, turns, strict=True)]
    turn = Placement((0, 0, 0), draw(quaternions()))
    vertices = tuple(turn.apply(v) for v in flat)
    return Polygon(vertices if draw(st.booleans()) else vertices[::-1])


def _jitters(count: int) -> st.SearchStrategy[list[float]]:
    return st.lists(st.floats(-1, 1), min_size=count, max_size=count)


swing_limits = st.one_of(cones, ellipses, polygons())


@st.composite
def twist_ranges(draw: st.DrawFn) -> Range:
    """A range on the circle, sometimes a point, sometimes past half a turn."""
    low, width = draw(st.floats(-3.1, 2.5)), draw(st.one_of(st.just(0.0), st.floats(0.01, 3.0)))
    return Range(low, low + width)


@st.composite
def twist_tables(draw: st.DrawFn) -> TwistTable:
    """One to four rows at different directions."""
    rows = draw(st.lists(st.tuples(directions(), twist_ranges()), min_size=1, max_size=4))
    unique = {tuple(np.round(d, 3)): (tuple(d), r.min, r.max) for d, r in rows}
    return TwistTable(tuple(unique.values()))


twist_limits = st.one_of(twist_ranges(), twist_tables())


def allows(limit: Cone | Ellipse | Polygon, directions: np.ndarray) -> np.ndarray:
    """Whether the limit allows unit directions (n, 3), by the definition and not by Poise's way of computing it."""
    d = np.atleast_2d(directions)
    if isinstance(limit, Polygon):
        return polygon_allows(np.array(limit.vertices), d)
    theta = np.arctan2(np.hypot(d[:, 0], d[:, 1]), d[:, 2])
    if isinstance(limit, Cone):
        return theta <= limit.angle
    across = np.arctan2(d[:, 0], -d[:, 1])  # swing = θ (cos, sin): z goes to (sin θ s_y, −sin θ s_x, cos θ)
    return (theta * np.cos(across) / limit.x) ** 2 + (theta * np.sin(across) / limit.y) ** 2 <= 1


def polygon_allows(vertices: np.ndarray, d: np.ndarray) -> np.ndarray:
    """By the winding number in the gnomonic plane, where great arcs are straight.

    Needs vertices in one open hemisphere; then all the other hemisphere is outside of the curve.
    """
    middle = _middle(vertices)
    axes = np.linalg.svd(middle[None])[2][1:]
    if np.dot(np.cross(axes[0], axes[1]), middle) < 0:
        axes = axes[::-1]
    flat = (vertices @ axes.T) / (vertices @ middle)[:, None]
    front = d @ middle > 1e-12
    points = (d[front] @ axes.T) / (d[front] @ middle)[:, None]
    around = np.zeros(len(d))
    around[front] = _windings(flat, points)
    area = np.sum(flat[:, 0] * np.roll(flat[:, 1], -1) - np.roll(flat[:, 0], -1) * flat[:, 1])
    return around > 0.5 if area > 0 else around > -0.5


def _middle(vertices: np.ndarray) -> np.ndarray:
    """A direction with all vertices in its hemisphere, found by the perceptron rule."""
    middle = vertices.mean(axis=0)
    for _ in range(100_000):
        worst = int(np.argmin(vertices @ middle))
        if vertices[worst] @ middle > 0.01 * np.linalg.norm(middle):
            return middle / np.linalg.norm(middle)
        middle = middle + 0.05 * vertices[worst]
    raise AssertionError("the vertices do not lie in one hemisphere")


def _windings(flat: np.ndarray, points: np.ndarray) -> np.ndarray:
    from_point = flat[None] - points[:, None]
    to_next = np.roll(from_point, -1, axis=1)
    cross = from_point[..., 0] * to_next[..., 1] - from_point[..., 1] * to_next[..., 0]
    return np.arctan2(cross, (from_point * to_next).sum(-1)).sum(-1) / (2 * math.pi)


def cap(center: np.ndarray, radius: float, rng: np.random.Generator, count: int = 400) -> np.ndarray:
    """Random directions (count, 3) within `radius` of a direction, its rim included."""
    across = np.linalg.svd(center[None])[2][1:]
    turn = rng.uniform(0, 2 * math.pi, count)
    away = radius * np.sqrt(rng.uniform(0, 1, count))
    away[: count // 2] = radius
    sideways = np.cos(turn)[:, None] * across[0] + np.sin(turn)[:, None] * across[1]
    return np.cos(away)[:, None] * center + np.sin(away)[:, None] * sideways
