"""The parts of a person that bones of another skeleton may be: the segments of `poise.human`, without fingers."""

from __future__ import annotations

from itertools import pairwise

SIDES = ("left", "right")
SPINE = ("abdomen", "midriff", "chest")
ARM = ("clavicle", "upper_arm", "forearm", "hand")
LEG = ("thigh", "shank", "foot", "toes")
LIMBS = {"arm": ARM, "leg": LEG}

MIDDLE = ("pelvis", *SPINE, "neck", "head")
PARTS = (*MIDDLE, *(f"{side}_{part}" for side in SIDES for part in (*ARM, *LEG)))

NEEDED = tuple(f"{side}_{part}" for side in SIDES for part in ("upper_arm", "forearm", "thigh", "shank"))
"""Without these nothing is a person. The pelvis follows from the thighs; all else is added stiffly where it lacks."""

CARRIER = {
    "abdomen": "pelvis", "midriff": "abdomen", "chest": "midriff", "neck": "chest", "head": "neck",
    **{f"{side}_{part}": above for side in SIDES for part, above in (("clavicle", "chest"), ("thigh", "pelvis"))},
    **{
        f"{side}_{below}": f"{side}_{above}"
        for side in SIDES for limb in (ARM, LEG) for above, below in pairwise(limb)
    },
}  # fmt: skip
"""Part: the part that carries it."""

JOINT = {
    "pelvis": "root", "abdomen": "lumbar", "midriff": "thoracolumbar", "chest": "thoracic", "neck": "neck",
    "head": "head",
    **{
        f"{side}_{part}": f"{side}_{joint}"
        for side in SIDES
        for part, joint in zip(
            (*ARM, *LEG), ("clavicle", "shoulder", "elbow", "wrist", "hip", "knee", "ankle", "toes"), strict=True
        )
    },
}  # fmt: skip
"""Part: the joint of `poise.human` that carries it."""


def side_of(part: str) -> str:
    """ "left", "right", or nothing for the middle."""
    side = part.partition("_")[0]
    return side if side in SIDES else ""
