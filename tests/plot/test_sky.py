"""The share of the sky that a body's points see, beside the formula written out in numpy."""

from __future__ import annotations

import numpy as np

from poise.plot.sky import CLEAR, FADING, SMALLEST, STRENGTH, seen_sky


def test_many_points_and_balls_as_the_formula_has_them() -> None:
    rng = np.random.default_rng(0)
    points, normals = rng.normal(size=(700, 3)), rng.normal(size=(700, 3))
    normals /= np.linalg.norm(normals, axis=1, keepdims=True)
    balls = np.column_stack([rng.normal(size=(40, 3)), rng.uniform(0.005, 0.4, 40)])
    owner, of = rng.integers(0, 5, 700), rng.integers(0, 5, 40)
    way = balls[None, :, :3] - points[:, None]
    distance = np.linalg.norm(way, axis=2)
    level = np.maximum(np.einsum("nmi,ni->nm", way, normals), 0) / distance
    ratio = distance / balls[:, 3]
    apart = np.clip((ratio - CLEAR) / FADING, 0, 1) * (owner[:, None] != of) * (balls[:, 3] > SMALLEST)
    expected = np.prod(1 - STRENGTH * level * apart / np.maximum(ratio**2, 1), axis=1)
    found = seen_sky(points, normals, owner, balls, of)
    assert np.abs(found - expected).max() < 1e-5  # 24 bits, products of forty
    assert expected.min() < 0.7  # much is hidden from some
