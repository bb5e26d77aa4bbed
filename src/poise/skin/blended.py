"""The skin of animals and hands: their solids, which flow into each other at the joints, as one closed surface."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from poise.arrays import sealed
from poise.figure.shape import Capsule, Ellipsoid, Shape, Sphere
from poise.skin.bones import Bone, Skeleton
from poise.skin.cage import Floats, Ints
from poise.skin.mesh import MOST_BONES, BodyMesh, vertex_normals
from poise.skin.nets import COARSE, surface_nets
from poise.skin.solids import egg, rod, union
from poise.skin.subdivide import gathered

if TYPE_CHECKING:
    from poise.figure.figure import Figure
    from poise.pose import Pose

SOFTNESS = 0.7
"""How far apart two solids at a joint still flow together, of the thinner one's radius (by eye)."""
CELLS = {"full": 150, "light": 75}
"""Cells along the diagonal of the figure: about 20,000 triangles, and 5,000."""
ROUNDS = 4
"""How often weights are averaged with those of the neighbours."""
SPREAD = {"index": -0.30, "middle": -0.10, "ring": 0.12, "little": 0.32}
"""Radians at the knuckles of a left hand, to the thumb's side and away from it."""

Frames = dict[str, Floats]


class Flesh:
    """The solids of a figure at rest, as distances of points from every segment."""

    def __init__(self, figure: Figure) -> None:
        pose = modelled(figure)
        self.frames: Frames = {name: np.array(pose.segment_frame(name)) for name in figure.segments}
        order = {name: i for i, name in enumerate(figure.segments)}
        self.pairs = [(order[j.parent], order[j.child]) for j in figure.joints.values() if j.parent is not None]
        self._solids = [
            [Solid(shape, self.frames[name]) for shape in segment.shapes] for name, segment in figure.segments.items()
        ]
        self.radii = [max(solid.thin for solid in parts) for parts in self._solids]
        ends = np.vstack([solid.box for parts in self._solids for solid in parts])
        self.low, self.high = ends.min(axis=0), ends.max(axis=0)

    def distances(self, points: Floats) -> Floats:
        """(n, segments)."""
        return np.column_stack(
            [np.min([solid.distance(points) for solid in parts], axis=0) for parts in self._solids]
        )  # fmt: skip

    def field(self, points: Floats) -> Floats:
        """(n,) from all of it; segments that a joint connects flow into each other, others do not."""
        apart = self.distances(points)
        found = apart.min(axis=1)
        for a, b in self.pairs:
            blend = SOFTNESS * min(self.radii[a], self.radii[b])
            found = np.minimum(found, union(apart[:, a], apart[:, b], blend))
        return np.asarray(found)


def modelled(figure: Figure) -> Pose:
    """The pose in which nothing touches what it is not joined to: rest, with flat hands and spread fingers."""
    if "hands_flat" not in figure.postures:
        return figure.rest()
    side = "left" if "left_hand" in figure.segments else "right"
    turn = 1.0 if side == "left" else -1.0
    spread = {f"{side}_{finger}_mcp": (0.0, turn * angle) for finger, angle in SPREAD.items()}
    return figure.pose("hands_flat").with_joints(spread).clamped()


class Solid:
    """A ball, an egg or a rod in the world: `thin` its smallest radius, `box` (2, 3) what it lies in."""

    def __init__(self, shape: Shape, frame: Floats) -> None:
        assert isinstance(shape, (Sphere, Ellipsoid, Capsule))
        placed = frame @ shape.placement.matrix
        self._turn, self._center = placed[:3, :3], placed[:3, 3]
        self._rod: tuple[Floats, Floats, float, float] | None = None
        if isinstance(shape, Capsule):
            (ra, rb), half = shape.radii, placed[:3, 2] * shape.length / 2
            self._rod = (self._center - half, self._center + half, ra, rb)
            self.thin, far = min(ra, rb), shape.length / 2 + max(ra, rb)
        else:
            radii = (shape.radius,) * 3 if isinstance(shape, Sphere) else shape.radii
            self._radii = np.array(radii)
            self.thin, far = min(radii), max(radii)
        self.box = np.array([self._center - far, self._center + far])

    def distance(self, points: Floats) -> Floats:
        """(n,)"""
        if self._rod is not None:
            return rod(points, *self._rod)
        return egg((points - self._center) @ self._turn, (0.0, 0.0, 0.0), self._radii)


