"""Requests about the pose, and about the figure."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Literal

from pydantic import Field

from poise.studio.protocol.plain import Flag, Name, Number, Request, Value


@dataclass(frozen=True, kw_only=True)
class ApplyPose(Request):
    """Go to a pose: one of the library, a posture of the figure, or the scene's start."""

    source: Literal["library", "posture", "start"]
    name: Name = ""


@dataclass(frozen=True, kw_only=True)
class GrabBlend(Request):
    """Take hold of how much of a pose there is; pull it to shares from 0, the pose as it was, to 1.

    `source` "hands": relaxed, flat, grip, point, fist. `part`: a group of joints, or null for the whole body.
    """

    source: Literal["library", "posture", "start", "hands"]
    name: Name = ""
    part: Name | None = None


@dataclass(frozen=True, kw_only=True)
class TakeStance(Request):
    """Sit, kneel, lie: a stance of the figure, with what it rests on. What held the body before is let go.

    `figure`: of several, whose.
    """

    name: Name
    figure: Name | None = None


@dataclass(frozen=True, kw_only=True)
class Relax(Request):
    """What was placed by hand need not stay any more: a segment, a joint or a group of joints, or null for all."""

    part: Name | None = None


@dataclass(frozen=True, kw_only=True)
class SetJoints(Request):
    """Set joints to natural coordinates, degrees and metres, by joint; what tasks want is sought again from there."""

    values: dict[Name, Annotated[list[Number], Field(max_length=6)]]


@dataclass(frozen=True, kw_only=True)
class MirrorPose(Request):
    """Swap left and right, or make one side like the other."""

    side: Literal["swap", "left_to_right", "right_to_left"] = "swap"


@dataclass(frozen=True, kw_only=True)
class KeepPose(Request):
    """Put the present pose into the library, over one of the same name. `thumbnail`: a PNG, at most 64 kB."""

    name: Name
    thumbnail: Annotated[bytes, Field(max_length=65536)] | None = None


@dataclass(frozen=True, kw_only=True)
class RenamePose(Request):
    """Give a pose of the library another name."""

    name: Name
    to: Name


@dataclass(frozen=True, kw_only=True)
class RemovePose(Request):
    """Take a pose out of the library."""

    name: Name


@dataclass(frozen=True, kw_only=True)
class SetStart(Request):
    """The present pose becomes the scene's start: where `Hold` without a frame keeps its site."""


@dataclass(frozen=True, kw_only=True)
class ChooseFigure(Request):
    """Another figure, as scene files name it: "human", {"human": {"stature": 1.7}}, {"file": "robot.urdf"}.

    Tasks, forces and poses that fit it are kept; the answer names those that do not.
    """

    figure: Value


@dataclass(frozen=True, kw_only=True)
class ScaleSegments(Request):
    """Make segments longer or shorter, by factor. `symmetric`: their mirror images too."""

    factors: dict[Name, Number]
    symmetric: Flag = False


@dataclass(frozen=True, kw_only=True)
class SetLimit(Request):
    """Another limit of a joint, as figure files have it (degrees); null takes it away."""

    joint: Name
    limit: Name
    value: Value
    symmetric: Flag = False


@dataclass(frozen=True, kw_only=True)
class SetMass(Request):
    """The mass of a segment, or of the whole figure with `segment` null."""

    segment: Name | None = None
    kilograms: Number
    symmetric: Flag = False


@dataclass(frozen=True, kw_only=True)
class SetJointWeight(Request):
    """How willingly a joint moves, 1 by default."""

    joint: Name
    weight: Number
    symmetric: Flag = False


@dataclass(frozen=True, kw_only=True)
class SetRest(Request):
    """The present pose becomes the figure's rest pose."""


@dataclass(frozen=True, kw_only=True)
class Reroot(Request):
    """Hold the figure at another segment; nothing moves."""

    segment: Name
