"""Joint limits drawn where they are: curves on spheres, ticks to the inside, fans of twist (Baerlocher 3.6)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from poise.errors import InputError
from poise.figure.figure import Figure
from poise.figure.joint import Joint
from poise.plot.bones import limb_vector
from poise.plot.mesh import Mesh
from poise.plot.range_limits import elbow_items, hinge_items, slide_items
from poise.plot.scene import Item
from poise.plot.swing_limits import sphere_items

if TYPE_CHECKING:
    from poise.pose import Pose


def limit_items(pose: Pose, joints: Iterable[str] | bool, size: float) -> list[Item]:
    """The limits of some joints (True: of all that have any) on a figure about `size` metres large."""
    return [item for name in _names(pose.figure, joints) for item in _joint_items(pose, pose.figure.joint(name), size)]


def _names(figure: Figure, joints: Iterable[str] | bool) -> Iterable[str]:
    if isinstance(joints, bool):
        return [n for n, j in figure.joints.items() if j.limits and joints]
    return (joints,) if isinstance(joints, str) else joints


def _joint_items(pose: Pose, joint: Joint, size: float) -> Iterator[Item]:
    """One joint's limits, brought from a unit sphere in the joint's frame to their size and place."""
    if not joint.limits:
        raise InputError(f"joint {joint.name!r} has no limits to draw")
    limb = limb_vector(pose, joint.name)
    radius = min(0.7 * float(np.linalg.norm(limb)), 0.30 * size) or 0.1 * size
    match joint.model:
        case "swing" | "ball":
            items = sphere_items(pose, joint)
        case "elbow":
            items = elbow_items(pose, joint)
        case "hinge":
            items = hinge_items(pose, joint, limb)
        case _:
            items, radius = slide_items(pose, joint), 1.0  # lengths already
    for item in items:
        mesh = Mesh(item.mesh.vertices * radius, item.mesh.normals, item.mesh.faces)
        yield replace(item, mesh=mesh.moved(pose.joint_base(joint.name)))
