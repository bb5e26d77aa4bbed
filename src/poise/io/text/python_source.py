"""Values as Python source that reads well and stays as the formatter would leave it."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any, NamedTuple

from poise.figure.placement import IDENTITY, Placement
from poise.io.text.angles import angle_of

WIDTH = 88
"""Longest line; longer ones are broken after every comma."""


class Code(NamedTuple):
    """Source that stands as it is."""

    text: str


class Call(NamedTuple):
    """A call: its function, and arguments with or without a name."""

    function: str
    arguments: tuple[tuple[str, Any], ...]


def call(function: str, *arguments: Any, **named: Any) -> Call:
    """A call with these arguments; their values are Python values, `Code` or calls."""
    return Call(function, (*(("", value) for value in arguments), *named.items()))


def source(value: Any, indent: int = 0, used: int = 0) -> str:
    """The value as source; `used`: columns that stand before and after it in its first line."""
    flat = _flat(value)
    if len(flat) + used + indent <= WIDTH:
        return flat
    head, tail, items = _opened(value)
    if not items:
        return flat
    pad = " " * (indent + 4)
    lines = [f"{pad}{name}{source(item, indent + 4, len(name) + 1)}," for name, item in items]
    return "\n".join([head, *lines, " " * indent + tail])


def angle(radians: float) -> Code:
    """An angle, in degrees where few digits say it exactly."""
    degrees = angle_of(radians)
    short = isinstance(degrees, float | int) and len(repr(degrees)) <= 8
    if not short or radians == 0.0:
        return Code(repr(radians))
    return Code(f"math.radians({_flat(int(degrees) if degrees == int(degrees) else degrees)})")


def text(value: str) -> str:
    """A string literal in double quotes, unless it holds some."""
    plain = repr(value)
    return plain if '"' in value or plain[0] == '"' else '"' + plain[1:-1].replace("\\'", "'") + '"'


def _flat(value: Any) -> str:
    if isinstance(value, Code):
        return value.text
    if isinstance(value, str):
        return text(value)
    if isinstance(value, Placement):
        return _flat(_placement(value))
    head, tail, items = _opened(value)
    if not head:
        return _number(value)
    comma = "," if head == "(" and len(items) == 1 else ""
    return head + ", ".join(name + _flat(item) for name, item in items) + comma + tail


def _opened(value: Any) -> tuple[str, str, list[tuple[str, Any]]]:
    """What opens and closes a value, and its items with what stands before each; nothing for simple values."""
    if isinstance(value, Placement):
        return _opened(_placement(value))
    if isinstance(value, Code | str):
        return "", "", []
    if isinstance(value, Call):
        return f"{value.function}(", ")", [(f"{n}=" if n else "", v) for n, v in value.arguments]
    if isinstance(value, Mapping):
        return "{", "}", [(f"{_flat(k)}: ", v) for k, v in value.items()]
    if isinstance(value, list):
        return "[", "]", [("", v) for v in value]
    return ("(", ")", [("", v) for v in value]) if isinstance(value, tuple) else ("", "", [])


def _placement(placement: Placement) -> Call:
    turn = () if placement.rotation == IDENTITY else (placement.rotation,)
    return call("poise.Placement", placement.position, *turn)


def _number(value: Any) -> str:
    if isinstance(value, float) and math.isinf(value):
        return "math.inf" if value > 0 else "-math.inf"
    return repr(value)
