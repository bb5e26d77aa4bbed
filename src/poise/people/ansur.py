"""Body sizes: numbers of ANSUR II, the 2012 survey of U.S. Army personnel (4082 men, 1986 women).

Gordon et al. 2014, NATICK/TR-15/007; means, deviations and percentiles computed from the public data files.
An army population of 17–58 years, not the general public.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Literal

Sex = Literal["male", "female"]

PERCENTILES = (1.0, 5.0, 25.0, 50.0, 75.0, 95.0, 99.0)

STATURE: Mapping[str, tuple[float, ...]] = MappingProxyType(
    {
        "male": (1.6016, 1.6480, 1.7100, 1.7550, 1.8020, 1.8700, 1.9270),
        "female": (1.4825, 1.5250, 1.5862, 1.6260, 1.6720, 1.7400, 1.7776),
    }
)
"""Metres at `PERCENTILES`."""

MASS: Mapping[str, tuple[float, ...]] = MappingProxyType(
    {
        "male": (57.8, 64.4, 75.6, 84.6, 94.4, 110.7, 124.2),
        "female": (46.7, 51.3, 60.1, 66.8, 74.6, 87.1, 97.5),
    }
)
"""Kilograms at `PERCENTILES`."""

MEAN_STATURE: Mapping[str, float] = MappingProxyType({"male": 1.7562, "female": 1.6285})
"""Metres."""

MEAN_MASS: Mapping[str, float] = MappingProxyType({"male": 85.5, "female": 67.8})
"""Kilograms."""

FRACTIONS: Mapping[str, tuple[float, float]] = MappingProxyType(
    {
        # measure: (male, female), mean of the dimension over the person's own stature
        "sitting_height": (0.5231, 0.5262),
        "eye_height_sitting": (0.4582, 0.4593),
        "acromial_height": (0.8203, 0.8198),
        "cervicale_height": (0.8639, 0.8570),
        "suprasternale_height": (0.8191, 0.8164),
        "chest_height": (0.7351, 0.7194),
        "omphalion_height": (0.6014, 0.6017),
        "trochanterion_height": (0.5128, 0.5190),
        "crotch_height": (0.4815, 0.4802),
        "femoral_epicondyle_height": (0.2799, 0.2860),
        "lateral_malleolus_height": (0.0415, 0.0385),
        "wrist_height": (0.4825, 0.4877),
        "span": (1.0330, 1.0195),
        "biacromial_breadth": (0.2368, 0.2244),
        "bideltoid_breadth": (0.2909, 0.2767),
        "bicristal_breadth": (0.1569, 0.1679),
        "hip_breadth": (0.1970, 0.2174),
        "acromion_radiale_length": (0.1909, 0.1911),
        "radiale_stylion_length": (0.1525, 0.1482),
        "hand_length": (0.1101, 0.1112),
        "palm_length": (0.0663, 0.0668),
        "hand_breadth": (0.0503, 0.0480),
        "head_length": (0.1137, 0.1167),
        "head_breadth": (0.0880, 0.0909),
        "tragion_to_top_of_head": (0.0748, 0.0778),
        "neck_circumference": (0.2267, 0.2027),
        "chest_depth": (0.1446, 0.1520),
        "chest_breadth": (0.1649, 0.1655),
        "waist_breadth": (0.1860, 0.1842),
        "waist_depth": (0.1355, 0.1309),
        "foot_length": (0.1544, 0.1513),
        "ball_of_foot_length": (0.1144, 0.1118),
        "foot_breadth": (0.0580, 0.0570),
        "heel_breadth": (0.0413, 0.0413),
        "bimalleolar_breadth": (0.0426, 0.0412),
    }
)
"""Mean (dimension / own stature), men and women."""
