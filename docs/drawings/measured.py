"""Charts of measurements: drawn from what the machine at hand takes, so that only their shape can be compared."""

from __future__ import annotations

import sys
from pathlib import Path

from PIL import Image

from poise.plot.chart import Chart

sys.path.insert(0, str(Path(__file__).parent.parent.parent / "benchmarks"))


def direct_methods() -> Image.Image:
    """Methods of direct manipulation beside others (after Welman, figs. 4.2, 4.4 and 4.5)."""
    import direct_chart  # needs scipy, as no other picture does

    found = direct_chart.graphs()
    return Image.fromarray(Chart(lambda sheet: direct_chart.draw(sheet, found), (960, 540)).image)


def cost_of_levels() -> Image.Image:
    """One strict step by levels, freedoms and rows (after Baerlocher, fig. 5.14)."""
    import recursion  # needs the module of the benchmarks, which no other picture does

    found = recursion.graphs()
    return Image.fromarray(Chart(lambda sheet: recursion.draw(sheet, found), (1000, 560)).image)
