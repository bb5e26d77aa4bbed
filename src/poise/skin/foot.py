"""The foot: the leg's tube bent forward like a sock, and five toes.

Of a ring's sixteen points number 10 is on top, 2 on the sole, 6 outside and 14 inside; six edges on top and six below
make room for four toes of one edge and a big toe of two.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from poise.people.sizes import MODEL
from poise.skin.cage import Cage, Floats, Loop
from poise.skin.frame import Frame
from poise.skin.limb import ACROSS, LEG_ANGLES

Place = Callable[[Floats], Floats]

_RINGS = (
    # top (z, y), sole (z, y), half breadth, how far the inner side lies ahead of the outer; metres of the mean man
    ((0.046, 0.096), (-0.058, 0.064), 0.0365, 0.0),
    ((0.064, 0.088), (-0.066, 0.028), 0.0370, 0.0),
    ((0.083, 0.081), (-0.040, 0.001), 0.0370, 0.0),
    ((0.101, 0.073), (0.012, 0.005), 0.0395, 0.0),
    ((0.118, 0.062), (0.070, 0.008), 0.0450, 0.008),
    ((0.137, 0.047), (0.120, 0.001), 0.0505, 0.022),
    ((0.153, 0.033), (0.150, 0.002), 0.0495, 0.030),
)
_TIPS = {7: 0.151, 8: 0.171, 9: 0.186, 10: 0.197, 11: 0.203}
"""By the toe's first point on top, from little to big: z of its tip."""


def foot(cage: Cage, frame: Frame, ankle: Loop) -> None:
    """The left foot on the loop over the ankle."""
    fitted = _fitted(frame)
    rings = []
    for (top_z, top_y), (sole_z, sole_y), half, skew in _RINGS:
        top, sole = np.array([0.0, top_y, top_z]), np.array([0.0, sole_y, sole_z])
        c, s = np.cos(LEG_ANGLES), np.sin(LEG_ANGLES)
        full = np.where(s < 0, 3.8, 2.9)
        a = half * np.sign(c) * np.abs(c) ** (2 / full)
        b = np.sign(s) * np.abs(s) ** (2 / full)
        points = (top + sole) / 2 + b[:, None] * (top - sole) / 2 + a[:, None] * ACROSS
        points[:, 2] -= skew * points[:, 0] / (2 * half)
        points[:, 1] -= 0.10 * np.maximum(points[:, 0], 0.0) * (s > 0)  # the instep falls to the outside
        rings.append(fitted(points))
    last = cage.tube(ankle, rings, "left_foot", [1.0 + k for k in range(len(rings))])[-1]
    _toes(cage, last, fitted)


def _fitted(frame: Frame) -> Place:
    """Metres of the mean man's foot (x from its middle, y over the sole, z from the ankle) → this person's."""
    x = frame.marks.joints["ankle"][0]
    sole = frame.marks.joints["heel"][1]
    long = frame.person.length("foot_length") / MODEL.length("foot_length")
    broad = frame.sizes["foot_breadth"] / (0.0580 * MODEL.stature)
    tall = frame.marks.ankle_height / MODEL.length("lateral_malleolus_height")
    tall *= frame.sizes["foot_breadth"] / frame.person.length("foot_breadth")  # as much thicker as broader
    back = frame.marks.joints["heel"][2]
    model_back = -0.25 * MODEL.length("foot_length")

    def place(points: Floats) -> Floats:
        return np.column_stack(
            [x + broad * points[:, 0], sole + tall * points[:, 1], back + long * (points[:, 2] - model_back)]
        )

    return place


def _toes(cage: Cage, end: Loop, fitted: Place) -> None:
    webs = {7: end[6], 13: end[14]}
    for j in (8, 9, 10, 11):
        middle = (cage.points[end[j]] + cage.points[end[12 - j]]) / 2
        webs[j] = cage.add(np.array([middle - [0.0, 0.0, 0.003]]), "left_foot", 7.0)[0]
    for j in (7, 8, 9, 10):
        loop = [end[j], end[j + 1], webs[j + 1], end[11 - j], end[12 - j], webs[j]]
        small = _toe(cage, loop, fitted, _TIPS[j], 0.0078 + 0.0006 * (j - 7), 0.90)
        cage.faces += [(small[0], small[1], small[2], small[5]), (small[5], small[2], small[3], small[4])]
    big = [end[11], end[12], end[13], webs[13], end[15], end[0], end[1], webs[11]]
    ring = _toe(cage, big, fitted, _TIPS[11], 0.0115, 0.84)
    center = cage.add(cage.at(ring).mean(axis=0, keepdims=True), "left_toes", 1.0)[0]
    corners = ((0, 1, None, 7), (1, 2, 3, None), (None, 3, 4, 5), (7, None, 5, 6))
    for corner in corners:
        a, b, c, d = (center if i is None else ring[i] for i in corner)
        cage.faces.append((a, b, c, d))


def _toe(cage: Cage, loop: Loop, fitted: Place, tip: float, thick: float, narrow: float) -> Loop:
    root = cage.at(loop)
    middle = root.mean(axis=0)
    end = fitted(np.array([[0.0, thick, tip]]))[0]
    end[0] = middle[0]
    half = np.ptp(root[:, 0]) / 2
    rings = []
    for t, slim, size in ((0.62, narrow, 1.0), (1.0, narrow * 0.74, 0.66)):
        across = (root[:, 0] - middle[0]) / half
        up = np.sign(root[:, 1] - middle[1]) * (np.abs(root[:, 1] - middle[1]) > 1e-4 + 0.2 * np.ptp(root[:, 1]))
        low = middle + t * (end - middle)
        points = np.column_stack(
            [
                low[0] + across * half * slim * np.where(up == 0, 1.0, 0.72),
                low[1] + up * thick * size,
                np.full(len(root), low[2]),
            ]
        )
        rings.append(points)
    return cage.tube(loop, rings, "left_toes", (0.62, 1.0))[-1]
