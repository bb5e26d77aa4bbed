"""What bones are called in the rigs that many use, typed from their documents.

Of a limb: clavicle, upper arm, forearm, hand, thigh, shank, foot, toes, with `*` for the side. Case, namespaces,
prefixes and separators do not count (`words.plain`). Which of several spine and neck bones stand for ours is found by
their heights (`recognise`).
"""

from __future__ import annotations

from typing import NamedTuple

from poise.humanoids.parts import ARM, LEG, SIDES


class Rig(NamedTuple):
    """`sides`: what stands for left and right. `limbs`: the names in the order of clavicle … toes."""

    name: str
    source: str
    pelvis: str
    spine: tuple[str, ...]
    neck: tuple[str, ...]
    head: str
    sides: tuple[str, str]
    limbs: tuple[str, ...]

    def names(self) -> dict[str, str]:
        """Part: bone, without spine and neck."""
        found = {"pelvis": self.pelvis, "head": self.head}
        for side, letters in zip(SIDES, self.sides, strict=True):
            for part, pattern in zip((*ARM, *LEG), self.limbs, strict=True):
                found[f"{side}_{part}"] = pattern.replace("*", letters)
        return found


_LONG = ("Left", "Right")
_MOTION_BUILDER = ("*Shoulder", "*Arm", "*ForeArm", "*Hand", "*UpLeg", "*Leg", "*Foot", "*ToeBase")
_JOINTS = ("*Collar", "*Shoulder", "*Elbow", "*Wrist", "*Hip", "*Knee", "*Ankle", "*Toe")

RIGS = (
    Rig(
        "Poise", "poise.human", "pelvis", ("abdomen", "midriff", "chest"), ("neck",), "head", ("left", "right"),
        tuple(f"*_{part}" for part in (*ARM, *LEG)),
    ),
    Rig(
        "VRM", "VRM 1.0, humanoid.humanBones (VRM 0 has the same names), and HumanBodyBones of Unity", "hips",
        ("spine", "chest", "upperChest"), ("neck",), "head", ("left", "right"),
        ("*Shoulder", "*UpperArm", "*LowerArm", "*Hand", "*UpperLeg", "*LowerLeg", "*Foot", "*Toes"),
    ),
    Rig(
        "Mixamo", "Adobe Mixamo, auto-rigger; MotionBuilder's character names", "Hips", ("Spine", "Spine1", "Spine2"),
        ("Neck",), "Head", _LONG, _MOTION_BUILDER,
    ),
    Rig(
        "CMU", "CMU motion capture database as BVH, B. Hahne 2010", "Hips", ("LowerBack", "Spine", "Spine1"),
        ("Neck", "Neck1"), "Head", _LONG, _MOTION_BUILDER,
    ),
    Rig(
        "Rokoko", "Rokoko Studio, FBX and BVH export, skeleton Newton", "Hips",
        ("Spine", "Spine1", "Spine2", "Spine3", "Spine4"), ("Neck",), "Head", _LONG,
        ("*Shoulder", "*Arm", "*ForeArm", "*Hand", "*Thigh", "*Shin", "*Foot", "*Toe"),
    ),
    Rig(
        "Biovision", "Biovision's BVH skeleton, and that of Xsens' BVH export", "Hips",
        ("lowerback", "Chest", "Chest2", "Chest3", "Chest4"), ("lowerneck", "Neck"), "Head", _LONG, _JOINTS,
    ),
    Rig(
        "Xsens", "Xsens MVN User Manual, segments", "Pelvis", ("L5", "L3", "T12", "T8"), ("Neck",), "Head", _LONG,
        ("*Shoulder", "*UpperArm", "*ForeArm", "*Hand", "*UpperLeg", "*LowerLeg", "*Foot", "*Toe"),
    ),
    Rig(
        "Poser", "Poser figures, and DAZ Genesis 1 and 2", "hip", ("abdomen", "abdomen2", "chest"), ("neck",), "head",
        ("l", "r"), ("*Collar", "*Shldr", "*ForeArm", "*Hand", "*Thigh", "*Shin", "*Foot", "*Toe"),
    ),
    Rig(
        "DAZ", "DAZ Genesis 3 and 8", "hip", ("abdomenLower", "abdomenUpper", "chestLower", "chestUpper"),
        ("neckLower", "neckUpper"), "head", ("l", "r"),
        ("*Collar", "*ShldrBend", "*ForearmBend", "*Hand", "*ThighBend", "*Shin", "*Foot", "*Toe"),
    ),
    Rig(
        "DAZ Genesis 9", "DAZ Genesis 9", "hip", ("spine1", "spine2", "spine3", "spine4"), ("neck1", "neck2"), "head",
        ("l_", "r_"), ("*shoulder", "*upperarm", "*forearm", "*hand", "*thigh", "*shin", "*foot", "*toes"),
    ),
    Rig(
        "Rigify", "Blender, Rigify human meta-rig; DEF- and ORG- bones too", "spine",
        ("spine.001", "spine.002", "spine.003"), ("spine.004", "spine.005"), "spine.006", ("L", "R"),
        ("shoulder.*", "upper_arm.*", "forearm.*", "hand.*", "thigh.*", "shin.*", "foot.*", "toe.*"),
    ),
    Rig(
        "Unreal", "Unreal Engine, mannequin skeleton", "pelvis",
        ("spine_01", "spine_02", "spine_03", "spine_04", "spine_05"), ("neck_01", "neck_02"), "head", ("l", "r"),
        ("clavicle_*", "upperarm_*", "lowerarm_*", "hand_*", "thigh_*", "calf_*", "foot_*", "ball_*"),
    ),
    Rig(
        "Biped", "3ds Max, Character Studio biped", "Pelvis", ("Spine", "Spine1", "Spine2", "Spine3"),
        ("Neck", "Neck1"), "Head", ("L ", "R "),
        ("*Clavicle", "*UpperArm", "*Forearm", "*Hand", "*Thigh", "*Calf", "*Foot", "*Toe0"),
    ),
)  # fmt: skip
