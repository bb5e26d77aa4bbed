"""A glTF document while it is written: the JSON of a file, or a new one, and bytes that are added to it.

What was read stays as it was: its bytes come first in the binary chunk, and in the JSON only what is edited changes.
"""

from __future__ import annotations

import base64
import copy
from typing import Any

import numpy as np
from numpy.typing import NDArray

from poise.io.gltf.accessors import KINDS
from poise.io.gltf.container import glb_bytes, json_bytes
from poise.io.gltf.document import Gltf

_CODES = {kind: code for code, kind in KINDS.items()}
_TYPES = {1: "SCALAR", 2: "VEC2", 3: "VEC3", 4: "VEC4", 16: "MAT4"}
VERTICES, INDICES = 34962, 34963
"""What a buffer view is for; those of animations say nothing."""
GENERATOR = "Poise"


class Edited:
    """A document to be written: `json` may be changed, `accessor` and `view` add to its bytes."""

    def __init__(self, source: Gltf | None = None) -> None:
        if source is None:
            self.json: dict[str, Any] = {"asset": {"version": "2.0", "generator": GENERATOR}}
            self.data = bytearray()
            return
        self.json = copy.deepcopy(source.raw)
        self.data = bytearray()
        self._merge(source)

    def _merge(self, source: Gltf) -> None:
        """All buffers behind each other, as one; the first stays where it is."""
        starts = []
        for index, buffer in enumerate(source.model.buffers):
            self.data += b"\0" * (-len(self.data) % 4)
            starts.append(len(self.data))
            self.data += source.buffer(index)[: buffer.byte_length]
        for view in self.json.get("bufferViews", []):
            start = source.part(starts, int(view["buffer"]), "buffer")  # nobody may have looked at this view so far
            view["buffer"] = 0
            if start:
                view["byteOffset"] = int(view.get("byteOffset", 0)) + start

    def view(self, data: bytes, target: int | None = None) -> int:
        """The number of a new buffer view of these bytes."""
        self.data += b"\0" * (-len(self.data) % 4)
        view: dict[str, Any] = {"buffer": 0, "byteOffset": len(self.data), "byteLength": len(data)}
        if target is not None:
            view["target"] = target
        self.data += data
        return self.add("bufferViews", view)

    def accessor(self, numbers: NDArray[Any], target: int | None = None, *, bounds: bool = False) -> int:
        """The number of a new accessor of numbers (n,) or (n, width), of one of the kinds that glTF has."""
        rows = np.ascontiguousarray(numbers if numbers.ndim == 2 else numbers[:, None])
        found: dict[str, Any] = {
            "bufferView": self.view(rows.tobytes(), target),
            "componentType": _CODES[rows.dtype],
            "count": len(rows),
            "type": _TYPES[rows.shape[1]],
        }
        if bounds:
            found["min"], found["max"] = rows.min(axis=0).tolist(), rows.max(axis=0).tolist()
        return self.add("accessors", found)

    def add(self, kind: str, part: dict[str, Any]) -> int:
        """The number of a new part: a node, a mesh …"""
        parts = self.json.setdefault(kind, [])
        parts.append(part)
        return len(parts) - 1

    def extend(self, name: str, content: dict[str, Any]) -> None:
        """Put an extension of the whole document."""
        used = self.json.setdefault("extensionsUsed", [])
        if name not in used:
            used.append(name)
        self.json.setdefault("extensions", {})[name] = content

    def file(self, ending: str) -> bytes:
        """The bytes of a file: a text with everything inside for .gltf, else GLB."""
        document = dict(self.json)
        document.pop("buffers", None)
        if self.data:
            document["buffers"] = [{"byteLength": len(self.data)}]
        if ending != ".gltf":
            return glb_bytes(document, bytes(self.data))
        if self.data:
            text = base64.b64encode(self.data).decode("ascii")
            document["buffers"][0]["uri"] = f"data:application/octet-stream;base64,{text}"
        return json_bytes(document)
