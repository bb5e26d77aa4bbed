"""What the left arm, leg and hand look like. Numbers are fractions of stature, set by eye.

Every shape that meets a joint contains its centre, so that no gap opens however the joint turns.
"""

from __future__ import annotations

import math

from poise.figure.check import Vec3
from poise.figure.shape import Shape
from poise.people.clay import Shapes, between, rod
from poise.people.hand import Digit, relaxed
from poise.people.landmarks import Landmarks
from poise.people.person import Person


def limb_shapes(person: Person, marks: Landmarks) -> Shapes:
    """The left limbs, without hands."""
    return {
        "left_clavicle": _clavicle(person, marks),
        "left_upper_arm": _upper_arm(person, marks),
        "left_forearm": _forearm(person, marks),
        "left_thigh": _thigh(person, marks),
        "left_shank": _shank(person, marks),
        "left_foot": _foot(person, marks),
        "left_toes": _toes(person, marks),
    }


def _clavicle(person: Person, marks: Landmarks) -> list[Shape]:
    s, b = person.stature, _lean(person)
    inner, shoulder = marks.joints["clavicle"], marks.joints["shoulder"]
    nape = (0.30 * shoulder[0], shoulder[1] + 0.026 * s, -0.018 * s)
    breast = (0.55 * shoulder[0], shoulder[1] - 0.030 * s, -0.006 * s)
    return [
        rod(inner, shoulder, 0.017 * s, 0.034 * s * b),
        rod(nape, shoulder, 0.026 * s, 0.034 * s * b),  # over the shoulder blade
        rod(breast, shoulder, 0.044 * s * b, 0.034 * s * b),  # in front of the armpit
    ]


def _upper_arm(person: Person, marks: Landmarks) -> list[Shape]:
    s, b = person.stature, _lean(person)
    shoulder, elbow = marks.joints["shoulder"], marks.joints["elbow"]
    middle = between(shoulder, elbow, 0.45, (0.0, 0.0, 0.002 * s))
    return [rod(shoulder, middle, 0.037 * s * b, 0.030 * s * b), rod(middle, elbow, 0.030 * s * b, 0.024 * s * b)]


def _forearm(person: Person, marks: Landmarks) -> list[Shape]:
    s, b = person.stature, _lean(person)
    elbow, wrist = marks.joints["elbow"], marks.joints["wrist"]
    middle = between(elbow, wrist, 0.28)
    return [rod(elbow, middle, 0.0245 * s * b, 0.0255 * s * b), rod(middle, wrist, 0.0255 * s * b, 0.0155 * s)]


def _thigh(person: Person, marks: Landmarks) -> list[Shape]:
    s, b = person.stature, person.breadth
    hip, knee = marks.joints["hip"], marks.joints["knee"]
    top = max(person.length("hip_breadth") / 2 * b - hip[0], 0.044 * s * b)
    middle = between(hip, knee, 0.45, (0.0, 0.0, 0.002 * s))
    return [rod(hip, middle, top, 0.042 * s * b), rod(middle, knee, 0.042 * s * b, 0.031 * s * b)]


def _shank(person: Person, marks: Landmarks) -> list[Shape]:
    s, b = person.stature, _lean(person)
    knee, ankle = marks.joints["knee"], marks.joints["ankle"]
    calf = between(knee, ankle, 0.28, (0.0, 0.0, -0.007 * s))
    above, below = 0.0305 * s * person.breadth, 0.0315 * s * b
    return [rod(knee, calf, above, below), rod(calf, ankle, below, 0.0200 * s)]


