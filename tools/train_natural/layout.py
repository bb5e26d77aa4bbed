"""What goes into the net and what comes out: names, order, sizes. Everything else here follows this file.

Lengths are divided by the length of the leg; all is seen in the frame that `frame_of_goals` reads off the goals.
"""

from __future__ import annotations

EFFECTORS = ("left_foot", "right_foot", "left_hand", "right_hand", "head", "pelvis", "chest")
"""Segments whose goals the net knows."""

PER_EFFECTOR = 14
"""place 3 (of the point that has the goal), that point on its segment 3, turn 6 (two columns), placed 1, turned 1.
What is not known is zero; where both are known, the place is that of the segment's origin and the point is zero."""

GAZE = 4
"""The point looked at 3, shortened to FAR when it is further; known 1."""

FAR = 2.0
"""Leg lengths."""

BODY = 9
"""Leg (m); then over the leg: thigh, half the hips' spacing, loins, spine, neck, half the shoulders' spacing, upper
arm, forearm."""

INPUTS = len(EFFECTORS) * PER_EFFECTOR + GAZE + BODY

JOINTS: tuple[tuple[str, str], ...] = (
    ("lumbar", "ball"), ("thoracolumbar", "ball"), ("thoracic", "ball"), ("neck", "ball"), ("head", "swing"),
    ("left_clavicle", "swing"), ("left_shoulder", "ball"), ("left_elbow", "elbow"), ("left_wrist", "swing"),
    ("right_clavicle", "swing"), ("right_shoulder", "ball"), ("right_elbow", "elbow"), ("right_wrist", "swing"),
    ("left_hip", "ball"), ("left_knee", "elbow"), ("left_ankle", "swing"),
    ("right_hip", "ball"), ("right_knee", "elbow"), ("right_ankle", "swing"),
)  # fmt: skip
"""The joints the net speaks of, in the order of `poise.human`. Toes and fingers were not captured."""

NUMBERS = {"ball": 6, "elbow": 2, "swing": 2}
"""How many numbers give a joint: two columns of its rotation, or its coordinates."""

FREEDOM = {"ball": 3, "elbow": 2, "swing": 2}
"""Its degrees of freedom: how many sigmas it has."""

BASE = 9
"""Of the pelvis: place 3, turn 6."""

BASE_FREEDOM = 6

POSE = BASE + sum(NUMBERS[model] for _, model in JOINTS)
SIGMAS = BASE_FREEDOM + sum(FREEDOM[model] for _, model in JOINTS)
OUTPUTS = POSE + SIGMAS
"""The pose, then the logarithms of the sigmas: place of the pelvis (leg lengths), its turn, then joint by joint
(rad)."""

HIDDEN = 248
LAYERS = 4
"""The first maps the inputs, the others add what they find to what they were given; a last one makes the outputs."""

MEASURED = (
    "Hips", "LeftUpLeg", "RightUpLeg", "LeftLeg", "RightLeg", "Spine", "Spine1", "Neck", "Neck1", "LeftArm", "RightArm",
    "LeftForeArm", "RightForeArm",
)  # fmt: skip
"""The 13 joints of the capture skeleton that no goal places: E13 is their mean distance."""
