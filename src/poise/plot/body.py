"""The body of a pose: its skin, or its shapes in the world, or its bones where it has none."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

import numpy as np

from poise.arrays import sealed
from poise.memo import Same
from poise.plot import colors
from poise.plot.bones import bone_balls, bone_meshes, bones, joint_mesh
from poise.plot.character import (
    character_balls,
    character_items,
    character_meshes,
    is_character,
    segment_of,
    warn_of_missing,
)
from poise.plot.floor import shape_balls
from poise.plot.mesh import SIDES, Floats, Ints, Mesh, joined, shape_mesh
from poise.plot.scene import Item
from poise.plot.sky import seen_sky
from poise.skin import BodyMesh, body_mesh
from poise.skin.measure import has_skin

if TYPE_CHECKING:
    from poise.figure.figure import Figure
    from poise.pose import Pose

GLASS = 0.22
"""Opacity of a body in which bones are shown."""


def bodies_of(pose: Pose) -> tuple[Pose, ...]:
    """What is drawn body by body: the pose, or those of several figures."""
    return tuple(pose.members.values()) or (pose,)


def body_meshes(pose: Pose) -> dict[str, Mesh]:
    """The surface of each segment, world coordinates: of the skin, of its shapes, or its bones when it has none.

    A loaded character has its own mesh instead: what goes with one segment under its name, else part by part. Of
    several figures each has its own.
    """
    if pose.figure.members:
        return {f"{whose}/{n}": mesh for whose, body in pose.members.items() for n, mesh in body_meshes(body).items()}
    if is_character(pose):
        return _character_pieces(pose)
    if has_skin(pose.figure):
        skin = body_mesh(pose.figure)
        vertices, normals = _posed(Same(skin), Same(pose))
        pieces = _pieces(Same(skin))
        return {name: Mesh(vertices[used], normals[used], faces) for name, (used, faces) in pieces.items()}
    figure = pose.figure
    sides = SIDES if len(figure.segments) < 300 else 12
    meshes = {}
    for name, segment in figure.segments.items():
        if segment.shapes:
            frame = pose.segment_frame(name)
            meshes[name] = joined(shape_mesh(s, sides) for s in segment.shapes).moved(frame)
    bare = [b for b in bones(pose) if b[0] not in meshes]
    return {**meshes, **bone_meshes(bare, _extent(pose))}


def _character_pieces(pose: Pose) -> dict[str, Mesh]:
    found: dict[str, list[Mesh]] = {}
    for k, (part, mesh) in enumerate(character_meshes(pose)):
        found.setdefault(segment_of(pose.figure, part) or f"part {k}", []).append(mesh)
    return {name: joined(meshes) for name, meshes in found.items()}


def body_items(pose: Pose, meshes: dict[str, Mesh], size: float, *, skeleton: bool) -> list[Item]:
    """The body's items. `skeleton` shows bones in a glassy body."""
    figure = pose.figure
    warn_of_missing(figure)
    shaped = {n for n, s in figure.segments.items() if s.shapes}
    skinned = is_character(pose) or has_skin(figure)
    if is_character(pose):
        items = character_items(pose, GLASS if skeleton else 1.0)
    else:
        items = [_skin_item(pose, skeleton)] if skinned else _shape_items(pose, meshes, shaped, skeleton)
    bare = set() if skinned else set(figure.segments) - shaped
    found = bones(pose) if skeleton or bare else []
    if skeleton:
        items.append(Item(joined(bone_meshes(found, size).values()), colors.BONE))
    if skeleton or bare:
        items.append(Item(joint_mesh(pose, found, size, None if skeleton else bare), colors.JOINT))
    return [i for i in items if len(i.mesh.faces)]


def _skin_item(pose: Pose, skeleton: bool) -> Item:
    """The skin in the colours of its segments, which flow into each other as the skin does."""
    skin = body_mesh(pose.figure)
    vertices, normals = _posed(Same(skin), Same(pose))
    tints = _tints(Same(skin), Same(pose.figure))
    mesh = Mesh(vertices, normals, skin.triangles)
    return Item(mesh, colors.TRUNK, GLASS if skeleton else 1.0, tints=tints, sky=skin_sky(pose, skin))


