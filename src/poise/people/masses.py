"""How a person's mass is spread over the segments: de Leva's rows, placed on this person's lengths.

Our figure has more segments than the table. A row is then divided into pieces that together weigh, balance and
(but for fingers) turn exactly as the row does in the reference posture.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from poise.figure.check import Vec3
from poise.figure.segment import Segment
from poise.people.clay import Shapes
from poise.people.deleva import Row, rows
from poise.people.landmarks import Landmarks
from poise.people.person import Person

NECK_SHARE = 0.17  # of head and neck
CLAVICLE_SHARE = 0.05  # of the upper trunk, each side: collar bone, shoulder blade and their muscles
TOES_SHARE = 0.10  # of the foot
FINGERS_SHARE = 0.28  # of the hand, thumb included
"""Estimates, from the volumes of the shapes."""

LEAST = 0.05
"""Of the largest moment: what a piece keeps about an axis where the spread of the pieces leaves nothing (estimate)."""

Array = NDArray[np.float64]

UP = np.array([0.0, 1.0, 0.0])


class Lump(NamedTuple):
    """Mass in kg, centre in metres (reference posture), inertia (3, 3) about it in kg m²."""

    mass: float
    center: Array
    inertia: Array


def masses(person: Person, marks: Landmarks) -> dict[str, Lump]:
    """The middle and left segments, hand in one piece."""
    table = rows(person.sex)
    lump = {name: _placed(person, row, *_ends(name, marks), name) for name, row in table.items()}
    found = {
        "pelvis": lump["lower_trunk"],
        "left_upper_arm": lump["upper_arm"],
        "left_forearm": lump["forearm"],
        "left_hand": lump["hand"],
        "left_thigh": lump["thigh"],
        "left_shank": lump["shank"],
    }
    found |= _divided(lump["head"], _neck_and_head(marks))
    found |= _divided(lump["middle_trunk"], _abdomen_and_midriff(marks))
    found |= _divided(lump["upper_trunk"], _chest_and_clavicles(marks, lump["upper_trunk"]))
    found |= _divided(lump["foot"], _foot_and_toes(marks, lump["foot"]))
    return {name: found[name] for name in found if not name.startswith("right_")}


def with_fingers(lumps: dict[str, Lump], shapes: Shapes) -> dict[str, Lump]:
    """The hand divided into palm and phalanges: mass and centre as the row's, the phalanges by volume.

    Pieces this small have the inertia of their own shapes; the row's would not leave the palm a physical one.
    """
    phalanges = [name for name in shapes if name not in lumps]
    solid = {name: Segment.of_shapes(name, shapes[name]) for name in ("left_hand", *phalanges)}
    volume = sum(solid[name].mass for name in phalanges)
    pieces = [("left_hand", 1 - FINGERS_SHARE, np.array(solid["left_hand"].center))]
    pieces += [(name, FINGERS_SHARE * solid[name].mass / volume, np.array(solid[name].center)) for name in phalanges]
    made = _divided(lumps["left_hand"], pieces)
    own = {name: np.array(solid[name].with_mass(lump.mass).inertia) for name, lump in made.items()}
    return lumps | {name: lump._replace(inertia=own[name]) for name, lump in made.items()}


def _ends(row: str, marks: Landmarks) -> tuple[Array, Array]:
    """The end points between which a row of the table is measured."""
    at, level = marks.joints, marks.levels
    pairs: dict[str, tuple[Vec3, Vec3]] = {
        "head": ((0.0, level["vertex"], at["head"][2]), (0.0, level["cervicale"], at["head"][2])),
        "upper_trunk": ((0.0, level["suprasternale"], 0.0), (0.0, level["xiphion"], 0.0)),
        "middle_trunk": ((0.0, level["xiphion"], 0.0), (0.0, level["omphalion"], 0.0)),
        "lower_trunk": ((0.0, level["omphalion"], 0.0), (0.0, 0.0, 0.0)),
        "upper_arm": (at["shoulder"], at["elbow"]),
        "forearm": (at["elbow"], at["wrist"]),
        "hand": (at["wrist"], at["finger_tip"]),
        "thigh": (at["hip"], at["knee"]),
        "shank": (at["knee"], at["ankle"]),
        "foot": (at["heel"], at["toe_tip"]),
    }
    first, second = pairs[row]
    lift = marks.ankle_height * 0.45 if row == "foot" else 0.0  # the foot's middle is above its sole
    return np.array(first) + lift * UP, np.array(second) + lift * UP


def _placed(person: Person, row: Row, first: Array, second: Array, name: str) -> Lump:
    """A row laid between its end points; the table's axes are named in the palms-forward position."""
    mass = row.mass * person.mass
    length = float(np.linalg.norm(second - first))
    sagittal, transverse, longitudinal = ((r / 100 * length) ** 2 for r in row[2:])
    turn = {  # squared radii about x, y, z of the reference posture
        "foot": (transverse, sagittal, longitudinal),
        "hand": (sagittal, longitudinal, transverse),  # palms to the thighs: a quarter turn
        "forearm": (sagittal, longitudinal, transverse),
    }.get(name, (transverse, longitudinal, sagittal))
    return Lump(mass, first + row.center / 100 * (second - first), mass * np.diag(turn))


