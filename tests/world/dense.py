"""Distances by dense points: capsules of a posed body sampled along their axes, against closed forms of solids.

Nothing of `core/world` is used: shapes come from the figure's description, frames from its segments.
"""

from __future__ import annotations

import numpy as np

import poise

COUNT = 400
"""Points along an axis: a phalanx of 5 cm every 0.13 mm, so that distances are right to a micrometre."""


def distance(obstacle: poise.Obstacle, points: np.ndarray) -> np.ndarray:
    """Signed distances (n,) of world points."""
    local = (points - obstacle.placement.position) @ obstacle.placement.matrix[:3, :3]
    shape, rounding = obstacle.shape, obstacle.rounding
    if isinstance(shape, poise.Sphere):
        return np.linalg.norm(local, axis=1) - shape.radius
    if isinstance(shape, poise.Capsule):
        z = np.clip(local[:, 2], -shape.length / 2, shape.length / 2)
        return np.linalg.norm(local - np.outer(z, [0, 0, 1]), axis=1) - shape.radius
    if isinstance(shape, poise.Cylinder):
        out = np.column_stack([np.hypot(local[:, 0], local[:, 1]) - shape.radius, abs(local[:, 2]) - shape.length / 2])
    else:
        assert isinstance(shape, poise.Box)
        out = abs(local) - np.array(shape.size) / 2
    out += rounding
    return np.linalg.norm(np.maximum(out, 0.0), axis=1) + np.minimum(out.max(axis=1), 0.0) - rounding


def gap(pose: poise.Pose, segment: str, obstacle: poise.Obstacle) -> float:
    """How far a segment is from an obstacle (m), negative inside: the least over the balls its capsules are made of."""
    frame, least = pose.segment_frame(segment), np.inf
    for shape in pose.figure.segments[segment].shapes:
        assert isinstance(shape, poise.Capsule)
        matrix = frame @ shape.placement.matrix
        t = np.linspace(0.0, 1.0, COUNT)
        axis = matrix[:3, 3] + np.outer((t - 0.5) * shape.length, matrix[:3, 2])
        radii = shape.radii[0] + t * (shape.radii[1] - shape.radii[0])
        least = min(least, float((distance(obstacle, axis) - radii).min()))
    return least


def gaps(pose: poise.Pose, side: str, obstacle: poise.Obstacle) -> dict[str, float]:
    """Of the palm and all phalanges of a hand."""
    own = [s for s in pose.figure.segments if s == f"{side}_hand" or s.rpartition("_")[0] in DIGITS[side]]
    return {segment: gap(pose, segment, obstacle) for segment in own}


FINGERS = ("index", "middle", "ring", "little")
DIGITS = {side: {f"{side}_{digit}" for digit in (*FINGERS, "thumb")} for side in ("left", "right")}
