"""What a BVH file does not say: its unit, which way is up, and which pose is at rest. Found, or as it is given.

The format has no place for any of them. What is found is told with its reason (`said`), and the caller may know better.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

import numpy as np

from poise.arrays import Array
from poise.errors import InputError, UnknownNameError
from poise.figure.check import positive
from poise.io.bvh.document import AXES, Bvh
from poise.io.bvh.places import joint_places, rotations
from poise.motion.quaternions import angle

UNITS = {"mm": 0.001, "cm": 0.01, "inch": 0.0254, "cmu": 0.0254 / 0.45, "m": 1.0}
"""Metres. "cmu": the unit of the CMU motion capture database, whose ASF files say 0.45 units an inch."""
UPS = ("x", "-x", "y", "-y", "z", "-z")
RESTS = ("zero", "first")

_STATURE = 1.7
"""Metres: about the middle of grown-up women and men."""
_LONGEST_WAY = 1.3
"""Statures from the tips of a foot over the trunk to the farthest tip of the other end, in rigs of people: CMU 1.25,
Mixamo with fingers 1.35. It does not depend on the pose."""
_FEET = re.compile(r"toe|foot|ankle|heel", re.IGNORECASE)
_HEADS = re.compile(r"head|neck", re.IGNORECASE)
_HANDS = re.compile(r"hand|wrist|finger|thumb|arm", re.IGNORECASE)
_CLEARLY = 0.8
"""Of the way from feet to head, along one axis: beyond it there is no doubt which is up."""
_SAMPLES = 16
"""Frames that are looked at."""
_APART = 20.0
"""Degrees by which some joint leaps after a first frame that is no part of the motion; and so many times the usual:"""
_LEAP = 5.0


@dataclass(frozen=True, slots=True)
class Convention:
    """`unit` in metres; `up` of `UPS`; `rest` of `RESTS`; `said`: how each was found."""

    unit: float
    up: str
    rest: str
    said: tuple[str, ...]


def find_convention(document: Bvh, unit: Any = None, up: Any = None, rest: Any = None) -> Convention:
    """Unit, up axis and rest pose, each found where None is given.

    `unit`: "mm", "cm", "inch", "cmu", "m" or a number of metres. `up`: "y", "z", "-y" … `rest`: "zero", where all
    channels are zero, or "first", the first frame.
    """
    metres, unit_said = _find_unit(document) if unit is None else _given_unit(unit)
    axis, up_said = _find_up(document) if up is None else _given(up, UPS, "up")
    pose, rest_said = _find_rest(document) if rest is None else _given(rest, RESTS, "rest")
    if pose == "first" and not len(document.frames):
        raise InputError("the first frame cannot be the rest pose of a file without frames")
    return Convention(metres, axis, pose, (unit_said, up_said, rest_said))


def _given(value: Any, choices: tuple[str, ...], what: str) -> tuple[str, str]:
    if not (isinstance(value, str) and value.lower().lstrip("+") in choices):
        raise UnknownNameError("choice", value, choices, f"{what} of a BVH file")
    chosen = value.lower().lstrip("+")
    return chosen, f"{what}: {chosen}, as given"


def _given_unit(value: Any) -> tuple[float, str]:
    if isinstance(value, str):
        if value not in UNITS:
            raise UnknownNameError("choice", value, UNITS, "unit of a BVH file")
        return UNITS[value], f"unit: {value}, as given"
    metres = positive(value, "the unit of a BVH file, in metres,")
    return metres, f"unit: {metres:g} m, as given"


# ---- unit ------------------------------------------------------------------------------------------


def longest_way(document: Bvh) -> float:
    """The longest way along bones from one tip to another, in file units. It is the same in every pose."""
    below = [[0.0] for _ in document.joints]  # from every joint to the tips it carries, over its children
    for end in document.ends:
        below[end.joint].append(float(np.linalg.norm(end.offset)))
    longest = 0.0
    for index in reversed(range(len(document.joints))):
        joint = document.joints[index]
        longest = max(longest, sum(sorted(below[index])[-2:]))
        if joint.parent >= 0:
            below[joint.parent].append(max(below[index]) + float(np.linalg.norm(joint.offset)))
    return longest


def _find_unit(document: Bvh) -> tuple[float, str]:
    """The unit in which the figure is most nearly as tall as people are."""
    height = longest_way(document) / _LONGEST_WAY
    if not (0.0 < height < 1e300):
        return UNITS["cm"], "unit: cm, which most files have; the figure has no length to tell"
    name = min(UNITS, key=lambda n: abs(np.log(height * UNITS[n] / _STATURE)))
    metres = height * UNITS[name]
    if 1.0 < metres < 2.5:
        return UNITS[name], f"unit: {name}, in which the figure is about {metres:.2f} m tall"
    return UNITS[name], f"unit: {name}, a guess: the figure would be about {metres:.3g} m tall"


# ---- up --------------------------------------------------------------------------------------------


def _find_up(document: Bvh) -> tuple[str, str]:
    """The axis along which the head is above the feet: in the motion on average, and in the zero pose.

    Where they differ, a zero pose that stands along y or z is believed: some lie through a whole motion. Upright
    along x nobody builds a figure; such a zero pose only has its bones in a row, as that of LAFAN1 has.
    """
    names = [j.name for j in document.joints]
    feet = [i for i, n in enumerate(names) if _FEET.search(n)]
    heads = [i for i, n in enumerate(names) if _HEADS.search(n)]
    if not feet or not heads:
        return "y", "up: y, as most files have it; no names of feet and head tell"
    moving = _upright_axis(document, _some_frames(document), feet, heads)
    zero = _upright_axis(document, _zero_frame(document), feet, heads)
    if zero is not None and (moving is None or (moving != zero and zero in ("y", "z"))):
        return zero, f"up: {zero}, where the head is above the feet in the zero pose"
    if moving is not None:
        return moving, f"up: {moving}, where the head is above the feet in the motion"
    return "y", "up: y, as most files have it; head and feet do not tell"


def _upright_axis(document: Bvh, frames: Array, feet: list[int], heads: list[int]) -> str | None:
    """Of `UPS`, the one that the way from feet to head has on average; None where it is slanted."""
    if not len(frames):
        return None
    places, _ = joint_places(document, frames)
    way = (places[:, heads].mean(axis=1) - places[:, feet].mean(axis=1)).mean(axis=0)
    axis = int(np.argmax(np.abs(way)))
    if not abs(way[axis]) > _CLEARLY * float(np.linalg.norm(way)):
        return None
    return ("-" if way[axis] < 0.0 else "") + AXES[axis]


def _zero_frame(document: Bvh) -> Array:
    """A frame in which nothing is turned and everything is at its offset."""
    frame = np.zeros((1, sum(len(j.channels) for j in document.joints)))
    for joint in document.joints:
        for column, axis in joint.columns("position"):
            frame[0, column] = joint.offset[axis]
    return frame


def _some_frames(document: Bvh) -> Array:
    count = len(document.frames)
    return np.asarray(document.frames[np.unique(np.linspace(0, count - 1, min(count, _SAMPLES)).astype(int))])


# ---- rest ------------------------------------------------------------------------------------------


def _find_rest(document: Bvh) -> tuple[str, str]:
    """The first frame if it stands apart from the motion that follows, as an added T-pose does; else the zero pose."""
    zero = "zero", "rest: the zero pose"
    if len(document.frames) < 3:
        return zero
    frames = document.frames[:12]
    steps = np.zeros(len(frames) - 1)
    for joint in document.joints:
        if len(joint.columns("rotation")):
            turns = rotations(joint, frames)
            steps = np.maximum(steps, np.degrees(angle(turns[:-1], turns[1:])))
    if steps[0] < _APART or steps[0] < _LEAP * steps[1:].max():
        return zero
    kind = "a T-pose" if _arms_are_out(document) else "a pose"
    return "first", f"rest: the first frame, {kind} that stands {steps[0]:.0f}° apart from the motion"


def _arms_are_out(document: Bvh) -> bool:
    """Whether hands or arms are as far apart in the first frame as a T-pose has them."""
    arms = [i for i, j in enumerate(document.joints) if _HANDS.search(j.name)]
    if len(arms) < 2:
        return False
    places = joint_places(document, document.frames[:1])[0][0, arms]
    return float(np.ptp(places, axis=0).max()) > 0.55 * longest_way(document) / _LONGEST_WAY
