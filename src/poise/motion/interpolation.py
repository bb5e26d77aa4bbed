"""How a motion goes from key to key: the curve through the keys, and the pace along it.

Every joint moves on its own manifold: angles and distances on a line, balls and the base's turn among rotations, limbs
of swing joints on the sphere, the base's position in space (Welman 6.1.2; the curves are in `core/motion`).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from poise.arrays import Array
from poise.errors import InputError, UnknownNameError
from poise.figure.check import each, listed, number, shown
from poise.readable import Readable


@dataclass(frozen=True, slots=True)
class Linear(metaclass=Readable):
    """The shortest way from key to key at constant speed; the speed leaps at keys."""


@dataclass(frozen=True, slots=True)
class CatmullRom(metaclass=Readable):
    """Passes every key with the mean velocity from the key before to the key after: velocities are continuous."""


@dataclass(frozen=True, slots=True)
class KochanekBartels(metaclass=Readable):
    """Catmull–Rom with three numbers, each one for all keys or one a key (Kochanek and Bartels 1984).

    `tension`: 1 stops at a key, −1 sweeps through it. `continuity`: other than 0, the velocity leaps at the key.
    `bias`: 1 overshoots a key, −1 anticipates it.
    """

    tension: float | Sequence[float] = 0.0
    continuity: float | Sequence[float] = 0.0
    bias: float | Sequence[float] = 0.0

    def __post_init__(self) -> None:
        for name in ("tension", "continuity", "bias"):
            value = getattr(self, name)
            what = f"the {name} of a Kochanek–Bartels spline"
            several = listed(value)
            kept = number(value, what) if several is None else tuple(number(v, what) for v in several)
            object.__setattr__(self, name, kept)


@dataclass(frozen=True, slots=True)
class Smooth(metaclass=Readable):
    """The natural cubic spline: velocities and accelerations are continuous (C²); it begins and ends without any."""


Interpolation = Linear | CatmullRom | KochanekBartels | Smooth
NAMES: dict[str, Interpolation] = {
    "linear": Linear(), "catmull-rom": CatmullRom(), "kochanek-bartels": KochanekBartels(), "smooth": Smooth(),
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Pace(metaclass=Readable):
    """A cubic timing of one interval: how fast it begins and ends, as multiples of its mean pace, 0 … 3.

    Between 0 and 3 time never runs backwards (Fritsch and Carlson 1980).
    """

    start: float = 1.0
    end: float = 1.0

    def __post_init__(self) -> None:
        for name in ("start", "end"):
            value = number(getattr(self, name), f"the {name} of a pace")
            if not 0.0 <= value <= 3.0:
                raise InputError(f"the {name} of a pace must be from 0 to 3, not {value:g}")
            object.__setattr__(self, name, value)


Timing = str | Pace
PACES = {"linear": (0.0, 1.0, 1.0), "eased": (0.0, 0.0, 0.0), "held": (1.0, 1.0, 1.0)}
"""Whether an interval is held at its first key, and the slopes of its timing at both ends."""


def checked_interpolation(value: Any, keys: int) -> Interpolation:
    """An interpolation, or one by its name; its numbers must fit the number of keys."""
    if isinstance(value, str):
        if value not in NAMES:
            raise UnknownNameError("interpolation", value, NAMES, "Poise")
        return NAMES[value]
    if not isinstance(value, Interpolation):
        raise InputError(f"the interpolation of a motion is one of {', '.join(NAMES)}, not {shown(value)}")
    if isinstance(value, KochanekBartels):
        for name in ("tension", "continuity", "bias"):
            given = getattr(value, name)
            if isinstance(given, tuple) and len(given) != keys:
                raise InputError(f"the {name} of a spline through {keys} keys needs {keys} numbers, not {len(given)}")
    return value


def checked_timing(value: Any, intervals: int) -> tuple[Timing, ...]:
    """A timing for every interval; one alone is for all of them."""
    single = isinstance(value, str | Pace)
    timings = [value] * intervals if single else each(value, "the timing of a motion")
    if len(timings) != intervals:
        raise InputError(f"the timing of a motion has {intervals} intervals, not {len(timings)}")
    for timing in {value} if single else timings:
        if not isinstance(timing, Pace) and not (isinstance(timing, str) and timing in PACES):
            raise InputError(f"a timing is {', '.join(map(repr, PACES))} or a Pace, not {shown(timing)}")
    return tuple(timings)


def timing_rows(timings: Sequence[Timing]) -> Array:
    """(intervals, 3) as the core takes them."""
    rows = [(0.0, t.start, t.end) if isinstance(t, Pace) else PACES[t] for t in timings]
    return np.array(rows).reshape(-1, 3)


def core_form(interpolation: Interpolation, keys: int) -> tuple[str, Array]:
    """The name by which the core knows a curve, and its numbers (3, keys): tension, continuity, bias."""
    shape = np.zeros((3, keys))
    match interpolation:
        case Linear():
            return "linear", shape
        case Smooth():
            return "smooth", shape
        case KochanekBartels(tension, continuity, bias):
            for row, given in zip(shape, (tension, continuity, bias), strict=True):
                row[:] = given
    return "shaped", shape


def chosen(interpolation: Interpolation, keys: Sequence[int | None]) -> Interpolation:
    """The interpolation of some of the keys, by their numbers; None stands for a new key, with nothing special."""
    if not isinstance(interpolation, KochanekBartels):
        return interpolation
    changes = {
        name: tuple(0.0 if k is None else given[k] for k in keys)
        for name in ("tension", "continuity", "bias")
        if isinstance(given := getattr(interpolation, name), tuple)
    }
    return replace(interpolation, **changes)


def timing_backwards(timings: Sequence[Timing]) -> tuple[Timing, ...]:
    """The timing of the intervals in the opposite order: what began softly ends softly."""
    return tuple(Pace(t.end, t.start) if isinstance(t, Pace) else t for t in reversed(timings))


def backwards(interpolation: Interpolation) -> Interpolation:
    """The interpolation of the keys in the opposite order: what overshot a key anticipates it."""
    if not isinstance(interpolation, KochanekBartels):
        return interpolation
    flipped = {
        name: given[::-1] if isinstance(given := getattr(interpolation, name), tuple) else given
        for name in ("tension", "continuity")
    }
    bias = interpolation.bias
    turned = tuple(-b for b in reversed(bias)) if isinstance(bias, tuple) else -float(bias)  # type: ignore[arg-type]
    return replace(interpolation, bias=turned, **flipped)
