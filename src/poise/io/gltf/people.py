"""A glTF document of any figure: a node for every segment, and the mesh that pictures show, bound to them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np

from poise import _core
from poise.arrays import Array
from poise.figure.figure import Figure
from poise.figure.placement import Placement
from poise.io.gltf.document import Gltf
from poise.io.gltf.edit import INDICES, VERTICES, Edited
from poise.motion.quaternions import inverse, product, rotated
from poise.plot import colors
from poise.plot.body import body_meshes
from poise.plot.mesh import joined
from poise.pose import Pose

_ROUGH = 0.9
"""Skin and clothes scatter light; nothing about a figure shines."""


def document_of(figure: Figure, zero: Pose, *, plain: bool = False) -> tuple[Gltf, dict[str, int]]:
    """A document of a figure that stands in the pose `zero`, and the node of every segment.

    `plain`: as VRM 0 wants it, facing −Z and with nodes that have no rotations.
    """
    edited = Edited()
    frames = np.array(_core.segment_placements(figure._core, zero.coordinates[None, :]))[0]
    about = np.eye(4)
    if plain:
        about = np.diag((-1.0, 1.0, -1.0, 1.0))
        frames[:, :3] *= (-1.0, 1.0, -1.0)
        frames[:, 3:] = (0.0, 0.0, 0.0, 1.0)
    nodes = put_nodes(edited, figure, frames)
    _put_mesh(edited, zero, frames, nodes, about)
    edited.json["scenes"] = [{"nodes": [nodes[figure.root], *_loose(edited)]}]
    edited.json["scene"] = 0
    return finished(edited, figure.name), nodes


def finished(edited: Edited, name: str) -> Gltf:
    """The document as one that was read."""
    if edited.data:
        edited.json["buffers"] = [{"byteLength": len(edited.data)}]
    return Gltf(Path(name), edited.json, bytes(edited.data))


def put_nodes(edited: Edited, figure: Figure, frames: Array) -> dict[str, int]:
    """A node for every segment, in the tree of the figure; `frames` (segments, 7) in the world."""
    nodes: dict[str, int] = {}
    for index, branch in enumerate(figure.branches):
        place, turn = frames[index, :3], frames[index, 3:]
        if branch.carrier >= 0:
            above = frames[branch.carrier]
            back = inverse(above[3:])
            place, turn = rotated(back, place - above[:3]), product(back, turn)
        node = {"name": branch.segment, "translation": place.tolist(), "rotation": turn.tolist()}
        nodes[branch.segment] = edited.add("nodes", node)
        if branch.carrier >= 0:
            parent = edited.json["nodes"][nodes[figure.branches[branch.carrier].segment]]
            parent.setdefault("children", []).append(nodes[branch.segment])
    return nodes


def _loose(edited: Edited) -> list[int]:
    """Nodes of meshes, which hang on nothing."""
    return [i for i, node in enumerate(edited.json["nodes"]) if "mesh" in node]


def _put_mesh(edited: Edited, zero: Pose, frames: Array, nodes: dict[str, int], about: Array) -> None:
    """The body in the pose `zero`: a part for each colour, every vertex on the segment it belongs to."""
    meshes = {name: mesh for name, mesh in body_meshes(zero).items() if len(mesh.faces)}
    if not meshes:
        return
    order = list(nodes)
    tints = colors.segment_colors(zero.figure)
    primitives = []
    for color in dict.fromkeys(tints[name] for name in meshes):
        parts = {name: mesh for name, mesh in meshes.items() if tints[name] == color}
        whole = joined(parts.values()).moved(about)
        owners = np.concatenate([np.full(len(mesh.vertices), order.index(name)) for name, mesh in parts.items()])
        joints = np.zeros((len(owners), 4), np.uint16)
        joints[:, 0] = owners
        weights = np.zeros((len(owners), 4))
        weights[:, 0] = 1.0
        primitives.append(put_primitive(edited, whole.vertices, whole.normals, whole.faces, joints, weights, color))
    put_skin(edited, primitives, [nodes[name] for name in order], frames, zero.figure.name)


def put_skin(edited: Edited, primitives: list[Any], joints: list[int], frames: Array, name: str) -> None:
    """A mesh of primitives with a skin that is bound where joints are at `frames` (joints, 7)."""
    binds = np.array([Placement(tuple(f[:3]), tuple(f[3:])).inverse().matrix.T.ravel() for f in frames])
    skin = {"inverseBindMatrices": edited.accessor(binds.astype(np.float32)), "joints": joints}
    mesh = edited.add("meshes", {"name": name, "primitives": primitives})
    edited.add("nodes", {"name": f"{name}_mesh", "mesh": mesh, "skin": edited.add("skins", skin)})


def put_primitive(
    edited: Edited, vertices: Array, normals: Array, faces: Any, joints: Any, weights: Array, color: str
) -> dict[str, Any]:
    """Triangles with joints and weights (n, 4) for every vertex, in one colour."""
    lengths = np.linalg.norm(normals, axis=1, keepdims=True)
    unit = np.where(lengths > 0.0, normals / np.where(lengths > 0.0, lengths, 1.0), (0.0, 1.0, 0.0))
    kind = np.uint8 if joints.max(initial=0) < 256 else np.uint16
    small = len(vertices) < 65535
    attributes = {
        "POSITION": edited.accessor(vertices.astype(np.float32), VERTICES, bounds=True),
        "NORMAL": edited.accessor(unit.astype(np.float32), VERTICES),
        "JOINTS_0": edited.accessor(joints.astype(kind), VERTICES),
        "WEIGHTS_0": edited.accessor(weights.astype(np.float32), VERTICES),
    }
    order = faces.reshape(-1).astype(np.uint16 if small else np.uint32)
    return {"attributes": attributes, "indices": edited.accessor(order, INDICES), "material": _material(edited, color)}


def _material(edited: Edited, color: str) -> int:
    """The number of the material of a colour."""
    linear = [_linear(int(color[k : k + 2], 16) / 255) for k in (1, 3, 5)]
    surface = {"baseColorFactor": [*linear, 1.0], "metallicFactor": 0.0, "roughnessFactor": _ROUGH}
    made = {"name": color, "pbrMetallicRoughness": surface}
    known = edited.json.get("materials", [])
    return known.index(made) if made in known else edited.add("materials", made)


def _linear(part: float) -> float:
    """Light of a colour's part (IEC 61966-2-1)."""
    return part / 12.92 if part <= 0.04045 else float(((part + 0.055) / 1.055) ** 2.4)
