"""Names of the last version in scene files: understood for one more, and told."""

from __future__ import annotations

import warnings
from typing import Any

from poise.io.text.yaml_read import Document

CRITERIA = {"comfort": "away_from_limits"}
"""What kinds of criteria were called, and are called now."""


def with_names_of_today(document: Document) -> Document:
    """The document of a scene with all its criteria as they are called now; a `FutureWarning` tells file and line."""
    value = document.value
    if not isinstance(value, dict) or not isinstance(value.get("criteria"), list):
        return document
    lines = dict(document.lines)
    named = {**value, "criteria": _named(document, lines, value["criteria"])}
    lines[id(named)] = document.lines.get(id(value), {})
    return Document(document.path, named, lines)


def _named(document: Document, lines: dict[int, dict[Any, int]], level: Any) -> Any:
    """A criterion, or a list of them; their lines are added to `lines`."""
    if isinstance(level, list):
        found: Any = [_named(document, lines, part) for part in level]
        names: dict[Any, Any] = {}
    elif isinstance(level, dict) and CRITERIA.keys() & level.keys():
        names = {old: new for old, new in CRITERIA.items() if old in level and new not in level}
        found = {names.get(key, key): part for key, part in level.items()}
    else:
        return level
    table = document.lines.get(id(level), {})
    for old, new in names.items():
        words = f"{document.path}, line {table.get(old)}: the criterion {old!r} is now called {new!r}"
        warnings.warn(words, FutureWarning, stacklevel=2)
    lines[id(found)] = {names.get(key, key): line for key, line in table.items()}
    return found
