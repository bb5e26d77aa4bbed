"""Stances as pictures: the body on the surfaces that carry it, one or many side by side."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from poise.figure.shape import Box
from poise.plot.lines import tube
from poise.plot.mesh import shape_mesh
from poise.plot.picture import Panel, Picture
from poise.plot.pose_picture import pose_scene
from poise.plot.scene import Item, Scene
from poise.plot.views import View, view_of
from poise.stances.recipe import FLOOR, UP, Surface

if TYPE_CHECKING:
    from poise.stances.stance import Stance

WOOD = "#b59a78"
THICK = 0.02
"""m: of the boards that stand for surfaces."""
BESIDE = 0.14
"""m: how far a board goes beyond what touches it. A wall goes beyond by three times as much."""


def stance_scene(stance: Stance) -> Scene:
    """The pose, and a board for every surface besides the floor."""
    drawing = pose_scene(stance.pose, floor=0.0)
    boards = [_board(stance, surface) for name, surface in stance.surfaces.items() if name != FLOOR.name]
    return replace(drawing, items=(*drawing.items, *boards))


def stance_picture(
    stances: Sequence[Stance], *, views: Sequence[str | View] = ("three-quarter",), columns: int = 6,
    size: tuple[int, int] | None = None,
) -> Picture:  # fmt: skip
    """All of them in rows, each seen from every view and named underneath."""
    panels = [
        Panel(scene, view_of(view), stance.name.replace("_", " ") if i == 0 else "")
        for stance, scene in ((s, stance_scene(s)) for s in stances)
        for i, view in enumerate(views)
    ]
    wide = min(columns, len(panels))
    rows = -(-len(panels) // wide)
    return Picture(panels, columns=wide, size=size or (240 * wide, 290 * rows))


def _board(stance: Stance, surface: Surface) -> Item:
    """A board under, or behind, all that touches the surface; a rung in a hand that grips."""
    if all(c.how == "grip" for c in stance.contacts if c.surface == surface.name):
        held = np.array([stance.pose.position(c.point) for c in stance.contacts if c.surface == surface.name])
        away = np.array([BESIDE, 0.0, 0.0])
        return Item(tube([held[0] - away, held[-1] + away], 0.75 * THICK), WOOD)
    touching = np.array([stance.pose.position(c.point) for c in stance.contacts if c.surface == surface.name])
    low, high = touching.min(axis=0), touching.max(axis=0)
    if surface.normal == UP:
        low, high = low - BESIDE, high + BESIDE
        low[1], high[1] = surface.offset - THICK, surface.offset
    else:
        low, high = low - 3.0 * BESIDE, high + 3.0 * BESIDE
        along = int(np.argmax(np.abs(surface.normal)))
        low[along], high[along] = surface.offset - THICK, surface.offset
        low[1] = 0.0
    mesh = shape_mesh(Box(tuple((high - low).tolist())))
    place = np.eye(4)
    place[:3, 3] = (low + high) / 2
    return Item(mesh.moved(place), WOOD)
