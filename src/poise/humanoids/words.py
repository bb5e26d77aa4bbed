"""What the name of a bone says: its side, and how well it fits each part of a person."""

from __future__ import annotations

import re
from collections.abc import Mapping

_NAMESPACE = re.compile(r"^.*[:|]")
_PREFIX = re.compile(r"^(?i:mixamorig\d*|bip0*1|def|org|character1|skel|armature|b|j|skeleton)(?=[ _.\-]|[A-Z])")
_TOKEN = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+")
_SIDES = {
    "l": "left", "left": "left", "lft": "left", "lf": "left",
    "r": "right", "right": "right", "rgt": "right", "rt": "right",
}  # fmt: skip
_EMPTY = {"joint", "bone", "link", "node", "skeleton", "virtual", "middle", "jnt", "bn", "x", "y", "z", "p", "bend"}
"""Words that say nothing about the part."""

ASIDE = {
    "twist", "roll", "ik", "pole", "target", "end", "nub", "helper", "thumb", "index", "finger", "fingers", "pinky",
    "ring", "little", "mid", "eye", "eyes", "hair", "breast", "skirt", "tail", "jaw", "tongue", "ear", "lip", "brow",
    "cheek", "pectoral", "metatarsals", "carpal", "heel", "wing", "cloth", "weapon", "prop", "camera", "fingerbase",
    "teeth", "nose", "lash", "chin", "tweak", "mch", "pinkie", "sleeve", "dress", "coat",
}  # fmt: skip
"""Bones with these words follow others: twist bones, helpers, fingers, faces, hair, clothes."""

_WORDS: Mapping[str, Mapping[str, float]] = {
    "knee": {"shank": 0.9}, "ankle": {"foot": 0.9}, "elbow": {"forearm": 0.9}, "wrist": {"hand": 0.9},
    "palm": {"hand": 0.8}, "hand": {"hand": 1.0}, "clavicle": {"clavicle": 1.0}, "collarbone": {"clavicle": 1.0},
    "collar": {"clavicle": 1.0}, "scapula": {"clavicle": 0.9}, "shoulder": {"clavicle": 0.7, "upper_arm": 0.8},
    "shldr": {"upper_arm": 1.0}, "upperarm": {"upper_arm": 1.0}, "uparm": {"upper_arm": 1.0},
    "humerus": {"upper_arm": 1.0}, "forearm": {"forearm": 1.0}, "lowerarm": {"forearm": 1.0},
    "lowarm": {"forearm": 1.0}, "loarm": {"forearm": 1.0}, "radius": {"forearm": 0.8}, "ulna": {"forearm": 0.8},
    "upperleg": {"thigh": 1.0}, "upleg": {"thigh": 1.0}, "thigh": {"thigh": 1.0}, "femur": {"thigh": 1.0},
    "lowerleg": {"shank": 1.0}, "lowleg": {"shank": 1.0}, "loleg": {"shank": 1.0}, "shin": {"shank": 1.0},
    "shank": {"shank": 1.0}, "calf": {"shank": 1.0}, "tibia": {"shank": 0.9}, "foot": {"foot": 1.0},
    "toebase": {"toes": 1.0}, "toes": {"toes": 1.0}, "toe": {"toes": 1.0}, "ball": {"toes": 0.8},
    "hip": {"thigh": 0.8}, "arm": {"clavicle": 0.2, "upper_arm": 0.6, "forearm": 0.5, "hand": 0.3},
    "leg": {"thigh": 0.6, "shank": 0.6, "foot": 0.4, "toes": 0.3},
}  # fmt: skip
"""Words of limbs, the telling ones first, and how well they fit a part (0 … 1, by judgement)."""

_TRUNK: Mapping[str, Mapping[str, float]] = {
    "head": {"head": 1.0}, "skull": {"head": 1.0}, "neck": {"neck": 1.0, "head": 0.4}, "cervical": {"neck": 0.8},
    "hips": {"pelvis": 1.0}, "pelvis": {"pelvis": 1.0}, "hip": {"pelvis": 0.8},
}  # fmt: skip


def plain(name: str) -> str:
    """The name without namespace, prefix, case and separators: "mixamorig:LeftArm" → "leftarm"."""
    return re.sub(r"[^a-z0-9]", "", _bare(name).lower())


def side_in(name: str) -> str:
    """ "left", "right" or nothing: the first word that says it, alone or glued to another ("LThumb", "rleg")."""
    for token in _tokens(name):
        if token in _SIDES:
            return _SIDES[token]
        glued = _SIDES.get(token[:1]) if any(token[1:].startswith(word) for word in (*_WORDS, *ASIDE)) else None
        if glued is not None and not any(token.startswith(word) for word in (*_WORDS, *ASIDE, *_TRUNK)):
            return glued
    return ""


def is_aside(name: str) -> bool:
    """Whether the name is one of a bone that follows others."""
    return any(token in ASIDE or token[1:] in ASIDE for token in _tokens(name))


def scores(name: str) -> Mapping[str, float]:
    """How well a name fits parts of a limb, or of the middle when it says no side; empty when it says nothing."""
    side = side_in(name)
    words = [t for t in _tokens(name) if t not in _EMPTY and t not in _SIDES and not t.isdigit()]
    if side:
        words = [w[1:] if w[:1] == side[0] and any(w[1:].startswith(k) for k in _WORDS) else w for w in words]
    text = "".join(words)
    table = _WORDS if side else _TRUNK
    return next((fits for word, fits in table.items() if word in text), {})


def _tokens(name: str) -> list[str]:
    return [token.lower() for token in _TOKEN.findall(_bare(name))]


def _bare(name: str) -> str:
    bare = _NAMESPACE.sub("", name).strip()
    shorter = _PREFIX.sub("", bare).strip(" _.-")
    return shorter or bare
