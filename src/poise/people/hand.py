"""The hand: finger joints and their places (left, reference posture: fingers down, palm to the thigh, thumb forward).

Lengths are fractions of hand length, breadths of hand breadth, both ANSUR; the inner proportions are estimates.
"""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from poise.figure.check import Quaternion, Vec3
from poise.figure.joint import Joint, JointModel
from poise.figure.limit import Polygon, Range
from poise.figure.placement import frame_along
from poise.people.joints import PALM, away, joint
from poise.people.landmarks import Landmarks
from poise.people.limits import Limits, region
from poise.people.motion import extent
from poise.people.person import Person

FINGERS = ("index", "middle", "ring", "little")
FINGER_WEIGHT = 0.5

_PHALANGES = (0.0, 0.48, 0.77, 1.0)
"""Where a finger's joints and tip are, from the knuckle."""


class _Finger(NamedTuple):
    """`knuckle`: from the wrist along the hand. `across`: from the middle towards the thumb, of hand breadth.
    `tip`: like `knuckle`. `radius`: at the root, of hand breadth."""

    knuckle: float
    across: float
    tip: float
    radius: float


_SHAPES = {
    "index": _Finger(0.475, 0.34, 0.945, 0.105),
    "middle": _Finger(0.480, 0.10, 1.000, 0.108),
    "ring": _Finger(0.455, -0.13, 0.935, 0.100),
    "little": _Finger(0.420, -0.35, 0.780, 0.088),
}


class Digit(NamedTuple):
    """One finger or the thumb: names of its joints after "left_index_", their places and the tip (metres, as
    landmarks), the radius at the root, and the frame of its joints."""

    name: str
    joints: tuple[str, ...]
    points: tuple[Vec3, ...]
    radius: float
    frame: Quaternion


def digits(person: Person, marks: Landmarks) -> list[Digit]:
    """Thumb first, then index to little finger."""
    return [_thumb(person, marks), *(_finger(person, marks, name) for name in FINGERS)]


def digit_joints(digit: Digit, palm: Vec3) -> list[Joint]:
    """The joints of one digit; `palm` is the origin of the hand segment."""
    made, parent, origin = [], "left_hand", palm
    for i, part in enumerate(digit.joints):
        child = f"left_{digit.name}_{i + 1}"
        model, limit = _model(digit.name, part)
        position = away(digit.points[i], origin)
        name = f"left_{digit.name}_{part}"
        made.append(joint(name, model, parent, child, position, digit.frame, limit, weight=FINGER_WEIGHT))
        parent, origin = child, digit.points[i]
    return made


def _finger(person: Person, marks: Landmarks, name: str) -> Digit:
    shape = _SHAPES[name]
    length, breadth = person.length("hand_length"), person.length("hand_breadth")
    wrist = np.array(marks.joints["wrist"])
    knuckle = wrist + np.array([0.0, -shape.knuckle * length, shape.across * breadth])
    tip = wrist + np.array([0.0, -shape.tip * length, shape.across * breadth * 1.12])
    points = tuple(_point(knuckle + t * (tip - knuckle)) for t in _PHALANGES)
    return Digit(name, ("mcp", "pip", "dip"), points, shape.radius * breadth, PALM)


def _thumb(person: Person, marks: Landmarks) -> Digit:
    """The thumb stands forward and a little towards the palm; its joints bend it across the palm."""
    length, breadth = person.length("hand_length"), person.length("hand_breadth")
    root = np.array(marks.joints["wrist"]) + np.array([-0.06 * breadth, -0.12 * length, 0.28 * breadth])
    along = np.array([-0.38, -0.80, 0.46])
    along /= np.linalg.norm(along)
    points = tuple(_point(root + t * length * along) for t in (0.0, 0.235, 0.42, 0.565))
    bend = np.cross(along, np.cross((-0.75, -0.1, -0.65), along))  # where bending takes the tip: across the palm
    return Digit("thumb", ("cmc", "mcp", "ip"), points, 0.135 * breadth, frame_along(along, np.cross(along, bend)))


def _model(digit: str, part: str) -> tuple[JointModel, Limits]:
    """Model and limits of a finger joint."""
    if digit == "thumb":
        return _thumb_model(part)
    if part == "mcp":
        return "swing", {"swing": _knuckle("finger", extent("finger", "spreading"))}
    bend = extent("finger", "middle joint flexion" if part == "pip" else "end joint flexion")
    return "hinge", {"angle": Range.degrees(0, bend)}


def _thumb_model(part: str) -> tuple[JointModel, Limits]:
    if part == "cmc":  # half of each measured arc to either side of the relaxed thumb
        bend, side = extent("thumb", "root radial abduction") / 2, extent("thumb", "root palmar abduction") / 2
        return "swing", {"swing": region(-bend, bend, -side, side)}
    if part == "mcp":
        return "swing", {"swing": _knuckle("thumb", extent("thumb", "knuckle sideways"))}
    stretch, bend = extent("thumb", "end joint extension"), extent("thumb", "end joint flexion")
    return "hinge", {"angle": Range.degrees(-stretch, bend)}


def _knuckle(digit: str, side: float) -> Polygon:
    return region(-extent(digit, "knuckle extension"), extent(digit, "knuckle flexion"), -side, side)


def relaxed(digit: Digit) -> dict[str, tuple[float, ...] | float]:
    """Joint values of a relaxed finger, radians: bent a little more from index to little finger."""
    if digit.name == "thumb":
        return {"left_thumb_mcp": (math.radians(12), 0.0), "left_thumb_ip": math.radians(15)}
    more = FINGERS.index(digit.name)
    middle = math.radians(24 + 3 * more)
    name = f"left_{digit.name}"
    return {f"{name}_mcp": (math.radians(18 + 3 * more), 0.0), f"{name}_pip": middle, f"{name}_dip": middle * 2 / 3}


def flat(digit: Digit) -> dict[str, tuple[float, ...] | float]:
    """Joint values of a finger that lies on a table, radians: straight, the thumb drawn out of the palm."""
    if digit.name == "thumb":
        return {
            "left_thumb_cmc": (math.radians(-27), 0.0),
            "left_thumb_mcp": (math.radians(-8), 0.0),
            "left_thumb_ip": 0.0,
        }
    name = f"left_{digit.name}"
    return {f"{name}_mcp": (0.0, 0.0), f"{name}_pip": 0.0, f"{name}_dip": 0.0}


def grasping(digit: Digit) -> dict[str, tuple[float, ...] | float]:
    """Joint values of a finger around a bar as thick as a broomstick, radians."""
    if digit.name == "thumb":
        return {
            "left_thumb_cmc": (math.radians(14), math.radians(-14)),
            "left_thumb_mcp": (math.radians(38), 0.0),
            "left_thumb_ip": math.radians(42),
        }
    more, name = FINGERS.index(digit.name), f"left_{digit.name}"
    middle = math.radians(84 + 2 * more)
    return {f"{name}_mcp": (math.radians(61 + more), 0.0), f"{name}_pip": middle, f"{name}_dip": middle * 2 / 3}


def _point(values: NDArray[np.float64]) -> Vec3:
    return (float(values[0]), float(values[1]), float(values[2]))
