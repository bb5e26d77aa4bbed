"""The names that VRM has for the bones of a person, and those that the segments of `poise.human` have."""

from __future__ import annotations

from collections.abc import Mapping

TRUNK = ("spine", "chest", "upperChest")
"""From the hips up; the first alone must be there."""
_MIDDLE = {"hips": "pelvis", "neck": "neck", "head": "head"}
_SIDES = {
    "Shoulder": "clavicle", "UpperArm": "upper_arm", "LowerArm": "forearm", "Hand": "hand",
    "UpperLeg": "thigh", "LowerLeg": "shank", "Foot": "foot", "Toes": "toes",
    "ThumbMetacarpal": "thumb_1", "ThumbProximal": "thumb_2", "ThumbDistal": "thumb_3",
    **{f"{finger}{bone}": f"{finger.lower()}_{number}"
       for finger in ("Index", "Middle", "Ring", "Little")
       for number, bone in enumerate(("Proximal", "Intermediate", "Distal"), 1)},
}  # fmt: skip
_PLAIN = {
    **_MIDDLE,
    **{f"{side}{bone}": f"{side}_{ours}" for side in ("left", "right") for bone, ours in _SIDES.items()},
}
BONES = ("hips", *TRUNK, "neck", "head", "leftEye", "rightEye", "jaw", *(b for b in _PLAIN if b not in _MIDDLE))
"""All bones of VRM 1."""
REQUIRED = (
    "hips", "spine", "head", "leftUpperLeg", "leftLowerLeg", "leftFoot", "rightUpperLeg", "rightLowerLeg", "rightFoot",
    "leftUpperArm", "leftLowerArm", "leftHand", "rightUpperArm", "rightLowerArm", "rightHand",
)  # fmt: skip
"""Bones without which there is no humanoid."""


def our_names(bones: Mapping[str, str]) -> dict[str, str]:
    """What the map of a VRM calls a bone, by our names of segments.

    The trunk has one to three bones there and three segments here: the highest bone, which carries the arms, is our
    chest, and the lowest of several our abdomen. Eyes and jaw are no segments of ours.
    """
    found = {_PLAIN[bone]: owner for bone, owner in bones.items() if bone in _PLAIN}
    trunk = [bones[bone] for bone in TRUNK if bone in bones]
    names = {1: ("chest",), 2: ("abdomen", "chest"), 3: ("abdomen", "midriff", "chest")}.get(len(trunk), ())
    return {**found, **dict(zip(names, trunk, strict=True))}


def vrm_names(humanoid: Mapping[str, str]) -> dict[str, str]:
    """The other way: bones of VRM 1 from a map by our names of segments."""
    back = {ours: bone for bone, ours in _PLAIN.items()}
    trunk = [humanoid[name] for name in ("abdomen", "midriff", "chest") if name in humanoid]
    found = {back[name]: owner for name, owner in humanoid.items() if name in back}
    found.update(zip(TRUNK, trunk, strict=False))
    return {bone: found[bone] for bone in BONES if bone in found}
