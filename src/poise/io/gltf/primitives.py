"""Triangles, skins and materials as parts of a glTF document."""

from __future__ import annotations

from typing import Any

import numpy as np

from poise.arrays import Array
from poise.figure.placement import Placement
from poise.io.gltf.edit import INDICES, VERTICES, Edited

_ROUGH = 0.9
"""Skin and clothes scatter light; nothing about a figure shines."""


def put_skin(edited: Edited, primitives: list[Any], joints: list[int], frames: Array, name: str) -> None:
    """A mesh of primitives with a skin that is bound where joints are at `frames` (joints, 7)."""
    binds = np.array([Placement(f[:3], f[3:]).inverse().matrix.T.ravel() for f in frames])
    skin = {"inverseBindMatrices": edited.accessor(binds.astype(np.float32)), "joints": joints}
    mesh = edited.add("meshes", {"name": name, "primitives": primitives})
    edited.add("nodes", {"name": f"{name}_mesh", "mesh": mesh, "skin": edited.add("skins", skin)})


def put_primitive(
    edited: Edited,
    vertices: Array,
    normals: Array,
    faces: Any,
    joints: Any,
    weights: Array,
    color: str,
    tints: Array | None = None,
) -> dict[str, Any]:
    """Triangles with joints and weights (n, 4) for every vertex, in one colour or in `tints` (n, 3) of the vertices."""
    lengths = np.linalg.norm(normals, axis=1, keepdims=True)
    unit = np.where(lengths > 0.0, normals / np.where(lengths > 0.0, lengths, 1.0), (0.0, 1.0, 0.0))
    short = weights.astype(np.float32)
    short /= short.sum(axis=1, keepdims=True)
    used = np.where(short > 0.0, joints, 0)  # a joint that carries nothing is none
    kind = np.uint8 if used.max(initial=0) < 256 else np.uint16
    attributes = {
        "POSITION": edited.accessor(vertices.astype(np.float32), VERTICES, bounds=True),
        "NORMAL": edited.accessor(unit.astype(np.float32), VERTICES),
        "JOINTS_0": edited.accessor(used.astype(kind), VERTICES),
        "WEIGHTS_0": edited.accessor(short, VERTICES),
    }
    if tints is not None:
        light = np.where(tints <= 0.04045, tints / 12.92, ((tints + 0.055) / 1.055) ** 2.4)
        attributes["COLOR_0"] = edited.accessor(light.astype(np.float32), VERTICES)
    order = faces.reshape(-1).astype(np.uint16 if len(vertices) < 65535 else np.uint32)
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
