"""What one strict step costs by the number of levels, of freedoms and of rows: the graphs of Baerlocher, fig. 5.14.

    python benchmarks/recursion.py [--picture docs/pictures/recursion.png]

Random levels of equal size m × n, p of them, no bounds, Jacobians given. Graph A stands beside the thesis's two
formulations in numpy: the projectors updated from level to level, and made from scratch. In ours a row costs what the
rows above it have taken, at most n; the projectors cost n² from the first level on. E spreads the same rows over more
and more levels: what strictness costs by itself. Prints the numbers and exits with status 1 unless a level more costs
next to nothing, however many there are.
"""

from __future__ import annotations

import argparse
import sys
import timeit
from pathlib import Path
from typing import Any

import _bench
import numpy as np

import projectors

DEAREST = 0.05
"""What a level more may cost, as a share of a step with all rows in one. (The curve of E is flat: 24 levels cost less
than one. How well a straight line fits says nothing of it, for its scatter is all there is.)"""
Curve = dict[int, float]
"""µs by p, n or m."""
Graphs = dict[str, dict[str, Curve]]
"""By graph and name of the curve."""


def levels(p: int, n: int, m: int) -> projectors.Levels:
    rng = np.random.default_rng([p, n, m])
    return [(rng.normal(size=(m, n)), rng.normal(size=m)) for _ in range(p)]


def ours(p: int, n: int, m: int) -> float:
    """µs of one step; the calmest of several."""
    kernel = _bench.Kernel(n)
    for J, e in levels(p, n, m):
        kernel.add_level(J, e)
    kernel.step()
    return min(kernel.seconds_per_step(50) for _ in range(5)) * 1e6


def numpys(step: Any, p: int, n: int, m: int) -> float:
    rows = levels(p, n, m)
    return min(timeit.repeat(lambda: step(rows), number=2, repeat=2)) / 2 * 1e6


def graphs(rounds: int = 6) -> Graphs:
    """The best of several rounds, point by point."""
    best = measured()
    for _ in range(rounds - 1):
        for graph, curves in measured().items():
            for name, curve in curves.items():
                known = best[graph][name]
                best[graph][name] = {x: min(y, known[x]) for x, y in curve.items()}
    return best


def measured() -> Graphs:
    p_range, n_range, m_range = range(1, 9), (10, 20, 30, 40, 50, 75, 100), (1, 2, 4, 6, 8, 10, 12)
    spread = {p: 24 // p for p in (1, 2, 3, 4, 6, 8, 12, 24)}
    return {
        "A": {
            "projectors from scratch (numpy)": {p: numpys(projectors.from_scratch, p, 50, 6) for p in p_range},
            "projectors updated (numpy)": {p: numpys(projectors.recursive, p, 50, 6) for p in p_range},
            "Poise": {p: ours(p, 50, 6) for p in p_range},
        },
        "B": {"p = 4, m = 2": {n: ours(4, n, 2) for n in n_range}},
        "C": {f"p = 4, n = {n}": {m: ours(4, n, m) for m in m_range} for n in (50, 100)},
        "D": {f"p = {p}, m = {m}": {n: ours(p, n, m) for n in n_range if n >= 20} for p, m in ((1, 8), (4, 4), (4, 8))},
        "E": {"24 rows, n = 50": {p: ours(p, 50, m) for p, m in spread.items()}},
    }


def dearest_level(curve: Curve) -> float:
    """What a level more has cost at most, on the way from one level to so many, as a share of that one."""
    one = curve[1]
    return max((cost / one - 1.0) / (p - 1) for p, cost in curve.items() if p > 1)


TITLES = {"A": "levels p (n = 50, m = 6)", "B": "freedoms n", "C": "rows a level m", "D": "freedoms n", "E": "levels p"}


def draw(sheet: Any, found: Graphs) -> None:
    from poise.plot.colors import INK
    from poise.plot.history_chart import CURVES

    places = sheet.subplots(2, 3).ravel()
    for axes, (graph, curves) in zip(places, found.items(), strict=False):
        for color, (name, curve) in zip(CURVES, curves.items(), strict=False):
            axes.plot(list(curve), list(curve.values()), ".-", color=color, label=name, ms=5)
        axes.set_title(f"{graph}: {TITLES[graph]}", fontsize=9, color=INK)
        axes.set_ylabel("µs a step", fontsize=8, color=INK)
        if graph == "A":
            axes.set_yscale("log")
        else:
            axes.set_ylim(bottom=0)
        axes.legend(fontsize=7, frameon=False)
        axes.tick_params(labelsize=7, colors=INK)
        axes.spines[["top", "right"]].set_visible(False)
        axes.grid(alpha=0.25)
    places[-1].axis("off")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--picture", type=Path, help="draw the graphs into this PNG file")
    asked = parser.parse_args()
    found = graphs()
    for graph, curves in found.items():
        for name, curve in curves.items():
            numbers = "  ".join(f"{x}: {y:.1f}" for x, y in curve.items())
            print(f"{graph}  {name:<34} {numbers}")
    dearest = dearest_level(found["E"]["24 rows, n = 50"])
    held = dearest <= DEAREST
    print(
        f"E: a level more costs at most {100 * dearest:.1f} %: {'held' if held else 'MISSED'} ({100 * DEAREST:.0f} %)"
    )
    if asked.picture:
        from poise.plot.chart import Chart

        Chart(lambda sheet: draw(sheet, found), (1000, 560)).save(asked.picture)
    return 0 if held else 1


if __name__ == "__main__":
    sys.exit(main())
