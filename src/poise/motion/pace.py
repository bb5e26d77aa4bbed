"""An even pace: a site of the figure goes equal ways in equal times, however its keys are timed."""

from __future__ import annotations

import numpy as np

from poise.arrays import Array
from poise.errors import InputError
from poise.figure.check import count as checked_count
from poise.motion.motion import Motion

_FINE = 32
"""Looks between two keys that are to be made, so that chords are as long as arcs to a thousandth."""
_TWICE = 1e-9
"""Of the whole way: places nearer to each other are one."""
_LEAST = 1e-12
"""Metres: a path that is shorter is none."""


def evenly_paced(motion: Motion, site: str, count: int) -> Motion:
    """`count` keys that stand equal ways apart on the site's path, and the old ones, lest corners be cut.

    Each stands at the time by which the site has gone its way evenly; linear from one to the next. Where the site
    stands still, no time is spent.
    """
    count = checked_count(count, "the number of keys of an evenly paced motion", 1_000_000, least=2)
    looks = np.unique(np.concatenate([np.linspace(motion.start, motion.end, _FINE * count), motion.times]))
    way = arc_length(motion.trace(site, looks))
    if way[-1] <= _LEAST:
        raise InputError(f"site {site!r} does not move in this motion, so no pace of it is even")
    share = way / way[-1]
    rising = np.concatenate([[True], np.diff(share) > _TWICE])
    even = np.interp(np.linspace(0.0, 1.0, count), share[rising], looks[rising])
    source = np.union1d(even, motion.times)
    gone = np.interp(source, looks, share)
    new = np.concatenate([[True], np.diff(gone) > _TWICE])
    times = motion.start + motion.duration * gone[new]
    poses = motion.sample(source[new]).poses
    return motion._edited(times=times, poses=poses, interpolation="linear", timing="linear", backward=False)


def arc_length(path: Array) -> Array:
    """(n,) the way from the first point of a path (n, 3) along its chords."""
    return np.concatenate([[0.0], np.cumsum(np.linalg.norm(np.diff(path, axis=0), axis=1))])
