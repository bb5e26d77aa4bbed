"""The torques that hold the pose after each step of a solve, as a chart (Boulic et al. 1996, fig. 11)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from poise.plot.chart import Chart
from poise.plot.colors import INK
from poise.plot.history_chart import CURVES

if TYPE_CHECKING:
    from poise.history import History

NAMED = len(CURVES)
"""Coordinates with a colour and a name of their own: those that carry most; the others are pale."""
PALE = "#b9bec6"
LONG = 60
"""Steps from which on the first ones are spread, by a logarithmic scale: the body moves most in these."""


def torque_chart(history: History, size: tuple[int, int]) -> Chart:
    """`size`: width and height in pixels."""
    return Chart(lambda sheet: _draw(sheet, history), size)


def _draw(sheet: Any, history: History) -> None:
    axes, curves = sheet.subplots(), torque_curves(history)
    steps = np.arange(1, len(history) + 1)
    for place, (name, torques) in reversed(list(enumerate(curves.items()))):
        named = place < NAMED
        style = {"color": CURVES[place], "label": name, "zorder": 3} if named else {"color": PALE, "lw": 0.8}
        axes.plot(steps, torques, **style)
    if len(history) > LONG:
        axes.set_xscale("log")
    axes.set_xlabel("step", fontsize=9, color=INK)
    axes.set_ylabel("torque (N m; N along slides)", fontsize=9, color=INK)
    if curves:
        axes.legend(fontsize=8, frameon=False, reverse=True)
    axes.grid(alpha=0.25)
    axes.set_facecolor("none")
    axes.tick_params(labelsize=8, colors=INK)
    axes.spines[["top", "right"]].set_visible(False)


def torque_curves(history: History) -> dict[str, np.ndarray]:
    """The torque of every coordinate after each step by name, as "left_knee.flexion"; those that carry most first."""
    found: dict[str, list[float]] = {}
    for report in history.statics:
        for load in report.joints:
            found.setdefault(load.name, []).append(load.torque)
    return {name: np.array(found[name]) for name in sorted(found, key=lambda name: -np.abs(found[name]).max())}
