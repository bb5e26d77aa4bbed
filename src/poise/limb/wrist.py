"""The turn ψ of an axis goal that brings the wrist highest, lowest or nearest to a point (Tolani eqs. 11 and 12).

While the site turns about its axis, the wrist draws a circle w(ψ) = c + cos ψ u + sin ψ v. Height and the distance to a
point are both c₀ + c₁ cos(ψ − ψ*) on a circle, so one arc tangent gives ψ*, and of the turns that the limits allow the
nearest to ψ* is the best. (The paper's quartic for the distance has this as its only two roots.)
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from poise.errors import InputError
from poise.figure.check import shown
from poise.limb.goals import AXIS, Array, triples

if TYPE_CHECKING:
    from poise import _core

WISHES = ("highest", "lowest")


def wrist_turns(stance: _core.LimbStance, kind: int, numbers: Array, wrist: Any, gravity: Any) -> Array:
    """(…) the turns ψ* of goals (…, 9); `wrist`: one of `WISHES`, or points (…, 3)."""
    if kind != AXIS:
        raise InputError("only an AxisGoal leaves the wrist a circle: leave wrist out")
    toward: Array
    flat = np.ascontiguousarray(numbers.reshape(-1, numbers.shape[-1]))
    try:
        circles = stance.wrist_circles(flat).reshape(*numbers.shape[:-1], 3, 3)
    except ValueError as error:
        raise InputError(str(error)) from None
    center, u, v = circles[..., 0, :], circles[..., 1, :], circles[..., 2, :]
    if isinstance(wrist, str):
        if wrist not in WISHES:
            raise InputError(f"wrist is {', '.join(map(repr, WISHES))} or a point (3,), not {shown(wrist)}")
        toward = np.array(gravity, dtype=np.float64) * (-1.0 if wrist == "highest" else 1.0)
    else:
        point = triples(wrist, "the wanted place of the wrist")
        if not np.isfinite(point).all():
            raise InputError("the wanted place of the wrist must be finite, but holds NaN or infinity")
        toward = point - center
    turns: Array = np.arctan2((v * toward).sum(axis=-1), (u * toward).sum(axis=-1))
    return turns
