"""Messages to bytes and back. What cannot be read is refused with words, whatever it was."""

from __future__ import annotations

import math
from dataclasses import is_dataclass
from functools import cache
from typing import Any, get_args

import msgpack
from pydantic import TypeAdapter, ValidationError

from poise.errors import PoiseError
from poise.studio.protocol.plain import Message
from poise.studio.protocol.requests import FromPage
from poise.studio.protocol.typescript import type_of

MOST_BYTES = 1 << 20
"""The largest message a page may send."""
MOST = 1e12
"""No number of a request is larger: products of such numbers do not overflow."""
_MOST_ITEMS = 50_000
_DEEPEST = 32


class MessageError(PoiseError, ValueError):
    """A message that cannot be understood. Fields: `id` of the request, if that much could be read."""

    def __init__(self, message: str, id: int | None = None) -> None:
        self.id = id
        super().__init__(message)


def packed(message: Message) -> bytes:
    """A message as bytes."""
    kind: Any = type(message)
    return msgpack.packb({"type": _type_of(kind), **vars(message)}, default=_plain)  # type: ignore[no-any-return]


def unpacked(data: bytes) -> Any:
    """The message in the bytes: one of `FromPage`."""
    if len(data) > MOST_BYTES:
        raise MessageError(f"a message has at most {MOST_BYTES:,} bytes, not {len(data):,}")
    try:
        value = msgpack.unpackb(data, max_array_len=_MOST_ITEMS, max_map_len=_MOST_ITEMS, strict_map_key=True)
    except (ValueError, msgpack.UnpackException, RecursionError) as error:
        raise MessageError(f"the message is not msgpack: {str(error) or type(error).__name__}") from None
    return checked(value)


def checked(value: Any) -> Any:
    """The message that a mapping describes."""
    if not isinstance(value, dict):
        raise MessageError(f"a message is a mapping with a type, not {_short(value)}")
    given = value.get("id")
    id = given if isinstance(given, int) and not isinstance(given, bool) else None
    kind = value.get("type")
    if not isinstance(kind, str) or kind not in _kinds():
        raise MessageError(f"there is no message of type {_short(kind)}; there are: {', '.join(_kinds())}", id)
    deepest, largest = _extent(value)
    if deepest > _DEEPEST:
        raise MessageError(f"the message is nested more than {_DEEPEST} levels deep", id)
    if largest > MOST:
        raise MessageError(f"{kind}: a number must not be larger than {MOST:g}, and {_short(largest)} is", id)
    try:
        return _kinds()[kind].validate_python({k: v for k, v in value.items() if k != "type"})
    except ValidationError as error:
        raise MessageError(f"{kind}: {_first(error)}", id) from None


@cache
def _kinds() -> dict[str, TypeAdapter[Any]]:
    return {type_of(kind): TypeAdapter(kind) for kind in get_args(FromPage)}


def _first(error: ValidationError) -> str:
    first = error.errors(include_url=False)[0]
    where = ".".join(str(part) for part in first["loc"])
    if first["type"] == "unexpected_keyword_argument":
        return f"there is no field {where!r}"
    return f"{where}: {first['msg']}" if where else first["msg"]


def _extent(value: Any) -> tuple[int, float]:
    """How deep lists and mappings are nested, and the largest number; no recursion, for it may be deep indeed."""
    deepest, largest, stack = 0, 0.0, [(value, 0)]
    while stack:
        item, depth = stack.pop()
        if isinstance(item, dict | list):
            deepest = max(deepest, depth + 1)
            stack += [(v, depth + 1) for v in (item.values() if isinstance(item, dict) else item)]
        elif isinstance(item, int | float) and abs(item) < math.inf:
            largest = max(largest, abs(item))
    return deepest, largest


def _short(value: Any) -> str:
    text = repr(value)
    return text if len(text) <= 60 else f"{text[:57]}…"


@cache
def _type_of(kind: Any) -> str:
    return type_of(kind)


def _plain(value: Any) -> Any:
    """What msgpack does not know by itself: dataclasses as mappings, numpy's numbers as plain ones."""
    if is_dataclass(value) and not isinstance(value, type):
        return vars(value)
    if hasattr(value, "tolist"):
        return value.tolist()
    raise TypeError(f"{value!r} cannot be sent")
