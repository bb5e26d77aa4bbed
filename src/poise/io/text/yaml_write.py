"""YAML written to be read: blocks for what has names, one line for what is short, numbers that come back exactly."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Iterator
from typing import Any

from poise.errors import InputError

WIDTH = 110
"""Longest line for a list or mapping written in one line."""

_PLAIN = re.compile(r"[A-Za-z_][A-Za-z0-9_./+-]*(?: [A-Za-z0-9_./+-]+)*")
_RESERVED = {"true", "false", "null", "yes", "no", "on", "off", "y", "n"}  # the last five for readers of YAML 1.1


def yaml_text(value: dict[str, Any]) -> str:
    """A mapping of names, numbers, lists and mappings as YAML text, keys in their order."""
    return "\n".join(_block(value, 0)) + "\n"


def _block(value: Any, depth: int) -> Iterator[str]:
    """Lines of a non-empty mapping or list, one entry each, indented by `depth`."""
    pad = "  " * depth
    entries = value.items() if isinstance(value, dict) else ((None, item) for item in value)
    for key, item in entries:
        head = "- " if key is None else f"{text(str(key))}:"
        flat = _flat(item)
        space = "" if key is None else " "
        short = len(pad) + len(head) + len(flat) < WIDTH and (depth > 0 or isinstance(item, list))
        if short or not isinstance(item, dict | list) or not item:
            yield f"{pad}{head}{space}{flat}"
        elif key is None:
            first, *others = _block(item, depth + 1)
            yield f"{pad}- {first.lstrip()}"
            yield from others
        else:
            yield f"{pad}{head}"
            yield from _block(item, depth + 1)


def _flat(value: Any) -> str:
    """The value in one line."""
    if isinstance(value, dict):
        return "{" + ", ".join(f"{text(str(k))}: {_flat(v)}" for k, v in value.items()) + "}"
    if isinstance(value, list | tuple):
        return "[" + ", ".join(_flat(v) for v in value) + "]"
    if isinstance(value, bool):
        return "true" if value else "false"
    if value is None:
        return "null"
    return text(value) if isinstance(value, str) else number(value)


def number(value: float) -> str:
    """The shortest digits that give the same number again."""
    if not math.isfinite(value):
        raise InputError(f"a file cannot hold the number {value}")
    written = repr(float(value))
    return written.removesuffix(".0") if written != "-0.0" else written


def text(value: str) -> str:
    """Plain where that cannot be misread, quoted otherwise."""
    if _PLAIN.fullmatch(value) and value.lower() not in _RESERVED:
        return value
    return '"' + "".join(map(_escaped, value)) + '"'


def _escaped(c: str) -> str:
    if c in '"\\':
        return "\\" + c
    if c == "\n":
        return "\\n"
    if "\ud800" <= c <= "\udfff":
        raise InputError(f"a file cannot hold the character {c!r}, half of a surrogate pair")
    if c.isprintable() and c != "\ufeff":
        return c
    return json.dumps(c)[1:-1] if ord(c) > 0xFF and ord(c) < 0x10000 else f"\\U{ord(c):08x}"
