"""The body of a pose: its shapes in the world, or its bones where it has none."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from poise.plot import colors
from poise.plot.bones import bone_balls, bone_meshes, bones, joint_mesh
from poise.plot.floor import shape_balls
from poise.plot.mesh import SIDES, Floats, Mesh, joined, shape_mesh
from poise.plot.scene import Item

if TYPE_CHECKING:
    from poise.pose import Pose


def body_meshes(pose: Pose) -> dict[str, Mesh]:
    """The surface of each segment, world coordinates: its shapes, or its bones when it has no shapes."""
    figure = pose.figure
    sides = SIDES if len(figure.segments) < 300 else 12
    meshes = {}
    for name, segment in figure.segments.items():
        if segment.shapes:
            frame = pose.segment_frame(name)
            meshes[name] = joined(shape_mesh(s, sides) for s in segment.shapes).moved(frame)
    bare = [b for b in bones(pose) if b[0] not in meshes]
    return {**meshes, **bone_meshes(bare, _extent(pose))}


def body_items(pose: Pose, meshes: dict[str, Mesh], size: float, *, skeleton: bool) -> list[Item]:
    """The body's items: one per colour. `skeleton` shows bones in a glassy body."""
    tints = colors.segment_colors(pose.figure)
    shaped = {n for n, s in pose.figure.segments.items() if s.shapes}
    items = []
    for color in dict.fromkeys(tints.values()):
        for solid in (True, False):
            parts = [m for n, m in meshes.items() if tints[n] == color and (n in shaped) == solid]
            items.append(Item(joined(parts), color, 0.22 if skeleton and solid else 1.0))
    bare = set(pose.figure.segments) - shaped
    found = bones(pose) if skeleton or bare else []
    if skeleton:
        items.append(Item(joined(bone_meshes(found, size).values()), colors.BONE))
    if skeleton or bare:
        items.append(Item(joint_mesh(pose, found, size, None if skeleton else bare), colors.JOINT))
    return [i for i in items if len(i.mesh.faces)]


def ghost_items(pose: Pose, size: float) -> list[Item]:
    """A pale body, a little thinner than the real one so that it hides inside where both are at the same place."""
    thin = 0.002 * size
    meshes = [Mesh(m.vertices - thin * m.normals, m.normals, m.faces) for m in body_meshes(pose).values()]
    return [Item(joined(meshes), colors.GHOST, opacity=0.30)]


def shadow_balls(pose: Pose) -> Floats:
    """(n, 4) balls in the world that fill the body roughly."""
    parts = [np.zeros((0, 4))]
    for name, segment in pose.figure.segments.items():
        frame = np.array(pose.segment_frame(name))
        for shape in segment.shapes:
            filling = shape_balls(shape)
            parts.append(np.column_stack([filling[:, :3] @ frame[:3, :3].T + frame[:3, 3], filling[:, 3]]))
    bare = [b for b in bones(pose) if not pose.figure.segments[b[0]].shapes]
    return np.vstack([*parts, bone_balls(bare)])


def _extent(pose: Pose) -> float:
    """The diagonal of the box around all joints, metres."""
    places = np.array([pose.joint_frame(j)[:3, 3] for j in pose.figure.joints])
    return float(np.linalg.norm(np.ptp(places, axis=0))) or 1.0
