"""The tree of segments and joints: who carries whom when the figure is held at its root.

A joint keeps the direction it was built with (parent → child); which of its two segments is nearer to
the root depends on the root alone. So re-rooting changes no joint, only this order.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from poise.errors import FigureError, UnknownNameError
from poise.figure.joint import Joint


class Branch(NamedTuple):
    """One step of the tree, root first: `joint` carries `segment`; `carrier` is the index of the branch
    before it (−1 for the root); `reversed` when the joint is walked from its child to its parent."""

    joint: Joint
    segment: str
    carrier: int
    reversed: bool


def grow(segments: Iterable[str], joints: Sequence[Joint], root: str | None = None) -> tuple[Branch, ...]:
    """All branches in depth-first order from the root, neighbours in the order they were given.

    `root` defaults to the child of the joint that hangs on the world. Raises `FigureError` for cycles,
    loose parts, joints to unknown segments, and none or several bases. Names must be unique already.
    """
    names = tuple(segments)
    base = _base(joints)
    start = base.child if root is None else root
    neighbours = _neighbours(names, joints)
    if start not in neighbours:
        raise UnknownNameError("segment", start, names)
    branches = [Branch(base, start, -1, False)]
    visited = {start: 0}
    stack = [(joint, 0) for joint in reversed(neighbours[start])]
    while stack:  # a loop, not recursion: chains may be thousands of joints long
        joint, carrier = stack.pop()
        backwards = joint.child == branches[carrier].segment
        segment = str(joint.parent) if backwards else joint.child
        if segment in visited:
            ends = f"{joint.parent!r} and {joint.child!r}"
            raise FigureError(f"the joints form a cycle: {joint.name!r} joins {ends}, which are connected already")
        visited[segment] = len(branches)
        branches.append(Branch(joint, segment, carrier, backwards))
        here = len(branches) - 1
        stack.extend((j, here) for j in reversed(neighbours[segment]) if j is not joint)
    loose = [n for n in names if n not in visited]
    if loose:
        raise FigureError(f"not connected to {start!r}: segment {', '.join(map(repr, loose[:8]))}")
    return tuple(branches)


def _base(joints: Sequence[Joint]) -> Joint:
    bases = [j for j in joints if j.parent is None]
    if not bases:
        raise FigureError("no joint hangs on the world: one joint, free or fixed, must have parent None")
    if len(bases) > 1:
        raise FigureError(f"several joints hang on the world: {', '.join(repr(j.name) for j in bases)}")
    return bases[0]


def _neighbours(names: Sequence[str], joints: Sequence[Joint]) -> dict[str, list[Joint]]:
    neighbours: dict[str, list[Joint]] = {n: [] for n in names}
    for joint in joints:
        for end in (joint.parent, joint.child):
            if end is not None and end not in neighbours:
                raise UnknownNameError("segment", end, names, f"joint {joint.name!r} is loose: the figure")
        if joint.parent is not None:
            neighbours[joint.parent].append(joint)
            neighbours[joint.child].append(joint)
    return neighbours
