"""What goes into the net of natural posture and what comes out: names, order, sizes, and its mirror image.

The same as `tools/train_natural/layout.py`, by which the net was trained; a test compares them. Lengths are divided by
the length of the leg.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

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

_POINT = (-1, 1, 1)
_COLUMNS = (1, -1, -1, -1, 1, 1)
"""Signs of the first two columns of S R S, S = diag(-1, 1, 1), against those of R."""
_SIGNS = {"ball": _COLUMNS, "elbow": (1, -1), "swing": (1, -1)}

Signed = tuple[NDArray[np.intp], NDArray[np.float64]]
"""Which number takes whose place in the mirror image, and its sign there."""


def _swapped(names: list[str], blocks: list[tuple[int, ...]]) -> Signed:
    """Named blocks of numbers with their signs: left and right change places."""
    starts = np.cumsum([0, *(len(b) for b in blocks)])
    begins = dict(zip(names, starts[:-1].tolist(), strict=True))
    sources = [begins[_partner(name)] + np.arange(len(b)) for name, b in zip(names, blocks, strict=True)]
    return np.concatenate(sources), np.concatenate(blocks).astype(float)


def _partner(name: str) -> str:
    left, right = "left_", "right_"
    return name.replace(left, right) if left in name else name.replace(right, left)


def _mirror_of_inputs() -> Signed:
    effector = (*_POINT, *_POINT, *_COLUMNS, 1, 1)
    return _swapped([*EFFECTORS, "gaze", "body"], [*[effector] * len(EFFECTORS), (*_POINT, 1), (1,) * BODY])


def _mirror_of_outputs() -> Signed:
    names = ["base", *(name for name, _ in JOINTS), "sigma base", *(f"sigma {name}" for name, _ in JOINTS)]
    pose = [(*_POINT, *_COLUMNS), *(_SIGNS[model] for _, model in JOINTS)]
    return _swapped(names, [*pose, (1,) * BASE_FREEDOM, *((1,) * FREEDOM[model] for _, model in JOINTS)])


MIRRORED_INPUTS, MIRRORED_OUTPUTS = _mirror_of_inputs(), _mirror_of_outputs()
