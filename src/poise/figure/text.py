"""A figure as text: the tree, one line a joint."""

from __future__ import annotations

import math

from poise.figure.figure import Figure
from poise.figure.joint import Joint
from poise.figure.limit import Cone, Ellipse, Limit, Polygon, Range

MOST_LINES = 200


def tree_text(figure: Figure) -> str:
    """The figure's tree with models, limits (degrees) and masses; very large figures are cut."""
    head = f"{figure.name}: {len(figure.segments)} segments, {figure.dof} DOF, {figure.mass:.4g} kg"
    stems = _stems(figure, min(len(figure.branches), MOST_LINES))
    rows = [
        (stem + b.segment, f"{b.joint.name} ({b.joint.model})", limits_text(b.joint), figure.segments[b.segment].mass)
        for stem, b in zip(stems, figure.branches, strict=False)
    ]
    widths = [max(len(str(r[i])) for r in rows) for i in range(3)]
    lines = [f"{a:<{widths[0]}}  {b:<{widths[1]}}  {c:<{widths[2]}}  {m:8.3f} kg" for a, b, c, m in rows]
    cut = [f"… and {len(figure.branches) - MOST_LINES} more"] if len(figure.branches) > MOST_LINES else []
    return "\n".join([head, *lines, *cut])


def limits_text(joint: Joint) -> str:
    """The joint's limits in degrees (a slide's in metres), for people."""
    return ", ".join(f"{key} {limit_text(limit, joint.model == 'slide')}" for key, limit in joint.limits.items())


def limit_text(limit: Limit, metres: bool = False) -> str:
    """One limit for people."""
    if isinstance(limit, Range):
        return f"{limit.min:g} … {limit.max:g} m" if metres else f"{_degrees(limit.min)} … {_degrees(limit.max)}"
    if isinstance(limit, Cone):
        return f"cone {_degrees(limit.angle)}"
    if isinstance(limit, Ellipse):
        return f"ellipse {_degrees(limit.x)} × {_degrees(limit.y)}"
    if isinstance(limit, Polygon):
        return f"polygon of {len(limit.vertices)}"
    low, high = min(r[1] for r in limit.rows), max(r[2] for r in limit.rows)
    return f"by swing, within {_degrees(low)} … {_degrees(high)}"


def _degrees(angle: float) -> str:
    return f"{math.degrees(angle):.4g}°"


def _stems(figure: Figure, count: int) -> list[str]:
    """The drawn part of the tree in front of every segment."""
    last = [True] * len(figure.branches)
    visited: set[int] = set()
    for i in range(len(figure.branches) - 1, 0, -1):
        carrier = figure.branches[i].carrier
        last[i] = carrier not in visited
        visited.add(carrier)
    stems: list[str] = []
    inner: list[str] = []  # what the children of a branch write before their own mark
    for i in range(count):
        carrier = figure.branches[i].carrier
        lead = inner[carrier] if carrier >= 0 else ""
        # A chain of only children is drawn straight down, or long chains would run off the page.
        only = carrier >= 0 and last[i] and (i == carrier + 1)
        stems.append(lead + ("" if i == 0 else ("" if only else ("└ " if last[i] else "├ "))))
        inner.append(lead + ("" if i == 0 or only else ("  " if last[i] else "│ ")))
    return stems
