"""Motions as strips of poses and as films."""

from __future__ import annotations

import runpy
import sys
from contextlib import redirect_stdout
from io import StringIO
from pathlib import Path
from tempfile import TemporaryDirectory
from unittest.mock import patch

from PIL import Image

from poise import Motion

EXAMPLE = Path(__file__).parents[2] / "examples" / "15_motion.py"


def walk() -> Image.Image:
    """The walk of the example: two key poses, mirrored, and a smooth curve through them."""
    return Image.fromarray(_walk().strip(count=9, view="three-quarter", size=(1170, 260)).image)


def walk_film(path: Path) -> None:
    """The same as a film, two steps of it, with the path of a hand."""
    _walk()[0.0:1.1].film(path, rate=12, size=(300, 340), follow=True, traces=["left_hand"], com=True, clock=True)


def _walk() -> Motion:
    with redirect_stdout(StringIO()), TemporaryDirectory() as there, patch.object(sys, "argv", ["", there]):
        found = runpy.run_path(str(EXAMPLE))["walk"]
    assert isinstance(found, Motion)
    return found
