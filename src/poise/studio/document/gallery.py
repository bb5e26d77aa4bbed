"""The gallery: the scenes that come with Poise, with their titles and notes."""

from __future__ import annotations

from functools import cache
from typing import Any

import yaml

from poise.scene.shipped import shipped_scenes
from poise.studio.protocol.answers import Gallery, GalleryEntry

_LOADER: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


@cache
def gallery() -> Gallery:
    """The shipped scenes, in order."""
    scenes = []
    for name, path in shipped_scenes().items():
        told = yaml.load(path.read_text(encoding="utf-8"), _LOADER)
        title, notes = told.get("name", name), " ".join(told.get("notes", "").split())
        scenes.append(GalleryEntry(name=name, title=title, notes=notes, picture=None))
    return Gallery(scenes=scenes)