def _foot(person: Person, marks: Landmarks) -> list[Shape]:
    """Heel, instep, and two edges that give the breadth; the undersides touch the sole."""
    s = person.stature
    x, sole, back = marks.joints["heel"]
    ankle, ball = marks.joints["ankle"], marks.joints["toes"]
    r, thin = person.length("heel_breadth") / 2, ball[1] - sole
    heel = (x, sole + r, back + r)
    edge = person.length("foot_breadth") / 2 - thin
    top = between(ankle, ball, 0.55, (0.0, 0.008 * s, 0.0))
    return [
        rod(ankle, heel, 0.0205 * s, r),
        rod(ankle, top, 0.0205 * s, 0.0165 * s),
        rod(top, ball, 0.0165 * s, thin),
        *(rod(heel, (x + side, ball[1], ball[2]), r, thin) for side in (-edge, edge)),
    ]


def _toes(person: Person, marks: Landmarks) -> list[Shape]:
    """Four rods from the ball, the big toe longest; thinner towards the tips, undersides on the sole."""
    x, sole, front = marks.joints["toe_tip"]
    ball = marks.joints["toes"]
    thick, thin = ball[1] - sole, 0.75 * (ball[1] - sole)
    edge = person.length("foot_breadth") / 2 - thick
    reach, length = front - thin, front - ball[2]
    rows = (
        (-edge, -0.80 * edge, reach),
        (-0.33 * edge, -0.22 * edge, reach - 0.03 * length),
        (0.33 * edge, 0.34 * edge, reach - 0.14 * length),
        (edge, 0.85 * edge, reach - 0.32 * length),
    )  # across at the root and at the tip, and how far forward the tip is
    return [rod((x + root, ball[1], ball[2]), (x + tip, sole + thin, z), thick, thin) for root, tip, z in rows]


def palm_shapes(person: Person, marks: Landmarks, fingers: list[Digit]) -> list[Shape]:
    """A rod from the wrist to every knuckle."""
    wrist, breadth = marks.joints["wrist"], person.length("hand_breadth")
    shapes: list[Shape] = []
    for finger in fingers[1:]:
        knuckle = finger.points[0]
        root = between(wrist, (wrist[0], wrist[1], knuckle[2]), 0.35)
        shapes.append(rod(root, knuckle, 0.20 * breadth, 0.16 * breadth))
    thumb = fingers[0].points[0]
    return [*shapes, rod(between(wrist, thumb, 0.4), thumb, 0.17 * breadth, 0.17 * breadth)]


def digit_shapes(digit: Digit, points: tuple[Vec3, ...]) -> list[Shape]:
    """One rod per phalanx, thinner towards the tip, which is where the last rod ends."""
    radii = [digit.radius * f for f in (1.0, 0.90, 0.80, 0.68)]
    if digit.name == "thumb":
        radii[0] *= 1.15
    last = between(points[2], points[3], 1 - radii[3] / math.dist(points[2], points[3]))
    ends = (*points[:3], last)
    return [rod(ends[i], ends[i + 1], radii[i], radii[i + 1]) for i in range(3)]


def relaxed_points(digit: Digit) -> tuple[Vec3, ...]:
    """Joint centres and tip of a digit in its relaxed bend, for a hand in one piece."""
    if digit.name == "thumb":
        return digit.points
    values = relaxed(digit)
    points, angle = [digit.points[0]], 0.0
    for i, part in enumerate(digit.joints):
        value = values[f"left_{digit.name}_{part}"]
        angle += value[0] if isinstance(value, tuple) else value
        length, (x, y, z) = math.dist(digit.points[i], digit.points[i + 1]), points[-1]
        points.append((x - length * math.sin(angle), y - length * math.cos(angle), z))  # the palm looks to −X
    return tuple(points)


def resting_tips(digits: list[Digit], jointed: bool) -> list[tuple[Vec3, float]]:
    """Centres and radii of the finger tips of a hand that lies flat: straight fingers, or relaxed ones in one piece."""
    tips = []
    for digit in digits[1:]:
        points, radius = digit.points if jointed else relaxed_points(digit), 0.68 * digit.radius
        tips.append((between(points[3], points[2], radius / math.dist(points[2], points[3])), radius))
    return tips


def _lean(person: Person) -> float:
    """Limbs thicken less than the trunk."""
    return math.pow(person.breadth, 0.7)