def blended_mesh(figure: Figure, detail: str) -> BodyMesh:
    """The skin of a figure whose segments have solids."""
    flesh = Flesh(figure)
    points, quads, mirror = _surface(flesh, CELLS[detail], symmetric=_symmetric(flesh))
    skeleton = Skeleton(_bones(figure, flesh), flesh.frames)
    owner, shares = _shares(flesh, skeleton, figure, points, quads)
    triangles = np.vstack([quads[:, [0, 1, 2]], quads[:, [0, 2, 3]]])
    followed = np.argsort(-shares, axis=1, kind="stable")[:, :MOST_BONES]
    weights = np.take_along_axis(shares, followed, axis=1)
    return BodyMesh(
        vertices=sealed(points),
        normals=sealed(vertex_normals(points, triangles)),
        triangles=sealed(triangles),
        joints=sealed(followed.astype(np.uint8)),
        weights=sealed(weights / weights.sum(axis=1, keepdims=True)),
        parts=sealed(np.median(owner[triangles], axis=1).astype(np.int64)),
        segments=tuple(figure.segments),
        mirror=sealed(mirror),
        skeleton=skeleton,
    )


def _symmetric(flesh: Flesh) -> bool:
    """Whether the left half is the mirror image of the right one, to a billionth of a metre."""
    points = np.random.default_rng(0).uniform(flesh.low, flesh.high, (500, 3))
    return bool(np.abs(flesh.field(points) - flesh.field(points * (-1.0, 1.0, 1.0))).max() < 1e-9)


def _surface(flesh: Flesh, cells: int, symmetric: bool) -> tuple[Floats, Ints, Ints]:
    """Vertices, quadrilaterals, and every vertex's mirror image: itself where the figure has no two sides."""
    cell = float(np.linalg.norm(flesh.high - flesh.low)) / cells
    low, high = flesh.low - 2 * cell, flesh.high + 2 * cell
    if symmetric:
        high[0] = COARSE * cell * np.ceil(max(-low[0], high[0]) / (COARSE * cell))
        low[0] = -high[0]
    blocks = np.ceil((high - low) / (COARSE * cell) - 1e-9).astype(np.int64)
    points, quads, at = surface_nets(flesh.field, low, cell, blocks)
    if not symmetric:
        return points, quads, np.arange(len(points))
    known = {tuple(row): i for i, row in enumerate(at.tolist())}
    last = COARSE * int(blocks[0]) - 1
    mirror = np.array([known[last - i, j, k] for i, j, k in at.tolist()])
    return (points + points[mirror] * (-1.0, 1.0, 1.0)) / 2, quads, mirror


def _bones(figure: Figure, flesh: Flesh) -> list[Bone]:
    """The segments' own bones, and one half-way at every joint, which bends about the way to the segment's middle."""
    names = list(figure.segments)
    bones = [Bone(name, name) for name in names]
    for a, b in flesh.pairs:
        ends = [solid.box.mean(axis=0) for solid in flesh._solids[b]]
        way = np.mean(ends, axis=0) - flesh.frames[names[b]][:3, 3]
        x, y, z = (float(v) for v in way / max(float(np.linalg.norm(way)), 1e-9))
        bones.append(Bone(f"{names[b]}.50.50", names[b], names[a], (x, y, z), 0.5, 0.5))
    return bones


def _shares(
    flesh: Flesh, skeleton: Skeleton, figure: Figure, points: Floats, quads: Ints
) -> tuple[Ints, Floats]:  # fmt: skip
    """(n,) the nearest segment, and (n, bones) how much every vertex follows every bone: at a joint both segments and
    the bone in between, by how near they are."""
    apart = flesh.distances(points)
    owner = apart.argmin(axis=1)
    found = np.zeros((len(points), len(skeleton.bones)))
    found[np.arange(len(points)), owner] = 1.0
    edges = np.vstack([quads[:, [i, (i + 1) % 4]] for i in range(4)])
    count = np.bincount(edges[:, 0], minlength=len(points))[:, None]
    for k, (a, b) in enumerate(flesh.pairs):
        width = 2 * SOFTNESS * min(flesh.radii[a], flesh.radii[b])
        mine = np.flatnonzero((owner == a) | (owner == b))
        far = (apart[mine, a] - apart[mine, b]) / width  # −1 … 1 from parent to child
        middle = np.clip(1.0 - np.abs(far), 0.0, 1.0)
        found[mine, owner[mine]] = np.minimum(found[mine, owner[mine]], 1.0 - middle)
        found[mine, len(figure.segments) + k] = middle
    found /= found.sum(axis=1, keepdims=True)
    for _ in range(ROUNDS):
        found = (found + gathered(edges[:, :1], found[edges[:, 1]], len(points)) / count) / 2
    return owner, found
