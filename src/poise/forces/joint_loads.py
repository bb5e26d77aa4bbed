"""Joint torques by natural component: flexion, swing and twist, beside the strength that is known."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    from poise.figure.joint import Joint
    from poise.pose import Pose

Array = NDArray[np.float64]


class JointLoad(NamedTuple):
    """What one joint coordinate must give to hold the pose.

    `torque`: N m (N along slides), positive when it drives the coordinate up. Swing components are about the joint's x
    and y axes, swung with the limb but not twisted with it. `strength`: what the joint can give that way at that angle;
    `use`: torque over strength, 1 is all of it. Both None when no strength is known. `source`: where the strength
    comes from.
    """

    joint: str
    coordinate: str
    torque: float
    strength: float | None
    use: float | None
    source: str

    @property
    def name(self) -> str:
        """ "left_knee.flexion"."""
        return f"{self.joint}.{self.coordinate}"


def joint_loads(pose: Pose, torques: Array) -> Iterator[JointLoad]:
    """All coordinates of all joints but a free base, in the order of the figure."""
    for name, joint in pose.figure.joints.items():
        if joint.dof and (joint.model != "free" or name != pose.figure.base.name):
            parts = natural_torques(pose, joint, torques[pose.figure.tangent_slice(name)])
            for coordinate, torque in zip(joint.coordinates, parts, strict=True):
                yield _load(pose, joint, coordinate, torque)


def natural_torques(pose: Pose, joint: Joint, own: Array) -> list[float]:
    """Torques by natural coordinate from those by tangent, which a ball or free joint has in its moving frame."""
    parts: list[float] = own.tolist()
    if joint.model == "free":
        parts[:3] = (pose.rotation(joint.name) @ own[:3]).tolist()
    if joint.model in ("ball", "free"):
        twist = pose[f"{joint.name}.twist"]
        x, y = parts[-3:-1]
        parts[-3] = math.cos(twist) * x - math.sin(twist) * y
        parts[-2] = math.sin(twist) * x + math.cos(twist) * y
    return parts


def _load(pose: Pose, joint: Joint, coordinate: str, torque: float) -> JointLoad:
    strength = joint.strengths.get(coordinate)
    if strength is None:
        return JointLoad(joint.name, coordinate, torque, None, None, "")
    can = strength.at(pose[f"{joint.name}.{coordinate}"], upward=torque > 0.0)
    return JointLoad(joint.name, coordinate, torque, can, abs(torque) / can if can > 0.0 else math.inf, strength.source)
