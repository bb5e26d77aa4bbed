"""Take the small pictures of the studio's gallery again.   python tools/gallery_pictures.py [SCENE …]

Every shipped scene is solved, and its body drawn as the scene's shot shows it, goals included.
"""

from __future__ import annotations

import sys
from pathlib import Path

from PIL import Image

import poise
from poise.scene.picture import scene_picture
from poise.scene.shipped import shipped_scenes

ROOT = Path(__file__).resolve().parent.parent
FOLDER = ROOT / "studio" / "public" / "gallery"
SIZE = (220, 150)
QUALITY = 75
"""Of WebP: two kilobytes a picture, where a PNG of 32 colours has four and loses those of small goals."""
FINER = 3
"""Drawn so many times larger, for smooth edges of thin chains."""


def main(names: list[str]) -> None:
    FOLDER.mkdir(parents=True, exist_ok=True)
    files = shipped_scenes()
    for name in names:
        scene = poise.Scene.load(files[name])
        picture = scene_picture(scene, scene.solve(), size=SIZE).finer(FINER)
        small = Image.fromarray(picture.image).resize(SIZE, Image.Resampling.LANCZOS)
        path = FOLDER / f"{name}.webp"
        small.save(path, quality=QUALITY, method=6)
        print(f"{path.relative_to(ROOT)}  {path.stat().st_size / 1000:.1f} kB", flush=True)


if __name__ == "__main__":
    main(sys.argv[1:] or list(shipped_scenes()))
