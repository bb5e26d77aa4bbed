"""The meshes of a glTF file as parts of a skin: what is seen of a character, on the bones that carry it."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from poise.arrays import Array
from poise.errors import FileError
from poise.figure.character import Ints, SkinPart
from poise.io.gltf.document import Gltf
from poise.io.gltf.nodes import Nodes, matrix_of
from poise.io.gltf.schema import Primitive
from poise.io.gltf.uris import data_of, file_of
from poise.io.text.files import read_bytes

_TRIANGLES = (4, 5, 6)
"""Modes: separate triangles, a strip, a fan. Points and lines are no skin."""


def skin_parts(document: Gltf, bone_of: Mapping[int, str]) -> tuple[SkinPart, ...]:
    """All meshes that bones carry: skinned ones, and those that hang on a node of the figure."""
    nodes = Nodes(document)
    matrices = nodes.matrices
    parts = []
    for index in nodes.order:
        node = document.model.nodes[index]
        if node.mesh is None:
            continue
        carriers = _carriers(document, nodes, matrices[index], index, bone_of)
        if carriers is None:
            continue
        mesh = document.part(document.model.meshes, node.mesh, f"mesh, asked for by {nodes.name(index)}:")
        for primitive in mesh.primitives:
            part = _part(document, primitive, carriers, node.skin is not None)
            if part is not None:
                parts.append(part)
    return tuple(parts)


def triangles_of(document: Gltf) -> Array:
    """(n, 3, 3) all triangles where the nodes of the file have them at rest; for what is a thing and no character."""
    nodes, found = Nodes(document), []
    for index in nodes.order:
        which = document.model.nodes[index].mesh
        if which is None:
            continue
        matrix = nodes.matrices[index]
        for primitive in document.part(document.model.meshes, which, "mesh").primitives:
            if primitive.mode not in _TRIANGLES or "POSITION" not in primitive.attributes:
                continue
            vertices = _places(document, primitive)
            placed = vertices @ matrix[:3, :3].T + matrix[:3, 3]
            faces = _faces(document, primitive, len(vertices))
            found.append(placed[faces if np.linalg.det(matrix[:3, :3]) >= 0.0 else faces[:, ::-1]])
    if not found:
        raise FileError(document.path, "the file has no triangles")
    return np.concatenate(found)


def _carriers(
    document: Gltf, nodes: Nodes, matrix: Array, index: int, bone_of: Mapping[int, str]
) -> tuple[tuple[str, ...], Array] | None:
    """The bones that carry the mesh of a node, and how it is bound to them; None when none does."""
    skin_index = document.model.nodes[index].skin
    if skin_index is None:
        owner = next((i for i in [index, *nodes.ancestors(index)] if i in bone_of), None)
        if owner is None:
            return None
        frame = np.eye(4)
        frame[:3] = _frame(nodes, owner)[:3]
        return (bone_of[owner],), (np.linalg.inv(frame) @ matrix)[None]
    skin = document.part(document.model.skins, skin_index, f"skin, asked for by {nodes.name(index)}:")
    binds = np.tile(np.eye(4), (len(skin.joints), 1, 1))
    if skin.inverse_bind_matrices is not None:
        given = document.array(skin.inverse_bind_matrices)
        if given.shape[1] != 16 or len(given) < len(skin.joints):
            what = f"skin {skin_index} needs {len(skin.joints)} matrices of 16 numbers, not {given.shape}"
            raise FileError(document.path, what)
        binds = given[: len(skin.joints)].reshape(-1, 4, 4).transpose(0, 2, 1)
    scales = np.tile(np.eye(4), (len(skin.joints), 1, 1))
    for row, joint in enumerate(skin.joints):
        scales[row, [0, 1, 2], [0, 1, 2]] = nodes.scales[joint]
    return tuple(bone_of[joint] for joint in skin.joints), scales @ binds


def _frame(nodes: Nodes, index: int) -> Array:
    return matrix_of(nodes.places[index], nodes.rotations[index], np.ones(3))


def _part(
    document: Gltf, primitive: Primitive, carriers: tuple[tuple[str, ...], Array], skinned: bool
) -> SkinPart | None:
    if primitive.mode not in _TRIANGLES or "POSITION" not in primitive.attributes:
        return None
    vertices = _places(document, primitive)
    count = len(vertices)
    faces = _faces(document, primitive, count)
    names, binds = carriers
    joints, weights = np.zeros((count, 1), np.int64), np.ones((count, 1))
    if skinned:
        joints, weights = _influences(document, primitive, count, len(names))
    normals = _attribute(document, primitive, "NORMAL", 3, count)
    if normals is None:
        normals = _normals(vertices, faces)
    color, opacity, image, set_of_uv = _look(document, primitive)
    uv = _attribute(document, primitive, f"TEXCOORD_{set_of_uv}", 2, count) if image is not None else None
    return SkinPart(
        names, binds, vertices, normals, faces, joints, weights, color, opacity, uv, image if uv is not None else None,
        _tints(document, primitive, count),
    )  # fmt: skip


def _places(document: Gltf, primitive: Primitive) -> Array:
    """(n, 3) where the vertices are."""
    found = document.array(primitive.attributes["POSITION"])
    if found.shape[1] != 3:
        raise FileError(document.path, f"POSITION has {found.shape[1]} numbers a vertex, not 3")
    return found.astype(np.float64)


def _tints(document: Gltf, primitive: Primitive, count: int) -> Array | None:
    """Colours of vertices, if there are any; those of glTF are linear light."""
    if "COLOR_0" not in primitive.attributes:
        return None
    found = document.array(primitive.attributes["COLOR_0"])
    if len(found) != count or found.shape[1] not in (3, 4):
        raise FileError(document.path, f"COLOR_0 has {found.shape} numbers for {count} vertices")
    light = np.clip(found[:, :3].astype(np.float64), 0.0, 1.0)
    return np.where(light <= 0.0031308, 12.92 * light, 1.055 * light ** (1 / 2.4) - 0.055)


def _attribute(document: Gltf, primitive: Primitive, name: str, width: int, count: int) -> Array | None:
    if name not in primitive.attributes:
        return None
    found = document.array(primitive.attributes[name])
    if len(found) != count or found.shape[1] != width:
        raise FileError(document.path, f"{name} has {found.shape} numbers for {count} vertices")
    return found.astype(np.float64)


def _influences(document: Gltf, primitive: Primitive, count: int, joints: int) -> tuple[Ints, Array]:
    """Which joints carry every vertex, and by how much; weights sum to one."""
    which, how = [], []
    for number in range(4):  # four joints each; more sets are rare
        if f"JOINTS_{number}" not in primitive.attributes or f"WEIGHTS_{number}" not in primitive.attributes:
            break
        which.append(document.array(primitive.attributes[f"JOINTS_{number}"]).astype(np.int64))
        how.append(document.array(primitive.attributes[f"WEIGHTS_{number}"]).astype(np.float64))
    if not which:
        raise FileError(document.path, "a mesh with a skin has no JOINTS_0 and WEIGHTS_0")
    if any(len(part) != count for part in which + how):
        raise FileError(document.path, f"joints or weights are not as many as the {count} vertices")
    chosen, weights = np.hstack(which), np.hstack(how)
    if chosen.shape != weights.shape:
        raise FileError(document.path, "joints and weights of a mesh are not equally many")
    if chosen.min() < 0 or chosen.max() >= joints:
        raise FileError(document.path, f"a vertex hangs on joint {int(chosen.max())} of a skin that has {joints}")
    total = weights.sum(axis=1, keepdims=True)
    first = np.zeros_like(weights)
    first[:, 0] = 1.0
    return chosen, np.where(total > 1e-9, weights / np.where(total > 1e-9, total, 1.0), first)


def _faces(document: Gltf, primitive: Primitive, count: int) -> Ints:
    order = np.arange(count) if primitive.indices is None else document.array(primitive.indices)[:, 0].astype(np.int64)
    if len(order) and (order.min() < 0 or order.max() >= count):
        raise FileError(document.path, f"a triangle has the vertex {int(order.max())} of a mesh that has {count}")
    if primitive.mode == 4:
        return order[: len(order) // 3 * 3].reshape(-1, 3)
    if primitive.mode == 6:  # a fan
        rest = np.arange(1, max(len(order) - 1, 1))
        return (
            order[np.column_stack([np.zeros_like(rest), rest, rest + 1])]
            if len(order) >= 3
            else order[:0].reshape(-1, 3)
        )
    start = np.arange(max(len(order) - 2, 0))
    odd = start % 2
    return order[np.column_stack([start, start + 1 + odd, start + 2 - odd])]


def _normals(vertices: Array, faces: Ints) -> Array:
    """Of a mesh that has none: the mean of the faces around a vertex, by area."""
    a, b, c = (vertices[faces[:, k]] for k in range(3))
    with np.errstate(over="ignore", invalid="ignore"):
        across = np.cross(b - a, c - a)
    found = np.zeros_like(vertices)
    for k in range(3):
        np.add.at(found, faces[:, k], across)
    length = np.linalg.norm(found, axis=1, keepdims=True)
    return np.where(length > 0.0, found / np.where(length > 0.0, length, 1.0), (0.0, 1.0, 0.0))


def _look(document: Gltf, primitive: Primitive) -> tuple[str, float, bytes | None, int]:
    """Colour, opacity, picture and which texture coordinates it takes."""
    if primitive.material is None:
        return "#cccccc", 1.0, None, 0
    material = document.part(document.model.materials, primitive.material, "material")
    colours = material.pbr_metallic_roughness
    linear = np.clip(np.array(colours.base_color_factor), 0.0, 1.0)
    color = "#" + "".join(f"{round(255 * _srgb(float(x))):02x}" for x in linear[:3])
    opacity = float(linear[3]) if material.alpha_mode == "BLEND" else 1.0
    info = colours.base_color_texture
    return (
        color,
        opacity,
        None if info is None else _picture(document, info.index),
        0 if info is None else info.tex_coord,
    )


def _srgb(linear: float) -> float:
    """glTF's factors are linear light, colours of pictures are not (IEC 61966-2-1)."""
    return 12.92 * linear if linear <= 0.0031308 else 1.055 * linear ** (1 / 2.4) - 0.055


def _picture(document: Gltf, index: int) -> bytes | None:
    """The file of a texture's picture, if it is PNG or JPEG."""
    texture = document.part(document.model.textures, index, "texture")
    if texture.source is None:
        return None
    image = document.part(document.model.images, texture.source, "image")
    what = f"image {texture.source}"
    if image.buffer_view is not None:
        data, start, end, _ = document.view(image.buffer_view)
        found = data[start:end]
    elif image.uri is None:
        return None
    elif image.uri.startswith("data:"):
        found = data_of(document.path, image.uri, what)
    else:
        found = read_bytes(file_of(document.path, image.uri, what), "a picture")
    return found if found[:4] == b"\x89PNG" or found[:3] == b"\xff\xd8\xff" else None
