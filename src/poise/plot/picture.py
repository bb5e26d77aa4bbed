"""A picture: one or more panels, drawn when somebody asks for the pixels."""

from __future__ import annotations

import base64
import functools
import html
import math
import os
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np

from poise.arrays import sealed
from poise.errors import InputError
from poise.figure.check import count, number, shown
from poise.plot.pixels import blank, label_height, label_strip, lettered, png_bytes, saved
from poise.plot.render import Pixels, render
from poise.plot.scene import Scene
from poise.plot.views import View, framed

PANEL = (520, 680)
"""Width and height of one panel when no size is asked for, pixels."""


@dataclass(frozen=True, slots=True, eq=False)
class Panel:
    """A scene seen from one side, with a few words under it."""

    scene: Scene
    view: View
    label: str = ""


class Picture:
    """Panels in rows. Immutable; nothing is drawn before `image`, `save` or a notebook asks for it.

    `size`: width and height of the whole in pixels. `columns`: panels per row, all by default.
    `shared`: one framing for all panels, so that sizes can be compared between them. `alt`: what the picture shows, in
    words, for those who cannot see it; by default the labels of its panels.
    """

    def __init__(
        self,
        panels: Iterable[Panel],
        *,
        size: tuple[int, int] | None = None,
        columns: int | None = None,
        shared: bool = False,
        alt: str = "",
    ) -> None:
        self.panels = tuple(panels)
        if not self.panels:
            raise InputError("a picture needs at least one panel")
        self.columns = max(1, min(columns or len(self.panels), len(self.panels)))
        self.rows = math.ceil(len(self.panels) / self.columns)
        self.size = _checked_size(
            size if size is not None else (PANEL[0] * self.columns, PANEL[1] * self.rows), self.columns, self.rows
        )
        self.shared = shared
        self.alt = alt or "; ".join(p.label for p in self.panels if p.label) or "a figure"

    @functools.cached_property
    def image(self) -> Pixels:
        """(height, width, 3) red, green, blue; read-only."""
        pixels = blank(self.size)
        for i, panel in enumerate(self.panels):
            x0, x1, y0, y1 = self._cell(i)
            pixels[y0:y1, x0:x1] = self._panel_image(panel, (x1 - x0, y1 - y0))
        return sealed(pixels)

    def save(self, path: str | os.PathLike[str]) -> Path:
        """Write a PNG (or JPEG, WebP …, by the file's ending) and return its path."""
        return saved(self.image, path)

    def labelled(self, *labels: str) -> Picture:
        """The same picture with other words under its panels."""
        if not all(isinstance(text, str) for text in labels):
            raise InputError(f"labels must be texts, not {shown(labels)}")
        if len(labels) != len(self.panels):
            raise InputError(f"{len(self.panels)} labels are needed, one per panel, not {len(labels)}")
        panels = [replace(p, label=text) for p, text in zip(self.panels, labels, strict=True)]
        return Picture(panels, size=self.size, columns=self.columns, shared=self.shared)

    def finer(self, factor: int = 2) -> Picture:
        """The same picture with `factor` times as many pixels along either side."""
        times = count(factor, "how much finer a picture is", 8)
        size = (self.size[0] * times, self.size[1] * times)
        return Picture(self.panels, size=size, columns=self.columns, shared=self.shared, alt=self.alt)

    def _repr_png_(self) -> bytes:
        return png_bytes(self.image)

    def _repr_html_(self) -> str:
        """In a notebook: at twice the pixels, with words for those who cannot see it."""
        content = base64.b64encode(png_bytes(self.finer(2).image)).decode()
        return f'<img width="{self.size[0]}" alt="{html.escape(self.alt)}" src="data:image/png;base64,{content}">'

    def __repr__(self) -> str:
        width, height = self.size
        return f"<Picture: {self.columns}×{self.rows} panels, {width}×{height} pixels>"

    def _cell(self, index: int) -> tuple[int, int, int, int]:
        """Left, right, top and bottom edge of a panel."""
        row, column = divmod(index, self.columns)
        width, height = self.size
        return (
            column * width // self.columns, (column + 1) * width // self.columns,
            row * height // self.rows, (row + 1) * height // self.rows,
        )  # fmt: skip

    def _panel_image(self, panel: Panel, size: tuple[int, int]) -> Pixels:
        strip = label_height(size) if any(p.label for p in self.panels) else 0
        inner = (size[0], size[1] - strip)
        scenes = [p.scene for p in self.panels] if self.shared else [panel.scene]
        points = np.vstack([s.points() for s in scenes])
        camera = framed(panel.view, points, inner[0] / inner[1])
        words = panel.scene.words
        drawn = lettered(render(panel.scene, camera, inner), words, camera.project([w.at for w in words]))
        return np.vstack([drawn, label_strip(panel.label, (size[0], strip))]) if strip else drawn


def joined_pictures(pictures: Sequence[Picture], *, size: tuple[int, int] | None, shared: bool) -> Picture:
    """The panels of several pictures in one row."""
    panels = [panel for picture in pictures for panel in picture.panels]
    if size is None:
        size = (sum(p.size[0] for p in pictures), max(p.size[1] for p in pictures))
    return Picture(panels, size=size, shared=shared)


def _checked_size(size: Any, columns: int, rows: int) -> tuple[int, int]:
    try:
        width, height = (int(number(v, "the size of a picture")) for v in size)
    except (TypeError, ValueError):
        raise InputError(f"the size of a picture is (width, height) in pixels, not {shown(size)}") from None
    if not (64 * columns <= width <= 20000 and 64 * rows <= height <= 20000):
        raise InputError(f"a picture of {columns}×{rows} panels cannot be {width}×{height} pixels: 64 … 20000 each")
    return width, height
