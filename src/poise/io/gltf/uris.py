"""Where the bytes of a buffer or an image are: inside the file as base64, or in a file beside it. Nowhere else."""

from __future__ import annotations

import base64
import binascii
import re
from pathlib import Path
from urllib.parse import unquote

from poise.errors import FileError
from poise.io.gltf.schema import Buffer
from poise.io.text.files import read_rest

_DATA = re.compile(r"data:[\w./+-]*((?:;[\w.=+-]+)*),", re.ASCII)
_SCHEME = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*:")
LARGEST = 1_000_000_000
"""Bytes of a buffer in a file of its own."""


def buffer_of(path: Path, buffer: Buffer, index: int) -> bytes:
    """The bytes a buffer names; `path` is that of the glTF file."""
    what = f"buffer {index}"
    if buffer.uri is None:
        raise FileError(path, f"{what} has no data: only the first buffer of a GLB may have no URI")
    if buffer.uri.startswith("data:"):
        return data_of(path, buffer.uri, what, buffer.byte_length)
    file = file_of(path, buffer.uri, what)
    if buffer.byte_length > LARGEST:
        raise FileError(path, f"{what} says {buffer.byte_length} bytes, more than {LARGEST}")
    return read_rest(file, 0, buffer.byte_length)


def data_of(path: Path, uri: str, what: str, length: int | None = None) -> bytes:
    """What a data URI holds; one that is longer than the buffer says is not unpacked."""
    head = _DATA.match(uri[:200])
    if head is None or not head[1].endswith(";base64"):
        raise FileError(path, f"the data URI of {what} is not base64")
    if length is not None and (len(uri) - head.end()) * 3 // 4 > length + 64:
        raise FileError(path, f"the data URI of {what} is longer than the {length} bytes it should hold")
    try:
        return base64.b64decode(uri[head.end() :], validate=True)
    except (binascii.Error, ValueError):
        raise FileError(path, f"the data URI of {what} is not base64") from None


def file_of(path: Path, uri: str, what: str) -> Path:
    """The file beside the glTF file that a relative URI names. Other folders and the network are refused."""
    shown = f"{what} has the URI {uri[:80]!r}"
    name = unquote(uri)
    if _SCHEME.match(name):
        raise FileError(path, f"{shown}: only files beside this one are read, nothing from elsewhere")
    if name.startswith(("/", "\\")) or "\\" in name or "\0" in name or ".." in name.split("/"):
        raise FileError(path, f"{shown}: only files in the folder of this one, or below it, are read")
    folder = path.resolve().parent
    try:
        file = (folder / name).resolve()
    except (OSError, RuntimeError, ValueError):
        raise FileError(path, f"{shown}, which leads nowhere") from None
    if not file.is_relative_to(folder):
        raise FileError(path, f"{shown}: only files in the folder of this one, or below it, are read")
    if not file.is_file():
        raise FileError(path, f"{shown}, but there is no such file")
    return file
