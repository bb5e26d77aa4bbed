"""Arrows, straight and round."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from poise.plot.lines import tube
from poise.plot.mesh import EMPTY, Floats, Mesh, joined

HEAD = 3.2
"""Width of an arrow's head, in widths of its shaft."""


def arrow(start: Any, end: Any, radius: float) -> Mesh:
    """A straight arrow; nothing when it has no length."""
    a, b = np.asarray(start, float), np.asarray(end, float)
    length = float(np.linalg.norm(b - a))
    if length < 1e-9:
        return EMPTY
    head = min(2.6 * HEAD * radius, 0.6 * length)
    neck = b - (b - a) * (head / length)
    return joined([tube([a, neck], radius), cone(neck, b, HEAD * radius)])


def arc(center: Any, axis: Any, size: float, angle: float, radius: float) -> Mesh:
    """A round arrow about an axis: `size` its radius, `angle` how far it goes (radians), `radius` its thickness."""
    n = np.asarray(axis, float)
    if float(np.linalg.norm(n)) < 1e-12 or abs(angle) < 1e-3:
        return EMPTY
    n = n / np.linalg.norm(n)
    u = _across(n)
    turn = np.linspace(0.0, angle, 4 + int(abs(angle) * 10))[:, None]
    rim = np.asarray(center, float) + size * (np.cos(turn) * u + np.sin(turn) * np.cross(n, u))
    onward = np.cross(n, rim[-1] - np.asarray(center, float)) * math.copysign(1.0, angle)
    tip = rim[-1] + onward / size * (2.2 * HEAD * radius)
    return joined([tube(rim, radius), cone(rim[-1], tip, HEAD * radius)])


def cone(base: Floats, tip: Floats, radius: float, sides: int = 16) -> Mesh:
    """A cone without its base."""
    way = tip - base
    length = float(np.linalg.norm(way))
    n = way / length
    u = _across(n)
    turn = np.linspace(0.0, 2.0 * math.pi, sides, endpoint=False)[:, None]
    out = np.cos(turn) * u + np.sin(turn) * np.cross(n, u)
    normals = (length * out + radius * n) / math.hypot(length, radius)
    ring = np.arange(sides)
    faces = np.column_stack([ring, np.roll(ring, -1), ring + sides])
    return Mesh(np.vstack([base + radius * out, np.tile(tip, (sides, 1))]), np.vstack([normals, normals]), faces)


def _across(n: Floats) -> Floats:
    hint = np.eye(3)[int(np.argmin(np.abs(n)))]
    u = np.cross(hint, n)
    return np.asarray(u / np.linalg.norm(u))
