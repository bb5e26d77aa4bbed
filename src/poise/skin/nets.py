"""A surface where a distance is zero, by surface nets (Gibson 1998): one vertex in every cell that it crosses."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from poise.skin.cage import Floats, Ints

Field = Callable[[Floats], Floats]
"""Points (n, 3) to their distances (n,)."""

COARSE = 4
"""Cells of a block: blocks far from the surface are not looked into."""
CORNERS = np.array([(i, j, k) for i in (0, 1) for j in (0, 1) for k in (0, 1)])
EDGES = [(a, b) for a in range(8) for b in range(a + 1, 8) if np.abs(CORNERS[a] - CORNERS[b]).sum() == 1]


def surface_nets(field: Field, low: Floats, cell: float, blocks: Ints) -> tuple[Floats, Ints, Ints]:
    """Vertices (n, 3), quadrilaterals (m, 4) that face outwards, and the cell (n, 3) of every vertex.

    `low`: the lower corner of the grid; `blocks` (3,): its size in blocks of `COARSE` cells.
    """
    values = _single_sheets(_sampled(field, low, cell, blocks), 1e-3 * cell)
    inside = values < 0
    count = np.array(values.shape) - 1
    total = sum(
        inside[tuple(slice(c, c + n) for c, n in zip(corner, count, strict=True))].astype(int) for corner in CORNERS
    )
    cells = np.argwhere((total > 0) & (total < 8))
    number = np.full(tuple(count), -1)
    number[tuple(cells.T)] = np.arange(len(cells))
    at = values[tuple((cells[:, None] + CORNERS).transpose(2, 0, 1))]
    points, crossings = np.zeros((len(cells), 3)), np.zeros(len(cells))
    for a, b in EDGES:
        met = (at[:, a] < 0) != (at[:, b] < 0)
        t = at[met, a] / (at[met, a] - at[met, b])
        points[met] += CORNERS[a] + t[:, None] * (CORNERS[b] - CORNERS[a])
        crossings[met] += 1
    vertices = low + cell * (cells + points / crossings[:, None])
    return vertices, _faces(inside, number), cells


def _sampled(field: Field, low: Floats, cell: float, blocks: Ints) -> Floats:
    """Distances at the nodes of the grid: exact near the surface, elsewhere of the right sign."""
    middles = np.argwhere(np.ones(tuple(blocks), bool))
    rough = field(low + cell * COARSE * (middles + 0.5))
    values = np.repeat(np.repeat(np.repeat(rough.reshape(tuple(blocks)), COARSE, 0), COARSE, 1), COARSE, 2)
    values = np.pad(values, [(0, 1)] * 3, mode="edge")
    near = middles[np.abs(rough) < 1.3 * COARSE * cell]  # further than half the diagonal of a block, √3/2
    steps = np.argwhere(np.ones((COARSE + 1,) * 3, bool))
    wanted = np.zeros(values.shape, bool)
    wanted[tuple((COARSE * near[:, None] + steps).reshape(-1, 3).T)] = True
    nodes = np.argwhere(wanted)
    values[wanted] = field(low + cell * nodes)
    return values


def _single_sheets(values: Floats, little: float) -> Floats:
    """The distances with a little more inside where two sheets of the surface would share a vertex or an edge: where
    only corners that face each other across a square or a cube of the grid are inside, or outside."""
    values = values.copy()
    while True:
        inside = values < 0
        more = np.zeros(values.shape, bool)
        for axis in range(3):
            steps = np.eye(3, dtype=int)[[(axis + 1) % 3, (axis + 2) % 3]]
            around = [steps[0] * 0, steps[0], steps[0] + steps[1], steps[1]]
            a, b, c, d = (_shifted(inside, step, np.ones(3, int) - np.eye(3, dtype=int)[axis]) for step in around)
            crossed = (a & c & ~b & ~d) | (b & d & ~a & ~c)
            for step in around:
                _shifted(more, step, np.ones(3, int) - np.eye(3, dtype=int)[axis])[...] |= crossed
        corners = [_shifted(inside, corner, np.ones(3, int)) for corner in CORNERS]
        total = np.sum(corners, axis=0)
        for k in range(4):  # corners k and 7 − k face each other
            both, none = corners[k] & corners[7 - k], ~corners[k] & ~corners[7 - k]
            crossed = ((total == 2) & both) | ((total == 6) & none)
            for corner in CORNERS:
                _shifted(more, corner, np.ones(3, int))[...] |= crossed
        more &= ~inside
        if not more.any():
            return values
        values[more] = -little


def _shifted(grid: np.ndarray, step: Ints, less: Ints) -> np.ndarray:
    """The part of a grid that begins at `step` and is smaller by `less` along its axes."""
    return grid[tuple(slice(s, n - m + s) for s, m, n in zip(step, less, grid.shape, strict=True))]


def _faces(inside: np.ndarray, number: Ints) -> Ints:
    """A quadrilateral for every edge of the grid that the surface crosses, of the four cells around it."""
    faces = []
    for axis in range(3):
        u, v = (axis + 1) % 3, (axis + 2) % 3
        start = np.take(inside, range(inside.shape[axis] - 1), axis)
        end = np.take(inside, range(1, inside.shape[axis]), axis)
        at = np.argwhere(start != end)
        at = at[(at[:, u] > 0) & (at[:, v] > 0) & (at[:, u] < number.shape[u]) & (at[:, v] < number.shape[v])]
        leaving = start[tuple(at.T)]
        ring = []
        for du, dv in ((1, 1), (0, 1), (0, 0), (1, 0)):
            around = at.copy()
            around[:, u] -= du
            around[:, v] -= dv
            ring.append(number[tuple(around.T)])
        quads = np.column_stack(ring)
        quads[~leaving] = quads[~leaving][:, ::-1]
        faces.append(quads)
    return np.vstack(faces)
