"""Things beside a figure: boxes, shelves, balls, chairs, arrows and words, to show what a pose is about."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import numpy as np

from poise.errors import InputError
from poise.figure.check import Vec3, number, positive, vec3
from poise.figure.placement import Placement
from poise.figure.shape import Box
from poise.plot.arrows import arrow as arrow_mesh
from poise.plot.lines import ball as ball_mesh
from poise.plot.mesh import Floats, Mesh, joined, shape_mesh
from poise.plot.scene import Item, Words

WOOD, CARD, RUBBER, MARK = "#b59a78", "#c2a878", "#c8743f", "#b4322a"
BOARD = 0.022
"""m: how thick boards are."""


@dataclass(frozen=True, slots=True, eq=False)
class Prop:
    """Something that stands in the picture: what is drawn, words, and balls (n, 4) that darken the floor under it."""

    items: tuple[Item, ...] = ()
    words: tuple[Words, ...] = ()
    balls: Floats = field(default_factory=lambda: np.zeros((0, 4)))


def box(at: Any, size: Any = (0.4, 0.3, 0.3), *, turn: float = 0.0, color: str = CARD) -> Prop:
    """A box whose middle is `at`, with edges `size` along x, y and z, turned about the vertical (metres, radians)."""
    placed = Placement.turned((0.0, 1.0, 0.0), number(turn, "the turn of a box"), vec3(at, "the place of a box"))
    shape = Box(vec3(size, "the size of a box"), placement=placed)
    return _solid(shape_mesh(shape), color)


def ball(at: Any, radius: float = 0.12, *, color: str = RUBBER) -> Prop:
    """A ball about `at`, metres."""
    center, r = np.array(vec3(at, "the place of a ball")), positive(radius, "the radius of a ball")
    return Prop((Item(ball_mesh(center, r, 40), color),), balls=np.array([[*center, r]]))


def shelf(at: Any, size: Any = (0.8, 0.3), *, legs: bool = False, turn: float = 0.0, color: str = WOOD) -> Prop:
    """A board, the middle of its top `at`, `size` along x and z; with `legs` a table down to the floor y = 0."""
    x, y, z = vec3(at, "the place of a shelf")
    across, deep = (positive(v, "the size of a shelf") for v in np.asarray(size, float).tolist())
    parts = [((0.0, y - BOARD / 2, 0.0), (across, BOARD, deep))]
    if legs:
        high = y - BOARD
        for a in (-1, 1):
            for b in (-1, 1):
                parts.append(((a * (across / 2 - BOARD), high / 2, b * (deep / 2 - BOARD)), (0.035, high, 0.035)))
    return _boards(parts, (x, z), turn, color)


def chair(at: Any = (0.0, 0.0, 0.0), *, seat: float = 0.45, turn: float = 0.0, color: str = WOOD) -> Prop:
    """A chair that faces +Z, the middle of its seat over `at`; `seat`: its height, metres."""
    x, y, z = vec3(at, "the place of a chair")
    high = positive(seat, "the height of a seat")
    wide, back = 0.42, 0.42
    parts = [((0.0, y + high - BOARD / 2, 0.0), (wide, BOARD, wide))]
    parts.append(((0.0, y + high + 0.30, -wide / 2 + BOARD / 2), (wide, 0.22, BOARD)))
    for a in (-1, 1):
        side = a * (wide / 2 - 0.02)
        parts.append(((side, y + high / 2 - BOARD / 2, wide / 2 - 0.02), (0.035, high - BOARD, 0.035)))
        parts.append(((side, y + (high + back) / 2, -wide / 2 + BOARD / 2), (0.035, high + back, 0.035)))
    return _boards(parts, (x, z), turn, color)


def arrow(start: Any, end: Any, *, radius: float = 0.012, color: str = MARK) -> Prop:
    """A straight arrow from point to point, metres."""
    a, b = (vec3(p, "an end of an arrow") for p in (start, end))
    return Prop((Item(arrow_mesh(a, b, positive(radius, "the radius of an arrow")), color),))


def words(at: Any, what: str, *, color: str = "#3b3f46", size: float = 1.0) -> Prop:
    """Words whose middle is at a point of the scene, in front of everything; `size` times the usual letters."""
    if not isinstance(what, str):
        raise InputError(f"words must be a text, not {what!r}")
    return Prop(words=(Words(vec3(at, "the place of words"), what, color, positive(size, "the size of words")),))


def _boards(parts: list[tuple[Vec3, Vec3]], at: tuple[float, float], turn: float, color: str) -> Prop:
    placed = Placement.turned((0.0, 1.0, 0.0), number(turn, "the turn of a prop"), (at[0], 0.0, at[1]))
    boxes = [Box(size, placement=placed @ Placement(middle)) for middle, size in parts]
    return _solid(joined(shape_mesh(b) for b in boxes), color)


def _solid(mesh: Mesh, color: str) -> Prop:
    low, high = mesh.vertices.min(axis=0), mesh.vertices.max(axis=0)
    radius = float(np.sort(high - low)[:2].mean()) / 2
    return Prop((Item(mesh, color),), balls=np.array([[*((low + high) / 2), min(radius, 0.25)]]))
