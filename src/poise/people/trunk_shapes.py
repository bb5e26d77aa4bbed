"""What trunk, neck and head look like. Breadths and depths are ANSUR measures; the modelling is by eye.

The trunk is columns of tapered capsules side by side, a few per segment. Neighbours share the balls at the
joint between them, so the outline is smooth when the back is straight and closed when it is bent. Numbers are
fractions of stature.
"""

from __future__ import annotations

import math
from typing import NamedTuple

from poise.figure.shape import Shape
from poise.people.clay import Shapes, ball, both, egg, rod
from poise.people.landmarks import Landmarks
from poise.people.person import Person


class _Level(NamedTuple):
    """A slice of the trunk: height, half breadth, half depth, how far forward its middle is. Metres."""

    y: float
    breadth: float
    depth: float
    z: float


def trunk_shapes(person: Person, marks: Landmarks) -> Shapes:
    """Pelvis, abdomen, midriff, chest, neck and head."""
    seat, loins, waist, ribs, breast, collar = _levels(person, marks)
    return {
        "pelvis": [*_columns(seat, loins), *_buttocks(person, marks)],
        "abdomen": _columns(loins, waist),
        "midriff": _columns(waist, ribs),
        "chest": [*_columns(ribs, breast), *_columns(breast, collar), *_throat(person, marks), *_bust(person, marks)],
        "neck": _neck(person, marks),
        "head": _head(person, marks),
    }


def _levels(person: Person, marks: Landmarks) -> list[_Level]:
    """From the seat up to the collar bones."""
    s, b = person.stature, person.breadth
    hip, waist, chest = (person.length(f"{n}_breadth") / 2 * b for n in ("hip", "waist", "chest"))
    belly, breast = (person.length(f"{n}_depth") / 2 * b for n in ("waist", "chest"))
    narrow = 0.91 if person.sex == "male" else 0.83  # women's waists are narrowest under the ribs
    at, shoulder = marks.joints, marks.joints["shoulder"]
    deep = min(breast, 0.070 * s * b)
    return [
        _Level(at["hip"][1] + 0.026 * s, 0.95 * hip, 0.90 * belly, -0.006 * s),
        _Level(at["lumbar"][1], 0.5 * (0.93 * hip + waist), 0.95 * belly, -0.003 * s),
        _Level(at["thoracolumbar"][1], narrow * waist, 0.94 * belly, 0.0),
        _Level(at["thoracic"][1], 1.03 * chest, deep, -0.001 * s),
        _Level(shoulder[1] - 0.034 * s, 1.17 * chest, 0.058 * s * b, -0.005 * s),
        _Level(shoulder[1] + 0.001 * s, 0.86 * chest, 0.042 * s * b, -0.010 * s),
    ]


def _columns(low: _Level, high: _Level) -> list[Shape]:
    """The rods between two levels: left, right, and a thinner one that fills the furrow between them."""
    left = [(max(level.breadth - level.depth, 0.25 * level.depth), level.y, level.z) for level in (low, high)]
    pair = [rod(a, c, low.depth, high.depth) for a, c in zip(both(left[0]), both(left[1]), strict=True)]
    return [*pair, rod((0.0, low.y, low.z), (0.0, high.y, high.z), 0.99 * low.depth, 0.99 * high.depth)]


def _buttocks(person: Person, marks: Landmarks) -> list[Shape]:
    s, b = person.stature, person.breadth
    x, y, _ = marks.joints["hip"]
    return [ball(p, 0.050 * s * b) for p in both((0.82 * x, y - 0.004 * s, -0.020 * s * b))]


def _throat(person: Person, marks: Landmarks) -> list[Shape]:
    """From the breast bone up to the neck."""
    s, neck, shoulder = person.stature, marks.joints["neck"], marks.joints["shoulder"]
    top = (0.0, neck[1] + 0.002 * s, neck[2])
    return [rod((0.0, shoulder[1] - 0.004 * s, -0.014 * s), top, 0.047 * s, 1.06 * _neck_radius(person))]


def _bust(person: Person, marks: Landmarks) -> list[Shape]:
    if person.sex == "male":
        return []
    s, b = person.stature, person.breadth
    depth = person.length("chest_depth") / 2 * b
    bust = (0.038 * s, marks.joints["thoracic"][1] + 0.014 * s, 0.46 * depth)
    return [egg(p, (0.036 * s * b, 0.040 * s * b, 0.036 * s * b)) for p in both(bust)]


def _neck_radius(person: Person) -> float:
    return person.length("neck_circumference") / (2 * math.pi) * math.sqrt(person.breadth)


def _neck(person: Person, marks: Landmarks) -> list[Shape]:
    r = _neck_radius(person)
    return [rod(marks.joints["neck"], marks.joints["head"], r, 0.94 * r)]


def _head(person: Person, marks: Landmarks) -> list[Shape]:
    """Skull, face, nose, eyes and ears: enough to see where the person looks. Its top is exactly the stature."""
    s = person.stature
    top, eyes, z = marks.levels["vertex"], marks.levels["eyes"], marks.joints["head"][2] + 0.010 * s
    half, length = person.length("head_breadth") / 2, person.length("head_length") / 2
    height = 0.056 * s
    return [
        egg((0.0, top - height, z), (half, height, length)),
        egg((0.0, eyes - 0.011 * s, z + 0.0125 * s), (0.0395 * s, 0.057 * s, 0.0440 * s)),
        rod((0.0, eyes - 0.004 * s, z + 0.0530 * s), (0.0, eyes - 0.019 * s, z + 0.0580 * s), 0.0040 * s, 0.0065 * s),
        *(ball(p, 0.0075 * s) for p in both((0.0180 * s, eyes, z + length - 0.0110 * s))),
        *(egg(p, (0.005 * s, 0.016 * s, 0.010 * s)) for p in both((0.97 * half, eyes - 0.010 * s, z - 0.008 * s))),
    ]
