"""The types of all messages for the page, in TypeScript.

Written by `python -m poise.studio.protocol.typescript > studio/src/protocol/messages.ts`.
"""

from __future__ import annotations

import inspect
import re
import types
from collections.abc import Iterator
from dataclasses import MISSING, Field, fields, is_dataclass
from typing import Annotated, Any, Literal, Union, get_args, get_origin, get_type_hints

from poise.studio.protocol import PROTOCOL
from poise.studio.protocol.answers import ANSWERS, Answer, Refused
from poise.studio.protocol.catalogue import Catalogue
from poise.studio.protocol.clip import FilmProgress
from poise.studio.protocol.document import DocumentMessage
from poise.studio.protocol.figure import FigureMessage
from poise.studio.protocol.frame import Frame
from poise.studio.protocol.meshes import MeshProgress
from poise.studio.protocol.plain import Message
from poise.studio.protocol.requests import AnyRequest, FromPage
from poise.studio.protocol.session import Notice, Welcome, Windows

FROM_SERVER: tuple[type[Message], ...] = (
    Welcome, Catalogue, FigureMessage, DocumentMessage, Frame, Answer, Refused, Notice, Windows, FilmProgress,
    MeshProgress,
)  # fmt: skip
_PLAIN = {str: "string", int: "number", float: "number", bool: "boolean", bytes: "Uint8Array", type(None): "null"}
_HEAD = "// Written by poise.studio.protocol.typescript from the Python classes: change those and write it again."


def type_of(kind: type) -> str:
    """The `type` of a message class: GrabPoint is grab_point, FigureMessage is figure."""
    return re.sub(r"(?<=[a-z])(?=[A-Z])", "_", kind.__name__.removesuffix("Message")).lower()


def typescript() -> str:
    """The text of the file."""
    messages = (*get_args(FromPage), *FROM_SERVER)
    parts = [_HEAD, f"export const PROTOCOL = {PROTOCOL};"]
    parts += [_interface(kind) for kind in _needed((*messages, *ANSWERS.values()))]
    parts += [
        _union("FromPage", get_args(FromPage)), _union("Request", get_args(AnyRequest)),
        _union("FromServer", FROM_SERVER), _answers(),
    ]  # fmt: skip
    return "\n\n".join(parts) + "\n"


def _needed(roots: tuple[type, ...]) -> list[type]:
    """The classes, each after those it is made of."""
    found: dict[type, None] = {}

    def visit(kind: type) -> None:
        for hint in get_type_hints(kind).values():
            for part in _classes(hint):
                visit(part)
        found.setdefault(kind)

    for root in roots:
        visit(root)
    return list(found)


def _classes(hint: Any) -> Iterator[type]:
    if is_dataclass(hint) and isinstance(hint, type):
        yield hint
    for part in get_args(hint):
        yield from _classes(part)


def _interface(kind: type) -> str:
    hints = get_type_hints(kind, include_extras=True)
    lines = [f'  type: "{type_of(kind)}";'] if issubclass(kind, Message) else []
    lines += [f"  {f.name}{_optional(kind, f)}: {_type(hints[f.name])};" for f in fields(kind)]
    return f"{_comment(kind)}export interface {kind.__name__} {{\n" + "\n".join(lines) + "\n}"


def _optional(kind: type, field: Field[Any]) -> str:
    """What has a default may be left out of a request; the server says everything."""
    given = kind in FROM_SERVER or kind not in get_args(FromPage)
    return "" if given or (field.default is MISSING and field.default_factory is MISSING) else "?"


def _type(hint: Any) -> str:
    if hint is Any:
        return "unknown"
    if hint in _PLAIN:
        return _PLAIN[hint]
    origin, parts = get_origin(hint), get_args(hint)
    if origin is Annotated:
        return _type(parts[0])
    if origin in (Union, types.UnionType):
        return " | ".join(dict.fromkeys(_type(p) for p in parts))
    if origin is Literal:
        return " | ".join(f'"{p}"' for p in parts)
    if origin is list:
        inner = _type(parts[0])
        return f"({inner})[]" if " | " in inner else f"{inner}[]"
    if origin is dict:
        return f"Record<string, {_type(parts[1])}>"
    if isinstance(hint, type) and is_dataclass(hint):
        return hint.__name__
    raise TypeError(f"no TypeScript for {hint!r}")


def _comment(kind: type) -> str:
    text = inspect.cleandoc(kind.__doc__ or "")
    if "\n" not in text:
        return f"/** {text} */\n"
    return "/**\n" + "\n".join(f" * {line}".rstrip() for line in text.splitlines()) + "\n */\n"


def _union(name: str, kinds: tuple[type, ...]) -> str:
    return f"export type {name} =\n" + "\n".join(f"  | {k.__name__}" for k in kinds) + ";"


def _answers() -> str:
    answered = {type_of(k): ANSWERS[k].__name__ if k in ANSWERS else "null" for k in get_args(AnyRequest)}
    body = "\n".join(f"  {request}: {answer};" for request, answer in answered.items())
    return f"/** What a request of that type is answered by. */\nexport interface Answers {{\n{body}\n}}"


if __name__ == "__main__":
    print(typescript(), end="")
