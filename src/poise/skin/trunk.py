"""The trunk and the neck: rows of points from the groin up to under the chin, and the openings for arms and legs.

Every row runs from the front middle (column 0) over the left side (column 6) to the back middle (column 12).
"""

from __future__ import annotations

import itertools
import math
from typing import NamedTuple

import numpy as np

from poise.people.sizes import MODEL
from poise.skin.cage import Cage, Floats, Loop
from poise.skin.frame import Frame

COLUMNS = 13
ARM_FROM, ARM_TO = 4, 8
"""The columns between which the arm leaves the trunk."""
ARM_ROWS = (9, 10, 11)
"""The rows it spans: armpit, middle, top of the shoulder."""


class Row(NamedTuple):
    """Metres of the mean man over the floor, z from the hip centres: heights in front, at the side and behind; half
    breadth; z in front and behind; fullness of the section (see `cage.ring`)."""

    front: float
    side: float
    back: float
    breadth: float
    z_front: float
    z_back: float
    fullness: float


ROWS = (
    Row(0.866, 0.930, 0.850, 0.172, 0.092, -0.104, 2.4),  # where the legs begin
    Row(0.905, 0.955, 0.893, 0.1732, 0.1184, -0.1326, 2.9),
    Row(0.950, 0.983, 0.938, 0.1732, 0.132, -0.134, 2.95),
    Row(0.998, 1.012, 0.990, 0.1695, 0.136, -0.121, 2.8),
    Row(1.052, 1.056, 1.052, 0.1640, 0.135, -0.111, 2.6),  # navel
    Row(1.108, 1.106, 1.108, 0.162, 0.131, -0.109, 2.5),
    Row(1.166, 1.158, 1.168, 0.1625, 0.127, -0.114, 2.5),
    Row(1.226, 1.212, 1.230, 0.1485, 0.128, -0.123, 2.75),
    Row(1.284, 1.264, 1.292, 0.1442, 0.1272, -0.1308, 3.9),  # breast
    Row(1.336, 1.316, 1.350, 0.158, 0.131, -0.141, 3.1),  # armpit
    Row(1.382, 1.384, 1.405, 0.1745, 0.1240, -0.1435, 3.1),
    Row(1.415, 1.442, 1.454, 0.160, 0.097, -0.132, 2.75),  # top of the shoulder
    Row(1.432, 1.472, 1.490, 0.106, 0.060, -0.108, 2.2),
    Row(1.447, 1.497, 1.522, 0.0680, 0.041, -0.088, 2.05),  # base of the neck
    Row(1.474, 1.526, 1.552, 0.0612, 0.0435, -0.075, 2.05),
    Row(1.502, 1.550, 1.578, 0.0607, 0.0480, -0.068, 2.05),  # under the chin
)


def trunk(cage: Cage, frame: Frame) -> list[Loop]:
    """Adds rows 0 to 15 of the left half and returns their vertex numbers; the arm's opening is left out."""
    rows = [cage.add(points, "trunk", r) for r, points in enumerate(_points(frame))]
    for r, (low, high) in enumerate(itertools.pairwise(rows)):
        spans = [(0, COLUMNS)] if r not in ARM_ROWS[:2] else [(0, ARM_FROM + 1), (ARM_TO, COLUMNS)]
        for start, end in spans:
            cage.grid([low[start:end], high[start:end]])
    return rows


def arm_opening(rows: list[Loop]) -> Loop:
    """The twelve vertices around the arm's root, counter-clockwise from the front of the armpit."""
    low, middle, high = (rows[r] for r in ARM_ROWS)
    below, above = low[ARM_FROM : ARM_TO + 1], high[ARM_FROM : ARM_TO + 1]
    return [*below, middle[ARM_TO], *above[::-1], middle[ARM_FROM]]


def _points(frame: Frame) -> list[Floats]:
    turn = np.linspace(0.0, math.pi, COLUMNS)
    found = []
    for row in ROWS:
        s, c = np.sin(turn), np.cos(turn)
        far = np.where(c > 0, row.front - row.side, row.back - row.side)
        y = row.side + far * c * c
        middle, half = (row.z_front + row.z_back) / 2, (row.z_front - row.z_back) / 2
        x = row.breadth * np.abs(s) ** (2 / row.fullness)
        z = middle + half * np.sign(c) * np.abs(c) ** (2 / row.fullness)
        x[[0, -1]] = 0.0
        found.append(_fitted(_swollen(np.column_stack([x, y, z]), frame.sizes.female), frame))
    return found


