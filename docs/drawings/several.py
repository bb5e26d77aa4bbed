"""Two shipped scenes of several figures: shaking hands, carrying a plank."""

from __future__ import annotations

from PIL import Image

import poise
from poise.plot import side_by_side

SCENES = ("shake_hands", "carry_a_plank")


def several() -> Image.Image:
    """Side by side, as their scenes show them."""
    scenes = [poise.Scene.load(name) for name in SCENES]
    pictures = [scene.plot(size=(430, 340)) for scene in scenes]
    return Image.fromarray(side_by_side(pictures, labels=[scene.name for scene in scenes], size=(860, 370)).image)
