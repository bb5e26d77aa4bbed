"""What people habitually do: mean and spread of every coordinate of `poise.human` over captured postures.

The table lies in `poise/captured`, whose README says where it comes from; `tools/train_natural` makes it again.
"""

from __future__ import annotations

import csv
import math
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from types import MappingProxyType
from typing import NamedTuple

from poise.people.side import TURNED, other

PELVIS = "pelvis"
"""Under this name the table has the pitch and tilt of the pelvis."""

UNSEEN = math.radians(20)
"""The spread of joints that were not captured, such as the fingers', about the rest posture (estimate)."""


class Usual(NamedTuple):
    """Of a joint, coordinate by coordinate: their names, the mean and the spread σ, radians."""

    coordinates: tuple[str, ...]
    mean: tuple[float, ...]
    sigma: tuple[float, ...]


@cache
def habits() -> Mapping[str, Usual]:
    """By joint, both sides; and under `PELVIS` its forward pitch and the spread of its tilt about a level axis."""
    text = files("poise").joinpath("captured", "habit.csv").read_text(encoding="utf-8")
    rows: dict[str, list[tuple[str, float, float]]] = {}
    for row in csv.DictReader(text.splitlines()):
        numbers = math.radians(float(row["mean_deg"])), math.radians(float(row["sigma_deg"]))
        rows.setdefault(row["joint"], []).append((row["coordinate"], *numbers))
    found = {joint: Usual(*zip(*entries, strict=True)) for joint, entries in rows.items()}
    right = {other(joint): _mirrored(usual) for joint, usual in found.items() if joint.startswith("left_")}
    return MappingProxyType(found | right)


def _mirrored(usual: Usual) -> Usual:
    mean = tuple(-m if c in TURNED else m for c, m in zip(usual.coordinates, usual.mean, strict=True))
    return usual._replace(mean=mean)
