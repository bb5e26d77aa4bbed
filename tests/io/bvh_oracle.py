"""A BVH reader of its own, for comparison: words and `float`, rotations by scipy, one joint after the other."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
from scipy.spatial.transform import Rotation

CHANNELS = {f"{a}{k}": (k, i) for i, a in enumerate("XYZ") for k in ("position", "rotation")}


@dataclass
class Node:
    name: str
    parent: Node | None
    offset: np.ndarray = field(default_factory=lambda: np.zeros(3))
    channels: list[str] = field(default_factory=list)


def places(path: Path) -> dict[str, np.ndarray]:
    """(n, 3) places of every joint by name, file units and axes; positions take the place of offsets."""
    text = path.read_text(encoding="utf-8-sig")
    head, _, body = text.partition("MOTION")
    nodes = _nodes(head)
    numbers = [float(word) for word in body.split()[5:]]
    width = sum(len(node.channels) for node in nodes)
    frames = np.array(numbers).reshape(-1, width)
    turns: dict[int, Rotation] = {}
    found: dict[int, np.ndarray] = {}
    column = 0
    for node in nodes:
        at = np.tile(node.offset, (len(frames), 1))
        turn = Rotation.identity(len(frames))
        for name in node.channels:
            kind, axis = CHANNELS[name]
            if kind == "position":
                at[:, axis] = frames[:, column]
            else:
                turn = turn * Rotation.from_euler("xyz"[axis], frames[:, column, None], degrees=True)
            column += 1
        if node.parent is not None:
            outer = turns[id(node.parent)]
            at, turn = found[id(node.parent)] + outer.apply(at), outer * turn
        turns[id(node)], found[id(node)] = turn, at
    return {node.name: found[id(node)] for node in nodes}


def _nodes(head: str) -> list[Node]:
    nodes: list[Node] = []
    stack: list[Node | None] = []
    latest: Node | None = None
    words = iter(head.replace("End Site", "EndSite").replace("{", " { ").replace("}", " } ").split())
    for word in words:
        if word in ("ROOT", "JOINT"):
            latest = Node(next(words), stack[-1] if stack else None)
            nodes.append(latest)
        elif word == "EndSite":
            latest = None
        elif word == "{":
            stack.append(latest)
        elif word == "}":
            stack.pop()
        elif word == "OFFSET":
            offset = np.array([float(next(words)) for _ in range(3)])
            if stack[-1] is not None:
                stack[-1].offset = offset
        elif word == "CHANNELS" and stack[-1] is not None:
            stack[-1].channels = [next(words) for _ in range(int(next(words)))]
    return nodes
