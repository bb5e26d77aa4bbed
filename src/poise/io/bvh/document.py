"""What a BVH file says, before anything is made of it: joints, channels and frames in the file's own units and axes."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from poise.arrays import Array
from poise.figure.check import Vec3

AXES = "xyz"


@dataclass(frozen=True, slots=True)
class BvhJoint:
    """A ROOT or JOINT. `parent`: index among the joints, −1 for a root. `column`: of its first channel in the frames.

    `channels`: pairs of what moves, "position" or "rotation", and the axis 0, 1 or 2, in the order of the file.
    """

    name: str
    parent: int
    offset: Vec3
    channels: tuple[tuple[str, int], ...]
    column: int
    line: int

    def columns(self, kind: str) -> list[tuple[int, int]]:
        """Pairs (column of the frames, axis) of the channels of a kind, in the order of the file."""
        return [(self.column + i, axis) for i, (what, axis) in enumerate(self.channels) if what == kind]


@dataclass(frozen=True, slots=True)
class BvhEnd:
    """An End Site: the tip of the joint of that index. `name` is empty when the file gives none."""

    name: str
    joint: int
    offset: Vec3


@dataclass(frozen=True, slots=True)
class Bvh:
    """A BVH file. `frames` (n, channels), degrees and file units. `frame_time` in seconds; None without a motion.

    `remarks`: what is odd about the file and how it was read all the same.
    """

    path: Path
    joints: tuple[BvhJoint, ...]
    ends: tuple[BvhEnd, ...]
    frames: Array
    frame_time: float | None
    remarks: tuple[str, ...]

    @property
    def roots(self) -> list[int]:
        """The joints that hang on nothing."""
        return [i for i, joint in enumerate(self.joints) if joint.parent < 0]

    def channel_name(self, column: int) -> str:
        """ "Zrotation of 'Spine'": whose number stands in a column."""
        joint = next(j for j in reversed(self.joints) if j.channels and j.column <= column)
        kind, axis = joint.channels[column - joint.column]
        return f"{'XYZ'[axis]}{kind} of {joint.name!r}"
