"""XML written from plain nodes, numbers in full precision."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from xml.sax.saxutils import quoteattr

DEEPEST = 40
"""Indentation stops growing here: a chain of thousands of bodies would be mostly space otherwise."""


@dataclass(slots=True)
class Node:
    """An element to be written: tag, attributes, children."""

    tag: str
    attributes: dict[str, str] = field(default_factory=dict)
    children: list[Node] = field(default_factory=list)

    def add(self, tag: str, **attributes: str | None) -> Node:
        """A new child. A trailing underscore of an attribute's name is dropped; those that are None are left out."""
        child = Node(tag, {k.rstrip("_"): v for k, v in attributes.items() if v is not None})
        self.children.append(child)
        return child


def xml_text(root: Node, notes: Iterable[str]) -> str:
    """The document, with notes on what it could not say as a comment on top."""
    lines = ['<?xml version="1.0" encoding="utf-8"?>']
    written = [note.replace("--", "- -") for note in notes]
    if written:
        lines += ["<!--", *(f"  {note}" for note in written), "-->"]
    stack: list[tuple[Node | str, int]] = [(root, 0)]
    while stack:
        node, depth = stack.pop()
        pad = "  " * min(depth, DEEPEST)
        if isinstance(node, str):
            lines.append(f"{pad}</{node}>")
            continue
        attributes = "".join(f" {k}={quoteattr(v)}" for k, v in node.attributes.items())
        lines.append(f"{pad}<{node.tag}{attributes}{'' if node.children else '/'}>")
        if node.children:
            stack.append((node.tag, depth))
            stack.extend((child, depth + 1) for child in reversed(node.children))
    return "\n".join(lines) + "\n"


def numbers(values: Iterable[float]) -> str:
    """Numbers separated by spaces, each with the digits it needs and no more."""
    return " ".join(repr(float(v)).removesuffix(".0") for v in values)
