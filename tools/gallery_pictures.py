"""Take the small pictures of the studio's gallery again.   python tools/gallery_pictures.py [SCENE …]

Every shipped scene is opened in the studio, in a real browser, and its body is pictured when it rests.
"""

from __future__ import annotations

import base64
import io
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "docs"))

from drawings.studio import window
from PIL import Image

from poise.scene.shipped import shipped_scenes

ROOT = Path(__file__).resolve().parent.parent
FOLDER = ROOT / "studio" / "public" / "gallery"
SIZE = (220, 150)
COLORS = 48

_OPEN = "(name) => poiseStudio.tryTo({ type: 'open', shipped: name })"
_TAKE = """async ([width, height]) => {
  const bytes = new Uint8Array(await (await poiseStage.thumbnail(width, height)).arrayBuffer());
  return btoa(String.fromCharCode(...bytes));
}"""


def main(names: list[str]) -> None:
    FOLDER.mkdir(parents=True, exist_ok=True)
    with window() as visit:
        for name in names:
            visit.js(_OPEN, name)
            visit.settled()
            visit.until(lambda: visit.js("poiseStage.state().refined"), "a smooth skin")
            visit.js("poiseStage.frameSelection()")
            picture = Image.open(io.BytesIO(base64.b64decode(visit.js(_TAKE, list(SIZE)))))
            path = FOLDER / f"{name}.png"
            picture.convert("RGBA").quantize(COLORS, Image.Quantize.FASTOCTREE).save(path, optimize=True)
            print(f"{path.relative_to(ROOT)}  {path.stat().st_size / 1000:.1f} kB", flush=True)


if __name__ == "__main__":
    main(sys.argv[1:] or list(shipped_scenes()))
