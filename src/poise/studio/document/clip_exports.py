"""The clip of a document as a file of animators, or as a film. Nothing here needs the engine: it may take its time."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from poise.motion.motion import Motion
from poise.plot.motion_film import film_motion
from poise.studio.protocol.answers import Exported

SIZE = (480, 480)
"""Pixels of a film."""
FILMS = ("mp4", "gif", "png")


class ClipToExport(NamedTuple):
    """A motion to be written, and what the scene is called."""

    motion: Motion
    scene: str


def exported_clip(clip: ClipToExport, format: str, told: Callable[[int, int], object]) -> Exported:
    """The file. `told`: called with frames done and in all of a film; what it raises ends the work."""
    stem = re.sub(r"[^A-Za-z0-9]+", "_", f"{clip.scene}_{clip.motion.name}").strip("_").lower()[:60] or "clip"
    with TemporaryDirectory() as folder:
        file = Path(folder) / f"{stem}.{format}"
        if format in FILMS:
            film_motion(clip.motion, file, size=SIZE, progress=told)
        else:
            clip.motion.save(file)
        return Exported(filename=file.name, text="", data=file.read_bytes())
