"""Mass, centre of mass and radii of gyration of body segments: numbers of de Leva 1996.

De Leva P., Adjustments to Zatsiorsky–Seluyanov's segment inertia parameters, J. Biomech. 29(9), Table 4, as
transcribed in the open BMC data files (CC BY 4.0). Paired limbs: one side.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple


class Row(NamedTuple):
    """`mass`: % of the body. `center`: % of the length, from the first (upper or inner) end point. The rest:
    radii of gyration about the centre of mass, % of the length, about the axis that points forward
    (`sagittal`), sideways (`transverse`) and along the segment (`longitudinal`)."""

    mass: float
    center: float
    sagittal: float
    transverse: float
    longitudinal: float


MALE: Mapping[str, Row] = MappingProxyType(
    {
        "head": Row(6.94, 50.02, 30.3, 31.5, 26.1),  # vertex to cervicale, neck included
        "upper_trunk": Row(15.96, 29.99, 71.6, 45.4, 65.9),  # suprasternale to xiphion
        "middle_trunk": Row(16.33, 45.02, 48.2, 38.3, 46.8),  # xiphion to omphalion
        "lower_trunk": Row(11.17, 61.15, 61.5, 55.1, 58.7),  # omphalion to mid-hip
        "upper_arm": Row(2.71, 57.72, 28.5, 26.9, 15.8),  # shoulder to elbow centre
        "forearm": Row(1.62, 45.74, 27.6, 26.5, 12.1),  # elbow to wrist centre
        "hand": Row(0.61, 36.24, 28.8, 23.5, 18.4),  # wrist centre to third finger tip
        "thigh": Row(14.16, 40.95, 32.9, 32.9, 14.9),  # hip to knee centre
        "shank": Row(4.33, 43.95, 25.1, 24.6, 10.2),  # knee to ankle centre
        "foot": Row(1.37, 44.15, 25.7, 24.5, 12.4),  # heel to toe tip
    }
)

FEMALE: Mapping[str, Row] = MappingProxyType(
    {
        "head": Row(6.68, 48.41, 27.1, 29.5, 26.1),
        "upper_trunk": Row(15.45, 20.77, 74.6, 50.2, 71.8),
        "middle_trunk": Row(14.65, 45.12, 43.3, 35.4, 41.5),
        "lower_trunk": Row(12.47, 49.2, 43.3, 40.2, 44.4),
        "upper_arm": Row(2.55, 57.54, 27.8, 26.0, 14.8),
        "forearm": Row(1.38, 45.59, 26.1, 25.7, 9.4),
        "hand": Row(0.56, 34.27, 24.4, 20.8, 15.4),
        "thigh": Row(14.78, 36.12, 36.9, 36.4, 16.2),
        "shank": Row(4.81, 43.52, 26.7, 26.3, 9.2),
        "foot": Row(1.29, 40.14, 29.9, 27.9, 13.9),
    }
)

PAIRED = ("upper_arm", "forearm", "hand", "thigh", "shank", "foot")
"""Rows that count twice."""


def rows(sex: str) -> Mapping[str, Row]:
    """The table of that sex with masses as fractions of the body, made to sum to exactly 1.

    The published percentages sum to 100.00 (men) and 99.99 (women).
    """
    table = MALE if sex == "male" else FEMALE
    total = sum(row.mass * (2 if name in PAIRED else 1) for name, row in table.items())
    return {name: row._replace(mass=row.mass / total) for name, row in table.items()}
