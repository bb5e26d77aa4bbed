"""The documents tell the truth: their code runs, their links lead somewhere, their pictures are drawn by our code."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

ROOT = Path(__file__).parents[2]
DOCUMENTS = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").glob("*.md")])
BLOCK = re.compile(r"^```python\n(.*?)^```", re.MULTILINE | re.DOTALL)
LINK = re.compile(r"\]\(([^)#]+?)(?:#[^)]*)?\)")


def named(path: Path) -> str:
    return str(path.relative_to(ROOT))


@pytest.mark.parametrize("path", [d for d in DOCUMENTS if BLOCK.search(d.read_text("utf-8"))], ids=named)
def test_code_in_documents_runs(path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """All Python blocks of a page, one after the other in one namespace, as a reader would type them."""
    monkeypatch.chdir(tmp_path)
    text = path.read_text("utf-8")
    names: dict[str, object] = {}
    for block in BLOCK.finditer(text):
        line = text[: block.start(1)].count("\n")
        exec(compile("\n" * line + block.group(1), str(path), "exec"), names)


@pytest.mark.parametrize("path", DOCUMENTS, ids=named)
def test_links_lead_somewhere(path: Path) -> None:
    targets = [t for t in LINK.findall(path.read_text("utf-8")) if "://" not in t]
    assert [t for t in targets if not (path.parent / t).exists()] == []


def drawn_pictures() -> set[str]:
    source = (ROOT / "docs" / "make_pictures.py").read_text("utf-8")
    return set(re.findall(r'^    "(\w+)": \w+\.\w+,$', source, re.MULTILINE))


def test_pictures_are_those_our_code_draws_and_small() -> None:
    files = {p.stem: p.stat().st_size for p in (ROOT / "docs" / "pictures").iterdir()}
    assert set(files) == drawn_pictures()
    assert max(files.values()) < 250_000
    assert sum(files.values()) < 2_500_000


def test_every_picture_is_shown_somewhere() -> None:
    shown = {
        Path(t).stem for d in DOCUMENTS for t in LINK.findall(d.read_text("utf-8")) if t.endswith((".png", ".webp"))
    }
    assert drawn_pictures() <= shown


def test_a_picture_can_be_drawn_again(tmp_path: Path) -> None:
    command = [sys.executable, str(ROOT / "docs" / "make_pictures.py"), "induced_twist", "--to", str(tmp_path)]
    subprocess.run(command, check=True, capture_output=True)
    with Image.open(tmp_path / "induced_twist.png") as picture:
        colors = np.asarray(picture.convert("RGB").resize((40, 40))).reshape(-1, 3)
    assert len(np.unique(colors, axis=0)) > 20
