"""Take the small pictures of the studio's stances again.   python tools/stance_pictures.py

Every stance of a person, on what it rests on.
"""

from __future__ import annotations

import io
from pathlib import Path

from PIL import Image

import poise
from poise.plot.picture import Panel, Picture
from poise.plot.views import view_of
from poise.stances.picture import stance_scene

ROOT = Path(__file__).resolve().parent.parent
FOLDER = ROOT / "studio" / "public" / "stances"
SIZE = (160, 160)
COLORS = 48


def main() -> None:
    FOLDER.mkdir(parents=True, exist_ok=True)
    person = poise.human()
    for name in person.stances:
        panel = Panel(stance_scene(person.stance(name)), view_of("three-quarter"), "")
        picture = Picture([panel], columns=1, size=SIZE)
        path = FOLDER / f"{name}.png"
        found = Image.open(io.BytesIO(picture._repr_png_())).convert("RGBA")
        found.quantize(COLORS, Image.Quantize.FASTOCTREE).save(path, optimize=True)
        print(f"{path.relative_to(ROOT)}  {path.stat().st_size / 1000:.1f} kB", flush=True)


if __name__ == "__main__":
    main()
