"""The shape of a body for the world: rounds on its segments, and which segments keep out of each other.

A round is the hull of two balls: what `Capsule` and `Sphere` are already. Other shapes are made of some.
"""

from __future__ import annotations

import math
from functools import lru_cache
from itertools import combinations, product
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from poise import _core
from poise.figure.arguments import checked
from poise.figure.marks import SelfPair as SelfPair
from poise.figure.names import unknown
from poise.figure.shape import Box, Capsule, Cylinder, Ellipsoid, Shape, Sphere
from poise.world.fitted import shapes_of

if TYPE_CHECKING:
    from poise.figure.figure import Figure

Array = NDArray[np.float64]
ALWAYS = 0.02
"""Segments two joints apart that overlap by more than that (m) in the rest pose always touch: a chest and the belly."""
SKIN = 0.005
"""Skin gives way by that much (m) more than in the postures that a figure brings."""
_MOST_IN_ROW = 6


@checked
@lru_cache(maxsize=32)
def self_pairs(figure: Figure) -> tuple[SelfPair, ...]:
    """The pairs of segments that keep out of each other unless others are given (`Avoid("self", pairs=…)`): those that
    the figure brings (`figure.with_self_pairs`), or else those found here.

    Neighbours are left out, and segments two joints apart that overlap in the rest pose by 2 cm or more. All others may
    overlap as they do in the postures that the figure brings, and 5 mm more where they do. Several figures that are
    posed as one have the pairs of each, and every segment of one keeps out of every segment of the others.
    """
    if figure.members:
        return _pairs_among(figure)
    if figure.self_pairs is not None:
        return figure.self_pairs
    names = list(figure.segments)
    parts = part_rows(figure)
    every = [(i, k) for i, k in combinations(range(len(names)), 2) if not _joined(figure, names[i], names[k])]
    depths = _overlaps(figure, parts, every)
    found = []
    for pair, by_posture in zip(every, depths, strict=True):
        a, b = names[pair[0]], names[pair[1]]
        if by_posture.get("rest", 0.0) > ALWAYS and _share_neighbour(figure, a, b):
            continue
        deepest = max(by_posture.values(), default=0.0)
        found.append(SelfPair(a, b, round(deepest + SKIN, 3) if deepest > 0.0 else 0.0))
    return tuple(found)


def _pairs_among(figure: Figure) -> tuple[SelfPair, ...]:
    own = {name: [f"{name}/{segment}" for segment in member.segments] for name, member in figure.members.items()}
    pairs = [
        SelfPair(f"{name}/{pair.first}", f"{name}/{pair.second}", pair.depth)
        for name, member in figure.members.items()
        for pair in self_pairs(member)
    ]
    across = (product(own[one], own[other]) for one, other in combinations(own, 2))
    return (*pairs, *(SelfPair(first, second) for several in across for first, second in several))


@lru_cache(maxsize=64)
def core_body(figure: Figure, pairs: tuple[SelfPair, ...] | None) -> _core.BodyShape:
    """The body as the core knows it; without pairs, with those of `self_pairs`."""
    names = {name: i for i, name in enumerate(figure.segments)}
    chosen = self_pairs(figure) if pairs is None else pairs
    for pair in chosen:
        for segment in (pair.first, pair.second):
            if segment not in names:
                raise unknown(figure, "segment", segment, figure.segments, f"a pair: the figure {figure.name!r}")
    rows = np.array([[names[p.first], names[p.second], p.depth] for p in chosen]).reshape(-1, 3)
    return _core.body_shape(len(names), part_rows(figure), rows)


@lru_cache(maxsize=32)
def part_segments(figure: Figure) -> tuple[str, ...]:
    """The segment of every part, in the core's order."""
    names = list(figure.segments)
    return tuple(names[int(row[0])] for row in part_rows(figure))


