"""Couplings between a person's joints (Baerlocher 3.8): muscles and tendons that pass more than one joint.

All angles are joint coordinates, flexion positive.
"""

from __future__ import annotations

import math
from itertools import pairwise

from poise.figure.marks import Coupling
from poise.people.limits import SPINE_SHARES
from poise.people.motion import extent

HAMSTRING = math.radians(70)
"""How far a straight leg can be raised (Baerlocher eq. 3.2)."""

CALF_SLOPE = 1 / 3
"""Dorsiflexion won per knee flexion: the calf's full slack is there at 30° (estimate)."""

SPINE_SLACK = math.radians(15)
"""How far the spine's joints may disagree, measured as bend of the whole back (estimate)."""


NEIGHBOURS = math.radians(45)
"""How far the knuckles of neighbouring fingers, whose tendons are joined, may be bent apart (estimate)."""

POINTING = math.radians(90)
"""The same of an index that stays straight: it has a tendon of its own to be stretched by."""


def left_leg() -> list[Coupling]:
    """Hamstrings and calf of the left leg.

    Baerlocher writes θ_hip + θ_knee ≥ −70° with θ_hip negative forward, for only hip *flexion* can come near
    −70°, and it is the muscles behind the thigh, slackened by a bent knee, that tie the two. In our signs:
    flexion_hip − flexion_knee ≤ 70°.
    """
    straight = math.radians(extent("ankle", "dorsiflexion, knee straight"))
    return [
        Coupling("left_hamstrings", {"left_hip.swing_x": 1.0, "left_knee.flexion": -1.0}, -math.inf, HAMSTRING),
        Coupling("left_calf", {"left_ankle.swing_x": 1.0, "left_knee.flexion": -CALF_SLOPE}, -math.inf, straight),
    ]


def spine() -> list[Coupling]:
    """Spine rhythm: each joint takes its share of the back's bend, within a little slack."""
    made = []
    pairs = (("lumbar", "thoracolumbar"), ("thoracolumbar", "thoracic"))
    for lower, upper in pairs:
        for axis in ("swing_x", "swing_y", "twist"):
            below, above = SPINE_SHARES[lower][axis], SPINE_SHARES[upper][axis]
            terms = {f"{lower}.{axis}": 1 / below, f"{upper}.{axis}": -1 / above}
            made.append(Coupling(f"spine_{lower}_{upper}_{axis}", terms, -SPINE_SLACK, SPINE_SLACK))
    return made


def left_fingers(fingers: tuple[str, ...]) -> list[Coupling]:
    """The end joint follows the middle one: θ_dip = 2/3 θ_pip (Rijpkema and Girard, in Baerlocher 3.8.1)."""
    return [Coupling(f"left_{f}_tendon", {f"left_{f}_dip": 1.0, f"left_{f}_pip": -2 / 3}) for f in fingers]


def left_neighbours(fingers: tuple[str, ...]) -> list[Coupling]:
    """Knuckles of neighbouring fingers bend within a slack of each other (Baerlocher 3.8.2: adjacent fingers)."""
    return [
        Coupling(
            f"left_{a}_{b}",
            {f"left_{a}_mcp.swing_x": 1.0, f"left_{b}_mcp.swing_x": -1.0},
            -POINTING if a == "index" else -NEIGHBOURS,
            NEIGHBOURS,
        )
        for a, b in pairwise(fingers)
    ]
