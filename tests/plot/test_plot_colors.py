"""Colours that mean something are told apart by readers who see no red, no green or no blue.

What they see: Machado, Oliveira and Fernandes 2009, full severity, in linear light. How different two colours look: the
distance in CIE Lab (1976), of which 2.3 is just noticeable; 10 is seen at a glance.
"""

from __future__ import annotations

import itertools
import re
from pathlib import Path

import numpy as np
import pytest

from poise.plot import colors, props, statics_picture
from poise.plot.marks import AXES
from poise.scene import picture

AT_A_GLANCE = 10.0
SEEN = {
    "everything": np.eye(3),
    "no red": [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998]],
    "no green": [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.011820, 0.042940, 0.968881]],
    "no blue": [[1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602], [0.004733, 0.691367, 0.303900]],
}
TO_XYZ = np.array(
    [[0.4124564, 0.3575761, 0.1804375], [0.2126729, 0.7151522, 0.0721750], [0.0193339, 0.1191920, 0.9503041]]
)
WHITE = (0.95047, 1.0, 1.08883)
TOKENS = Path(__file__).parents[2] / "studio" / "src" / "style" / "tokens.css"


def lab(color: str, seen: object) -> np.ndarray:
    light = np.clip(np.asarray(seen) @ colors.linear(np.array(colors.rgb(color))), 0.0, 1.0)
    x, y, z = (np.cbrt(v) if v > 216 / 24389 else (24389 / 27 * v + 16) / 116 for v in TO_XYZ @ light / WHITE)
    return np.array([116 * y - 16, 500 * (x - y), 200 * (y - z)])


TOGETHER = {
    "sides": (colors.TRUNK, colors.LEFT, colors.RIGHT),
    "parts in turn": colors.PLAIN,
    "weight and support": (colors.CENTER, colors.SUPPORT),
    "limits": (colors.REGION, colors.SINGULAR, colors.TWIST),
    "goals": (picture.MET, picture.MISSED),
    "forces": (statics_picture.PUSHED, statics_picture.CARRIED),
    "torques": statics_picture.RAMP,
    "axes": AXES,
    "a mark on card": (props.CARD, props.MARK),
}


@pytest.mark.parametrize("what", TOGETHER)
def test_what_stands_side_by_side_is_told_apart(what: str) -> None:
    for kind, seen in SEEN.items():
        for a, b in itertools.combinations(TOGETHER[what], 2):
            assert np.linalg.norm(lab(a, seen) - lab(b, seen)) > AT_A_GLANCE, (kind, a, b)


def test_lights_of_the_studio_are_told_apart() -> None:
    """Met, missed, in the light and in the dark look."""
    found = {name: re.findall(rf"--{name}: (#\w{{6}});", TOKENS.read_text("utf-8")) for name in ("green", "orange")}
    assert [len(values) for values in found.values()] == [2, 2]
    for (kind, seen), (met, missed) in itertools.product(SEEN.items(), zip(*found.values(), strict=True)):
        assert np.linalg.norm(lab(met, seen) - lab(missed, seen)) > AT_A_GLANCE, (kind, met, missed)
