"""Where else a solve may begin: random poses on a given base."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from poise.arrays import Array
from poise.figure.figure import Figure


def random_starts(figure: Figure, base: Array, rng: np.random.Generator) -> Iterator[Array]:
    """Coordinates of random poses inside all limits, without end; bases are where the coordinates `base` have them."""
    kept = [figure.coordinate_slice(joint.name) for joint in figure.bases]
    while True:
        start = np.array(figure.random(rng).coordinates)
        for at in kept:
            start[at] = base[at]
        yield start
