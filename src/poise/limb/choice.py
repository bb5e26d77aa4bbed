"""The swivel at which a function of the pose is least: a search in one dimension, inside the allowed intervals."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from poise.errors import InputError
from poise.figure.check import number

if TYPE_CHECKING:
    from poise.limb.family import LimbFamily
    from poise.pose import Pose

SAMPLES = 24
"""Per full turn: what the function does between them is followed downhill."""

_GOLDEN = (math.sqrt(5) - 1) / 2


def least_swivel(family: LimbFamily, branch: int, measure: Callable[[Pose], Any], limits: bool) -> float:
    """Where `measure` is least: a number, or (number, gradient by the tangent), which is then followed to its root."""

    def value(swivel: float) -> float:
        found = measure(family.at(swivel, branch).pose)
        return number(found[0] if isinstance(found, tuple) else found, "what minimize returns")

    arcs = [(-math.pi, math.pi)]
    if limits:
        arcs = [(i.start, i.stop) for i in family.intervals if i.branch == branch]
    if not arcs:
        raise InputError("minimize needs a goal that leaves some swivel free")
    best = min((_least_in(value, start, stop) for start, stop in arcs), key=lambda found: found[1])
    return _polished(family, branch, measure, best[0], arcs)


def _least_in(value: Callable[[float], float], start: float, stop: float) -> tuple[float, float]:
    """The least sample, then golden sections around it."""
    count = max(2, math.ceil((stop - start) / (2 * math.pi) * SAMPLES))
    width = (stop - start) / count
    at = min((start + i * width for i in range(count + 1)), key=value)
    low, high = max(start, at - width), min(stop, at + width)
    for _ in range(60):
        if high - low < 1e-9:
            break
        a, b = high - _GOLDEN * (high - low), low + _GOLDEN * (high - low)
        low, high = (low, b) if value(a) <= value(b) else (a, high)
    found = (low + high) / 2
    return min(((x, value(x)) for x in (found, start, stop)), key=lambda pair: pair[1])


def _polished(
    family: LimbFamily, branch: int, measure: Callable[[Pose], Any], swivel: float, arcs: list[tuple[float, float]]
) -> float:
    """With a gradient, the root of df/dφ = ∇f · dq/dφ by secants; sections alone give half the digits."""

    def slope(at: float) -> float | None:
        found = measure(family.at(at, branch).pose)
        return float(found[1] @ family.rates(at, branch)[0]) if isinstance(found, tuple) else None

    x0, x1 = swivel, swivel + 1e-6
    f0, f1 = slope(x0), slope(x1)
    if f0 is None or f1 is None:
        return swivel
    for _ in range(20):
        if f0 == f1 or abs(x1 - x0) < 1e-14:
            break
        x0, x1, f0 = x1, x1 - f1 * (x1 - x0) / (f1 - f0), f1
        f1 = slope(x1) or 0.0
    inside = any(start <= x1 <= stop for start, stop in arcs)
    return x1 if inside and abs(x1 - swivel) < 1e-3 else swivel