@lru_cache(maxsize=32)
def part_rows(figure: Figure) -> Array:
    """(n, 9): number of the segment, then both ends and both radii, by segment."""
    rows = [
        np.concatenate([[number], np.ravel(ends), radii])
        for number, shapes in enumerate(shapes_of(figure).values())
        for shape in shapes
        for ends, radii in rounds_of(shape)
    ]
    return np.ascontiguousarray(rows, float).reshape(-1, 9)


def rounds_of(shape: Shape) -> list[tuple[Array, tuple[float, float]]]:
    """A shape as rounds in segment coordinates: both ends (2, 3) and their radii."""
    if isinstance(shape, Capsule):
        half = shape.length / 2
        return [_round(shape, (0.0, 0.0, -half), (0.0, 0.0, half), shape.radii)]
    if isinstance(shape, Sphere):
        return [_round(shape, (0.0, 0.0, 0.0), (0.0, 0.0, 0.0), (shape.radius, shape.radius))]
    if isinstance(shape, Ellipsoid):
        radii = np.array(shape.radii)
        longest = int(radii.argmax())
        radius = (radii.sum() - radii[longest]) / 2  # of the mean circle around the longest axis
        end = np.eye(3)[longest] * (radii[longest] - radius)
        return [_round(shape, -end, end, (radius, radius))]
    size = np.array(shape.size if isinstance(shape, Box) else (2 * shape.radius, 2 * shape.radius, shape.length))
    if isinstance(shape, Cylinder) and shape.length > 2 * shape.radius:
        half = shape.length / 2 - shape.radius
        return [_round(shape, (0.0, 0.0, -half), (0.0, 0.0, half), (shape.radius, shape.radius))]
    return _row(shape, size)


def _row(shape: Shape, size: Array) -> list[tuple[Array, tuple[float, float]]]:
    """A slab as rounds side by side, as thick as it is: its faces are kept and its edges rounded."""
    thin, middle, long = np.argsort(size, kind="stable")
    radius = size[thin] / 2
    count = min(_MOST_IN_ROW, max(1, math.ceil(size[middle] / size[thin])))
    span = size[middle] / 2 - radius
    end = np.eye(3)[long] * (size[long] / 2 - radius)
    places = np.linspace(-span, span, count) if count > 1 else [0.0]
    return [_round(shape, np.eye(3)[middle] * x - end, np.eye(3)[middle] * x + end, (radius, radius)) for x in places]


def _round(shape: Shape, a: Any, b: Any, radii: tuple[float, float]) -> tuple[Array, tuple[float, float]]:
    matrix = shape.placement.matrix
    return np.array([a, b], float) @ matrix[:3, :3].T + matrix[:3, 3], (float(radii[0]), float(radii[1]))


def _joined(figure: Figure, a: str, b: str) -> bool:
    return any({joint.parent, joint.child} == {a, b} for joint in figure.joints.values())


def _share_neighbour(figure: Figure, a: str, b: str) -> bool:
    def around(name: str) -> set[str | None]:
        ends = ((joint.parent, joint.child) for joint in figure.joints.values())
        return {p if c == name else c for p, c in ends if name in (p, c)} - {None}

    return bool(around(a) & around(b))


def _overlaps(figure: Figure, parts: Array, pairs: list[tuple[int, int]]) -> list[dict[str, float]]:
    """By pair and posture of the figure, how deep both overlap (m), where they do."""
    rows = np.array([[i, k, 0.0] for i, k in pairs]).reshape(-1, 3)
    body, look = _core.body_shape(len(figure.segments), parts, rows), _core.lookout(1e-6, 1e-6, 0.0, True)
    number = {pair: i for i, pair in enumerate(pairs)}
    found: list[dict[str, float]] = [{} for _ in pairs]
    for posture in figure.postures:
        for row in _core.near_pairs(figure.pose(posture)._core, body, None, look):
            pair = (int(parts[int(row[0]), 0]), int(parts[int(row[1]), 0]))
            overlaps = found[number[pair]]
            overlaps[posture] = max(overlaps.get(posture, 0.0), -float(row[4]))
    return found
