"""The two wrappings of glTF: a JSON text, or GLB, which has the JSON and one chunk of bytes in one file.

Nothing is parsed before its size is known to be sane: a text of a few megabytes can hold a million objects.
"""

from __future__ import annotations

import json
import math
import struct
from pathlib import Path
from typing import Any

from poise.errors import FileError
from poise.io.text.files import read_head, read_rest

MAGIC = b"glTF"
VALID = "a glTF file is JSON with an \"asset\", or a GLB, which begins with 'glTF'"
MOST_OBJECTS, MOST_VALUES = 100_000, 500_000
"""Of a JSON text. The richest avatars and scenes have a tenth of it; a million joints are refused before parsing."""
_PIECE = 1 << 18
"""Bytes that are looked at before it is asked whether there are too many objects."""
_HEADER, _CHUNK = struct.Struct("<4sII"), struct.Struct("<II")
_JSON, _BIN = 0x4E4F534A, 0x004E4942
_SPACES = b"\xef\xbb\xbf \t\r\n"


def is_gltf(head: bytes) -> bool:
    """Whether a file that begins like this is glTF; Poise's own files say 'poise' where they begin."""
    return head[:4] == MAGIC or (head.lstrip(_SPACES)[:1] == b"{" and b"poise" not in head[:200])


def read_container(path: Path) -> tuple[dict[str, Any], bytes]:
    """The JSON object of a file and the bytes of its binary chunk, none of a text file."""
    head = read_head(path, 4, VALID)
    if head != MAGIC:
        return parse_json(head + read_rest(path, 4), path), b""
    return _read_glb(path)


def _read_glb(path: Path) -> tuple[dict[str, Any], bytes]:
    size = path.stat().st_size
    start = read_head(path, _HEADER.size + _CHUNK.size, VALID)
    if len(start) < _HEADER.size + _CHUNK.size:
        raise FileError(path, f"the file ends after {len(start)} bytes, inside the header of a GLB")
    _, version, length = _HEADER.unpack_from(start)
    if version != 2:
        raise FileError(path, f"this is GLB version {version}; only 2 can be read")
    if length > size:
        raise FileError(path, f"the file is cut short: its header says {length} bytes, there are {size}")
    chunk, kind = _CHUNK.unpack_from(start, _HEADER.size)
    at = _HEADER.size + _CHUNK.size
    if kind != _JSON:
        raise FileError(path, "the first chunk of a GLB must be JSON")
    if at + chunk > length:
        raise FileError(path, f"the JSON chunk says {chunk} bytes, but {length - at} are left")
    text = read_rest(path, at, chunk)
    document = parse_json(text, path)
    return document, _binary_chunk(path, at + chunk, length)


def _binary_chunk(path: Path, at: int, length: int) -> bytes:
    """The bytes of the BIN chunk; chunks of other kinds are passed over."""
    while at + _CHUNK.size <= length:
        chunk, kind = _CHUNK.unpack(read_rest(path, at, _CHUNK.size))
        at += _CHUNK.size
        if at + chunk > length:
            raise FileError(path, f"a chunk says {chunk} bytes, but {length - at} are left")
        if kind == _BIN:
            return read_rest(path, at, chunk)
        at += chunk
    return b""


def _has_more(text: bytes, sign: bytes, most: int) -> bool:
    """Whether a sign stands more often in a text; one that is full of them is known by its beginning."""
    found = 0
    for start in range(0, len(text), _PIECE):
        found += text.count(sign, start, start + _PIECE)
        if found > most:
            return True
    return False


def parse_json(text: bytes, path: Path) -> dict[str, Any]:
    """The JSON object of a glTF text."""
    if _has_more(text, b"{", MOST_OBJECTS) or _has_more(text, b",", MOST_VALUES):
        raise FileError(path, f"more than {MOST_OBJECTS} objects or {MOST_VALUES} values, which no character has")
    try:
        found = json.loads(text.lstrip(b"\xef\xbb\xbf"), parse_constant=_no_number, parse_float=_finite)
    except RecursionError:
        raise FileError(path, "the JSON is nested too deeply") from None
    except UnicodeDecodeError as error:
        raise FileError(path, f"the JSON is not UTF-8 text (byte {error.start})") from None
    except json.JSONDecodeError as error:
        raise FileError(path, f"the JSON cannot be read: {error.msg}", error.lineno, error.colno) from None
    except ValueError as error:
        raise FileError(path, f"the JSON cannot be read: {error}") from None
    if not isinstance(found, dict) or "asset" not in found:
        raise FileError(path, f'this is no glTF: it has no "asset"; {VALID}')
    return found


def _no_number(word: str) -> float:
    raise ValueError(f"{word} is no number of JSON")


def _finite(word: str) -> float:
    """Python takes 1e999 for infinity, which no JSON can say when the file is written again."""
    number = float(word)
    if not math.isfinite(number):
        raise ValueError(f"{word} is too large: numbers must be finite")
    return number


def glb_bytes(document: dict[str, Any], binary: bytes) -> bytes:
    """A GLB file: chunks padded to four bytes, the JSON with spaces and the binary with zeros."""
    text = json_bytes(document)
    text += b" " * (-len(text) % 4)
    chunks = _CHUNK.pack(len(text), _JSON) + text
    if binary:
        padded = binary + b"\0" * (-len(binary) % 4)
        chunks += _CHUNK.pack(len(padded), _BIN) + padded
    return _HEADER.pack(MAGIC, 2, _HEADER.size + len(chunks)) + chunks


def json_bytes(document: dict[str, Any]) -> bytes:
    """The JSON text, without spaces; numbers in as many digits as they need."""
    return json.dumps(document, separators=(",", ":"), ensure_ascii=False, allow_nan=False).encode("utf-8")
