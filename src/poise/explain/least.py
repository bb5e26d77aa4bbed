"""The least of something with which a task is met: between too little and enough, by chords, then by halves."""

from __future__ import annotations

import math
from collections.abc import Callable

FINELY = 0.0095
"""The least is found to this part of itself: to a hundredth, but for rounding."""
CLOSE = 0.05
"""What is named is no more than this part above what bisection comes to, and this part less of it will not do."""
MORE, MOST = 1.5, 6.0
"""What is tried next when something is too little, and at most, as multiples of what was tried first."""
NOTHING = 1e-6
"""An amount (m, rad, N …) below which no less is sought: where anything at all will do, there is no least."""
ANYTHING = 0.01
"""Where less than this part of what was tried first will do, anything may: that is tried before halves are."""

Miss = Callable[[float], float]
"""How far a task is missed with so much, in tolerances: up to 1 it is met; infinite where it cannot be asked."""


def least(miss: Miss, missed: float, first: float, most: float = math.inf, *, likely: bool = False) -> float | None:
    """The least with which the task is met; None when much more than what is tried `first`, or `most`, is in vain.

    `missed`: the miss with nothing of it. The number itself has been tried, and will do. A task may be met with less,
    and then not with a little more: so the number stands only when halving the way down from it finds nothing less.
    `likely`: what is tried first may well be the least, and stands if it is close.
    """
    tried, high, most = {0.0: missed}, first, min(most, MOST * first)
    while not _met(miss, tried, high):
        if high >= most:
            return None
        high = min(MORE * high, most)
    while True:
        high = high if likely and high == first else _narrowed(miss, tried, high, ANYTHING * first)
        fewer = None if high < NOTHING else _bisected(miss, tried, high)
        if fewer is None:
            return high
        tried = {x: m for x, m in tried.items() if x < fewer and m > 1.0}
        high = fewer


def _narrowed(miss: Miss, tried: dict[float, float], high: float, small: float) -> float:
    """The upper end of the bracket below `high`, which will do, once it is narrow, or next to nothing.

    `small`: what is less than this may be anything at all.
    """
    halve = False
    while high >= NOTHING and high - (low := max(x for x, m in tried.items() if x < high and m > 1.0)) > FINELY * high:
        width = high - low
        guess = 0.5 * (low + high) if halve else _chord(tried, low, high)
        if low == 0.0 and high < small:
            guess = 0.5 * NOTHING
        high = guess if _met(miss, tried, guess) else high
        halve = high - max(low, guess if guess < high else low) > 0.5 * width
    return high


def _chord(tried: dict[float, float], low: float, high: float) -> float:
    """Where the chord through the two largest amounts that are too little meets half the tolerance."""
    known = sorted((x, m) for x, m in tried.items() if x <= low and 1.0 < m < math.inf)[-2:]
    guess = 0.5 * (low + high)
    if len(known) == 2 and known[1][1] < known[0][1]:
        (a, at_a), (b, at_b) = known
        guess = b + (at_b - 0.5) * (b - a) / (at_a - at_b)
    return min(max(guess, low + 0.5 * FINELY * high), (1.0 - 0.9 * FINELY) * high)


def _bisected(miss: Miss, tried: dict[float, float], high: float) -> float | None:
    """What bisection from nothing to `high` comes to; None when that is `high` itself, or close to it."""
    low, enough = 0.0, high
    while (1.0 + CLOSE) * low < high and enough - low > FINELY * high:
        middle = 0.5 * (low + enough)
        low, enough = (low, middle) if _met(miss, tried, middle) else (middle, enough)
    if enough == high and _met(miss, tried, (1.0 - CLOSE) * high):
        enough = (1.0 - CLOSE) * high
    return enough if (1.0 + CLOSE) * enough < high else None


def _met(miss: Miss, tried: dict[float, float], amount: float) -> bool:
    if amount not in tried:
        tried[amount] = miss(amount)
    return tried[amount] <= 1.0
