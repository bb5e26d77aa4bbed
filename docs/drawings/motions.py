"""Motions as strips of poses."""

from __future__ import annotations

import runpy
from contextlib import redirect_stdout
from io import StringIO
from pathlib import Path

from PIL import Image

EXAMPLE = Path(__file__).parents[2] / "examples" / "15_motion.py"


def walk() -> Image.Image:
    """The walk of the example: two key poses, mirrored, and a smooth curve through them."""
    with redirect_stdout(StringIO()):
        motion = runpy.run_path(str(EXAMPLE))["walk"]
    return Image.fromarray(motion.plot(count=9, view="three-quarter", size=(1170, 260)).image)
