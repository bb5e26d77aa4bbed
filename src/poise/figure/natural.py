"""Natural coordinates of joints that have more than one: tuples with names."""

from __future__ import annotations

from typing import NamedTuple


class ElbowAngles(NamedTuple):
    """Natural coordinates of an elbow joint, radians."""

    flexion: float
    twist: float


class SwingAngles(NamedTuple):
    """Natural coordinates of a swing joint, radians."""

    swing_x: float
    swing_y: float


class BallAngles(NamedTuple):
    """Natural coordinates of a ball joint, radians."""

    swing_x: float
    swing_y: float
    twist: float


class FreeCoordinates(NamedTuple):
    """Natural coordinates of a free joint: metres, then radians."""

    x: float
    y: float
    z: float
    swing_x: float
    swing_y: float
    twist: float


NATURAL = {"elbow": ElbowAngles, "swing": SwingAngles, "ball": BallAngles, "free": FreeCoordinates}
"""By the model of the joint."""
