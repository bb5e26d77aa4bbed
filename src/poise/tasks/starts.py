"""Where else a solve may begin: random poses on a given base."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from poise.arrays import Array
from poise.figure.figure import Figure


def random_starts(figure: Figure, base: Array, rng: np.random.Generator) -> Iterator[Array]:
    """Coordinates of random poses inside all limits, without end; the base is where the coordinates `base` have it."""
    at = figure.coordinate_slice(figure.base.name)
    while True:
        start = np.array(figure.random(rng).coordinates)
        start[at] = base[at]
        yield start
