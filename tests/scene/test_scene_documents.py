"""What docs/scenes.md and docs/gallery.md say is so."""

from __future__ import annotations

import re
from pathlib import Path

import poise

DOCS = Path(__file__).parents[2] / "docs"


def test_the_file_of_the_page_can_be_solved(tmp_path):
    text = re.search(r"^```yaml\n(.*?)^```", (DOCS / "scenes.md").read_text("utf-8"), re.MULTILINE | re.DOTALL)
    assert text is not None
    (tmp_path / "page.yaml").write_text(text[1], "utf-8")
    assert poise.Scene.load(tmp_path / "page.yaml").solve().status == "converged"


def test_the_gallery_lists_every_shipped_scene():
    page = (DOCS / "gallery.md").read_text("utf-8")
    rows = re.findall(r"^\| `(\w+)`((?:, `_\w`)*) \|", page, re.MULTILINE)
    named = {name for name, _ in rows}
    named |= set(re.findall(r"`poise studio (\w+)`", page))
    named |= {name[:-2] + other for name, more in rows for other in re.findall(r"`(_\w)`", more)}
    assert named == set(poise.shipped_scenes())
