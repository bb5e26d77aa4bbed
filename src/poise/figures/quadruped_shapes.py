"""Where the quadruped's joints are and what its parts look like. Fractions of the height at the withers, by eye."""

from __future__ import annotations

from poise.figure.check import Vec3
from poise.people.clay import Shapes, between, both, egg, rod

POINTS: dict[str, Vec3] = {
    "root": (0.0, 0.80, -0.48),
    "loin": (0.0, 0.82, -0.32),
    "back": (0.0, 0.82, -0.10),
    "neck": (0.0, 0.88, 0.27),
    "head": (0.0, 1.14, 0.47),
    "nose": (0.0, 1.06, 0.76),
    "eyes": (0.0, 1.17, 0.56),
    "tail_1": (0.0, 0.82, -0.57),
    "tail_2": (0.0, 0.76, -0.70),
    "tail_3": (0.0, 0.64, -0.79),
    "tail_tip": (0.0, 0.50, -0.83),
    "shoulder": (0.085, 0.66, 0.30),
    "elbow": (0.095, 0.47, 0.17),
    "carpus": (0.090, 0.20, 0.20),
    "fore_paw": (0.090, 0.05, 0.19),
    "fore_tip": (0.090, 0.032, 0.27),
    "hip": (0.085, 0.72, -0.47),
    "stifle": (0.095, 0.48, -0.36),
    "hock": (0.090, 0.24, -0.56),
    "hind_paw": (0.090, 0.05, -0.51),
    "hind_tip": (0.090, 0.032, -0.43),
}
"""Joint centres and tips of the middle and the left side."""


def shapes(at: dict[str, Vec3], h: float) -> Shapes:
    """All middle and left segments; `at`: the points in metres."""
    return _trunk(at, h) | _head(at, h) | _legs(at, h)


def _trunk(at: dict[str, Vec3], h: float) -> Shapes:
    low = (0.0, -0.06 * h, 0.0)  # the spine runs along the top of the trunk
    rump, loin, back = between(at["root"], at["loin"], -0.35, low), _shifted(at["loin"], low), _shifted(at["back"], low)
    return {
        "pelvis": [rod(rump, loin, 0.115 * h, 0.12 * h)],
        "loin": [rod(loin, back, 0.12 * h, 0.145 * h)],
        "ribcage": [
            rod(back, (0.0, 0.72 * h, 0.20 * h), 0.145 * h, 0.165 * h),
            rod((0.0, 0.78 * h, 0.12 * h), at["neck"], 0.14 * h, 0.105 * h),
        ],
        "tail_1": [rod(at["tail_1"], at["tail_2"], 0.035 * h, 0.030 * h)],
        "tail_2": [rod(at["tail_2"], at["tail_3"], 0.030 * h, 0.024 * h)],
        "tail_3": [rod(at["tail_3"], at["tail_tip"], 0.024 * h, 0.014 * h)],
    }


def _head(at: dict[str, Vec3], h: float) -> Shapes:
    ear = (0.055 * h, 1.18 * h, 0.46 * h)
    brow = between(at["head"], at["nose"], 0.25, (0.0, 0.02 * h, 0.0))
    return {
        "neck": [rod(at["neck"], at["head"], 0.105 * h, 0.075 * h)],
        "head": [
            rod(at["head"], brow, 0.075 * h, 0.070 * h),
            rod(brow, between(at["head"], at["nose"], 0.92), 0.062 * h, 0.036 * h),
            *(egg(p, (0.012 * h, 0.014 * h, 0.014 * h)) for p in both((0.045 * h, 1.175 * h, 0.585 * h))),
            *(rod(p, (p[0] * 1.35, 1.27 * h, 0.43 * h), 0.028 * h, 0.010 * h) for p in both(ear)),
        ],
    }


def _legs(at: dict[str, Vec3], h: float) -> Shapes:
    rows = (
        ("left_upper_arm", "shoulder", "elbow", 0.075, 0.048),
        ("left_forearm", "elbow", "carpus", 0.046, 0.031),
        ("left_pastern", "carpus", "fore_paw", 0.031, 0.034),
        ("left_fore_paw", "fore_paw", "fore_tip", 0.050, 0.032),
        ("left_thigh", "hip", "stifle", 0.095, 0.055),
        ("left_shank", "stifle", "hock", 0.052, 0.029),
        ("left_metatarsus", "hock", "hind_paw", 0.029, 0.032),
        ("left_hind_paw", "hind_paw", "hind_tip", 0.050, 0.032),
    )
    return {name: [rod(at[a], at[b], r * h, e * h)] for name, a, b, r, e in rows}


def _shifted(point: Vec3, by: Vec3) -> Vec3:
    return (point[0] + by[0], point[1] + by[1], point[2] + by[2])
