"""Scenes open from the gallery, draw, and complain of nothing: one of every body.

The others differ in what is asked; the server opens and settles all of them in `tests/studio/test_windows.py`.
"""

from __future__ import annotations

import pytest
import yaml
from chromium import ROOT
from studio_process import StudioProcess
from visit import Open

from poise.scene.shipped import shipped_scenes

SHARES = 2
"""Scenes are opened in two groups, each in one window."""


def one_of_every_body() -> list[str]:
    """The last scene, by name, of each figure that scenes describe."""
    said = {name: yaml.safe_load(path.read_text("utf-8")) for name, path in sorted(shipped_scenes().items())}
    return list({repr(scene.get("figure") or scene["figures"]): name for name, scene in said.items()}.values())


@pytest.mark.parametrize("share", range(SHARES))
def test_scenes_of_the_gallery_open(visit: Open, studio: StudioProcess, share: int) -> None:
    window = visit(studio, size=(860, 420))
    for name in one_of_every_body()[share::SHARES]:
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
    pictures = {path.stem for path in (ROOT / "studio" / "public" / "gallery").glob("*.webp")}
    assert pictures == set(shipped_scenes()), "take them again: python tools/gallery_pictures.py"
