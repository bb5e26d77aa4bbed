"""A chart: curves drawn by matplotlib when somebody asks for the pixels."""

from __future__ import annotations

import functools
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

from poise.arrays import sealed
from poise.errors import InputError, MissingExtraError
from poise.figure.check import each, shown
from poise.plot.colors import BACKGROUND
from poise.plot.pixels import png_bytes, saved
from poise.plot.render import Pixels

DOTS_PER_INCH = 100


class Chart:
    """Something to be drawn on a sheet. Nothing is drawn before `image`, `save` or a notebook asks for it.

    `draw` gets an empty matplotlib `Figure` of `size` (width, height) pixels.
    """

    def __init__(self, draw: Callable[[Any], None], size: tuple[int, int]) -> None:
        sides = each(size, "the size of a chart")
        if len(sides) != 2 or not all(isinstance(side, int) and 100 <= side <= 20000 for side in sides):
            raise InputError(f"the size of a chart is (width, height), 100 … 20000 pixels each, not {shown(size)}")
        self.size = (sides[0], sides[1])
        self._draw = draw

    @functools.cached_property
    def image(self) -> Pixels:
        """(height, width, 3) red, green, blue; read-only."""
        canvas_of, figure_of = _matplotlib()
        width, height = (side / DOTS_PER_INCH for side in self.size)
        sheet = figure_of(figsize=(width, height), dpi=DOTS_PER_INCH, facecolor=BACKGROUND, layout="constrained")
        canvas = canvas_of(sheet)
        self._draw(sheet)
        canvas.draw()
        return sealed(np.array(canvas.buffer_rgba())[..., :3])

    def save(self, path: str | os.PathLike[str]) -> Path:
        """Write a PNG (or JPEG, WebP …, by the file's ending) and return its path."""
        return saved(self.image, path)

    def _repr_png_(self) -> bytes:
        return png_bytes(self.image)

    def __repr__(self) -> str:
        return f"<Chart: {self.size[0]}×{self.size[1]} pixels>"


def _matplotlib() -> tuple[Any, Any]:
    """A canvas without a screen and a sheet, free of pyplot's global state."""
    try:
        from matplotlib.backends.backend_agg import FigureCanvasAgg
        from matplotlib.figure import Figure
    except ImportError as error:
        raise MissingExtraError("drawing charts", "pictures") from error
    return FigureCanvasAgg, Figure
