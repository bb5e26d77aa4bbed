"""How a figure is set on the stage: upright, over a floor, with what matters in view."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

import numpy as np

from poise.figure.check import number
from poise.figure.names import unknown
from poise.plot.mesh import Floats, Mesh
from poise.plot.scene import Item

if TYPE_CHECKING:
    from poise.pose import Pose


def upright(gravity: Sequence[float]) -> Floats:
    """(4, 4) the turn after which gravity pulls along −Y; a Z-up world has X in front and Y to the left."""
    turn = np.eye(4)
    strength = math.hypot(*gravity)
    if strength < 1e-9:
        return turn
    up = -np.asarray(gravity) / strength
    front = np.array([0.0, 0.0, 1.0]) if abs(up[2]) < 0.7 else np.array([1.0, 0.0, 0.0])
    left = np.cross(up, front)
    left /= np.linalg.norm(left)
    turn[:3, :3] = [left, up, np.cross(left, up)]
    return turn


def floor_height(heights: Floats, floor: float | bool) -> float | None:
    """At 0 when the figure stands on or above it and not out of sight, else under its lowest point."""
    if not isinstance(floor, bool):
        return number(floor, "the floor of a picture")
    if not floor:
        return None
    low, high = float(heights.min()), float(heights.max())
    return 0.0 if -0.01 * (high - low) <= low <= 1.5 * (high - low) else low


def focus_points(pose: Pose, names: Iterable[str], meshes: dict[str, Mesh], limits: list[Item]) -> Floats | None:
    """(n, 3) the segments named, or next to the joints named, and the limits drawn; None when nothing is named."""
    chosen: set[str] = set()
    for name in (names,) if isinstance(names, str) else names:
        joint = pose.figure.joints.get(name)
        if joint is None and name not in pose.figure.segments:
            raise unknown(pose.figure, "joint or segment", name, [*pose.figure.joints, *pose.figure.segments])
        chosen |= {name} if joint is None else {joint.child, joint.parent or joint.child}
    parts = [meshes[n].vertices for n in chosen if n in meshes] + [i.mesh.vertices for i in limits]
    return np.vstack(parts) if chosen and parts else None
