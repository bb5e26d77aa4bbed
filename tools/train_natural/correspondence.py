"""Which point and which direction of `poise.human` is which of the capture skeleton.

Limbs correspond by their joint centres. The capture's spine, neck and head joints stand where no joint of the human is:
they become points of its segments, where they are while people stand. Bones have frames of their own: how each is
turned against the human's segment is read off people standing too (pelvis level, soles flat, eyes straight ahead),
and for the hands off the T-pose, in which the capture has its zero.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from captured import Array, Captured

import poise
from poise.figure.marks import Site
from poise.figure.placement import Placement

LIMBS = {
    "UpLeg": "thigh", "Leg": "shank", "Foot": "foot", "Arm": "upper_arm", "ForeArm": "forearm",
    "FingerBase": "hand",
}  # fmt: skip
"""Capture joint: the human's segment whose joint centre it is, both without their side. The capture's `Hand` is a joint
within the forearm that only twists; the wrist is where the fingers' base begins."""

TRUNK = {
    "Hips": "pelvis", "Spine": "abdomen", "Spine1": "midriff", "Neck": "chest", "Neck1": "chest", "Head": "neck",
}  # fmt: skip
"""Capture joint: the human's segment that carries this point."""

TURNED = {
    "Hips": "pelvis", "Spine1": "chest", "Head": "head", "LeftFoot": "left_foot", "RightFoot": "right_foot",
    "LeftFingerBase": "left_hand", "RightFingerBase": "right_hand",
}  # fmt: skip
"""Bone: the human's segment that turns with it."""


@dataclass(frozen=True)
class Correspondence:
    """`trunk`: capture joint → place (3,) in a standing person, metres of a person whose shoulders are 1 m over the
    hips, from the middle of the hips. `turns`: bone → (3, 3) rotation, bone ← segment."""

    trunk: dict[str, Array]
    turns: dict[str, Array]


def correspondence(captured: Captured) -> Correspondence:
    """Read off the people who stand."""
    standing = captured.of(_standing(captured))
    middle = _middle(standing.place("LeftUpLeg"), standing.place("RightUpLeg"))
    heading = _heading(standing.turn("Hips"))
    tall = np.median(_middle(standing.place("LeftArm"), standing.place("RightArm"))[:, 1] - middle[:, 1])
    trunk = {}
    for joint in TRUNK:
        place = np.median(np.einsum("nji,nj->ni", heading, standing.place(joint) - middle), axis=0) / tall
        trunk[joint] = place * (0.0, 1.0, 1.0)
    turns = {bone: _upright(np.median(standing.turn(bone)[:, 1], axis=0), bone) for bone in TURNED}
    t_pose = poise.human().pose("t_pose")
    for bone in ("LeftFingerBase", "RightFingerBase"):
        turns[bone] = t_pose.segment_frame(TURNED[bone])[:3, :3]
    return Correspondence(trunk, turns)


def scaled_human(zero: dict[str, Array], like: Correspondence) -> poise.Figure:
    """The human with the bones of a capture skeleton, given by its joint centres at zero."""
    human = poise.human()
    stood = human.pose("reference")
    at = {name: stood.segment_frame(name)[:3, 3] - stood.segment_frame("pelvis")[:3, 3] for name in human.segments}
    return with_sites(human.scaled(_factors(zero, at)), like)


def with_sites(human: poise.Figure, like: Correspondence) -> poise.Figure:
    """With a site `at_…` for each joint of the capture skeleton, and one with its segment's axes on chest and head."""
    stood = human.pose("reference")
    root = stood.segment_frame("pelvis")[:3, 3]
    tall = stood.segment_frame("left_upper_arm")[1, 3] - root[1]
    points = {f"on_{segment}": (segment, np.zeros(3)) for segment in ("chest", "head")}
    for joint, segment in TRUNK.items():
        points[f"at_{joint}"] = segment, like.trunk[joint] * tall - (stood.segment_frame(segment)[:3, 3] - root)
    for joint, part in LIMBS.items():
        points |= {f"at_{side}{joint}": (f"{side.lower()}_{part}", np.zeros(3)) for side in ("Left", "Right")}
    for name, (segment, place) in points.items():
        human = human.with_site(Site(name, segment, Placement(tuple(map(float, place)))))
    return human


