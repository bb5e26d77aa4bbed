"""Where every part of a person stands in a skeleton's rest pose, as a frame with our meaning.

The frames of `poise.human` are parallel in its reference posture: upright, arms hanging, palms to the thighs, x to the
left, y up, z to the front. Here each part's frame is carried from there to how the skeleton rests, in a T-pose or any
other: y against the bone, by the shortest turn from the part that carries it; where elbow or knee are bent, x along
their axis; where fingers show it, z of forearm and hand to the thumb's side; feet flat.
"""

from __future__ import annotations

import math
from collections.abc import Mapping

import numpy as np

from poise.arrays import Array
from poise.humanoids.match import Match
from poise.humanoids.parts import SIDES
from poise.humanoids.skeleton import Skeleton
from poise.humanoids.words import plain

BENT = math.sin(math.radians(15))
"""Less than this a bend may as well be noise or overstretching: it says nothing about the axis (estimate)."""
ROLLED = math.radians(20)
"""The thumb says how the forearm is turned where that is more than this (estimate)."""
SLANTED = math.cos(math.radians(35))
"""Feet under shanks that stand more upright than this are flat on the floor (estimate)."""
AHEAD = 0.6
"""Cosine: a hand that seems to point further away from its forearm is taken to go on straight."""

Centers = Mapping[str, Array]


def body_axes(centers: Centers) -> Array:
    """(3, 3) columns: left, up and front of the body as a whole, in the rest pose."""
    hips, shoulders, knees = (
        (centers[f"left_{part}"] + centers[f"right_{part}"]) / 2 for part in ("thigh", "upper_arm", "shank")
    )
    up = _unit(_unit(shoulders - hips) + _unit(hips - knees))
    left = sum(
        (_unit(centers[f"left_{part}"] - centers[f"right_{part}"]) for part in ("thigh", "upper_arm")), np.zeros(3)
    )
    left = _unit(left - (left @ up) * up)
    return np.column_stack([left, up, np.cross(left, up)])


def part_axes(skeleton: Skeleton, matches: Mapping[str, Match], centers: Centers) -> dict[str, Array]:
    """Part: (3, 3) its axes in the rest pose, as columns. `centers`: joint centres by part, missing ones left out."""
    body = body_axes(centers)
    hips = _level(centers, "thigh", body)
    found = dict.fromkeys(("abdomen", "midriff", "neck", "head"), body)
    found |= {"pelvis": hips, "chest": _level(centers, "upper_arm", body)}
    for side in SIDES:
        found[f"{side}_clavicle"] = found["chest"]
        found |= _arm(skeleton, matches, centers, side, found["chest"])
        found |= _leg(centers, side, hips, body)
    return found


def shortest(start: Array, end: Array, instead: Array) -> Array:
    """(3, 3) the shortest turn from one unit vector to another; by 180° about `instead`."""
    axis, cosine = np.cross(start, end), float(start @ end)
    if cosine < -0.999999:
        return np.asarray(2.0 * np.outer(instead, instead) - np.eye(3))
    x, y, z = axis
    K = np.array([[0.0, -z, y], [z, 0.0, -x], [-y, x, 0.0]])
    return np.asarray(np.eye(3) + K + K @ K / (1.0 + cosine))


def _level(centers: Centers, part: str, body: Array) -> Array:
    """The body's axes turned about its up until x runs from the right joint to the left one, and tilted likewise."""
    left = _unit(centers[f"left_{part}"] - centers[f"right_{part}"])
    up = _unit(body[:, 1] - (body[:, 1] @ left) * left)
    return np.column_stack([left, up, np.cross(left, up)])


