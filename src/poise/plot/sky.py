"""How much of the sky the points of a body see past its other parts: ambient occlusion in closed form.

A ball of radius r at distance d hides the share (r/d)² cos θ of the light that falls on a point, θ from its normal
(the form factor of a sphere), as on the floor (`floor.py`). Balls that a point lies in or on are its own flesh.
"""

from __future__ import annotations

import numpy as np

from poise import _core as core
from poise.plot.mesh import Floats, Ints

STRENGTH = 0.85
CLEAR = 1.15
"""In radii: balls whose middle is nearer than this belong to the same part of the body, and hide nothing."""
FADING = 0.6
"""In radii: over this much more they begin to."""


SMALLEST = 0.012
"""Metres: fingers and eyes hide too little to be counted."""


def seen_sky(points: Floats, normals: Floats, owner: Ints, balls: Floats, of: Ints) -> Floats:
    """(n,) the share of the sky, 0 … 1, that points (n, 3) see past `balls` (m, 4).

    `owner` (n,), `of` (m,): the segments they belong to; none hides the sky from its own skin.
    """
    thick = balls[:, 3] > SMALLEST
    skin = (np.ascontiguousarray(points), np.ascontiguousarray(normals), np.ascontiguousarray(owner, np.int64))
    return core.seen_sky(*skin, balls[thick], of[thick], STRENGTH, CLEAR, FADING)
