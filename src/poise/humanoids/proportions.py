"""How long the parts of a skeleton are, as landmarks of a person: from its bones, and in proportion what they lack.

Every joint is placed from the part that carries it: in the frames of `frames.py` the way to it is the same in the rest
pose as in the reference posture, where all frames are parallel. So the person's joints are exactly the skeleton's.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from itertools import pairwise
from typing import NamedTuple

import numpy as np

from poise.arrays import Array
from poise.figure.check import Vec3
from poise.humanoids.parts import ARM, CARRIER, JOINT, LEG, MIDDLE, SIDES, side_of
from poise.people.ansur import MEAN_STATURE
from poise.people.human import Sides
from poise.people.landmarks import Landmarks, landmarks
from poise.people.person import Person, usual_mass

LIFTED = 0.011
"""Of stature: how high the joint of the toes is over the sole, as in `people.landmarks`."""


class Body(NamedTuple):
    """`centers`: joint centres in the rest pose by part, all of them. `places`: those of the reference posture, from
    the middle between the hips. `sides`: landmarks. `stature`: metres."""

    centers: dict[str, Array]
    places: dict[str, Array]
    sides: Sides
    stature: float


def measured(found: Mapping[str, Array], axes: Mapping[str, Array], sex: str, tip: float) -> Body:
    """The body of a skeleton. `found`: joint centres by part; `axes`: of all parts; `tip`: how high over
    its joint the head's bone ends."""
    typical = Person(sex, MEAN_STATURE[sex], usual_mass(sex, MEAN_STATURE[sex]))
    usual = _usual_places(landmarks(typical))
    scales = _scales(found, usual)
    hips = (found["left_thigh"] + found["right_thigh"]) / 2
    centers, places = {"pelvis": hips}, {"pelvis": np.zeros(3)}
    for part in (*MIDDLE[1:], *(f"{side}_{part}" for side in SIDES for part in (*ARM, *LEG))):
        above = CARRIER[part]
        if part in found:
            way = axes[above].T @ (found[part] - centers[above])
        else:
            way = scales[_region(part)] * (usual[part] - usual[above])
        centers[part], places[part] = centers[above] + axes[above] @ way, places[above] + way
    skull = scales["trunk"] * (landmarks(typical).levels["vertex"] - usual["head"][1])
    top = float(places["head"][1]) + max(skull, tip)  # ends of head bones are often inside the skull
    sides = [_side(typical, places, side, scales, top, usual) for side in SIDES]
    depth = sum(s.thigh + s.shank + s.ankle_height for s in sides) / 2
    flesh = [_flesh(side, landmarks(typical)) for side in sides]
    return Body(centers, places, Sides(sides[0], sides[1], (flesh[0], flesh[1])), top + depth)


def _flesh(side: Landmarks, usual: Landmarks) -> Landmarks:
    """The same with the joints of the trunk where people have them, between hips, shoulders, neck and head."""
    x, y, _ = side.joints["shoulder"]
    wide, high = x / usual.joints["shoulder"][0], y / usual.joints["shoulder"][1]
    trunk = {
        name: (wide * px, high * py, high * pz)
        for name, (px, py, pz) in usual.joints.items()
        if name in ("lumbar", "thoracolumbar", "thoracic", "clavicle")
    }
    return replace(side, joints={**side.joints, **trunk})


def _usual_places(where: Landmarks) -> dict[str, Array]:
    """Where the parts of a usual person begin, in the reference posture."""
    found = {}
    for part, joint in JOINT.items():
        side = side_of(part)
        point = np.array(where.joints[joint.removeprefix(f"{side}_") if side else joint])
        found[part] = point * ((-1.0, 1.0, 1.0) if side == "right" else (1.0, 1.0, 1.0))
    return found


def _scales(found: Mapping[str, Array], usual: Mapping[str, Array]) -> dict[str, float]:
    """How large trunk, arms and legs are beside the usual person's."""

    def middle(where: Mapping[str, Array], part: str) -> Array:
        return np.asarray((where[f"left_{part}"] + where[f"right_{part}"]) / 2)

    def length(where: Mapping[str, Array], parts: list[str]) -> float:
        return sum(
            float(np.linalg.norm(where[f"{side}_{b}"] - where[f"{side}_{a}"]))
            for side in SIDES
            for a, b in pairwise(parts)
        )

    def limb(chain: tuple[str, ...]) -> float:
        present = [p for p in chain if all(f"{side}_{p}" in found for side in SIDES)]
        return length(found, present) / length(usual, present)

    trunk = [float(np.linalg.norm(middle(w, "upper_arm") - middle(w, "thigh"))) for w in (found, usual)]
    return {"trunk": trunk[0] / trunk[1], "arm": limb(ARM[1:]), "leg": limb(LEG[:3])}


def _region(part: str) -> str:
    name = part.partition("_")[2] if side_of(part) else part
    return "arm" if name in ARM[1:] else "leg" if name in LEG else "trunk"


def _side(
    typical: Person, places: Mapping[str, Array], side: str, scales: Mapping[str, float], top: float,
    usual: Mapping[str, Array],
) -> Landmarks:  # fmt: skip
    """Landmarks of one side as a left one."""
    where, mirror = landmarks(typical), np.array((1.0, 1.0, 1.0) if side == "left" else (-1.0, 1.0, 1.0))
    at = {part: places[part] * mirror for part in places if side_of(part) in ("", side)}
    own = {part.removeprefix(f"{side}_"): point for part, point in at.items()}
    joints = {
        joint.removeprefix(f"{side}_"): own[part.removeprefix(f"{side}_")]
        for part, joint in JOINT.items()
        if part in at
    }
    drop = float(own["foot"][1] - own["toes"][1])
    height = max(scales["leg"] * where.ankle_height, drop + LIFTED * scales["leg"] * typical.stature)
    sole = float(own["foot"][1]) - height
    length = float(own["toes"][2] - own["foot"][2]) / float(usual["left_toes"][2] - usual["left_foot"][2])
    x, _, z = own["foot"]
    heel, tip = (np.array(where.joints[name]) for name in ("heel", "toe_tip"))
    joints |= {
        "heel": np.array([x, sole, z + length * heel[2]]),
        "toe_tip": np.array([x, sole, z + length * tip[2]]),
        "finger_tip": own["hand"] - (0.0, scales["arm"] * typical.length("hand_length"), 0.0),
    }
    thigh, shank = (float(np.linalg.norm(own[b] - own[a])) for a, b in (("thigh", "shank"), ("shank", "foot")))
    return Landmarks({n: _vec(p) for n, p in joints.items()}, _levels(where, own, top, usual), thigh, shank, height)


def _levels(where: Landmarks, own: Mapping[str, Array], top: float, usual: Mapping[str, Array]) -> dict[str, float]:
    """Heights of the trunk's and the head's landmarks, between those of joints as in a usual person."""
    known = [0.0, usual["left_upper_arm"][1], usual["neck"][1], usual["head"][1], where.levels["vertex"]]
    ours = [0.0, own["upper_arm"][1], own["neck"][1], own["head"][1], top]
    rising = np.maximum.accumulate(np.array(ours, dtype=float) + 1e-6 * np.arange(len(ours)))
    below = rising[1] / known[1]
    return {n: float(np.interp(y, known, rising)) if y > 0 else float(below * y) for n, y in where.levels.items()}


def _vec(point: Array) -> Vec3:
    x, y, z = point.tolist()
    return (x, y, z)
