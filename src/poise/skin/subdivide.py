"""Catmull and Clark's rule (1978): every face of a closed mesh in four, with smooth averages as places.

As values are averaged whatever they mean, places, weights of bones and anything else of a vertex go the same way.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from poise.skin.cage import Floats, Ints


@dataclass(frozen=True, slots=True, eq=False)
class Topology:
    """Faces (m, 4) and edges (e, 2) of a closed mesh of `count` vertices; `beside` (e, 2): the two faces at an edge."""

    count: int
    faces: Ints
    edges: Ints
    beside: Ints
    face_edges: Ints

    @staticmethod
    def of(faces: Ints, count: int) -> Topology:
        """The topology of closed faces; every edge belongs to exactly two of them."""
        starts, ends = faces.reshape(-1), np.roll(faces, -1, axis=1).reshape(-1)
        key = np.minimum(starts, ends) * count + np.maximum(starts, ends)
        unique, edge_of, uses = np.unique(key, return_inverse=True, return_counts=True)
        if not (uses == 2).all():
            raise AssertionError(f"the mesh is not closed: {int((uses != 2).sum())} edges")
        order = np.argsort(edge_of, kind="stable")
        beside = (order // 4).reshape(-1, 2)
        edges = np.column_stack([unique // count, unique % count])
        return Topology(count, faces, edges, beside, edge_of.reshape(-1, 4))

    def refined_faces(self) -> Ints:
        """(4 m, 4) faces after one subdivision; vertices come first, then edges, then faces."""
        edge, middle = self.face_edges + self.count, np.arange(len(self.faces)) + self.count + len(self.edges)
        corners = [np.column_stack([self.faces[:, i], edge[:, i], middle, edge[:, i - 1]]) for i in range(4)]
        return np.stack(corners, axis=1).reshape(-1, 4)

    def averaged(self, values: Floats) -> Floats:
        """(count, k) where the old vertices come to lie: (F + 2 R + (n − 3) P) / n."""
        centers, middles = values[self.faces].mean(axis=1), values[self.edges].mean(axis=1)
        valence = np.bincount(self.edges.reshape(-1), minlength=self.count)[:, None].astype(float)
        around = gathered(self.faces, centers, self.count) / valence
        across = gathered(self.edges, middles, self.count) / valence
        return np.asarray((around + 2 * across + (valence - 3) * values) / valence)

    def refined(self, values: Floats) -> Floats:
        """(count + e + m, k) values of all vertices after one subdivision."""
        centers = values[self.faces].mean(axis=1)
        edges = (values[self.edges].sum(axis=1) + centers[self.beside].sum(axis=1)) / 4
        return np.vstack([self.averaged(values), edges, centers])

    def through(self, points: Floats, rounds: int = 4) -> Floats:
        """Places of the cage with which the subdivided vertices lie at `points`, by so many corrections."""
        placed = points.copy()
        for _ in range(rounds):
            placed += points - self.averaged(placed)
        return placed

    def mirror(self, other: Ints) -> Ints:
        """The mirror image of every vertex after a subdivision, from that of every one before."""
        ends = np.sort(other[self.edges], axis=1)
        key = self.edges[:, 0] * self.count + self.edges[:, 1]
        edge = np.searchsorted(key, ends[:, 0] * self.count + ends[:, 1])
        corners = np.sort(other[self.faces], axis=1)
        known = {tuple(row): i for i, row in enumerate(np.sort(self.faces, axis=1).tolist())}
        face = np.array([known[tuple(row)] for row in corners.tolist()])
        return np.concatenate([other, edge + self.count, face + self.count + len(self.edges)])


def gathered(owners: Ints, values: Floats, count: int) -> Floats:
    """(count, k) the sums of `values` (m, k) at the vertices (m, …) that own them."""
    total = np.zeros((count, values.shape[1]))
    for column in owners.T:
        for k in range(values.shape[1]):
            total[:, k] += np.bincount(column, values[:, k], minlength=count)
    return total


def relaxed(topology: Topology, points: Floats, loose: Ints, tension: float = 0.0) -> Floats:
    """The points with the `loose` ones where a thin plate through the others would have them: L² p = 0 there.

    L is the umbrella p − mean of neighbours; with `tension` the plate is a little of a membrane (L) as well.
    """
    if not len(loose):
        return points
    first = _with_neighbours(topology, loose)
    second = _with_neighbours(topology, first)
    place = np.full(topology.count, -1)
    place[second] = np.arange(len(second))
    ends = place[topology.edges[(place[topology.edges] >= 0).all(axis=1)]]
    near = np.zeros((len(second), len(second)))
    near[ends[:, 0], ends[:, 1]] = near[ends[:, 1], ends[:, 0]] = 1.0
    umbrella = np.eye(len(second)) - near / np.maximum(near.sum(axis=1, keepdims=True), 1.0)
    mine, others = place[loose], np.setdiff1d(np.arange(len(second)), place[loose])
    rows = umbrella[np.ix_(mine, place[first])] @ umbrella[place[first]] + tension * umbrella[mine]
    found = points.copy()
    found[loose] = np.linalg.solve(rows[:, mine], -rows[:, others] @ points[second[others]])
    return found


def _with_neighbours(topology: Topology, some: Ints) -> Ints:
    inside = np.zeros(topology.count, bool)
    inside[some] = True
    touched = topology.edges[inside[topology.edges].any(axis=1)]
    return np.unique(np.concatenate([some, touched.reshape(-1)]))
