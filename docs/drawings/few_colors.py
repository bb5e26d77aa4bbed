"""Pictures with few colours: a third of the size, and hardly a difference to see."""

from __future__ import annotations

from PIL import Image

COMMON, RARE = 72, 40
"""How many colours follow what is common, shades above all, and what is rare but must not be lost, as small marks."""


def few_colors(picture: Image.Image) -> Image.Image:
    """The picture in a few colours of its own."""
    plain = picture.convert("RGB")
    colors = _palette(plain, COMMON, Image.Quantize.MEDIANCUT) + _palette(plain, RARE, Image.Quantize.MAXCOVERAGE)
    palette = Image.new("P", (1, 1))
    palette.putpalette(colors)
    return plain.quantize(palette=palette, dither=Image.Dither.NONE)


def _palette(picture: Image.Image, count: int, method: Image.Quantize) -> list[int]:
    return (picture.quantize(count, method).getpalette() or [])[: 3 * count]