def _arm(
    skeleton: Skeleton, matches: Mapping[str, Match], centers: Centers, side: str, chest: Array
) -> dict[str, Array]:
    shoulder, elbow = centers[f"{side}_upper_arm"], centers[f"{side}_forearm"]
    wrist = centers.get(f"{side}_hand")
    along = _unit(elbow - shoulder)
    before = along if wrist is None else _unit(wrist - elbow)
    upper = _hinged(chest, along, before, -1.0)
    fore = shortest(-upper[:, 1], before, upper[:, 0]) @ upper
    if wrist is None:
        return {f"{side}_upper_arm": upper, f"{side}_forearm": fore, f"{side}_hand": fore}
    hand = fore
    if f"{side}_hand" in matches:
        bone = matches[f"{side}_hand"].bone
        fore = _rolled(fore, _thumb_side(skeleton, bone))
        ahead = _unit(_ahead(skeleton, bone, wrist) - wrist)
        ahead = ahead if float(ahead @ before) > AHEAD else before
        hand = shortest(-fore[:, 1], ahead, fore[:, 0]) @ fore
    return {f"{side}_upper_arm": upper, f"{side}_forearm": fore, f"{side}_hand": hand}


def _leg(centers: Centers, side: str, pelvis: Array, body: Array) -> dict[str, Array]:
    hip, knee = centers[f"{side}_thigh"], centers[f"{side}_shank"]
    ankle, ball = centers.get(f"{side}_foot"), centers.get(f"{side}_toes")
    along = _unit(knee - hip)
    below = along if ankle is None else _unit(ankle - knee)
    thigh = _hinged(pelvis, along, below, 1.0)
    shank = shortest(-thigh[:, 1], below, thigh[:, 0]) @ thigh
    foot = shank
    if float(shank[:, 1] @ body[:, 1]) > SLANTED:
        ahead = shank[:, 2] if ankle is None or ball is None else _unit(ball - ankle)
        up = body[:, 1]
        flat = ahead - (ahead @ up) * up
        if float(np.linalg.norm(flat)) > 0.2:
            front = _unit(flat)
            foot = np.column_stack([np.cross(up, front), up, front])
    return {f"{side}_thigh": thigh, f"{side}_shank": shank, f"{side}_foot": foot, f"{side}_toes": foot}


def _hinged(above: Array, along: Array, after: Array, sense: float) -> Array:
    """The upper bone of a limb: from its carrier by the shortest turn, or with x along the axis of a bent hinge.

    `sense`: +1 where bending swings the lower bone back about +x (knee), -1 where forward about -x (elbow)."""
    bend = np.cross(along, after)
    if float(np.linalg.norm(bend)) < BENT:
        return shortest(-above[:, 1], along, above[:, 2]) @ above
    x = sense * _unit(bend)
    return np.column_stack([x, -along, np.cross(x, -along)])


def _rolled(frame: Array, thumb: Array | None) -> Array:
    """The frame turned about its bone until z points to the thumb's side."""
    if thumb is None:
        return frame
    flat = thumb - (thumb @ frame[:, 1]) * frame[:, 1]
    if float(np.linalg.norm(flat)) < 1e-9:
        return frame
    z = _unit(flat)
    if abs(math.atan2(float(np.cross(frame[:, 2], z) @ frame[:, 1]), float(frame[:, 2] @ z))) < ROLLED:
        return frame
    return np.column_stack([np.cross(frame[:, 1], z), frame[:, 1], z])


def _thumb_side(skeleton: Skeleton, hand: str) -> Array | None:
    """From the little finger to the index finger, if the hand has both."""
    below = {plain(name): skeleton.bones[name].center for name in skeleton.under(hand)}
    index = next((p for name, p in below.items() if "index" in name), None)
    little = next((p for name, p in below.items() if "pinky" in name or "little" in name), None)
    if index is None or little is None or float(np.linalg.norm(index - little)) < 1e-6:
        return None
    return np.asarray(_unit(index - little))


def _ahead(skeleton: Skeleton, hand: str, wrist: Array) -> Array:
    """The middle of what the hand carries that is no thumb; the wrist itself where it carries nothing."""
    fingers = [name for name in skeleton.under(hand) if "thumb" not in plain(name)]
    points = [skeleton.bones[name].center for name in fingers] + skeleton.tips[hand]
    apart = [p for p in points if float(np.linalg.norm(p - wrist)) > 1e-6]
    return np.mean(apart, axis=0) if apart else wrist


def _unit(vector: Array) -> Array:
    length = float(np.linalg.norm(vector))
    return np.asarray(vector / length) if length > 1e-12 else np.zeros(3)
