"""The segment whose path through space a motion interpolates.

Poses of a figure can be held at any of its segments, but a straight path of the pelvis is none of the foot. So a motion
remembers whose path is interpolated: held at another segment, it stays the same motion between its keys, too.
"""

from __future__ import annotations

import numpy as np

from poise import _core
from poise.arrays import Array, sealed
from poise.errors import InputError
from poise.figure.figure import Figure
from poise.motion.quaternions import product, rotated


class Carrier:
    """Coordinates of a figure held at its root, and of the same figure held at `segment`, forth and back."""

    __slots__ = ("figure", "segment")

    def __init__(self, figure: Figure, segment: str) -> None:
        figure.segment(segment)
        if segment != figure.root and figure.base.model != "free":
            raise InputError(
                f"a {figure.base.model} base does not travel: its motion has no other carrier than its root"
            )
        self.figure, self.segment = figure, segment

    @property
    def is_root(self) -> bool:
        return self.segment == self.figure.root

    def require_root(self, what: str) -> None:
        """Raise for what is only known of motions that are carried by their root."""
        if not self.is_root:
            raise InputError(f"{what} are those of the motion held at {self.segment!r}: ask rerooted({self.segment!r})")

    def forth(self, poses: Array) -> tuple[Figure, Array]:
        """The figure held at the segment, and its coordinates."""
        if self.is_root:
            return self.figure, poses
        held = self.figure.rerooted(self.segment)
        return held, carried_over(self.figure, held, poses)

    def back(self, poses: Array) -> Array:
        """Coordinates of the figure held at its root."""
        if self.is_root:
            return poses
        return sealed(carried_over(self.figure.rerooted(self.segment), self.figure, poses))


def carried_over(source: Figure, target: Figure, poses: Array) -> Array:
    """Coordinates of the same figure held at another segment: joints as they are, the base where that segment is."""
    moved = np.empty((len(poses), target.size))
    for name, joint in source.joints.items():
        if joint.dof:
            moved[:, target.coordinate_slice(name)] = poses[:, source.coordinate_slice(name)]
    placements = _core.segment_placements(source._core, np.ascontiguousarray(poses))
    base = target.base
    at, turn = np.split(placements[:, source._segment_ids[target.root]], [3], axis=1)
    if not (base.placement.is_identity and base.child_placement.is_identity):  # M = before⁻¹ T after⁻¹
        before, after = base.placement.inverse(), base.child_placement.inverse()
        at = at + rotated(turn, np.array(after.position))
        at = np.array(before.position) + rotated(np.array(before.rotation), at)
        turn = product(np.array(before.rotation), product(turn, np.array(after.rotation)))
    moved[:, target.coordinate_slice(base.name)] = np.hstack([at, turn])
    return moved
