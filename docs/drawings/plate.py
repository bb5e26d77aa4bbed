"""A plate: scenes side by side, with words next to the points they speak of and a line under each panel."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from PIL import Image, ImageDraw, ImageFont

from poise.plot.colors import BACKGROUND, INK
from poise.plot.render import render
from poise.plot.scene import Scene
from poise.plot.views import Camera, View, framed

STRIP = 34
"""Height of the line under a panel, pixels."""


@dataclass(frozen=True)
class Note:
    """Words at a world point (3,), `by` pixels right and down of it; far words get a line to their point."""

    at: Any
    text: str
    by: tuple[float, float] = (10, -12)
    color: str = INK


@dataclass(frozen=True)
class Plate:
    """A scene, from where it is seen, its notes and its caption. `margin`: free part of the picture at each edge."""

    scene: Scene
    view: View
    caption: str = ""
    notes: Sequence[Note] = ()
    margin: float = 0.07


def row(plates: Sequence[Plate], size: tuple[int, int], *, columns: int | None = None) -> Image.Image:
    """Plates of `size` (width, height) each, `columns` in a row (default: all)."""
    per_row = columns or len(plates)
    rows = -(-len(plates) // per_row)
    whole = Image.new("RGB", (size[0] * per_row, size[1] * rows), BACKGROUND)
    for i, plate in enumerate(plates):
        whole.paste(_drawn(plate, size), (i % per_row * size[0], i // per_row * size[1]))
    return whole


def camera_of(plate: Plate, size: tuple[int, int]) -> Camera:
    """The camera of a plate drawn at `size`."""
    inner = (size[0], size[1] - (STRIP if plate.caption else 0))
    return framed(plate.view, plate.scene.points(), inner[0] / inner[1], plate.margin)


def _drawn(plate: Plate, size: tuple[int, int]) -> Image.Image:
    inner = (size[0], size[1] - (STRIP if plate.caption else 0))
    camera = camera_of(plate, size)
    image = Image.new("RGB", size, BACKGROUND)
    image.paste(Image.fromarray(np.ascontiguousarray(render(plate.scene, camera, inner))), (0, 0))
    pen = ImageDraw.Draw(image)
    for note in plate.notes:
        _write(pen, note, _pixel(camera, note.at, inner))
    pen.text((size[0] / 2, size[1] - 0.6 * STRIP), plate.caption, fill=INK, font=font(17), anchor="mm")
    return image


def _pixel(camera: Camera, point: Any, size: tuple[int, int]) -> tuple[float, float]:
    x, y = camera.project(point)[0]
    return (1 + x) / 2 * size[0], (1 - y) / 2 * size[1]


def _write(pen: ImageDraw.ImageDraw, note: Note, at: tuple[float, float]) -> None:
    x, y = at[0] + note.by[0], at[1] + note.by[1]
    if np.hypot(*note.by) > 24:
        pen.line([at, (x, y)], fill=note.color, width=1)
    anchor = "lm" if note.by[0] > 0 else "rm" if note.by[0] < 0 else "mm"
    gap = 3 * np.sign(note.by[0])
    pen.text((x + gap, y), note.text, fill=note.color, font=font(16), anchor=anchor)


def font(points: float) -> Any:
    """The font of all words; it has Latin letters only."""
    return ImageFont.load_default(points)
