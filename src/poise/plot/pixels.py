"""Pixels: blank sheets, labels, and the way to picture files."""

from __future__ import annotations

import io
import os
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

from poise.errors import FileError, MissingExtraError
from poise.figure.check import path as checked_path
from poise.plot.colors import BACKGROUND, INK, rgb
from poise.plot.mesh import Floats
from poise.plot.render import Pixels
from poise.plot.scene import Words


def blank(size: tuple[int, int]) -> Pixels:
    color = np.rint(np.array(rgb(BACKGROUND)) * 255).astype(np.uint8)
    return np.tile(color, (size[1], size[0], 1))


def label_height(size: tuple[int, int]) -> int:
    return max(20, min(44, size[1] // 14))


def label_strip(text: str, size: tuple[int, int]) -> Pixels:
    """A strip with centred words."""
    strip = pillow_image(blank(size))
    from PIL import ImageDraw, ImageFont

    points = size[1] * 0.48
    pen = ImageDraw.Draw(strip)
    longest = max((pen.textlength(text, ImageFont.load_default(points)), 1.0))
    font = ImageFont.load_default(points * min(1.0, 0.94 * size[0] / longest))
    pen.text((size[0] / 2, size[1] * 0.42), text, fill=INK, font=font, anchor="mm")
    return np.asarray(strip, np.uint8)


def lettered(pixels: Pixels, words: Sequence[Words], places: Floats) -> Pixels:
    """The picture with words over it; `places` (n, 2): their middles, −1 … 1 from left to right and bottom to top."""
    if not words:
        return pixels
    sheet = pillow_image(pixels)
    from PIL import ImageDraw, ImageFont

    pen, (width, height) = ImageDraw.Draw(sheet), sheet.size
    for word, (x, y) in zip(words, places, strict=True):
        font = ImageFont.load_default(max(9.0, height / 34) * word.size)
        at = ((1 + x) / 2 * width, (1 - y) / 2 * height)
        pen.text(at, word.what, fill=word.color, font=font, anchor="mm", stroke_width=2, stroke_fill=BACKGROUND)
    return np.asarray(sheet, np.uint8)


def pillow_image(pixels: Pixels) -> Any:
    try:
        from PIL import Image
    except ImportError as error:
        raise MissingExtraError("drawing", "pictures") from error
    return Image.fromarray(np.ascontiguousarray(pixels))


def saved(pixels: Pixels, path: str | os.PathLike[str]) -> Path:
    """The path to which a picture was written; its ending says the format."""
    target = checked_path(path, "the path of a file")
    image = pillow_image(pixels)
    if target.suffix.lower() not in writable_endings():
        raise FileError(target, f"pictures end with {', '.join(('.png', '.jpg', '.webp'))}, not {target.suffix!r}")
    try:
        image.save(target)
    except OSError as error:
        why = (error.strerror or error) if target.parent.is_dir() else f"there is no folder {target.parent}"
        raise FileError(target, f"the picture cannot be written: {why}") from error
    return target


def png_bytes(pixels: Pixels) -> bytes:
    """A picture as the content of a PNG file."""
    stream = io.BytesIO()
    pillow_image(pixels).save(stream, format="PNG")
    return stream.getvalue()


def writable_endings() -> set[str]:
    from PIL import Image

    return {ending for ending, kind in Image.registered_extensions().items() if kind in Image.SAVE}
