"""Forward kinematics of the two figures in plain numpy: the stopping rule that all peers share, none of their own.

A whole-body pose is (51,): base position, base quaternion x y z w, then the hinges in the order of `JOINTS`.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

sys.path.insert(0, str(Path(__file__).parent.parent))
import human50

Array = NDArray[np.float64]
JOINTS = [h.name for b in human50.BODIES for h in b.hinges]
LOW = np.array([h.low for b in human50.BODIES for h in b.hinges])
HIGH = np.array([h.high for b in human50.BODIES for h in b.hinges])
ARM_LOW = np.array([h.low for h, _ in human50.ARM])
ARM_HIGH = np.array([h.high for h, _ in human50.ARM])
_AXIS = {"x": np.array([1.0, 0, 0]), "y": np.array([0, 1.0, 0]), "z": np.array([0, 0, 1.0])}


def turned(axis: str, angle: float) -> Array:
    """(3, 3) rotation about a coordinate axis (Rodrigues)."""
    x, y, z = _AXIS[axis]
    K = np.array([[0, -z, y], [z, 0, -x], [-y, x, 0]])
    return np.eye(3) + np.sin(angle) * K + (1 - np.cos(angle)) * K @ K


def from_quaternion(q: Array) -> Array:
    x, y, z, w = q / np.linalg.norm(q)
    K = np.array([[0, -z, y], [z, 0, -x], [-y, x, 0]])
    return np.eye(3) + 2 * w * K + 2 * K @ K


def frame(rotation: Array, position: Any) -> Array:
    T = np.eye(4)
    T[:3, :3], T[:3, 3] = rotation, position
    return T


def angle_between(A: Array, B: Array) -> float:
    """Of two rotations; accurate for small ones, too."""
    R = A.T @ B
    sine = np.linalg.norm([R[2, 1] - R[1, 2], R[0, 2] - R[2, 0], R[1, 0] - R[0, 1]]) / 2
    return float(np.arctan2(sine, (np.trace(R) - 1) / 2))


def in_order_of(names: list[str], q: Array, joints: list[str] = JOINTS) -> Array:
    """A whole-body pose, its hinges in the order of `joints`, with these in another order."""
    return np.concatenate([q[:7], q[7:][[joints.index(n) for n in names]]])


def human_frames(q: Array) -> tuple[dict[str, Array], Array]:
    """T_world_site of every site, and the centre of mass."""
    angles = dict(zip(JOINTS, q[7:], strict=True))
    carried: dict[str | None, Array] = {}
    total, moment = 0.0, np.zeros(3)
    for body in human50.BODIES:
        if body.parent is None:
            T = frame(from_quaternion(q[3:7]), q[:3])
        else:
            T = carried[body.parent] @ frame(np.eye(3), body.offset)
            for hinge in body.hinges:
                T[:3, :3] = T[:3, :3] @ turned(hinge.axis, angles[hinge.name])
        carried[body.name] = T
        total += body.mass
        moment += body.mass * (T[:3, :3] @ body.center + T[:3, 3])
    sites = {s: carried[b] @ frame(np.eye(3), at) for s, (b, at) in human50.SITES.items()}
    return sites, moment / total


def arm_tip(q: Array) -> Array:
    """T_base_tip of the arm."""
    T = np.eye(4)
    for (hinge, at), angle in zip(human50.ARM, q, strict=True):
        T = T @ frame(turned(hinge.axis, angle), at)
    return T @ frame(np.eye(3), human50.ARM_TIP)
