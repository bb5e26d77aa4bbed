"""Signed distances to shapes, negative inside: what the tests need to look for gaps. Not exact for ellipsoids."""

from __future__ import annotations

import numpy as np

from poise import Box, Capsule, Cylinder, Ellipsoid, Pose, Sphere


def distance(shape: object, points: np.ndarray) -> np.ndarray:
    """Of points (n, 3), in segment coordinates, to a shape. Lower bounds in size outside, right in sign everywhere."""
    matrix = np.linalg.inv(shape.placement.matrix)
    local = points @ matrix[:3, :3].T + matrix[:3, 3]
    if isinstance(shape, Sphere):
        return np.linalg.norm(local, axis=1) - shape.radius
    if isinstance(shape, Ellipsoid):
        return (np.linalg.norm(local / shape.radii, axis=1) - 1) * min(shape.radii)
    if isinstance(shape, Box):
        return np.max(np.abs(local) - np.array(shape.size) / 2, axis=1)
    if isinstance(shape, Cylinder):
        return np.maximum(np.hypot(local[:, 0], local[:, 1]) - shape.radius, np.abs(local[:, 2]) - shape.length / 2)
    assert isinstance(shape, Capsule)
    return _capsule(shape, local)


def _capsule(shape: Capsule, local: np.ndarray) -> np.ndarray:
    """The nearest of all balls along the axis: the hull of two balls is their union."""
    start, end = shape.radii
    t = np.linspace(0, 1, 41)
    centers = np.zeros((len(t), 3))
    centers[:, 2] = (t - 0.5) * shape.length
    gaps = np.linalg.norm(local[:, None, :] - centers, axis=2) - (start + t * (end - start))
    return gaps.min(axis=1)


def segment_distance(pose: Pose, segment: str, points: np.ndarray) -> np.ndarray:
    """Of world points (n, 3) to the nearest shape of a segment."""
    world = np.linalg.inv(pose.segment_frame(segment))
    local = points @ world[:3, :3].T + world[:3, 3]
    return np.min([distance(s, local) for s in pose.figure.segments[segment].shapes], axis=0)
