"""Marks that drawn limits share: fans of twist, the needle of the twist now, the stick of the limb now.

All are made for a unit sphere in the joint's frame; `poise.plot.limits` brings them to size and place.
"""

from __future__ import annotations

import math
from collections.abc import Iterator

import numpy as np

from poise.plot import colors
from poise.plot.lines import ball, fan, tube
from poise.plot.mesh import Floats, Mesh, joined
from poise.plot.scene import Item

LIFT = 1.006
"""Curves float this much above their sphere, or they would be half sunk in it."""


def fan_items(places: list[tuple[Floats, tuple[float, float]]], reach: float) -> Iterator[Item]:
    """Sectors from lowest to highest twist at swings (3, 3), each with a pin at its centre and a hand at zero twist."""
    yield Item(joined(_sector_of_twist(s, low, high, reach) for s, (low, high) in places), colors.TWIST, shaded=False)
    pins = [ball(s[:, 2] * 1.012, 0.016, 10) for s, _ in places]
    hands = [tube([s[:, 2] * 1.012, s @ [reach, 0.0, 1.012]], 0.006, sides=6) for s, _ in places]
    yield Item(joined([*pins, *hands]), colors.INK)


def needle(rotation: Floats) -> Mesh:
    """Where the joint's x axis is now, at the tip of the limb."""
    tip = rotation[:, 2] * 1.02
    return tube([tip, tip + rotation[:, 0] * 0.22], 0.014, sides=8)


def limb_item(direction: Floats) -> Item:
    stick = joined([tube([np.zeros(3), direction], 0.018), ball(direction, 0.045)])
    return Item(stick, colors.INK, on_top=True)


def finite_range(low: float, high: float) -> tuple[float, float]:
    """A range that can be drawn: at most one full turn, about zero where it is open."""
    if math.isfinite(low) and math.isfinite(high):
        return (low, high) if high - low <= 2 * math.pi else (-math.pi, math.pi)
    if math.isfinite(low):
        return low, low + 2 * math.pi
    return (high - 2 * math.pi, high) if math.isfinite(high) else (-math.pi, math.pi)


def _sector_of_twist(swing: Floats, low: float, high: float, reach: float) -> Mesh:
    turn = np.linspace(low, high, max(3, math.ceil((high - low) / 0.12)))
    rim = np.column_stack([np.cos(turn), np.sin(turn), np.zeros_like(turn)]) * reach + [0.0, 0.0, LIFT]
    return fan(swing[:, 2] * LIFT, rim @ swing.T)
