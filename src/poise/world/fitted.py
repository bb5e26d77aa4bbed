"""Shapes of a body that came without any: fitted to its skin, else along its bones.

Characters and motion files bring bones, and a mesh at best. Each segment is given capsules, side by side where it is
wide: as long, as wide and as thick as what of the skin goes with it, or from its joint to the next ones.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from functools import lru_cache
from typing import TYPE_CHECKING

import numpy as np

from poise.arrays import Array
from poise.figure.check import vec3
from poise.figure.placement import Placement
from poise.figure.shape import Capsule, Shape, Sphere

if TYPE_CHECKING:
    from poise.figure.figure import Figure

ENOUGH = 12
"""Points of a skin that a shape is fitted to."""
CLAD = 0.5
"""Share of the segments from which on a body counts as clad in its skin: the others are handles that nobody sees."""
OUTLIERS = 0.03
"""Share of them at either end that a shape need not hold: seams that follow two segments, buckles, tips of hair."""
MOST = 4
"""Capsules side by side; a trunk has two or three."""
SLIM = 0.15
"""Radius of a bone's capsule, of its length: an upper arm's is 0.16, a thigh's 0.18, a forearm's 0.14 (poise.human)."""
THINNEST, THICKEST = 0.008, 0.04
"""Of the size of the figure, its radius at least and at most: a finger's and half a trunk's of a person."""


@lru_cache(maxsize=32)
def shapes_of(figure: Figure) -> Mapping[str, tuple[Shape, ...]]:
    """The shapes of every segment: its own; of a figure that has none at all, fitted ones."""
    if figure.members:
        return {
            f"{name}/{segment}": shapes
            for name, member in figure.members.items()
            for segment, shapes in shapes_of(member).items()
        }
    own = {name: segment.shapes for name, segment in figure.segments.items()}
    return own if any(own.values()) else fitted_shapes(figure)


def fitted_shapes(figure: Figure) -> dict[str, tuple[Shape, ...]]:
    """Shapes for every segment of a figure that a skin or a bone says something of."""
    rest = figure.rest()
    frames = {name: np.array(rest.segment_frame(name)) for name in figure.segments}
    places = np.array([frame[:3, 3] for frame in frames.values()])
    size = float(np.ptp(places, axis=0).max())
    skin = _skin_by_segment(figure)
    size = max([size, *(float(np.ptp(points, axis=0).max()) for points in skin.values())])
    skin = {name: points for name, points in skin.items() if len(points) >= ENOUGH}
    clad = len(skin) >= CLAD * len(frames)

    def shapes(name: str) -> tuple[Shape, ...]:
        if name in skin:
            return _around(skin[name])
        return () if clad else _along(figure, name, frames, size)

    return {name: shapes(name) for name in figure.segments}


def _skin_by_segment(figure: Figure) -> dict[str, Array]:
    """The vertices of the mesh that go with a segment more than with any other, in its coordinates.

    With them the middles of their edges: a coarse mesh has a ring here and a ring there.
    """
    character, found = figure.character, dict[str, list[Array]]()
    if character is None or not character.is_seen:
        return {}
    for part in character.parts:
        if not len(part.faces):
            continue
        owner = np.take_along_axis(part.joints, part.weights.argmax(axis=1)[:, None], axis=1)[:, 0]
        edges = np.unique(np.sort(np.concatenate([part.faces[:, [i, (i + 1) % 3]] for i in range(3)]), axis=1), axis=0)
        middles = 0.5 * (part.vertices[edges[:, 0]] + part.vertices[edges[:, 1]])
        used = np.unique(part.faces)
        for joint in np.unique(owner[used]):
            segment, seat = character.seat(part.bones[int(joint)])
            to_segment = seat.matrix @ part.binds[int(joint)]
            own = part.vertices[used[owner[used] == joint]]
            points = np.concatenate([own, middles[(owner[edges] == joint).any(axis=1)]])
            found.setdefault(segment, []).append(points @ to_segment[:3, :3].T + to_segment[:3, 3])
    return {name: np.concatenate(several) for name, several in found.items() if name in figure.segments}


def _around(points: Array) -> tuple[Shape, ...]:
    """Capsules side by side, as long, as wide and as thick as the points, in the directions in which they spread."""
    middle = points.mean(axis=0)
    _, _, axes = np.linalg.svd(points - middle, full_matrices=False)
    low, high = np.quantile((points - middle) @ axes.T, [OUTLIERS, 1.0 - OUTLIERS], axis=0)
    order = np.argsort(low - high, kind="stable")
    long, wide = axes[order[:2]]
    half = 0.5 * (high - low)[order]
    center = middle + axes.T @ (0.5 * (low + high))
    if half[0] <= 0.0:
        return ()
    radius = max(float(half[2]), 0.05 * float(half[0]))
    count = min(MOST, max(1, math.ceil(float(half[1]) / radius - 0.25)))
    if count == 1:
        radius = 0.5 * (radius + max(float(half[1]), radius))
    span, end = max(float(half[1]) - radius, 0.0), max(float(half[0]) - radius, 0.0)
    sides = np.linspace(-span, span, count) if count > 1 else np.zeros(1)
    return tuple(_round(center + x * wide - end * long, center + x * wide + end * long, radius) for x in sides)


def _along(figure: Figure, name: str, frames: Mapping[str, Array], size: float) -> tuple[Shape, ...]:
    """From the joint of a segment to those after it, and to its sites where there are none."""
    inverse = np.linalg.inv(frames[name])
    after = [frames[joint.child] for joint in figure.joints.values() if joint.parent == name]
    ends = [(inverse @ frame)[:3, 3] for frame in after]
    if not ends:
        ends = [np.array(site.placement.position) for site in figure.sites.values() if site.segment == name]
    lengths = [float(np.linalg.norm(end)) for end in ends]
    bones = [(end, length) for end, length in zip(ends, lengths, strict=True) if length > THINNEST * size]
    if not bones:
        return ()
    return tuple(
        _round(np.zeros(3), end, min(max(SLIM * length, THINNEST * size), THICKEST * size)) for end, length in bones
    )


def _round(a: Array, b: Array, radius: float) -> Shape:
    if np.linalg.norm(b - a) < 1e-3 * radius:
        return Sphere(radius, placement=Placement(vec3(0.5 * (a + b), "a sphere")))
    return Capsule.between(a, b, radius)
