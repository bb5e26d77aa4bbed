"""Small glTF files for tests, made here from nothing but the specification."""

from __future__ import annotations

import base64
import json
import struct
from pathlib import Path
from typing import Any

import numpy as np


class Small:
    """A document in the making: `json` is free to be changed, `numbers` adds an accessor."""

    def __init__(self, **parts: Any) -> None:
        self.json: dict[str, Any] = {"asset": {"version": "2.0"}, "accessors": [], "bufferViews": [], **parts}
        self.data = b""

    def numbers(self, values: Any, kind: str = "<f4", **more: Any) -> int:
        rows = np.atleast_2d(np.asarray(values, kind).T).T
        codes = {"<f4": 5126, "<u2": 5123, "<u1": 5121, "<i2": 5122, "<i1": 5120, "<u4": 5125}
        types = {1: "SCALAR", 2: "VEC2", 3: "VEC3", 4: "VEC4", 16: "MAT4"}
        self.data += b"\0" * (-len(self.data) % 4)
        view = {"buffer": 0, "byteOffset": len(self.data), "byteLength": rows.nbytes}
        self.data += rows.tobytes()
        self.json["bufferViews"].append(view)
        accessor = {"bufferView": len(self.json["bufferViews"]) - 1, "componentType": codes[kind], "count": len(rows)}
        self.json["accessors"].append({**accessor, "type": types[rows.shape[1]], **more})
        return len(self.json["accessors"]) - 1

    def moved(self, node: int, path: str, times: Any, values: Any, interpolation: str = "LINEAR") -> None:
        """An animation more, with one channel."""
        sampler = {
            "input": self.numbers(times, min=[float(np.float32(min(times)))], max=[float(np.float32(max(times)))]),
            "output": self.numbers(values),
            "interpolation": interpolation,
        }
        channel = {"sampler": 0, "target": {"node": node, "path": path}}
        self.json.setdefault("animations", []).append({"channels": [channel], "samplers": [sampler]})

    def text(self) -> bytes:
        """As .gltf, the bytes inside."""
        return json.dumps(self._with_buffer(base64.b64encode(self.data).decode())).encode()

    def glb(self) -> bytes:
        return glb(self._with_buffer(None), self.data)

    def _with_buffer(self, text: str | None) -> dict[str, Any]:
        if not self.data or "buffers" in self.json:
            return {k: v for k, v in self.json.items() if v != []}
        uri = {} if text is None else {"uri": f"data:application/octet-stream;base64,{text}"}
        return {**self.json, "buffers": [{"byteLength": len(self.data), **uri}]}


def glb(document: Any, data: bytes = b"") -> bytes:
    """A GLB of a document, which may be any text."""
    text = document if isinstance(document, bytes) else json.dumps(document).encode()
    text += b" " * (-len(text) % 4)
    data += b"\0" * (-len(data) % 4)
    chunks = struct.pack("<II", len(text), 0x4E4F534A) + text
    if data:
        chunks += struct.pack("<II", len(data), 0x004E4942) + data
    return struct.pack("<4sII", b"glTF", 2, 12 + len(chunks)) + chunks


def opened(path: Path) -> tuple[dict[str, Any], bytes]:
    """JSON and binary chunk of a GLB, by another reader than ours."""
    data = path.read_bytes()
    length = struct.unpack_from("<I", data, 12)[0]
    return json.loads(data[20 : 20 + length]), data[28 + length :]


HALF = 0.5**0.5


def arm(**changes: Any) -> Small:
    """A skin of two joints under an armature that is turned and twice as large, and a node between them."""
    nodes = [
        {"name": "armature", "rotation": [HALF, 0, 0, HALF], "scale": [2, 2, 2], "children": [1]},
        {"name": "upper", "translation": [0, 1, 0.5], "children": [2]},
        {"name": "between", "matrix": [0, 1, 0, 0, -1, 0, 0, 0, 0, 0, 1, 0, 0.25, 0, 0, 1], "children": [3]},
        {"name": "lower", "translation": [0, 0.5, 0], "rotation": [0, HALF, 0, HALF], "scale": [1, 1, 3]},
        {"name": "skin", "mesh": 0, "skin": 0},
    ]
    made = Small(nodes=nodes, scenes=[{"nodes": [0, 4]}], scene=0)
    points = made.numbers([[0, 0, 0], [1, 0, 0], [0, 1, 0]], min=[0, 0, 0], max=[1, 1, 0])
    attributes = {
        "POSITION": points,
        "JOINTS_0": made.numbers([[0, 1, 0, 0], [0, 0, 0, 0], [1, 0, 0, 0]], "<u1"),
        "WEIGHTS_0": made.numbers([[0.25, 0.75, 0, 0], [1, 0, 0, 0], [1, 0, 0, 0]]),
    }
    made.json["meshes"] = [{"primitives": [{"attributes": attributes}]}]
    made.json["skins"] = [{"joints": [1, 3]}]
    made.json.update(changes)
    return made
