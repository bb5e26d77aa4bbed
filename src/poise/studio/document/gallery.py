"""The gallery: the scenes that come with Poise, with their titles and notes."""

from __future__ import annotations

from functools import cache

from poise.scene.shipped import shipped_headings
from poise.studio.protocol.answers import Gallery, GalleryEntry


@cache
def gallery() -> Gallery:
    """The shipped scenes, in order."""
    headings = shipped_headings().items()
    return Gallery(scenes=[GalleryEntry(name=n, title=h.title, notes=h.notes, picture=None) for n, h in headings])
