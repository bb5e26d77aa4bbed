"""Which way the kernel took in every step of a few solves."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

from PIL import Image

import poise
from poise.history import WAYS, History
from poise.plot.chart import Chart
from poise.plot.colors import INK

sys.path.insert(0, str(Path(__file__).parent.parent.parent / "benchmarks"))
from random_problems import SETS

KERNEL = WAYS[:5]  # the others are of other methods
COLORS = dict(zip(KERNEL, ("#7fb69a", "#2f6b4f", "#d08a2e", "#7a5c99", "#b9bfc9"), strict=True))
BALL = (-0.10, 1.30, 0.55)
FAR = (-0.2, 1.1, 1.25)


def _histories() -> dict[str, History]:
    """The same demands, one ingredient after the other."""
    rest = poise.human(stature=1.70).rest()
    feet: list[Any] = [poise.Hold("left_foot"), poise.Hold("right_foot")]
    reach, far = poise.Reach("right_hand", BALL), poise.Reach("right_hand", FAR)
    over = poise.CenterOfMass(rest.center_of_mass)
    hinges = SETS["five levels"](1, 0)
    asked: dict[str, tuple[poise.Pose, Any, Any]] = {
        "human of hinges, five levels": (hinges.start, hinges.levels, ()),
        "person: feet, hand": (rest, [feet, reach], ()),
        "… centre of mass as a point": (rest, [feet, over, reach], ()),
        "… Balance in its place": (rest, [feet, poise.Balance(margin=0.02), reach], ()),
        "… and NearPose": (rest, [feet, poise.Balance(margin=0.02), reach], [poise.NearPose(rest)]),
        "… a hand out of reach": (rest, [feet, poise.Balance(margin=0.02), far], ()),
    }
    found = {}
    for words, (start, levels, criteria) in asked.items():
        history = poise.solve(start, levels, criteria=criteria, history=True).history
        assert history is not None
        found[words] = history
    return found


def _draw(sheet: Any) -> None:
    histories = _histories()
    axes = sheet.subplots()
    for row, history in enumerate(histories.values()):
        for step, way in enumerate(history.ways, 1):
            axes.barh(row, 0.86, left=step - 0.43, height=0.62, color=COLORS[way])
    for way in KERNEL:
        if any(way in history.ways for history in histories.values()):
            axes.barh(0, 0, color=COLORS[way], label=way)
    axes.set_yticks(range(len(histories)), list(histories))
    axes.invert_yaxis()
    axes.set_xlabel("step", fontsize=9, color=INK)
    axes.set_facecolor("none")
    axes.tick_params(labelsize=9, colors=INK)
    axes.spines[["top", "right"]].set_visible(False)
    axes.legend(fontsize=9, frameon=False, loc="upper right")


def kernel_ways() -> Image.Image:
    """One bar a step, coloured by the way that found it."""
    return Image.fromarray(Chart(_draw, (1000, 330)).image)
