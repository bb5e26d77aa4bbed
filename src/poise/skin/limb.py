"""Arms and legs: rings around the bones of a hanging limb, as girths and proportions."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

import numpy as np

from poise.people.sizes import Sizes
from poise.skin.cage import Cage, Floats, Loop, girth, ring
from poise.skin.frame import Frame

ACROSS, AHEAD = np.array([1.0, 0.0, 0.0]), np.array([0.0, 0.0, 1.0])
ARM_ANGLES = np.radians(180.0 + 30.0 * (np.arange(12) - 2))
LEG_ANGLES = np.radians(22.5 * (np.arange(16) - 6))


class Section(NamedTuple):
    """A ring: `t` along the bone, the girth (metres of the mean man), its middle out and forward of the bone (metres),
    proportions of its radii outwards, inwards, forward and back, fullness, and how much of it a woman has."""

    t: float
    girth: float
    out: float
    ahead: float
    radii: tuple[float, float, float, float]
    fullness: float = 2.0
    woman: float = 1.0


Scale = Callable[[Section], float]
"""How much thicker a person is there than the mean man."""

UPPER_ARM = (
    Section(0.17, 0.352, 0.002, 0.001, (1.06, 0.88, 1.04, 1.0), 2.1, 1.05),
    Section(0.33, 0.317, 0.003, 0.002, (1.04, 0.92, 1.05, 1.03), 2.1, 1.07),
    Section(0.54, 0.338, 0.000, 0.003, (0.95, 0.96, 1.11, 1.06), 2.05, 1.02),
    Section(0.75, 0.294, 0.0, 0.0, (0.97, 0.97, 1.06, 1.06), 2.0, 1.04),
    Section(0.89, 0.279, 0.0, -0.002, (1.06, 1.04, 0.96, 1.02)),
)
ELBOW = (Section(1.0, 0.275, 0.0, -0.003, (1.10, 1.08, 0.92, 1.0), 2.1),)
FOREARM = (
    Section(0.11, 0.288, 0.0, 0.000, (1.06, 1.04, 1.0, 1.0), 2.1),
    Section(0.23, 0.298, 0.001, 0.002, (1.04, 1.0, 1.06, 1.0), 2.1),
    Section(0.40, 0.270, 0.001, 0.003, (1.0, 0.98, 1.08, 1.0), 2.1),
    Section(0.62, 0.219, 0.0, 0.002, (0.92, 0.90, 1.12, 1.04), 2.1),
    Section(0.82, 0.181, 0.0, 0.001, (0.84, 0.82, 1.16, 1.12), 2.15),
    Section(0.965, 0.176, 0.0, 0.000, (0.78, 0.78, 1.20, 1.20), 2.2),
)
THIGH = (
    Section(0.235, 0.632, 0.004, 0.002, (0.92, 0.87, 1.06, 1.09), 2.15, 0.985),
    Section(0.34, 0.616, 0.003, 0.005, (0.94, 0.90, 1.07, 1.07), 2.1, 0.986),
    Section(0.48, 0.587, 0.002, 0.009, (0.96, 0.93, 1.08, 1.06), 2.1, 0.966),
    Section(0.66, 0.519, -0.001, 0.010, (0.98, 0.97, 1.05, 1.04), 2.05, 0.967),
    Section(0.82, 0.437, -0.004, 0.007, (1.0, 1.02, 1.02, 1.0), 2.05, 0.985),
    Section(0.93, 0.392, -0.004, 0.006, (1.0, 1.02, 1.02, 1.0), 2.15),
)
KNEE = (Section(1.0, 0.386, -0.003, 0.006, (0.98, 1.0, 1.06, 1.0), 2.2),)
SHANK = (
    Section(0.07, 0.368, -0.002, 0.001, (0.98, 0.98, 1.04, 1.02), 2.2),
    Section(0.16, 0.373, -0.001, -0.008, (0.99, 0.99, 1.0, 1.04), 2.15),
    Section(0.27, 0.391, 0.0, -0.017, (1.0, 1.0, 0.96, 1.06), 2.1),
    Section(0.40, 0.365, 0.0, -0.019, (0.99, 0.99, 0.95, 1.06), 2.1),
    Section(0.55, 0.312, 0.0, -0.016, (0.97, 0.97, 0.96, 1.06), 2.05),
    Section(0.70, 0.259, -0.001, -0.012, (0.94, 0.96, 0.98, 1.06)),
    Section(0.84, 0.228, -0.001, -0.009, (0.90, 0.92, 1.02, 1.12)),
    Section(0.95, 0.240, 0.0, -0.009, (0.95, 0.97, 1.0, 1.15)),
)


def arm(cage: Cage, frame: Frame, opening: Loop) -> list[Loop]:
    """The left arm from the shoulder's opening to the wrist; all loops."""
    at, size = frame.marks.joints, frame.sizes
    shoulder, elbow, wrist = (np.array(at[n]) for n in ("shoulder", "elbow", "wrist"))
    upper = _scale(
        size, [(0.0, size.ratio("biceps_girth")), (0.6, size.ratio("biceps_girth")), (1.0, size.ratio("forearm_girth"))]
    )
    lower = _scale(
        size, [(0.0, size.ratio("forearm_girth")), (0.4, size.ratio("forearm_girth")), (1.0, size.ratio("wrist_girth"))]
    )
    rings = [
        *_rings(UPPER_ARM, shoulder, elbow, upper, ARM_ANGLES),
        *_rings((*ELBOW,), shoulder, elbow, upper, ARM_ANGLES),
        *_rings(FOREARM, elbow, wrist, lower, ARM_ANGLES),
    ]
    along = [*(x.t for x in UPPER_ARM), 1.0, *(1.0 + x.t for x in FOREARM)]
    return cage.tube(opening, rings, "left_arm", along)


