"""The history of a solve as a chart: residuals by level above, the limits that held below."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from typing import TYPE_CHECKING, Any

import numpy as np

from poise.plot.chart import Chart
from poise.plot.colors import BOUNDARY, INK

if TYPE_CHECKING:
    from poise.history import History

CURVES = ("#2f6b4f", "#c8452f", "#3d6f99", "#d08a2e", "#7a5c99", "#6f7a86")
LEAST = 1e-12
"""Residuals are drawn on a logarithmic scale, down to this."""
MOST = 14
"""Limits with a bar of their own: those that held longest."""


def history_chart(history: History, size: tuple[int, int]) -> Chart:
    """`size`: width and height in pixels."""
    return Chart(lambda sheet: _draw(sheet, history), size)


def _draw(sheet: Any, history: History) -> None:
    names = longest_held(history.limits)
    rows = sheet.subplots(2, 1, sharex=True, height_ratios=(3, max(1.0, 0.25 * len(names))))
    _residuals(rows[0], history)
    _bars(rows[1], names, history.limits)
    for axes in rows:
        axes.set_facecolor("none")
        axes.tick_params(labelsize=8, colors=INK)
        axes.spines[["top", "right"]].set_visible(False)


def _residuals(axes: Any, history: History) -> None:
    steps = np.arange(1, len(history) + 1)
    for level, residuals in enumerate(history.residuals.T):
        color = CURVES[level % len(CURVES)]
        axes.semilogy(steps, np.maximum(residuals, LEAST), color=color, label=f"level {level + 1}", marker=".", ms=4)
    axes.set_ylabel("residual (m, rad)", fontsize=9, color=INK)
    axes.legend(fontsize=8, frameon=False)
    axes.grid(alpha=0.25)


def _bars(axes: Any, names: Sequence[str], limits: Sequence[Sequence[str]]) -> None:
    for row, name in enumerate(names):
        axes.broken_barh(spans([name in held for held in limits]), (row - 0.35, 0.7), color=BOUNDARY, alpha=0.7)
    axes.set_yticks(range(len(names)), names)
    axes.set_ylim(len(names) - 0.4, -0.6)
    axes.set_xlabel("step", fontsize=9, color=INK)
    axes.set_ylabel("limits that hold", fontsize=9, color=INK)


def longest_held(limits: Sequence[Sequence[str]]) -> list[str]:
    """The limits that held most steps, in the order in which they first did."""
    counts: dict[str, int] = {}
    for held in limits:
        for name in held:
            counts[name] = counts.get(name, 0) + 1
    chosen = sorted(counts, key=lambda name: -counts[name])[:MOST]
    return [name for name in counts if name in chosen]


def spans(held: Sequence[bool]) -> list[tuple[float, float]]:
    """(first step − ½, number of steps) of every unbroken run of steps."""
    found, step = [], 1
    for on, run in groupby(held):
        length = len(list(run))
        if on:
            found.append((step - 0.5, float(length)))
        step += length
    return found
