"""A glTF document of any figure: a node for every segment, and the mesh of its body, bound to them.

People, animals and hands have the one skin of `poise.body_mesh`, whose bones in between the segments are nodes of their
own; other figures have their shapes, or the meshes of their robot file, each vertex on its segment.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from poise import _core
from poise.arrays import Array
from poise.figure.figure import Figure
from poise.io.gltf.document import Gltf
from poise.io.gltf.edit import Edited
from poise.io.gltf.primitives import put_primitive, put_skin
from poise.motion.quaternions import inverse, product, rotated
from poise.plot import colors
from poise.plot.body import body_meshes, skin_tints
from poise.plot.character import character_meshes, is_character, part_color, segment_of
from poise.plot.mesh import Mesh, joined
from poise.pose import Pose
from poise.skin import BodyMesh, body_mesh
from poise.skin.bones import quaternions
from poise.skin.measure import has_skin

_ABOUT_FACE = np.array((-1.0, 1.0, -1.0))


@dataclass(frozen=True, slots=True)
class Body:
    """A document of a figure. `nodes`: those of its segments, in their order, and then of the bones in between them."""

    document: Gltf
    nodes: dict[str, int]
    mesh: BodyMesh | None

    def between(self, figure: Figure, poses: Array) -> Array:
        """(n, bones, 7) frames of the bones in between the segments, in some poses."""
        if self.mesh is None:
            return np.zeros((len(poses), 0, 7))
        return _between(self.mesh, figure, poses)


def document_of(figure: Figure, zero: Pose, *, plain: bool = False, between: bool = True) -> Body:
    """A document of a figure that stands in the pose `zero`.

    `plain`: as VRM 0 wants it, facing −Z and with nodes that have no rotations. `between`: with the bones in between
    the segments; without them, as for programs that would not move them, their skin hangs on both sides.
    """
    edited = Edited()
    frames = np.array(_core.segment_placements(figure._core, zero.coordinates[None, :]))[0]
    mesh = body_mesh(figure) if has_skin(figure) and not is_character(zero) else None
    if plain:
        frames[:, :3] *= _ABOUT_FACE
        frames[:, 3:] = (0.0, 0.0, 0.0, 1.0)
    nodes = _put_nodes(edited, figure, frames)
    roots = [nodes[figure.root]]
    if mesh is None:
        _put_shapes(edited, zero, frames, nodes, plain)
    elif between:
        frames = np.vstack([frames, _between(mesh, figure, zero.coordinates[None, :])[0]])
        _put_between(edited, mesh, frames, nodes)
        _put_body(edited, mesh, zero, (np.array(mesh.joints), np.array(mesh.weights)), frames, nodes)
    else:
        _put_body(edited, mesh, zero, _shared(mesh), frames, nodes, plain)
    loose = [i for i, node in enumerate(edited.json["nodes"]) if "mesh" in node]
    edited.json["scenes"], edited.json["scene"] = [{"nodes": roots + loose}], 0
    return Body(finished(edited, figure.name), nodes, mesh if between else None)


def finished(edited: Edited, name: str) -> Gltf:
    """The document as one that was read."""
    if edited.data:
        edited.json["buffers"] = [{"byteLength": len(edited.data)}]
    return Gltf(Path(name), edited.json, bytes(edited.data))


# ---- nodes -----------------------------------------------------------------------------------------


def _put_nodes(edited: Edited, figure: Figure, frames: Array) -> dict[str, int]:
    """A node for every segment, in the tree of the figure; `frames` (segments, 7) in the world."""
    nodes: dict[str, int] = {}
    for index, branch in enumerate(figure.branches):
        above = None if branch.carrier < 0 else frames[branch.carrier]
        parent = None if branch.carrier < 0 else nodes[figure.branches[branch.carrier].segment]
        nodes[branch.segment] = _put_node(edited, branch.segment, frames[index], above, parent)
    return nodes


def _put_node(edited: Edited, name: str, frame: Array, above: Array | None, parent: int | None) -> int:
    place, turn = frame[:3], frame[3:]
    if above is not None:
        back = inverse(above[3:])
        place, turn = rotated(back, place - above[:3]), product(back, turn)
    unit = np.clip(turn, -1.0, 1.0)  # a product of unit quaternions may be longer by its rounding
    node = edited.add("nodes", {"name": name, "translation": place.tolist(), "rotation": unit.tolist()})
    if parent is not None:
        edited.json["nodes"][parent].setdefault("children", []).append(node)
    return node


def _put_between(edited: Edited, mesh: BodyMesh, frames: Array, nodes: dict[str, int]) -> None:
    """Nodes of the bones in between, each on the segment it turns away from."""
    order = {name: index for index, name in enumerate(nodes)}
    for bone in mesh.bones:
        if bone.between:
            above, index = frames[order[bone.parent]], len(nodes)
            nodes[bone.name] = _put_node(edited, bone.name, frames[index], above, nodes[bone.parent])


def _between(mesh: BodyMesh, figure: Figure, poses: Array) -> Array:
    """(n, bones, 7) of the bones in between, in the order of the mesh."""
    found = [k for k, bone in enumerate(mesh.bones) if bone.between]
    frames = np.array([mesh.frames(Pose(figure, row))[found] for row in poses])
    flat = frames.reshape(-1, 4, 4)
    rows = np.hstack([flat[:, :3, 3], quaternions(flat[:, :3, :3])])
    return np.asarray(rows.reshape(len(poses), len(found), 7))


# ---- meshes ----------------------------------------------------------------------------------------


def _put_body(
    edited: Edited,
    mesh: BodyMesh,
    zero: Pose,
    follows: tuple[Any, Array],
    frames: Array,
    nodes: dict[str, int],
    plain: bool = False,
) -> None:
    """The skin as it is in the pose `zero`, bound there, in the colours of its segments as pictures show it."""
    joints, weights = follows
    names = [bone.name for bone in mesh.bones]
    order = list(nodes)
    number = np.array([order.index(name) if name in nodes else 0 for name in names])
    vertices, normals = mesh.posed(zero)
    if plain:
        vertices, normals = vertices * _ABOUT_FACE, normals * _ABOUT_FACE
    tints = skin_tints(mesh, zero.figure)
    part = put_primitive(edited, vertices, normals, mesh.triangles, number[joints], weights, "#ffffff", tints)
    put_skin(edited, [part], [nodes[name] for name in order], frames, zero.figure.name)


def _shared(mesh: BodyMesh) -> tuple[Any, Array]:
    """Joints (n, 4) and weights (n, 4) of the segments alone: what hangs on a bone in between hangs on both sides."""
    index = {bone.name: k for k, bone in enumerate(mesh.bones)}
    share = np.zeros((len(mesh.bones), len(mesh.bones)))
    for k, bone in enumerate(mesh.bones):
        share[k, index[bone.segment]] += bone.swing
        share[k, index[bone.parent] if bone.between else k] += 1.0 - bone.swing
    whole = np.zeros((len(mesh.vertices), len(mesh.bones)))
    for k in range(mesh.joints.shape[1]):
        whole += mesh.weights[:, k, None] * share[mesh.joints[:, k]]
    joints = np.argsort(-whole, axis=1, kind="stable")[:, :4]
    weights = np.take_along_axis(whole, joints, axis=1)
    return joints, weights / weights.sum(axis=1, keepdims=True)


def _put_shapes(edited: Edited, zero: Pose, frames: Array, nodes: dict[str, int], plain: bool) -> None:
    """The shapes or bones of a figure, or the meshes of a robot's file, in the pose `zero`: a part for each colour,
    every vertex on its segment."""
    pieces = _pieces(zero)
    if not pieces:
        return
    order = list(nodes)
    about = np.diag((*(_ABOUT_FACE if plain else np.ones(3)), 1.0))
    primitives = []
    for color in dict.fromkeys(color for _, _, color in pieces):
        parts = [(name, mesh) for name, mesh, tint in pieces if tint == color]
        whole = joined(mesh for _, mesh in parts).moved(about)
        owners = np.concatenate([np.full(len(mesh.vertices), order.index(name)) for name, mesh in parts])
        joints, weights = np.zeros((len(owners), 4), np.int64), np.zeros((len(owners), 4))
        joints[:, 0], weights[:, 0] = owners, 1.0
        primitives.append(put_primitive(edited, whole.vertices, whole.normals, whole.faces, joints, weights, color))
    put_skin(edited, primitives, [nodes[name] for name in order], frames, zero.figure.name)


def _pieces(zero: Pose) -> list[tuple[str, Mesh, str]]:
    """Segments, what is seen of them, and its colour."""
    figure = zero.figure
    if is_character(zero):
        return [(segment_of(figure, part), mesh, part_color(figure, part)) for part, mesh in character_meshes(zero)]
    tints = colors.segment_colors(figure)
    return [(name, mesh, tints[name]) for name, mesh in body_meshes(zero).items() if len(mesh.faces)]