def _factors(zero: dict[str, Array], at: dict[str, Array]) -> dict[str, float]:
    """How much longer every segment of the person is than the human's: limbs by their lengths, the pelvis by the hips'
    spacing, the spine by the height of the shoulders, the clavicle by their spacing; ends by the legs."""
    limbs = {
        "thigh": ("UpLeg", "Leg", "shank"), "shank": ("Leg", "Foot", "foot"),
        "upper_arm": ("Arm", "ForeArm", "forearm"), "forearm": ("ForeArm", "FingerBase", "hand"),
    }  # fmt: skip
    part = {}
    for segment, (upper, lower, below) in limbs.items():
        part[segment] = _length(zero, upper, lower) / np.linalg.norm(at[f"left_{segment}"] - at[f"left_{below}"])
    hips = abs(zero["LeftUpLeg"][0] - zero["RightUpLeg"][0]) / (2 * at["left_thigh"][0])
    loins, shoulder, clavicle = at["abdomen"][1], at["left_upper_arm"], at["left_clavicle"]
    spine = (_length(zero, "UpLeg", "Arm", axis=1) - hips * loins) / (shoulder[1] - loins)
    broad = abs(zero["LeftArm"][0] - zero["RightArm"][0]) / 2
    part["clavicle"] = (broad - spine * clavicle[0]) / (shoulder[0] - clavicle[0])
    part["foot"] = part["toes"] = part["hand"] = (part["thigh"] + part["shank"]) / 2
    sides = {f"{side}_{name}": float(f) for name, f in part.items() for side in ("left", "right")}
    return (
        sides | {"pelvis": float(hips)} | dict.fromkeys(("abdomen", "midriff", "chest", "neck", "head"), float(spine))
    )


def _length(zero: dict[str, Array], upper: str, lower: str, axis: int | None = None) -> float:
    """Distance between two joints at zero, the mean of both sides; along one axis or in space."""
    sides = [zero[f"{side}{lower}"] - zero[f"{side}{upper}"] for side in ("Left", "Right")]
    return float(np.mean([np.linalg.norm(s) if axis is None else abs(s[axis]) for s in sides]))


def _standing(captured: Captured) -> np.ndarray:
    """Knees nearly straight, feet level and under the body, pelvis upright, the hands down."""
    level = np.abs(captured.place("LeftFoot")[:, 1] - captured.place("RightFoot")[:, 1]) < 0.03
    near = np.linalg.norm(captured.place("LeftFoot") - captured.place("RightFoot"), axis=-1) < 0.45
    upright = captured.turn("Hips")[:, 1, 1] > 0.95
    down = captured.place("LeftHand")[:, 1] < captured.place("LeftArm")[:, 1] - 0.35
    return level & near & upright & down & _straight(captured, "Left") & _straight(captured, "Right")


def _straight(captured: Captured, side: str) -> np.ndarray:
    thigh = captured.place(f"{side}Leg") - captured.place(f"{side}UpLeg")
    shank = captured.place(f"{side}Foot") - captured.place(f"{side}Leg")
    cosine = (thigh * shank).sum(-1) / np.linalg.norm(thigh, axis=-1) / np.linalg.norm(shank, axis=-1)
    return np.asarray(cosine > np.cos(np.radians(20)))


def _heading(turns: Array) -> Array:
    """(n, 3, 3) upright frames, world ← heading, that look where the bones do."""
    forward = turns[:, :, 2] * (1.0, 0.0, 1.0)
    forward /= np.linalg.norm(forward, axis=-1, keepdims=True)
    up = np.broadcast_to((0.0, 1.0, 0.0), forward.shape)
    return np.stack([np.cross(up, forward), up, forward], axis=-1)


def _upright(up: Array, bone: str) -> Array:
    """The smallest rotation C with C y = up: seen from the bone, the segment that stands upright. The middle of the
    body leans to no side, and the feet lean alike."""
    sideways = {"Left": -0.27, "Right": 0.27}
    side = next((lean for name, lean in sideways.items() if bone.startswith(name)), 0.0)
    y = np.array([side, up[1], up[2] if side == 0.0 else 0.0])
    y /= np.linalg.norm(y)
    z = np.array([0.0, 0.0, 1.0]) - y[2] * y
    z /= np.linalg.norm(z)
    return np.stack([np.cross(y, z), y, z], axis=-1)


def _middle(a: Array, b: Array) -> Array:
    return (a + b) / 2
