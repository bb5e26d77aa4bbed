"""Random matter and places to make figures of."""

from __future__ import annotations

import numpy as np

from poise import Capsule, Placement, Segment


def matter(name: str, rng: np.random.Generator) -> Segment:
    """A segment with an arbitrary but possible mass, centre and inertia, and a shape."""
    size, turn = rng.uniform(0.05, 0.3, 3), rotation(rng)
    second = turn @ np.diag(size**2) @ turn.T
    mass = float(rng.uniform(0.5, 5.0))
    inertia = mass * (np.trace(second) * np.eye(3) - second)
    shape = Capsule.between(rng.normal(0.0, 0.1, 3), rng.normal(0.4, 0.1, 3), 0.06, 0.04)
    return Segment(name, mass, tuple(rng.normal(0.0, 0.1, 3)), (inertia + inertia.T) / 2, (shape,))


def rotation(rng: np.random.Generator) -> np.ndarray:
    """A (3, 3) rotation, uniform over all of them."""
    q = rng.normal(size=4)
    return Placement((0, 0, 0), q / np.linalg.norm(q)).matrix[:3, :3]


def placed(rng: np.random.Generator, reach: float = 0.4) -> Placement:
    """A placement turned anyhow, at most about `reach` metres away."""
    return Placement(tuple(rng.uniform(-reach, reach, 3)), Placement.from_matrix(rotation(rng)).rotation)
