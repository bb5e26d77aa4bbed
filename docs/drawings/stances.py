"""The stances of a person: all of them from the front and from the side, and the table of what they rest on."""

from __future__ import annotations

import numpy as np
from PIL import Image

import poise
from poise.stances.picture import stance_picture


def stances() -> Image.Image:
    """All stances of the median man, from the front and from the side."""
    human = poise.human()
    every = [human.stance(name) for name in human.stances]
    picture = stance_picture(every, views=("front", "side"), columns=6, size=(1320, 1560))
    return Image.fromarray(np.array(picture.image))


def stance_rows() -> list[str]:
    """The rows of the table in docs/postures.md."""
    human = poise.human()
    return [_row(human.stance(name)) for name in human.stances]


def _row(stance: poise.Stance) -> str:
    where = {c.surface: [d.site for d in stance.contacts if d.surface == c.surface] for c in stance.contacts}
    rests = "; ".join(f"{surface}: {', '.join(_paired(sites))}" for surface, sites in where.items())
    margin = poise.statics(stance.pose, supports=stance.supports).margin
    held = "a movement" if stance.motion else "held by grips" if np.isinf(margin) else f"{1000 * margin:.0f} mm inside"
    return f"| `{stance.name}` | {stance.words} | {rests} | {held} |"


def _paired(sites: list[str]) -> list[str]:
    """Both sides of a site as one word."""
    names = []
    for site in sites:
        side, _, part = site.partition("_")
        other = {"left": "right", "right": "left"}.get(side)
        if other and f"{other}_{part}" in sites:
            names += [f"{part.replace('_', ' ')} (both)"] if side == "left" else []
        else:
            names.append(site.replace("_", " "))
    return names
