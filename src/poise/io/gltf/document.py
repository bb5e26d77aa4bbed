"""A glTF file that has been read and checked: its parts, its numbers as arrays, and its JSON as it stood there."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any, TypeVar

from pydantic import ValidationError

from poise.arrays import Array
from poise.errors import FileError
from poise.io.gltf.accessors import decoded
from poise.io.gltf.container import read_container
from poise.io.gltf.schema import Gltf2
from poise.io.gltf.uris import buffer_of

T = TypeVar("T")
KNOWN = (
    "KHR_mesh_quantization", "KHR_texture_transform", "KHR_texture_basisu", "EXT_texture_webp", "EXT_texture_avif",
    "KHR_lights_punctual", "KHR_node_visibility", "KHR_xmp_json_ld", "VRM", "VRMC_vrm", "VRMC_vrm_animation",
    "VRMC_springBone", "VRMC_node_constraint", "VRMC_materials_mtoon", "VRMC_springBone_extended_collider",
)  # fmt: skip
"""Extensions a file may require: with them, joints, skins and motions mean what they mean without."""
_HARMLESS = ("KHR_materials_", "VRMC_materials_")


class Gltf:
    """A checked file. `raw` is its JSON, which nobody changes; `model` the parts of it that Poise reads."""

    __slots__ = ("_arrays", "_buffers", "_spent", "binary", "model", "path", "raw")

    def __init__(self, path: Path, raw: dict[str, Any], binary: bytes) -> None:
        self.path, self.raw, self.binary = path, raw, binary
        self.model = self._checked()
        self._buffers: dict[int, bytes] = {}
        self._arrays: dict[int, Array] = {}
        self._spent = 0

    def _checked(self) -> Gltf2:
        try:
            model = Gltf2.model_validate(self.raw)
        except ValidationError as error:
            first = error.errors(include_url=False, include_input=False)[0]
            raise FileError(self.path, f"{_place(first['loc'])}: {first['msg']}") from None
        except RecursionError:
            raise FileError(self.path, "the JSON is nested too deeply") from None
        if model.asset.version.split(".")[0] != "2" or (model.asset.min_version or "2.0") not in ("2.0", "2"):
            raise FileError(self.path, f"this is glTF {model.asset.version[:20]!r}; only 2.0 can be read")
        for name in model.extensions_required:
            if name not in KNOWN and not name.startswith(_HARMLESS):
                what = f"the file cannot be read without the extension {name[:60]!r}, which Poise does not have"
                raise FileError(self.path, f"{what}; export it without, for example uncompressed")
        return model

    def part(self, parts: Sequence[T], index: int, what: str) -> T:
        """The part of an index, or a complaint: `what` it is called and who asked for it."""
        if not 0 <= index < len(parts):
            raise FileError(self.path, f"there is no {what} {index}: the file has {len(parts)}")
        return parts[index]

    def buffer(self, index: int) -> bytes:
        """The bytes of a buffer, read when they are first needed."""
        if index not in self._buffers:
            buffer = self.part(self.model.buffers, index, "buffer")
            found = self.binary if index == 0 and buffer.uri is None else buffer_of(self.path, buffer, index)
            if len(found) < buffer.byte_length:
                what = f"buffer {index} says {buffer.byte_length} bytes, but there are {len(found)}"
                raise FileError(self.path, f"{what}: the file is cut short")
            self._buffers[index] = found
        return self._buffers[index]

    def view(self, index: int) -> tuple[bytes, int, int, int | None]:
        """Of a buffer view: the bytes of its buffer, its start and end in them, and its stride."""
        view = self.part(self.model.buffer_views, index, "buffer view")
        data = self.buffer(view.buffer)
        end = view.byte_offset + view.byte_length
        if end > len(data):
            raise FileError(self.path, f"buffer view {index} ends at byte {end}, behind its buffer of {len(data)}")
        return data, view.byte_offset, end, view.byte_stride

    def array(self, index: int) -> Array:
        """(count, components) numbers of an accessor, normalised integers as fractions. Nobody may change it."""
        if index not in self._arrays:
            self._arrays[index] = decoded(self, index)
        return self._arrays[index]

    def spend(self, numbers: int) -> None:
        """Count what is unpacked: accessors that share bytes over and over are no way to fill the memory."""
        self._spent += numbers
        most = 1_000_000 + 4 * (len(self.binary) + sum(map(len, self._buffers.values())))
        if self._spent > most:
            raise FileError(self.path, f"its accessors hold more than {most} numbers, far more than its bytes do")

    def node_name(self, index: int) -> str:
        """ "node 3 ('hips')": a node for people."""
        name = self.model.nodes[index].name
        return f"node {index} ({name[:60]!r})" if name else f"node {index}"


def read_gltf(path: Path) -> Gltf:
    """The glTF file of a path."""
    return Gltf(path, *read_container(path))


def _place(location: tuple[int | str, ...]) -> str:
    """nodes[3].rotation: where in the JSON a fault is."""
    words = "".join(f"[{part}]" if isinstance(part, int) else f".{part}" for part in location)
    return words.lstrip(".")[:120] or "the document"
