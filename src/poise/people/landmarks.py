"""Where the joint centres of a standing person are, from the landmarks that surveys measure on the skin.

The reference posture: upright, legs straight, arms hanging at the sides, palms to the thighs. All segment
frames are then parallel to the world (+X left, +Y up, +Z forward). Points are metres from the middle between the hip
centres; only the left side is listed, the right one is its mirror image.

Joint centres lie under the skin, so each is a landmark plus an offset. The offsets below are estimates, as
fractions of stature (0.01 is 17 mm for a man of 1.75 m).
"""

from __future__ import annotations

import math
from dataclasses import dataclass

from poise.figure.check import Vec3
from poise.people.person import Person

SHANK_LEAN = math.radians(4.5)
THIGH_LEAN = math.radians(0.5)
"""A relaxed stance: shanks lean forward, thighs a little back, so that no knee is locked and the weight
falls in front of the ankles. Leg lengths are such that *this* stance has exactly the person's stature."""

SHOULDER_BELOW_ACROMION = 0.020
SHOULDER_INSIDE_ACROMION = 0.020
ELBOW_ABOVE_RADIALE = 0.008
HIP_HALF_SPACING = 0.31  # of the breadth between the iliac crests
HEAD_BELOW_TRAGION = 0.012  # the skull rocks on the atlas, a little below the ear holes
NECK_BELOW_CERVICALE = 0.012  # the disc under C7, seen from the tip of its spine
XIPHION = 0.45  # of the way from suprasternale down to omphalion
ANKLE_FROM_HEEL = 0.25  # of the foot's length

Heights = dict[str, float]


@dataclass(frozen=True, slots=True)
class Landmarks:
    """Joint centres and trunk levels, metres, from the middle between the hip centres."""

    joints: dict[str, Vec3]
    levels: dict[str, float]
    thigh: float
    shank: float
    ankle_height: float


def landmarks(person: Person) -> Landmarks:
    """All joint centres of the person's left side and middle."""
    hip, knee = person.length("trochanterion_height"), person.length("femoral_epicondyle_height")
    ankle = person.length("lateral_malleolus_height")
    thigh, shank = (hip - knee) / math.cos(THIGH_LEAN), (knee - ankle) / math.cos(SHANK_LEAN)
    levels = _levels(person)
    joints = {**_trunk(person, levels), **_arm(person, levels), **_leg(person, thigh, shank, ankle)}
    return Landmarks(joints, levels, thigh, shank, ankle)


def _levels(person: Person) -> Heights:
    """Heights of trunk and head landmarks over the hip centres, which are level with the trochanters' tops."""
    hip = person.length("trochanterion_height")
    names = ("acromial_height", "cervicale_height", "suprasternale_height", "omphalion_height", "crotch_height")
    levels = {name.removesuffix("_height"): person.length(name) - hip for name in names}
    top = person.stature - hip
    levels["vertex"] = top
    levels["eyes"] = top - (person.length("sitting_height") - person.length("eye_height_sitting"))
    levels["tragion"] = top - person.length("tragion_to_top_of_head")
    high, low = levels["suprasternale"], levels["omphalion"]
    levels["xiphion"] = high + XIPHION * (low - high)
    return levels


def _trunk(person: Person, levels: Heights) -> dict[str, Vec3]:
    """The spine's three joints stand where L5/S1, T12/L1 and T8/T9 are; the spine runs behind the middle."""
    s, navel, xiphion = person.stature, levels["omphalion"], levels["xiphion"]
    return {
        "root": (0.0, 0.0, 0.0),
        "lumbar": (0.0, 0.65 * navel, -0.014 * s),
        "thoracolumbar": (0.0, navel + 0.5 * (xiphion - navel), -0.013 * s),
        "thoracic": (0.0, xiphion + 0.004 * s, -0.018 * s),
        "neck": (0.0, levels["cervicale"] - NECK_BELOW_CERVICALE * s, -0.020 * s),
        "head": (0.0, levels["tragion"] - HEAD_BELOW_TRAGION * s, -0.004 * s),
    }


def _arm(person: Person, levels: Heights) -> dict[str, Vec3]:
    s = person.stature
    x = person.length("biacromial_breadth") / 2 - SHOULDER_INSIDE_ACROMION * s
    y, z = levels["acromial"] - SHOULDER_BELOW_ACROMION * s, -0.012 * s
    elbow = y - person.length("acromion_radiale_length") + (SHOULDER_BELOW_ACROMION + ELBOW_ABOVE_RADIALE) * s
    wrist = elbow - person.length("radiale_stylion_length")
    return {
        "clavicle": (0.014 * s, levels["suprasternale"] - 0.010 * s, 0.012 * s),
        "shoulder": (x, y, z),
        "elbow": (x, elbow, z),
        "wrist": (x, wrist, z),
        "finger_tip": (x, wrist - person.length("hand_length"), z),
    }


def _leg(person: Person, thigh: float, shank: float, ankle: float) -> dict[str, Vec3]:
    x = HIP_HALF_SPACING * person.length("bicristal_breadth")
    foot = person.length("foot_length")
    heel, sole = -ANKLE_FROM_HEEL * foot, -thigh - shank - ankle
    ball = heel + person.length("ball_of_foot_length")
    return {
        "hip": (x, 0.0, 0.0),
        "knee": (x, -thigh, 0.0),
        "ankle": (x, -thigh - shank, 0.0),
        "toes": (x, sole + 0.011 * person.stature, ball),
        "heel": (x, sole, heel),
        "toe_tip": (x, sole, heel + foot),
    }
