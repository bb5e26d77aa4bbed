"""The colours of pictures: calm, matt, and different enough to tell left from right."""

from __future__ import annotations

import re

import numpy as np

from poise.figure.figure import Figure
from poise.plot.mesh import Floats

BACKGROUND = "#f3f1ed"
INK = "#3b3f46"
TRUNK, LEFT, RIGHT = "#dccdb9", "#a3bfc8", "#e0b099"
PLAIN = ("#b9c0c7", "#9aa6b2")
BONE, JOINT = "#e3d9c6", "#6f7a86"
GHOST = "#9aa3ad"
CENTER, SUPPORT = "#c8452f", "#5b9a68"
REGION, BOUNDARY, SINGULAR, TWIST = "#7fb08a", "#2f6b4f", "#b4322a", "#d08a2e"

_SIDES = {"left": LEFT, "right": RIGHT, "l": LEFT, "r": RIGHT}


def segment_colors(figure: Figure) -> dict[str, str]:
    """A colour for each segment: by side where the figure has both, else two greys in turn down the tree."""
    tints = {name: _SIDES.get(side_of(name) or "", TRUNK) for name in figure.segments}
    if {LEFT, RIGHT} <= set(tints.values()):
        return tints
    depth = [0] * len(figure.branches)
    for i, branch in enumerate(figure.branches):
        depth[i] = 0 if branch.carrier < 0 else depth[branch.carrier] + 1
    return {b.segment: PLAIN[depth[i] % 2] for i, b in enumerate(figure.branches)}


def side_of(name: str) -> str | None:
    """ "left" or "right" when it is a word of the name (LeftArm, arm_left), "l" or "r" as its first or last word."""
    words = [w.lower() for w in re.findall(r"[A-Z]?[a-z]+|[A-Z]+", name)]
    found = [w for w in words if w in ("left", "right")] or [w for w in words[:1] + words[-1:] if w in _SIDES]
    return found[0] if found else None


def rgb(color: str) -> tuple[float, float, float]:
    """Red, green and blue of "#rrggbb", 0 … 1."""
    return (int(color[1:3], 16) / 255, int(color[3:5], 16) / 255, int(color[5:7], 16) / 255)


def blended(base: Floats, color: str, amount: Floats) -> Floats:
    """`base` (…, 3) moved towards `color` by `amount` (…), 0 … 1."""
    return base + amount[..., None] * (rgb(color) - base)


def linear(colors: Floats) -> Floats:
    """Linear light 0 … 1 of sRGB colours (…, 3) 0 … 1 (IEC 61966-2-1)."""
    c = np.asarray(colors, float)
    return np.asarray(np.where(c <= 0.04045, c / 12.92, ((c + 0.055) / 1.055) ** 2.4))
