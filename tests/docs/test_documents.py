"""The documents tell the truth: their code runs, their links lead somewhere, their pictures are drawn by our code."""

from __future__ import annotations

import contextlib
import io
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


PRINTED = re.compile(r"\n+prints\b[^\n]*\n+```(?:text)?\n(.*?)^```", re.MULTILINE | re.DOTALL)
"""What a block prints, as a page shows it right after; … stands for what may differ: part of a line, or whole lines."""


def named(path: Path) -> str:
    return str(path.relative_to(ROOT))


def is_as_shown(printed: str, shown: str) -> bool:
    """Whether a page shows what is printed; spaces at the ends of lines do not count, nor how wide columns are: a
    number that the page leaves out with … may be longer than another one."""
    lines = [re.escape(line).replace("…", ".*") for line in narrowed(shown)]
    pattern = "\n".join("(?s:.*)" if line == ".*" else line for line in lines)
    return re.fullmatch(pattern, "\n".join(narrowed(printed))) is not None


def narrowed(text: str) -> list[str]:
    """Lines, with two spaces between columns and the rules above them as short as can be."""
    lines = text.strip("\n").splitlines()
    return [re.sub("─+", "─", re.sub("(?<=\\S) {2,}", "  ", line.rstrip())) for line in lines]


@pytest.mark.parametrize("path", [d for d in DOCUMENTS if BLOCK.search(d.read_text("utf-8"))], ids=named)
def test_code_in_documents_runs(path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """All Python blocks of a page, one after the other in one namespace, as a reader would type them; they print what
    the page says they print."""
    monkeypatch.chdir(tmp_path)
    text = path.read_text("utf-8")
    names: dict[str, object] = {}
    for block in BLOCK.finditer(text):
        line = text[: block.start(1)].count("\n")
        printed = io.StringIO()
        with contextlib.redirect_stdout(printed):
            exec(compile("\n" * line + block.group(1), str(path), "exec"), names)
        if shown := PRINTED.match(text, block.end()):
            assert is_as_shown(printed.getvalue(), shown[1]), (
                f"the block after line {line} prints\n{printed.getvalue()}"
            )


def test_shown_output_is_compared() -> None:
    assert is_as_shown("3 steps, 1.2 ms\nall met  \n", "3 steps, … ms\nall met\n")
    assert is_as_shown("a\nb\nc\n", "a\n…\n")
    assert not is_as_shown("4 steps, 1.2 ms\nall met\n", "3 steps, … ms\nall met\n")
    assert not is_as_shown("a\nb\n", "a\n")


@pytest.mark.parametrize("path", DOCUMENTS, ids=named)
def test_links_lead_somewhere(path: Path) -> None:
    targets = [t for t in LINK.findall(path.read_text("utf-8")) if "://" not in t]
    assert [t for t in targets if not (path.parent / t).exists()] == []


def drawn_pictures() -> set[str]:
    source = (ROOT / "docs" / "make_pictures.py").read_text("utf-8")
    return set(re.findall(r'^    "(\w+)": \w+\.\w+,$', source, re.MULTILINE))


def test_pictures_are_those_our_code_draws_and_small() -> None:
    files = {p.name: p.stat().st_size for p in (ROOT / "docs" / "pictures").iterdir() if p.is_file()}
    assert {Path(name).stem for name in files} == drawn_pictures()
    still = [size for name, size in files.items() if name.endswith(".png")]
    assert max(files.values()) < 250_000
    assert sum(still) < 2_500_000
    assert sum(files.values()) - sum(still) < 1_000_000, "films"


def test_tiles_of_the_gallery_are_those_it_shows_and_small() -> None:
    folder = ROOT / "docs" / "pictures" / "scenes"
    tiles = {p.name: p.stat().st_size for p in folder.iterdir()}
    page = (ROOT / "docs" / "gallery.md").read_text("utf-8")
    assert set(tiles) == set(re.findall(r"\(pictures/scenes/([^)]+)\)", page))
    assert max(tiles.values()) < 60_000
    assert sum(tiles.values()) < 600_000
    for name in ("past_a_moving_door", "dodge_a_ball", "tie_a_shoe"):
        with Image.open(folder / f"{name}.webp") as film:
            assert film.n_frames > 10


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
