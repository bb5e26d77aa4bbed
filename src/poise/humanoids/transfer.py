"""Poses from a skeleton to the person made of it and back, by where the bones are in space."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from poise.arrays import Array
from poise.figure.figure import Figure
from poise.humanoids.joint_fit import fitted
from poise.pose import Pose


def followed(figure: Figure, wanted: Mapping[str, Array], start: Pose) -> Pose:
    """The pose of a figure whose segments are at the wanted frames (4, 4), as far as its joints can.

    From the root outwards: every joint turns its segment as wanted on where its carrier has come to. Segments that are
    not wanted anywhere keep their joints as at the start; a root that is not moves with the first one that is.
    """
    rest = {name: np.array(start.segment_frame(name)) for name in figure.segments}
    first = next(name for name in figure.segments if name in wanted)
    values: dict[str, Any] = {}
    placed: list[Array] = []
    for i, (joint, segment, carrier, is_reversed) in enumerate(figure.branches):
        if i == 0:
            goal = wanted.get(segment, wanted[first] @ np.linalg.inv(rest[first]) @ rest[segment])
            before = np.eye(4)
        else:
            before = placed[carrier]
            held = np.linalg.inv(rest[figure.branches[carrier].segment]) @ rest[segment]
            goal = wanted.get(segment, before @ held)
        placement, back = joint.placement.matrix, joint.child_placement.matrix
        way = np.linalg.inv(goal) @ before if is_reversed else np.linalg.inv(before) @ goal
        value, fit = fitted(joint, np.linalg.inv(placement) @ way @ np.linalg.inv(back))
        if value is None:
            placed.append(before @ np.linalg.inv(rest_of(figure, rest, carrier)) @ rest[segment])
            continue
        values[joint.name] = value
        step = placement @ fit @ back
        placed.append(before @ (np.linalg.inv(step) if is_reversed else step))
    return start.with_joints(values)


def rest_of(figure: Figure, rest: Mapping[str, Array], carrier: int) -> Array:
    """The frame of a carrier at the start; the world's for the root."""
    return rest[figure.branches[carrier].segment] if carrier >= 0 else np.eye(4)
