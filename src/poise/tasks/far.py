"""Goals that are wildly out of reach, and would not be if their numbers were smaller units."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from poise.figure.units import SMALLER

if TYPE_CHECKING:
    from poise.pose import Pose

FAR = 30.0
"""Sizes of the figure: a person is 2 m, so 60 m away, as no goal that was meant is and every one in centimetres."""
NEAR = 2.0
"""Sizes of the figure: as far from it as a goal that was meant may be."""


def far_hint(pose: Pose, point: NDArray[np.float64]) -> str:
    """What to say of a point in metres that is far from the body, and near to it as centimetres or millimetres."""
    places = np.array([pose.position(site) for site in pose.figure.sites])
    size, middle = float(np.linalg.norm(np.ptp(places, axis=0))), places.mean(axis=0)
    if np.linalg.norm(point - middle) <= FAR * size:
        return ""
    for factor, word in SMALLER:
        if np.linalg.norm(point / factor - middle) <= NEAR * size:
            return (
                f"its goal is {np.linalg.norm(point - middle):.0f} m away; lengths are metres here: were {word} given?"
            )
    return ""
