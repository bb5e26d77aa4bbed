"""Every shipped scene opens from the gallery, draws, and complains of nothing."""

from __future__ import annotations

import pytest
from chromium import ROOT
from studio_process import StudioProcess
from visit import Open

from poise.scene.shipped import shipped_scenes

SHARES = 4
"""Scenes are opened in a few groups, each in one window."""


@pytest.mark.parametrize("share", range(SHARES))
def test_every_scene_of_the_gallery_opens(visit: Open, studio: StudioProcess, share: int) -> None:
    window = visit(studio, size=(860, 420))
    names = sorted(shipped_scenes())[share::SHARES]
    for name in names:
        was = window.js("poiseStudio.document.revision")
        window.press("Control+g")
        window.page.locator(f'[data-scene="{name}"]').click()
        window.until(lambda was=was: window.js("poiseStudio.document.revision") != was, f"{name} opens")  # type: ignore[misc]
        window.gone(window.page.get_by_role("dialog"), "the gallery")
        window.settled()
        assert window.js("poiseStudio.figure.revision") == window.js("poiseStudio.now.figure")
        assert all(abs(x) < 100 for x in window.placements())
        assert window.complaints == [], name


def test_every_scene_of_the_gallery_has_its_picture() -> None:
    pictures = {path.stem for path in (ROOT / "studio" / "public" / "gallery").glob("*.png")}
    assert pictures == set(shipped_scenes()), "take them again: python tools/gallery_pictures.py"
