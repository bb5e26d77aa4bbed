"""YAML read into plain values, with the line of every key, and nothing that could do harm.

Read from parser events, one by one: no tags, so no objects are made; repeated keys are refused; aliases are shared, not
copied, and counted, so that a few lines cannot unfold into gigabytes; nothing recurses. Plain words follow YAML 1.2:
`true`, `false`, `null` and numbers are what they look like, anything else (`yes`, `on`, `1:30`) is text. JSON is YAML.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import yaml

from poise.errors import FileError, PoiseError

MOST_VALUES = 5_000_000
"""How many values a file may unfold to, aliases counted each time."""

DEEPEST = 64
"""How deep lists and mappings may be nested; our files need eight."""

_LOADER: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
_INTEGER = re.compile(r"[-+]?[0-9]{1,18}")
_FLOAT = re.compile(r"[-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]+)?")
_WORDS = {
    "": None, "~": None, "null": None, "true": True, "false": False,
    ".inf": float("inf"), "+.inf": float("inf"), "-.inf": float("-inf"), ".nan": float("nan"),
}  # fmt: skip


@dataclass(slots=True)
class Document:
    """A file's value, and the 1-based line of every key and item in it."""

    path: str
    value: Any
    lines: dict[int, dict[Any, int]] = field(default_factory=dict)

    def line(self, *keys: Any) -> int | None:
        """The line of the value that `keys` lead to, or of the last of them that exists."""
        found, here = None, self.value
        for key in keys:
            table = self.lines.get(id(here), {})
            if key not in table:
                continue
            found, here = table[key], here[key]
        return found

    def error(self, message: str, *keys: Any) -> FileError:
        """A FileError at the line of the value that `keys` lead to."""
        return FileError(self.path, message, self.line(*keys))

    @contextmanager
    def at(self, *keys: Any) -> Iterator[None]:
        """What is refused inside is a FileError at the line of the value that `keys` lead to."""
        try:
            yield
        except FileError:
            raise
        except PoiseError as error:
            raise self.error(str(error), *keys) from error

    def part(self, *keys: Any) -> Document:
        """The value that `keys` lead to as a document of its own, with its lines."""
        here = self.value
        for key in keys:
            here = here[key]
        return Document(self.path, here, self.lines)


def parse_yaml(text: str, path: Path | str) -> Document:
    """The only document in a YAML text. Raises `FileError` with the line."""
    builder = _Builder(str(path))
    try:
        for event in yaml.parse(text, Loader=_LOADER):
            builder.take(event)
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        message = f"not well-formed YAML: {error.problem or error.context}"
        if error.problem == "mapping values are not allowed in this context":
            message += "; a colon is missing in this line or the one before, or it is indented too far"
        if mark is not None and "\t" in "".join(text.split("\n")[mark.line : mark.line + 1]):
            message = "not well-formed YAML: there is a tab in this line; YAML is indented with spaces"
        raise FileError(path, message, None if mark is None else mark.line + 1) from None
    except yaml.YAMLError as error:
        raise FileError(path, f"not readable YAML: {' '.join(str(error).split())}") from None
    return builder.document


@dataclass(slots=True)
class _Open:
    """A list or mapping still being read; `key` waits for its value. `size` counts values inside."""

    value: Any
    anchor: str | None
    line: int
    size: int = 1
    key: Any = None
    has_key: bool = False


class _Builder:
    def __init__(self, path: str) -> None:
        self.document = Document(path, None)
        self.stack: list[_Open] = []
        self.anchors: dict[str, tuple[Any, int]] = {}
        self.documents = 0

    def take(self, event: Any) -> None:
        line = event.start_mark.line + 1
        if getattr(event, "tag", None) not in (None, "!"):
            raise self._error(f"tags such as {event.tag!r} are not allowed", line)
        if isinstance(event, yaml.ScalarEvent):
            self._put(event.value if self._wants_key() else _scalar(event), line, event.anchor, 1)
        elif isinstance(event, yaml.MappingStartEvent | yaml.SequenceStartEvent):
            new: Any = {} if isinstance(event, yaml.MappingStartEvent) else []
            if len(self.stack) >= DEEPEST:
                raise self._error(f"nested more than {DEEPEST} levels deep", line)
            self.document.lines[id(new)] = {}
            self.stack.append(_Open(new, event.anchor, line))
        elif isinstance(event, yaml.MappingEndEvent | yaml.SequenceEndEvent):
            done = self.stack.pop()
            self._put(done.value, done.line, done.anchor, done.size)
        elif isinstance(event, yaml.AliasEvent):
            self._alias(event, line)
        elif isinstance(event, yaml.DocumentStartEvent):
            self.documents += 1
            if self.documents > 1:
                raise self._error("a second document starts here; one file holds one document", line)

    def _wants_key(self) -> bool:
        """Keys are names, whatever they look like: a segment may be called 1, true or null."""
        return bool(self.stack) and isinstance(self.stack[-1].value, dict) and not self.stack[-1].has_key

    def _alias(self, event: Any, line: int) -> None:
        if event.anchor not in self.anchors:
            raise self._error(f"the alias *{event.anchor} has no finished anchor before it", line)
        value, size = self.anchors[event.anchor]
        self._put(value, line, None, size)

    def _put(self, value: Any, line: int, anchor: str | None, size: int) -> None:
        if anchor is not None:
            self.anchors[anchor] = (value, size)
        if not self.stack:
            self.document.value = value
            return
        top = self.stack[-1]
        top.size += size
        if top.size > MOST_VALUES:
            raise self._error(f"the file unfolds to more than {MOST_VALUES:,} values", line)
        if isinstance(top.value, list):
            self.document.lines[id(top.value)][len(top.value)] = line
            top.value.append(value)
        elif top.has_key:
            top.value[top.key] = value
            top.has_key = False
        else:
            self._key(top, value, line)

    def _key(self, top: _Open, key: Any, line: int) -> None:
        if not isinstance(key, str):
            raise self._error("a key must be a plain word", line)
        if key in top.value:
            first = self.document.lines[id(top.value)][key]
            raise self._error(f"the key {key!r} stands here twice (first on line {first})", line)
        self.document.lines[id(top.value)][key] = line
        top.value[key] = None
        top.key, top.has_key = key, True

    def _error(self, message: str, line: int) -> FileError:
        return FileError(self.document.path, message, line)


def _scalar(event: Any) -> Any:
    """Quoted text is text; plain words may be numbers, truth values or nothing."""
    text: str = event.value
    if not event.implicit[0]:  # quoted
        return text
    if text in _WORDS:
        return _WORDS[text]
    if _INTEGER.fullmatch(text):
        return int(text)
    return float(text) if _FLOAT.fullmatch(text) else text
