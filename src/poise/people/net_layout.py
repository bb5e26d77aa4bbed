"""What goes into the net of natural posture and what comes out: names, order, sizes.

The same as `tools/train_natural/layout.py`, by which the net was trained, and as `core/natural/layout.hpp`; tests
compare them. Lengths are divided by the length of the leg.
"""

from __future__ import annotations

EFFECTORS = ("left_foot", "right_foot", "left_hand", "right_hand", "head", "pelvis", "chest")
"""Segments whose goals the net knows. Of each: place 3 of the point that has the goal, that point on its segment 3,
turn 6 (two columns), whether placed, whether turned. What is not known is zero."""

JOINTS: tuple[tuple[str, str], ...] = (
    ("lumbar", "ball"), ("thoracolumbar", "ball"), ("thoracic", "ball"), ("neck", "ball"), ("head", "swing"),
    ("left_clavicle", "swing"), ("left_shoulder", "ball"), ("left_elbow", "elbow"), ("left_wrist", "swing"),
    ("right_clavicle", "swing"), ("right_shoulder", "ball"), ("right_elbow", "elbow"), ("right_wrist", "swing"),
    ("left_hip", "ball"), ("left_knee", "elbow"), ("left_ankle", "swing"),
    ("right_hip", "ball"), ("right_knee", "elbow"), ("right_ankle", "swing"),
)  # fmt: skip
"""The joints the net speaks of, and their models."""

PER_EFFECTOR, GAZE, BODY = 14, 4, 9
NUMBERS = {"ball": 6, "elbow": 2, "swing": 2}
"""How many numbers give a joint: two columns of its rotation, or its coordinates."""
FREEDOM = {"ball": 3, "elbow": 2, "swing": 2}
BASE, BASE_FREEDOM = 9, 6
"""Of the pelvis: place 3 and turn 6; its degrees of freedom."""

INPUTS = len(EFFECTORS) * PER_EFFECTOR + GAZE + BODY
POSE = BASE + sum(NUMBERS[model] for _, model in JOINTS)
OUTPUTS = POSE + BASE_FREEDOM + sum(FREEDOM[model] for _, model in JOINTS)
"""The pose, then the logarithms of the sigmas of pelvis and joints."""

FAR = 2.0
"""Leg lengths: a point looked at from further is brought that near."""
