"""Fewer keys: as many as the curve needs to pass all others within a stated bound."""

from __future__ import annotations

from itertools import pairwise

import numpy as np

from poise.arrays import Array
from poise.figure.check import positive
from poise.figure.figure import Figure
from poise.motion.interpolation import chosen
from poise.motion.motion import Motion
from poise.motion.quaternions import angle as angle_between


def reduced(motion: Motion, angle: float, length: float) -> Motion:
    """From the first and last key alone, the worst key of every interval is taken back until all are met.

    The bound holds at all keys that were there: every rotation, bend and swing within `angle`, every distance and the
    base's position within `length`.
    """
    angle, length = positive(angle, "the angle of a reduction"), positive(length, "the length of a reduction")
    free = motion._edited(hold_limits=False)
    kept = np.unique([0, len(motion) - 1])
    while True:
        fewer = _with_keys(free, kept)
        excess = deviations(motion.figure, fewer.sample(motion.times).poses, motion.poses, angle, length)
        worst = [
            a + 1 + int(np.argmax(excess[a + 1 : b]))
            for a, b in pairwise(kept)
            if b > a + 1 and excess[a + 1 : b].max() > 1.0
        ]
        if not worst:
            return fewer._edited(hold_limits=motion.hold_limits)
        kept = np.union1d(kept, worst)


def _with_keys(motion: Motion, kept: Array) -> Motion:
    keys = [int(k) for k in kept]
    return motion._edited(
        times=motion.times[keys],
        poses=motion.poses[keys],
        interpolation=chosen(motion.interpolation, keys),
        timing="linear",
    )


def deviations(figure: Figure, a: Array, b: Array, angle: float, length: float) -> Array:
    """(n,) the largest difference of any joint between two rows of poses, as a multiple of the bound for its kind."""
    worst = np.zeros(len(a))
    for name, joint in figure.joints.items():
        if not joint.dof:
            continue
        where = figure.coordinate_slice(name)
        p, q = a[:, where], b[:, where]
        if joint.model in ("ball", "free"):
            worst = np.maximum(worst, angle_between(p[:, -4:], q[:, -4:]) / angle)
            p, q = p[:, :-4], q[:, :-4]
        bound = length if joint.model in ("slide", "free") else angle
        if p.shape[1]:
            worst = np.maximum(worst, np.linalg.norm(p - q, axis=1) / bound)
    return worst
