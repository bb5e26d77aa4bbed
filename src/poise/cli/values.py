"""Joint values as people write them, in degrees and metres, and as poses take them, in radians and metres."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from poise.errors import InputError, UnknownNameError
from poise.figure.figure import Figure
from poise.figure.joint import Joint

if TYPE_CHECKING:
    from poise.pose import Pose

LENGTHS = frozenset({"distance", "x", "y", "z"})
"""Natural coordinates that are metres; all others are angles."""


def open_pose(figure: Figure, name: str, settings: Iterable[str] = ()) -> Pose:
    """A pose by the name of a posture or of a pose file, then with single joints set ("left_knee=30")."""
    known = name in figure.postures or name in figure.stances
    pose = figure.pose(name) if known else _from_file(figure, name)
    for setting in settings:
        pose = pose.with_joints(parsed_setting(figure, setting))
    return pose


def parsed_setting(figure: Figure, text: str) -> dict[str, Any]:
    """ "left_knee=30", "left_hip.swing_x=20" or "left_hip=20,0,-5" as values for `pose.with_joints`."""
    name, equals, values = text.partition("=")
    if not equals:
        raise InputError(f"--set needs joint=degrees, for example left_knee=30, not {text!r}")
    numbers = [_number(v, text) for v in values.split(",")]
    return converted(figure, name.strip(), numbers if len(numbers) > 1 else numbers[0])


def converted(figure: Figure, name: str, value: Any) -> dict[str, Any]:
    """A setting (degrees) as entries of a pose (radians).

    A number sets a joint's only coordinate, or the flexion of an elbow; a list sets all coordinates; a mapping sets
    coordinates by name; "joint.coordinate" sets one.
    """
    if name not in figure.joints and "." in name:
        owner, _, coordinate = name.rpartition(".")
        return converted(figure, owner, {coordinate: value})
    joint = figure.joint(name)
    return {f"{name}.{c}": _radians(c, v, name) for c, v in _by_coordinate(joint, value).items()}


def natural(pose: Pose) -> dict[str, dict[str, float]]:
    """All joint values of a pose, in degrees and metres; adding zero makes −0 a plain 0."""
    return {
        joint: {c: (v if c in LENGTHS else math.degrees(v)) + 0.0 for c, v in values.items()}
        for joint, values in pose.to_dict().items()
    }


def _by_coordinate(joint: Joint, value: Any) -> Mapping[str, Any]:
    names = joint.coordinates
    if isinstance(value, Mapping):
        for key in value:
            if key not in names:
                raise UnknownNameError("coordinate", key, names, f"joint {joint.name!r}")
        return value
    if isinstance(value, (list, tuple)):
        if len(value) != len(names):
            raise InputError(f"joint {joint.name!r} takes {len(names)} values ({', '.join(names)}), not {len(value)}")
        return dict(zip(names, value, strict=True))
    if len(names) == 1 or joint.model == "elbow":
        return {names[0]: value}
    if not names:
        raise InputError(f"joint {joint.name!r} is fixed: it has no value")
    raise InputError(
        f"joint {joint.name!r} takes {len(names)} values ({', '.join(names)}); or set {joint.name}.{names[0]}"
    )


def _radians(coordinate: str, value: Any, joint: str) -> float:
    x = _number(value, f"{joint}.{coordinate}")
    return x if coordinate in LENGTHS else math.radians(x)


def _number(value: Any, where: str) -> float:
    try:
        x = float(value)
    except (TypeError, ValueError):
        raise InputError(f"{where}: {value!r} is not a number") from None
    if isinstance(value, bool) or not math.isfinite(x):
        raise InputError(f"{where}: {value!r} is not a finite number")
    return x


def _from_file(figure: Figure, name: str) -> Pose:
    from poise.io.figure.pose_values import load_pose

    if not Path(name).is_file():
        raise UnknownNameError("posture or pose file", name, dict.fromkeys([*figure.postures, *figure.stances]))
    return load_pose(figure, name)
