"""Poses in files: the name of a posture, or values by joint in degrees and metres, exact to the last bit.

A value is a number; a list in the order of the joint's coordinates; four numbers, a quaternion x y z w, for a ball; a
mapping by coordinate; or position and rotation for a free joint. "joint.coordinate" sets one. Others stay at rest.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pydantic import ValidationError

from poise.errors import FileError, InputError
from poise.figure.compile import split_key
from poise.figure.figure import Figure
from poise.io.figure.read import METRES, placement_of
from poise.io.figure.schema import PlacementPart
from poise.io.figure.write import joint_value
from poise.io.text.angles import radians_of
from poise.io.text.files import decoded, read_bytes, write_whole
from poise.io.text.yaml_read import parse_yaml
from poise.io.text.yaml_write import yaml_text

if TYPE_CHECKING:
    from poise.pose import Pose

PLACED = frozenset({"position", "rotation", "axis_angle"})


def pose_values(pose: Pose) -> str | dict[str, Any]:
    """The pose as it stands in a file: a posture's name, or the joints that are not at rest."""
    figure, bits = pose.figure, pose.coordinates.tobytes()
    for name in figure.postures:
        if figure.pose(name).coordinates.tobytes() == bits:
            return name
    return joint_values(pose, only_moved=True)


def joint_values(pose: Pose, *, only_moved: bool = False) -> dict[str, Any]:
    """The values of all joints, or only of those that are not at rest."""
    figure, rest = pose.figure, pose.figure.rest().coordinates
    written = {}
    for name, joint in figure.joints.items():
        where = figure.coordinate_slice(name)
        moved = pose.coordinates[where].tobytes() != rest[where].tobytes()
        if joint.dof and (moved or not only_moved):
            written[name] = joint_value(joint, tuple(pose.coordinates[where].tolist()))
    return written


def pose_from(figure: Figure, values: str | Mapping[str, Any]) -> Pose:
    """The pose that a file speaks of."""
    if isinstance(values, str):
        return figure.pose(values)
    return figure.pose({key: _natural(figure, str(key), value) for key, value in values.items()})


def load_pose(figure: Figure, path: str | os.PathLike[str]) -> Pose:
    """The pose in a file that maps joints to values. Raises `FileError` with the line of what is wrong."""
    file, valid = Path(path), "a pose file maps joints to degrees, for example left_knee: 30"
    document = parse_yaml(decoded(read_bytes(file, valid), file, valid), file)
    if not isinstance(document.value, dict):
        raise document.error(valid)
    pose = figure.rest()
    for key, value in document.value.items():
        with document.at(key):
            pose = pose.with_joints({key: _natural(figure, key, value)})
    return pose


def _natural(figure: Figure, key: str, value: Any) -> Any:
    """One joint's value as `Figure.pose` takes it."""
    joint_name, coordinate = split_key(figure, key)
    joint = figure.joints[joint_name]
    if isinstance(value, Mapping) and set(value) & PLACED:
        return _placed(key, value)
    if isinstance(value, Mapping):
        return {c: _quantity(c, v, f"{key}.{c}") for c, v in value.items()}
    if not isinstance(value, list):
        return _quantity(coordinate or joint.coordinates[:1], value, key)
    if joint.model == "ball" and len(value) == 4:
        return tuple(_quantity("x", v, key) for v in value)
    names = joint.coordinates if len(value) == len(joint.coordinates) else ("x",) * len(value)
    return tuple(_quantity(c, v, key) for c, v in zip(names, value, strict=True))


def _placed(key: str, value: Mapping[str, Any]) -> tuple[float, ...]:
    try:
        placement = placement_of(PlacementPart.model_validate(dict(value)))
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        raise InputError(f"{key}: {first['msg'].removeprefix('Value error, ')}") from None
    return (*placement.position, *placement.rotation)


def _quantity(coordinate: str | tuple[str, ...], value: Any, where: str) -> float:
    """Radians or metres; `coordinate` says which."""
    name = coordinate if isinstance(coordinate, str) else (coordinate or ("",))[0]
    try:
        if name in METRES:
            if isinstance(value, bool | str):
                raise ValueError(f"must be a plain number, not {value!r}")
            return float(value)
        return radians_of(value)
    except (TypeError, ValueError) as error:
        raise InputError(f"{where}: {error}") from None


def save_pose(pose: Pose, path: str | os.PathLike[str]) -> None:
    """Write all joint values of a pose, as `poise show --pose` reads them."""
    file = Path(path)
    if file.suffix.lower() not in (".yaml", ".yml"):
        raise FileError(file, "a pose is written as YAML; use the ending .yaml")
    write_whole(file, f"# A pose of {pose.figure.name}: degrees and metres by joint.\n{yaml_text(joint_values(pose))}")
