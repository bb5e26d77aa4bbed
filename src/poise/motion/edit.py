"""Motions made from one: cut, resampled, stretched, reversed, mirrored, held elsewhere (Welman 6.1.2)."""

from __future__ import annotations

from itertools import groupby
from typing import Any

import numpy as np

from poise.arrays import Array
from poise.errors import InputError
from poise.figure.check import array, count, number, positive
from poise.motion.carrier import carried_over
from poise.motion.interpolation import Timing, backwards, chosen, timing_backwards
from poise.motion.motion import Limited, Motion
from poise.pose import Pose

MOST_KEYS = 10_000_000
"""Of a motion that is made by a rate: more is a mistake in its unit."""


def sliced(motion: Motion, part: slice) -> Motion:
    """By keys when all numbers are whole, else by seconds."""
    ends = [end for end in (part.start, part.stop) if end is not None]
    whole = all(isinstance(end, int | np.integer) and not isinstance(end, bool) for end in ends)
    if whole:
        return _of_keys(motion, range(*part.indices(len(motion))))
    if part.step is not None:
        raise InputError("a motion cut by seconds has no step; resampled(rate) gives it one")
    start, end = (number(end, "a time") if end is not None else None for end in (part.start, part.stop))
    return between(motion, motion.start if start is None else start, motion.end if end is None else end)


def _of_keys(motion: Motion, keys: range) -> Motion:
    if not keys:
        raise InputError(f"no key is left: the motion has {len(motion)}, and this takes none of them")
    if keys.step < 0:
        raise InputError("keys are taken in their order; reversed() turns a motion round")
    together = keys.step == 1  # then intervals stay what they are
    timing: Any = motion.timing[keys[0] : keys[-1]] if together else "linear"
    picked = list(keys)
    return motion._edited(
        times=motion.times[picked],
        poses=motion.poses[picked],
        interpolation=chosen(motion.interpolation, picked),
        timing=timing,
    )


def between(motion: Motion, start: float, end: float) -> Motion:
    """The part between two times. Intervals that are cut lose a timing of their own, unless they are held."""
    if not start < end:
        raise InputError(f"a part of a motion must end after it starts, not from {start:g} s to {end:g} s")
    ends = motion.sample([start, end])
    start, end = ends.times.tolist()
    inner = [k for k, t in enumerate(motion.times) if start < t < end]
    # A cut at a key takes that key; a cut between keys makes a new one.
    keys: list[int | None] = [_key_at(motion, start), *inner, _key_at(motion, end)]
    times = [start, *motion.times[inner], end]
    poses = np.vstack([ends.poses[:1], motion.poses[inner], ends.poses[1:]])
    for row, key in enumerate(keys):
        if key is not None:
            poses[row] = motion.poses[key]
    return motion._edited(
        times=times, poses=poses, interpolation=chosen(motion.interpolation, keys), timing=_cut(motion, keys, times)
    )


def _key_at(motion: Motion, t: float) -> int | None:
    k = int(np.searchsorted(motion.times, t))
    return k if k < len(motion) and motion.times[k] == t else None


def _cut(motion: Motion, keys: list[int | None], times: list[float]) -> list[Timing]:
    """The timing of the intervals that are left: that of whole ones, and of a part of one if it is held."""
    timings: list[Timing] = []
    for first, second, t in zip(keys[:-1], keys[1:], times, strict=False):
        old = motion.timing[max(int(np.searchsorted(motion.times, t, side="right")) - 1, 0)]
        timings.append(old if old == "held" or (first is not None and second is not None) else "linear")
    return timings


def resampled(motion: Motion, rate: float | None, times: Any) -> Motion:
    """At given times, or at a rate from the first key on; the last key is always there."""
    if (rate is None) == (times is None):
        raise InputError("resampled needs a rate or times, and not both")
    if times is not None:
        wanted = array(times, "the times to resample at")
    else:
        wanted = even_times(motion, positive(rate, "the rate of a motion"))
    samples = motion.sample(wanted)
    return motion._edited(times=samples.times, poses=samples.poses, timing="linear", interpolation=_plain(motion))


def _plain(motion: Motion) -> Any:
    """The interpolation for other keys: numbers of single keys do not fit them."""
    return chosen(motion.interpolation, []) if _is_uniform(motion) else "catmull-rom"


def _is_uniform(motion: Motion) -> bool:
    fields = getattr(motion.interpolation, "__dataclass_fields__", {})
    return not any(isinstance(getattr(motion.interpolation, name), tuple) for name in fields)


def even_times(motion: Motion, rate: float) -> Array:
    """From the first key on at a rate, and the time of the last key."""
    steps = motion.duration * rate
    count(int(min(steps, 2.0 * MOST_KEYS)) + 1, "the number of keys of a resampled motion", MOST_KEYS)
    times = motion.start + np.arange(int(steps * (1.0 + 1e-12)) + 1) / rate
    near = abs(times[-1] - motion.end) <= 1e-6 / rate
    return np.append(times[:-1] if near else times, motion.end)


def stretched(motion: Motion, factor: float) -> Motion:
    """Slower by a factor."""
    by = positive(factor, "the factor of a stretched motion")
    return motion._edited(times=motion.start + (motion.times - motion.start) * by)


def reversed_motion(motion: Motion) -> Motion:
    """Backwards: exactly the same curve, walked from its end."""
    return motion._edited(
        times=motion.start + (motion.end - motion.times[::-1]),
        poses=motion.poses[::-1],
        interpolation=backwards(motion.interpolation),
        timing=timing_backwards(motion.timing),
        backward=not motion.backward,
    )


def mirrored(motion: Motion) -> Motion:
    """Every key as the mirror shows it."""
    other = motion.figure.mirror.other(motion.carrier)
    return motion._edited(poses=[pose.mirrored().coordinates for pose in motion], carrier=other)


def rerooted(motion: Motion, segment: str) -> Motion:
    """Held at another segment; the same segment as before carries it."""
    held = motion.figure.rerooted(segment)
    if held is motion.figure:
        return motion
    poses = carried_over(motion.figure, held, motion.poses)
    return motion._edited(figure=held, poses=poses)


def limited_spans(motion: Motion, rate: float) -> tuple[Limited, ...]:
    """Spans in which the curve leaves the limits, each with the limit that it exceeds most."""
    times = np.union1d(even_times(motion, positive(rate, "the rate of a motion")), motion.times)
    free = motion._edited(hold_limits=False).sample(times)
    worst = [Pose(motion.figure, row).worst_limit for row in free.poses]
    spans = []
    for outside, group in groupby(range(len(times)), key=lambda k: worst[k] is not None):
        if outside:
            inside = list(group)
            most = max((w for k in inside if (w := worst[k]) is not None), key=lambda w: w.violation)
            name = most.limit if most.joint is None else f"{most.joint} {most.limit}"
            spans.append(Limited(float(times[inside[0]]), float(times[inside[-1]]), name, most.violation))
    return tuple(spans)
