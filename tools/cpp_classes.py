"""Classes of C++ headers, read from their text: how many methods, data members and flags each has.

This is no parser of C++. It reads what the headers of the core look like after clang-format: declarations that end in
`;` or in a body, `public:` and `private:` on lines of their own. Members of nested classes count for those.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

_HEAD = re.compile(r"(?<!enum )\b(class|struct)\s+(?:alignas\([^)]*\)\s*)?(\w+)(?:\s+final)?\s*(?::[^;{]*)?$")
_NOISE = re.compile(r'//[^\n]*|/\*.*?\*/|"(?:\\.|[^"\\])*"|^\s*#[^\n]*', re.DOTALL | re.MULTILINE)
_NO_MEMBER = re.compile(r"^(using|typedef|friend|static_assert|enum|static\s+constexpr|static\s+const|constexpr)\b")


@dataclass
class CppClass:
    """`public`, `private`: methods, constructors among them; `members`: data; `flags`: those that are `bool`."""

    name: str
    public: int = 0
    private: int = 0
    members: int = 0
    flags: int = 0


def classes(text: str) -> list[CppClass]:
    """All classes of a header, nested ones after those that hold them."""
    found: list[CppClass] = []
    _read(_NOISE.sub(" ", text), "", found)
    return found


def _read(text: str, outer: str, found: list[CppClass]) -> None:
    """The classes that are defined at the top of a text, or inside its namespaces."""
    for head, body in _blocks(text):
        if match := _HEAD.search(head):
            _add(f"{outer}{match[2]}", match[1], body, found)
        elif re.search(r"\bnamespace\b[^;]*$", head):
            _read(body, outer, found)


def _blocks(text: str) -> Iterator[tuple[str, str]]:
    """Every block in braces at this depth, after the declaration that it belongs to."""
    for statement, body in _statements(text):
        if body is not None:
            yield statement, body


def _add(name: str, keyword: str, body: str, found: list[CppClass]) -> None:
    made = CppClass(name)
    found.append(made)
    access = "public" if keyword == "struct" else "private"
    for raw, block in _statements(body):
        statement = raw
        while label := re.match(r"\s*(public|private|protected)\s*:", statement):
            access, statement = label[1], statement[label.end() :]
        statement = " ".join(statement.split())
        if block is not None and (match := _HEAD.search(statement)):
            _add(f"{name}::{match[2]}", match[1], block, found)
        elif statement and not _NO_MEMBER.match(statement):
            _count(made, statement, access)


def _count(made: CppClass, statement: str, access: str) -> None:
    bare = _without_arguments(statement)
    if "operator" in bare or "(" in bare.split("=")[0]:
        if access == "public":
            made.public += 1
        else:
            made.private += 1
        return
    names = len([part for part in bare.split(",") if part.strip()])
    made.members += names
    made.flags += names if re.match(r"(mutable\s+)?bool\b", bare) else 0


def _without_arguments(statement: str) -> str:
    """Without template arguments, whose commas and parentheses say nothing about the member."""
    before = None
    while before != statement:
        before, statement = statement, re.sub(r"<[^<>]*>", "", statement)
    return statement


def _statements(text: str) -> Iterator[tuple[str, str | None]]:
    """Declarations at this depth, each with the block that follows it or None; initialisers in braces are left out."""
    start, depth, head, opened = 0, 0, "", 0
    position = 0
    while position < len(text):
        letter = text[position]
        if letter == "{":
            if depth == 0:
                head, opened = text[start:position], position + 1
            depth += 1
        elif letter == "}":
            depth -= 1
            if depth == 0:
                rest = re.match(r"\s*[;,]", text[position + 1 :])
                is_type = _HEAD.search(" ".join(head.split())) or re.search(r"\b(enum|namespace)\b[^;]*$", head)
                if rest and not is_type:  # an initialiser: `double a{1.0}, b{2.0};`
                    text = text[: opened - 1] + text[position + 1 :]
                    position = opened - 2
                else:
                    yield head, text[opened:position]
                    start = position + 1
        elif letter == ";" and depth == 0:
            if text[start:position].strip():
                yield text[start:position], None
            start = position + 1
        position += 1
