"""An even pace: a site of the figure goes equal ways in equal times, however its keys are timed."""

from __future__ import annotations

import numpy as np

from poise.arrays import Array
from poise.errors import InputError
from poise.figure.check import count as checked_count
from poise.motion.motion import Motion

_FINE = 32
"""Looks between two keys that are to be made, so that chords are as long as arcs to a thousandth."""
_LEAST = 1e-12
"""Metres: a path that is shorter is none."""


def evenly_paced(motion: Motion, site: str, count: int) -> Motion:
    """`count` keys that stand equal ways apart on the site's path, at equal times; linear from one to the next."""
    count = checked_count(count, "the number of keys of an evenly paced motion", 1_000_000, least=2)
    looks = np.unique(np.concatenate([np.linspace(motion.start, motion.end, _FINE * count), motion.times]))
    way = arc_length(motion.trace(site, looks))
    if way[-1] <= _LEAST:
        raise InputError(f"site {site!r} does not move in this motion, so no pace of it is even")
    rising = np.concatenate([[True], np.diff(way) > 0.0])  # where it stands still, no time is spent
    wanted = np.interp(np.linspace(0.0, way[-1], count), way[rising], looks[rising])
    poses = motion.sample(wanted).poses
    times = np.linspace(motion.start, motion.end, count)
    return motion._edited(times=times, poses=poses, interpolation="linear", timing="linear")


def arc_length(path: Array) -> Array:
    """(n,) the way from the first point of a path (n, 3) along its chords."""
    return np.concatenate([[0.0], np.cumsum(np.linalg.norm(np.diff(path, axis=0), axis=1))])
