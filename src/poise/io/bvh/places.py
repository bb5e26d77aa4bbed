"""Where the joints of a BVH file are: its own kinematics, in its own units and axes."""

from __future__ import annotations

import numpy as np

from poise import _core
from poise.arrays import Array
from poise.io.bvh.document import Bvh, BvhJoint
from poise.motion.quaternions import product, rotated


def rotations(joint: BvhJoint, frames: Array) -> Array:
    """(n, 4) quaternions x y z w of a joint against its parent: its channels in their order, the first outermost."""
    turning = joint.columns("rotation")
    columns, axes = [column for column, _ in turning], [axis for _, axis in turning]
    beside = columns == list(range(joint.column, joint.column + len(columns)))  # then a window into the frames will do
    angles = frames[:, joint.column : joint.column + len(columns)] if beside else frames[:, columns]
    return _core.euler_quaternions(angles, axes)


def positions(joint: BvhJoint, frames: Array) -> Array:
    """(n, 3) places of a joint in its parent: position channels take the place of the offset, axis by axis."""
    places = np.tile(joint.offset, (len(frames), 1))
    for column, axis in joint.columns("position"):
        places[:, axis] = frames[:, column]
    return places


def joint_places(document: Bvh, frames: Array) -> tuple[Array, Array]:
    """Places of all joints (n, joints, 3) and of all End Sites (n, ends, 3) in some frames."""
    turns: list[Array] = []
    places: list[Array] = []
    for joint in document.joints:
        own, at = rotations(joint, frames), positions(joint, frames)
        if joint.parent >= 0:
            at = places[joint.parent] + rotated(turns[joint.parent], at)
            own = product(turns[joint.parent], own)
        turns.append(own)
        places.append(at)
    tips = [places[end.joint] + rotated(turns[end.joint], np.array(end.offset)) for end in document.ends]
    none = np.zeros((len(frames), 0, 3))
    return np.stack(places, axis=1), np.stack(tips, axis=1) if tips else none
