"""How far people's joints go: clinical ranges of motion, each with its source.

Degrees from the anatomical position. Single-plane maxima with the other joints neutral: regions of swing are drawn
through them. Sources disagree; one series is chosen per joint, named here.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple

AAOS = "AAOS, via Norkin & White, Measurement of Joint Motion, table A.1"
AMA = "AMA, via Norkin & White, Measurement of Joint Motion, table A.1"
DSHS = "Washington State DSHS form 13-585A"
VA = "VA musculoskeletal examination sheet (38 CFR 4.71)"
KURZ = "Kurz, ranges of joint motion"
REVIEW = "World J. Orthop. 2017, 8(1):21–29, table 5"
EATON = "Eaton, hand clinic norms"
HAND_SHEET = "AAOS-style hand sheet"
RAJAGOPAL = "Rajagopal et al. 2016, full-body model"
GAZEBO = "human-gazebo, 48-DOF model"
ESTIMATE = "estimate"


class Extent(NamedTuple):
    """How far in degrees, and who says so."""

    degrees: float
    source: str


ROM: Mapping[str, Mapping[str, Extent]] = MappingProxyType(
    {
        "spine": {  # the whole back, shared by three joints
            "flexion": Extent(90, DSHS),
            "extension": Extent(25, DSHS),
            "lateral bending": Extent(25, DSHS),
            "rotation": Extent(35, GAZEBO),
        },
        "neck": {  # with the head; the head's own share is taken off
            "flexion": Extent(50, DSHS),
            "extension": Extent(60, DSHS),
            "lateral bending": Extent(45, DSHS),
            "rotation": Extent(80, DSHS),
        },
        "head": {
            "flexion": Extent(10, GAZEBO),
            "extension": Extent(25, GAZEBO),
            "lateral bending": Extent(10, ESTIMATE),
        },
        "clavicle": {
            "elevation": Extent(30, "what AAOS elevation (180°) exceeds the arm's own 150° (DSHS)"),
            "depression": Extent(5, GAZEBO),
            "protraction": Extent(20, ESTIMATE),
            "retraction": Extent(15, ESTIMATE),
        },
        "shoulder": {
            "flexion": Extent(150, DSHS),
            "abduction": Extent(150, DSHS),
            "extension": Extent(60, AAOS),
            "adduction": Extent(45, KURZ),
            "horizontal flexion": Extent(130, KURZ),
            "horizontal extension": Extent(45, KURZ),
            "medial rotation, arm out": Extent(70, AAOS),
            "lateral rotation, arm out": Extent(90, AAOS),
            "medial rotation, arm hanging": Extent(80, AMA),
            "lateral rotation, arm hanging": Extent(60, AMA),
        },
        "elbow": {
            "flexion": Extent(150, AAOS),
            "extension": Extent(0, AAOS),
            "pronation": Extent(80, AAOS),
            "supination": Extent(80, AAOS),
        },
        "wrist": {
            "flexion": Extent(80, AAOS),
            "extension": Extent(70, AAOS),
            "radial deviation": Extent(20, AAOS),
            "ulnar deviation": Extent(30, AAOS),
        },
        "hip": {
            "flexion": Extent(125, VA),
            "extension": Extent(30, VA),
            "abduction": Extent(45, VA),
            "adduction": Extent(25, VA),
            "internal rotation": Extent(40, VA),
            "external rotation": Extent(60, VA),
        },
        "knee": {
            "flexion": Extent(150, DSHS),
            "extension": Extent(0, "the straight knee"),
            "internal rotation": Extent(10, ESTIMATE),
            "external rotation": Extent(10, ESTIMATE),
        },
        "ankle": {
            "dorsiflexion": Extent(30, RAJAGOPAL),
            "dorsiflexion, knee straight": Extent(20, REVIEW),
            "plantar flexion": Extent(50, REVIEW),
            "inversion": Extent(35, REVIEW),
            "eversion": Extent(15, REVIEW),
        },
        "toes": {
            "flexion": Extent(10, GAZEBO),
            "extension": Extent(90, GAZEBO),
        },
        "finger": {
            "knuckle flexion": Extent(90, EATON),
            "knuckle extension": Extent(45, EATON),
            "spreading": Extent(20, HAND_SHEET),
            "middle joint flexion": Extent(100, EATON),
            "end joint flexion": Extent(80, EATON),
        },
        "thumb": {
            "root palmar abduction": Extent(45, EATON),
            "root radial abduction": Extent(60, EATON),
            "knuckle flexion": Extent(55, EATON),
            "knuckle extension": Extent(10, EATON),
            "knuckle sideways": Extent(10, ESTIMATE),
            "end joint flexion": Extent(80, EATON),
            "end joint extension": Extent(15, EATON),
        },
    }
)
"""By joint and motion."""


def extent(joint: str, motion: str) -> float:
    """Degrees."""
    return ROM[joint][motion].degrees
