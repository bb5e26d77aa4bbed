"""Named postures of a person. Legs bend in the sagittal plane, soles flat on the floor y = 0, ankles over z = 0.

Only the left side and the middle are written; the right side is the mirror image.
"""

from __future__ import annotations

import math

from poise.figure.joint import MODELS
from poise.people.arm_limits import arm_direction
from poise.people.hand import Digit, flat, grasping, relaxed
from poise.people.landmarks import SHANK_LEAN, THIGH_LEAN, Landmarks
from poise.people.limits import SPINE_SHARES
from poise.people.person import Person
from poise.people.side import TURNED, other

Values = dict[str, tuple[float, ...] | float]

_MODEL_OF = {"left_shoulder": "ball", "left_hip": "ball", "left_elbow": "elbow", "left_knee": "elbow"}


def postures(person: Person, marks: Landmarks, fingers: list[Digit]) -> dict[str, Values]:
    """Rest, the reference posture, and four more; with jointed fingers, what hands do."""
    wide = 45 * max(0.0, person.stoutness - 1)  # stout people's arms hang further out, degrees
    return {
        "rest": _whole(_rest(marks, fingers, wide)),
        "reference": _whole(_reference(marks, fingers)),
        "t_pose": _whole(_t_pose(fingers)),
        "arms_up": _whole(_arms_up(fingers)),
        "sitting": _whole(_sitting(marks, wide)),
        "squat": _whole(_squat(marks)),
        **(_hands(fingers, wide) if fingers else {}),
    }


def _hands(fingers: list[Digit], wide: float) -> dict[str, Values]:
    """What fingers do, the body at rest; bent thumbs need room beside the thigh."""
    forms = {"hands_relaxed": relaxed, "hands_flat": flat, "hands_grasping": grasping}
    found = {name: {n: v for d in fingers for n, v in form(d).items()} for name, form in forms.items()}
    found["hands_grasping"] |= arm(80, 15 + wide, 8)
    return {name: _whole(values) for name, values in found.items()}


def _rest(marks: Landmarks, fingers: list[Digit], wide: float) -> Values:
    """Standing at ease: knees unlocked, arms a little away from the body and bent."""
    bent: Values = {}
    for digit in fingers:
        bent |= relaxed(digit)
    shank, knee = math.degrees(SHANK_LEAN), math.degrees(SHANK_LEAN + THIGH_LEAN)
    return legs(marks, shank, knee) | arm(80, 10 + wide, 8) | {"left_elbow": _radians(14, 15)} | bent


def _reference(marks: Landmarks, fingers: list[Digit]) -> Values:
    """The posture in which all segment frames are parallel: straight everywhere, palms to the thighs."""
    return legs(marks, 0, 0) | arm(0, 0, 0) | {"left_elbow": (0.0, 0.0)} | straight(fingers)


def _t_pose(fingers: list[Digit]) -> Values:
    """Arms straight out, palms down."""
    return arm(90, 90, 45) | {"left_elbow": (0.0, 0.0)} | straight(fingers)


def _arms_up(fingers: list[Digit]) -> Values:
    """Arms overhead: the shoulder girdle lifts with them."""
    return arm(75, 145, 0) | {"left_clavicle": _radians(24, 0), "left_elbow": _radians(5, 0)} | straight(fingers)


def _sitting(marks: Landmarks, wide: float) -> Values:
    """Upright, thighs level, shanks upright, hands over the thighs."""
    return legs(marks, 0, 90) | arm(32, 17 + wide, 20) | {"left_elbow": _radians(69 - 0.5 * wide, 60)}


def _squat(marks: Landmarks) -> Values:
    """Thighs nearly level, feet flat, arms forward for balance; deeper is the stance "squatting"."""
    bent = legs(marks, 29, 104, pitch=20) | spine(flexion=30)
    return bent | {"neck": _radians(-25, 0, 0)} | arm(25, 110, -20) | {"left_elbow": _radians(12, 10)}


def legs(marks: Landmarks, shank: float, knee: float, pitch: float = 0.0) -> Values:
    """Legs and root for flat feet. Degrees: the shank's forward lean, knee flexion, forward pitch of the pelvis.

    The hip centres are l_shank e(shank) + l_thigh e(shank − knee) from the ankles, e(a) = (cos a up, sin a forward).
    """
    lean, back, tilt = math.radians(shank), math.radians(shank - knee), math.radians(pitch)
    y = marks.ankle_height + marks.shank * math.cos(lean) + marks.thigh * math.cos(back)
    z = marks.shank * math.sin(lean) + marks.thigh * math.sin(back)
    return {
        "root": (0.0, y, z, math.sin(tilt / 2), 0.0, 0.0, math.cos(tilt / 2)),
        "left_hip": (tilt - back, 0.0, 0.0),
        "left_knee": (math.radians(knee), 0.0),
        "left_ankle": (lean, 0.0),
    }


def arm(azimuth: float, elevation: float, twist: float) -> Values:
    """The left shoulder for an upper arm in that direction; degrees, see `arm_direction`."""
    x, y, z = arm_direction(azimuth, elevation)
    angle = math.atan2(math.hypot(x, y), z)
    scale = angle / math.hypot(x, y) if angle > 0 else 0.0
    return {"left_shoulder": (-y * scale, x * scale, math.radians(twist))}


def spine(flexion: float) -> Values:
    """The back bent forward by so many degrees in all, each joint by its share."""
    return {name: (math.radians(flexion * share["swing_x"]), 0.0, 0.0) for name, share in SPINE_SHARES.items()}


def straight(fingers: list[Digit]) -> Values:
    """All finger joints at zero."""
    zero: Values = {}
    for digit in fingers:
        zero |= {name: (0.0, 0.0) if isinstance(value, tuple) else 0.0 for name, value in relaxed(digit).items()}
    return zero


def _whole(values: Values) -> Values:
    """With the right side added."""
    right = {other(name): _mirrored(name, v) for name, v in values.items() if name.startswith("left_")}
    return values | right


def _mirrored(name: str, value: tuple[float, ...] | float) -> tuple[float, ...] | float:
    if not isinstance(value, tuple):
        return value
    names = MODELS[_MODEL_OF.get(name, "swing")].coordinates
    return tuple(-v if c in TURNED else v for c, v in zip(names, value, strict=True))


def _radians(*degrees: float) -> tuple[float, ...]:
    return tuple(math.radians(d) for d in degrees)
