"""The catalogue: every kind of part there is, with its fields, so that inspectors can be made from it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from poise.studio.protocol.plain import Message


@dataclass(frozen=True, kw_only=True)
class FieldKind:
    """A field. `kind` says how to edit it:

    number, count, angle (degrees), flag, text, choice (of `choices`), axes (letters of "xyz"), site, sites_or_soles,
    segment, point (world), direction, turn (quaternion x y z w, or a direction), placement {position, rotation},
    point_or_site, turn_or_site, joints (null: all; a name of a group, limb or joint; a list; or joint: 0 … 1,
    in criteria also a list with a weight for each coordinate), base (a weight, or [place, tilt, heading]),
    pose (a posture's name, or values by joint), tolerance {metres, degrees}, surface, forces, supports, file, function.
    `unit`: "m", "deg", "N", "N m", "kg" or "". `required`: given when it is added. `min`: the least value, if any.
    """

    name: str
    title: str
    kind: str
    unit: str
    required: bool
    default: Any
    choices: list[str]
    min: float | None
    help: str


@dataclass(frozen=True, kw_only=True)
class PartKind:
    """A kind of task, criterion, force, support or built-in figure. `help`: one sentence; `more`: the rest."""

    kind: str
    title: str
    help: str
    more: str
    fields: list[FieldKind]


@dataclass(frozen=True, kw_only=True)
class OverlayKind:
    """Something that can be switched on in the viewport."""

    name: str
    title: str
    help: str


@dataclass(frozen=True, kw_only=True)
class Catalogue(Message):
    """All there is to choose from."""

    tasks: list[PartKind]
    criteria: list[PartKind]
    forces: list[PartKind]
    supports: list[PartKind]
    figures: list[PartKind]
    overlays: list[OverlayKind]