def skin_sky(pose: Pose, skin: BodyMesh) -> Floats:
    """(n,) the share of the sky that the vertices of a skin see past the other parts of the body, 0 … 1."""
    vertices, normals = _posed(Same(skin), Same(pose))
    owner = np.array([skin.segments.index(bone.segment) for bone in skin.bones])[skin.joints[:, 0]]
    return seen_sky(vertices, normals, owner, *_balls(pose))


def skin_tints(skin: BodyMesh, figure: Figure) -> Floats:
    """(n, 3) colours 0 … 1 of the vertices of a skin: those of the segments it follows."""
    by_segment = colors.segment_colors(figure)
    tint = np.array([colors.rgb(by_segment[bone.segment]) for bone in skin.bones])
    return np.asarray(np.einsum("nk,nkc->nc", skin.weights, tint[skin.joints]))


def _shape_items(pose: Pose, meshes: dict[str, Mesh], shaped: set[str], skeleton: bool) -> list[Item]:
    """One item per colour."""
    tints = colors.segment_colors(pose.figure)
    items = []
    for color in dict.fromkeys(tints.values()):
        for solid in (True, False):
            parts = [m for n, m in meshes.items() if tints[n] == color and (n in shaped) == solid]
            items.append(Item(joined(parts), color, GLASS if skeleton and solid else 1.0))
    return items


def ghost_items(pose: Pose, size: float) -> list[Item]:
    """A pale body, a little thinner than the real one so that it hides inside where both are at the same place."""
    thin = 0.002 * size
    meshes = [Mesh(m.vertices - thin * m.normals, m.normals, m.faces) for m in body_meshes(pose).values()]
    return [Item(joined(meshes), colors.GHOST, opacity=0.30)]


def shadow_balls(pose: Pose) -> Floats:
    """(n, 4) balls in the world that fill the body roughly."""
    if pose.figure.members:
        return np.vstack([shadow_balls(body) for body in pose.members.values()])
    if is_character(pose):
        return character_balls(pose)
    bare = [b for b in bones(pose) if not pose.figure.segments[b[0]].shapes]
    return np.vstack([_balls(pose)[0], bone_balls(bare)])


def _balls(pose: Pose) -> tuple[Floats, Ints]:
    """(n, 4) balls that fill the shapes, and (n,) the segments they belong to."""
    parts, owners = [np.zeros((0, 4))], [np.zeros(0, np.int64)]
    for i, (name, segment) in enumerate(pose.figure.segments.items()):
        frame = np.array(pose.segment_frame(name))
        for shape in segment.shapes:
            filling = shape_balls(shape)
            parts.append(np.column_stack([filling[:, :3] @ frame[:3, :3].T + frame[:3, 3], filling[:, 3]]))
            owners.append(np.full(len(filling), i))
    return np.vstack(parts), np.concatenate(owners)


@lru_cache(maxsize=16)
def _posed(skin: Same[BodyMesh], pose: Same[Pose]) -> tuple[Floats, Floats]:
    """Kept: the body as a whole, its parts and what they hide of the sky are asked for one after the other."""
    vertices, normals = skin.thing.posed(pose.thing)
    return sealed(vertices), sealed(normals)


@lru_cache(maxsize=16)
def _tints(skin: Same[BodyMesh], figure: Same[Figure]) -> Floats:
    """Kept: they are the same in every frame of a film."""
    return sealed(skin_tints(skin.thing, figure.thing))


@lru_cache(maxsize=16)
def _pieces(skin: Same[BodyMesh]) -> dict[str, tuple[Ints, Ints]]:
    """The triangles of every segment, and the vertices they use. Kept: they are the same in every pose."""
    found = {}
    for i, name in enumerate(skin.thing.segments):
        used, faces = np.unique(skin.thing.triangles[skin.thing.parts == i], return_inverse=True)
        found[name] = (used, faces.reshape(-1, 3))
    return found


def _extent(pose: Pose) -> float:
    """The diagonal of the box around all joints, metres."""
    places = np.array([pose.joint_frame(j)[:3, 3] for j in pose.figure.joints])
    return float(np.linalg.norm(np.ptp(places, axis=0))) or 1.0
