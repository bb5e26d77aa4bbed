"""The joints of a person: their frames, limits and willingness to move.

Every joint frame points its z axis along the limb and its x axis so that a positive turn about x is anatomical
flexion (raising, for clavicle and shoulder). At the reference posture all joint coordinates are zero, except at the
shoulder, whose zero lies in the middle of its range (Baerlocher 3.5.5): there the hanging arm is swing_x = −90°.
"""

from __future__ import annotations

import math
from collections.abc import Mapping

from poise.figure.check import Quaternion, Vec3
from poise.figure.joint import Joint, JointModel, Strength
from poise.figure.placement import IDENTITY, Placement, frame_along
from poise.people import arm_limits, limits
from poise.people.arm_limits import SCAPULAR_PLANE
from poise.people.landmarks import Landmarks
from poise.people.limits import Limits

LEFT, UP, FORWARD = (1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0)
RIGHT, DOWN, BACK = (-1.0, 0.0, 0.0), (0.0, -1.0, 0.0), (0.0, 0.0, -1.0)

UPRIGHT = frame_along(UP, LEFT)  # spine, neck, head: x bends forward, y to the left, z turns left
HANGING = frame_along(DOWN, RIGHT)  # elbow, hip, ankle: x swings forward, y (left side) inwards
KNEE = frame_along(DOWN, LEFT)  # x swings backward
PALM = frame_along(DOWN, BACK)  # left wrist and fingers: x bends towards the palm, y to the little finger's side
TOES = frame_along(FORWARD, LEFT)  # x curls the toes down
_S, _C = math.sin(SCAPULAR_PLANE), math.cos(SCAPULAR_PLANE)
SCAPULAR = frame_along((_S, 0.0, _C), (-_C, 0.0, _S))  # left shoulder: x lifts the arm, y brings it inwards

ARM_HANGS: Quaternion = (-math.sqrt(0.5), 0.0, 0.0, math.sqrt(0.5))
"""What the shoulder shows in the reference posture: swing_x = −90°."""

PARENTS: Mapping[str, tuple[str | None, str]] = {
    "root": (None, "pelvis"),
    "lumbar": ("pelvis", "abdomen"),
    "thoracolumbar": ("abdomen", "midriff"),
    "thoracic": ("midriff", "chest"),
    "neck": ("chest", "neck"),
    "head": ("neck", "head"),
    "left_clavicle": ("chest", "left_clavicle"),
    "left_shoulder": ("left_clavicle", "left_upper_arm"),
    "left_elbow": ("left_upper_arm", "left_forearm"),
    "left_wrist": ("left_forearm", "left_hand"),
    "left_hip": ("pelvis", "left_thigh"),
    "left_knee": ("left_thigh", "left_shank"),
    "left_ankle": ("left_shank", "left_foot"),
    "left_toes": ("left_foot", "left_toes"),
}
"""Joint: (parent segment, child segment)."""

WEIGHTS: Mapping[str, float] = {
    "root": 1.0,
    "lumbar": 0.4,
    "thoracolumbar": 0.4,
    "thoracic": 0.4,
    "neck": 0.7,
    "head": 0.7,
    "left_clavicle": 0.4,
    "left_hip": 0.7,
    "left_toes": 0.3,
}
"""Willingness to move; joints not named have 1. The trunk carries much and moves last."""


def origins(marks: Landmarks) -> dict[str, Vec3]:
    """Where the segment frames stand in the reference posture: at the joints that carry them."""
    return {child: marks.joints[joint.removeprefix("left_")] for joint, (_, child) in PARENTS.items()}


def joints(marks: Landmarks, strengths: Mapping[str, Mapping[str, Strength]]) -> list[Joint]:
    """The middle and left joints, hand without fingers."""
    at = origins(marks)
    made = [Joint("root", "free", None, "pelvis", weight=WEIGHTS["root"])]
    for name, (model, frame, limit, shown) in _models(marks).items():
        parent, child = str(PARENTS[name][0]), PARENTS[name][1]
        bare = joint(name, model, parent, child, away(at[child], at[parent]), frame, limit, shown=shown)
        made.append(bare.edited(weight=WEIGHTS.get(name, 1.0), strengths=strengths.get(name, {})))
    return made


def joint(
    name: str,
    model: JointModel,
    parent: str,
    child: str,
    position: Vec3,
    frame: Quaternion,
    limit: Limits,
    *,
    shown: Quaternion = IDENTITY,
    weight: float = 1.0,
) -> Joint:
    """A joint that leaves both segment frames parallel when its rotation M is `shown`; hinges turn about x."""
    placement = Placement(position, frame)
    back = (Placement((0.0, 0.0, 0.0), frame) @ Placement((0.0, 0.0, 0.0), shown)).inverse()
    return Joint(name, model, parent, child, placement, back, LEFT, limit, weight)


def away(point: Vec3, origin: Vec3) -> Vec3:
    """The point seen from an origin with parallel axes."""
    return (point[0] - origin[0], point[1] - origin[1], point[2] - origin[2])


def _models(marks: Landmarks) -> dict[str, tuple[JointModel, Quaternion, Limits, Quaternion]]:
    """Joint: (model, frame, limits, what it shows in the reference posture)."""
    along = away(marks.joints["shoulder"], marks.joints["clavicle"])
    return {
        "lumbar": ("ball", UPRIGHT, limits.spine("lumbar"), IDENTITY),
        "thoracolumbar": ("ball", UPRIGHT, limits.spine("thoracolumbar"), IDENTITY),
        "thoracic": ("ball", UPRIGHT, limits.spine("thoracic"), IDENTITY),
        "neck": ("ball", UPRIGHT, limits.neck(), IDENTITY),
        "head": ("swing", UPRIGHT, limits.head(), IDENTITY),
        "left_clavicle": ("swing", frame_along(along, FORWARD), limits.clavicle(), IDENTITY),
        "left_shoulder": ("ball", SCAPULAR, arm_limits.shoulder(), ARM_HANGS),
        "left_elbow": ("elbow", HANGING, limits.elbow(), IDENTITY),
        "left_wrist": ("swing", PALM, limits.wrist(), IDENTITY),
        "left_hip": ("ball", HANGING, limits.hip(), IDENTITY),
        "left_knee": ("elbow", KNEE, limits.knee(), IDENTITY),
        "left_ankle": ("swing", HANGING, limits.ankle(), IDENTITY),
        "left_toes": ("hinge", TOES, limits.toes(), IDENTITY),
    }
