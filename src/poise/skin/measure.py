"""Whose body a figure is: sex, stature and mass read off a human figure, and the landmarks of its own joints."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from poise.figure.shape import Capsule, Ellipsoid, Sphere
from poise.people.joints import PARENTS
from poise.people.landmarks import Landmarks, landmarks
from poise.people.person import HEAVIEST, LIGHTEST, SEXES, SHORTEST, TALLEST, Person
from poise.skin.cage import Floats

if TYPE_CHECKING:
    from poise.figure.figure import Figure

HUMAN = frozenset(child for _, child in PARENTS.values())
"""The middle and left segments that every `poise.human` has."""

_FOLLOWING = {"heel": "ankle", "toe_tip": "toes", "finger_tip": "wrist"}
"""Landmarks that are no joints, and the joint they go with."""


def is_human(figure: Figure) -> bool:
    """Whether the figure has the segments and the reference posture of `poise.human`."""
    return figure.segments.keys() >= HUMAN and "reference" in figure.postures


FLESHY = (
    frozenset(("loin", "ribcage", "left_pastern", "left_metatarsus")),
    frozenset(("breast", "tibia", "tarsus", "neck_10")),
    frozenset(("left_hand", "left_index_1", "left_thumb_1")),
    frozenset(("right_hand", "right_index_1", "right_thumb_1")),
)
"""By which segments the other built-in figures of flesh are known: quadruped, bird, hand."""


SOFT = (Sphere, Ellipsoid, Capsule)
"""Shapes that a skin flows over."""


def has_skin(figure: Figure) -> bool:
    """Whether `body_mesh` has a skin for the figure."""
    if is_human(figure):
        return True
    known = any(figure.segments.keys() >= some for some in FLESHY)
    return known and all(
        part.shapes and all(isinstance(shape, SOFT) for shape in part.shapes) for part in figure.segments.values()
    )


def person_of(joints: dict[str, Floats], mass: float) -> Person:
    """The person whose proportions fit best to joints in the reference posture; exact for `poise.human`."""
    found = []
    for sex in SEXES:
        unit = landmarks(Person(sex, 1.0, 20.0)).joints
        pairs = (
            ("hip", "knee"),
            ("knee", "ankle"),
            ("shoulder", "elbow"),
            ("elbow", "wrist"),
            ("root", "hip"),
            ("lumbar", "neck"),
        )
        statures = [
            float(np.linalg.norm(joints[a] - joints[b]) / np.linalg.norm(np.subtract(unit[a], unit[b])))
            for a, b in pairs
        ]
        middle = float(np.median(statures))
        found.append((float(np.ptp(statures)) / middle, sex, middle))
    _, sex, stature = min(found)
    tall = min(max(stature, SHORTEST), TALLEST)
    return Person(sex, tall, min(max(mass, LIGHTEST * tall**2), HEAVIEST * tall**2))


def joints_of(frames: dict[str, Floats]) -> dict[str, Floats]:
    """Where the joints are, by their left or middle names, from segment frames (4, 4)."""
    return {joint.removeprefix("left_"): frames[child][:3, 3] for joint, (_, child) in PARENTS.items()}


def own_landmarks(person: Person, joints: dict[str, Floats]) -> Landmarks:
    """The person's landmarks, moved to where the figure's own joints are."""
    usual = landmarks(person)
    at = {name: _tuple(joints.get(name, np.array(point))) for name, point in usual.joints.items()}
    for name, joint in _FOLLOWING.items():
        at[name] = _tuple(np.array(usual.joints[name]) + joints[joint] - np.array(usual.joints[joint]))
    higher = float(joints["neck"][1] - usual.joints["neck"][1])
    levels = {n: y + (higher if y > usual.joints["thoracic"][1] else 0.0) for n, y in usual.levels.items()}
    thigh, shank = (float(np.linalg.norm(joints[a] - joints[b])) for a, b in (("hip", "knee"), ("knee", "ankle")))
    return replace(usual, joints=at, levels=levels, thigh=thigh, shank=shank)


def _tuple(point: Floats) -> tuple[float, float, float]:
    return (float(point[0]), float(point[1]), float(point[2]))