class Swelling(NamedTuple):
    """A soft bump: its middle and its spread (metres of the mean man, left side), and how far it pushes forward (+Z)
    and outwards in a man and in a woman."""

    middle: tuple[float, float, float]
    spread: tuple[float, float, float]
    man: tuple[float, float]
    woman: tuple[float, float]


SWELLINGS = (
    Swelling((0.085, 1.315, 0.11), (0.060, 0.040, 0.06), (0.011, 0.0), (0.004, 0.0)),  # chest muscle
    Swelling((0.082, 1.262, 0.12), (0.048, 0.046, 0.07), (0.0, 0.0), (0.026, 0.003)),  # breast
    Swelling((0.0, 1.275, 0.12), (0.022, 0.07, 0.06), (-0.007, 0.0), (-0.012, 0.0)),  # breast bone
    Swelling((0.0, 1.12, 0.12), (0.018, 0.09, 0.06), (-0.003, 0.0), (-0.002, 0.0)),  # middle of the belly
    Swelling((0.0, 1.15, -0.11), (0.024, 0.14, 0.05), (0.010, 0.0), (0.009, 0.0)),  # furrow of the spine
    Swelling((0.095, 1.37, -0.12), (0.045, 0.055, 0.05), (-0.007, 0.0), (-0.005, 0.0)),  # shoulder blade
    Swelling((0.085, 0.895, -0.12), (0.055, 0.060, 0.06), (-0.0125, 0.0), (-0.0134, 0.0)),  # buttock
    Swelling((0.0, 0.880, -0.11), (0.020, 0.055, 0.05), (0.017, 0.0), (0.020, 0.0)),  # between them
    Swelling((0.155, 1.26, -0.03), (0.05, 0.07, 0.07), (0.0, 0.002), (0.0, -0.002)),  # broad back muscle
    Swelling((0.15, 1.150, 0.0), (0.08, 0.058, 0.15), (0.0, 0.0), (0.0, -0.0275)),  # a woman's waist
    Swelling((0.04, 0.975, 0.12), (0.09, 0.070, 0.07), (-0.0105, 0.0), (0.004, 0.0)),  # lower belly
    Swelling((0.16, 0.975, 0.0), (0.08, 0.060, 0.12), (0.0, -0.003), (0.0, 0.0035)),  # crest of the hip bone
)


def _swollen(points: Floats, female: float) -> Floats:
    """The points with the swellings of muscle and fat on them."""
    found = points.copy()
    for swelling in SWELLINGS:
        away = (points - swelling.middle) / swelling.spread
        near = np.exp(-np.einsum("ij,ij->i", away, away))
        forward, out = ((1 - female) * m + female * w for m, w in zip(swelling.man, swelling.woman, strict=True))
        found[:, 2] += forward * near
        found[:, 0] += out * near * np.minimum(1.0, points[:, 0] / 0.03)
    return found


BUST = 0.066
"""How much less deep a woman's rib cage is than her chest, which is measured over the breasts (`SWELLINGS`)."""


def _fitted(model: Floats, frame: Frame) -> Floats:
    """Points of the mean man → this person's: heights by landmarks, breadths and depths by the measures there."""
    size = frame.sizes
    hip, waist, chest = (size.ratio(f"{n}_breadth") for n in ("hip", "waist", "chest"))
    seat, belly, breast = (size.ratio(f"{n}_depth") for n in ("buttock", "waist", "chest"))
    breast *= 1 - BUST * size.female
    shoulder = frame.person.length("biacromial_breadth") / MODEL.length("biacromial_breadth")
    neck = size.ratio("neck_girth")
    at = (0.846, 0.930, 1.0565, 1.2911, 1.3291, 1.4407, 1.490, 1.56)
    broad = np.interp(model[:, 1], at, (hip, hip, waist, chest, (chest + shoulder) / 2, shoulder, neck, neck))
    deep = np.interp(model[:, 1], at, (seat, seat, belly, breast, breast, (breast + neck) / 2, neck, neck))
    tall = frame.person.stature / MODEL.stature
    spine = np.interp(model[:, 1], (0.846, 1.30, 1.45, 1.58), (-0.004, -0.004, -0.030, -0.016))
    z = tall * spine + deep * (model[:, 2] - spine)
    return np.column_stack([broad * model[:, 0], frame.height(model[:, 1]), z])