def _divided(whole: Lump, pieces: Sequence[tuple[str, float, Array]]) -> dict[str, Lump]:
    """The whole as pieces (name, share, centre): same total mass, centre and inertia.

    All centres move together until they balance as the whole; what inertia the spread of the pieces leaves over
    is shared by mass.
    """
    shares = np.array([share for _, share, _ in pieces])
    centers = np.array([center for _, _, center in pieces])
    centers = centers + whole.center - shares @ centers
    left = np.array(whole.inertia)
    for share, center in zip(shares, centers, strict=True):
        r = center - whole.center
        left -= share * whole.mass * (float(r @ r) * np.eye(3) - np.outer(r, r))
    moments, axes = np.linalg.eigh(left)
    if moments[0] < 0.0:  # pieces further apart than the whole is long, as in figures that are no people
        left = axes @ np.diag(np.maximum(moments, LEAST * moments[-1])) @ axes.T
    return {
        name: Lump(float(s) * whole.mass, c, float(s) * left)
        for (name, _, _), s, c in zip(pieces, shares, centers, strict=True)
    }


def _neck_and_head(marks: Landmarks) -> list[tuple[str, float, Array]]:
    neck, head, top = np.array(marks.joints["neck"]), np.array(marks.joints["head"]), marks.levels["vertex"]
    skull = np.array([0.0, (head[1] + top) / 2, head[2]])
    return [("neck", NECK_SHARE, (neck + head) / 2), ("head", 1 - NECK_SHARE, skull)]


def _abdomen_and_midriff(marks: Landmarks) -> list[tuple[str, float, Array]]:
    low, middle, high = marks.levels["omphalion"], marks.joints["thoracolumbar"][1], marks.levels["xiphion"]
    share = (middle - low) / (high - low)
    return [
        ("abdomen", share, np.array([0.0, (low + middle) / 2, 0.0])),
        ("midriff", 1 - share, np.array([0.0, (middle + high) / 2, 0.0])),
    ]


def _chest_and_clavicles(marks: Landmarks, trunk: Lump) -> list[tuple[str, float, Array]]:
    middle = (np.array(marks.joints["clavicle"]) + np.array(marks.joints["shoulder"])) / 2
    return [
        ("chest", 1 - 2 * CLAVICLE_SHARE, trunk.center),
        ("left_clavicle", CLAVICLE_SHARE, middle),
        ("right_clavicle", CLAVICLE_SHARE, middle * (-1.0, 1.0, 1.0)),
    ]


def _foot_and_toes(marks: Landmarks, foot: Lump) -> list[tuple[str, float, Array]]:
    toes = (np.array(marks.joints["toes"]) + np.array(marks.joints["toe_tip"])) / 2
    return [("left_foot", 1 - TOES_SHARE, foot.center), ("left_toes", TOES_SHARE, toes)]