def leg(cage: Cage, frame: Frame, opening: Loop) -> list[Loop]:
    """The left leg from the groin to over the ankle; all loops."""
    at, size = frame.marks.joints, frame.sizes
    hip, knee, ankle = (np.array(at[n]) for n in ("hip", "knee", "ankle"))
    thigh, low, calf = (size.ratio(f"{n}_girth") for n in ("thigh", "lower_thigh", "calf"))
    upper = _scale(size, [(0.0, thigh), (0.3, thigh), (0.85, low), (1.0, low)])
    lower = _scale(size, [(0.0, (low + calf) / 2), (0.25, calf), (0.5, calf), (0.85, size.ratio("ankle_girth"))])
    rings = [
        *_rings(THIGH, hip, knee, upper, LEG_ANGLES),
        *_rings(KNEE, hip, knee, upper, LEG_ANGLES),
        *_rings(SHANK, knee, ankle, lower, LEG_ANGLES),
    ]
    for points in rings:
        points[:, 0] = np.maximum(points[:, 0], 0.004)  # the thighs of a stout person touch, and no more
    along = [*(x.t for x in THIGH), 1.0, *(1.0 + x.t for x in SHANK)]
    return cage.tube(opening, rings, "left_leg", along)


def _scale(size: Sizes, stations: list[tuple[float, float]]) -> Scale:
    at, values = zip(*stations, strict=True)
    return lambda section: float(np.interp(section.t, at, values)) * (section.woman if size.female else 1.0)


def _rings(sections: Sequence[Section], start: Floats, end: Floats, scale: Scale, angles: Floats) -> list[Floats]:
    found = []
    for section in sections:
        grown = scale(section)
        center = start + section.t * (end - start) + grown * (section.out * ACROSS + section.ahead * AHEAD)
        unit = ring(np.zeros(3), ACROSS, AHEAD, angles, section.radii, section.fullness)
        found.append(center + unit * (section.girth * grown / girth(unit)))
    return found


def leg_opening(cage: Cage, frame: Frame, lowest: Loop) -> Loop:
    """The groin's loop: the trunk's lowest row from back to front, and under the crotch from front to back."""
    crotch = frame.marks.levels["crotch"]
    front, back = cage.points[lowest[0]], cage.points[lowest[-1]]
    under = []
    for t, drop in ((0.25, 0.35), (0.5, 0.0), (0.75, 0.25)):
        z = front[2] + t * (back[2] - front[2])
        under.append([0.0, crotch + drop * (min(front[1], back[1]) - crotch), z])
    return lowest[::-1] + cage.add(np.array(under), "trunk", -1.0)
