"""Every word of the glossary stands in one line, once, and lives in the file that is named."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "glossary.md").read_text("utf-8")
ROW = re.compile(r"^\| ([^|]+) \| ([^|]+) \| `([^`|]+)` \|$", re.MULTILINE)
ROWS = [row for row in ROW.findall(PAGE) if row[0] != "word"]
OF_THE_FIELD = {
    "acceptance", "active set", "actual reduction", "agreement ratio", "criterion matrix", "damping", "dead band",
    "degree of freedom", "Lagrange multiplier", "predicted reduction", "problem", "restoration", "second-order level",
    "trust region", "twist of a degree of freedom",
}  # fmt: skip
"""Words that the literature has, and that a file need not spell out."""


def test_every_line_of_a_table_is_a_word() -> None:
    lines = [line for line in PAGE.splitlines() if line.startswith("|") and not line.startswith(("|---", "| word |"))]
    assert len(lines) == len(ROWS)
    assert len(ROWS) > 100


def test_every_word_stands_once_and_in_order() -> None:
    words = [word for word, _, _ in ROWS]
    assert sorted(set(words)) == sorted(words)
    for section in PAGE.split("\n## ")[1:]:
        own = [word.casefold() for word, _, _ in ROW.findall(section) if word != "word"]
        assert own == sorted(own), section.splitlines()[0]


@pytest.mark.parametrize(("word", "place"), [(word, place) for word, _, place in ROWS])
def test_a_word_lives_where_it_says(word: str, place: str) -> None:
    path = ROOT / place
    assert path.exists()
    assert place.endswith("/") == path.is_dir()
    plain = re.sub(r" \(.*\)", "", word)
    if plain in OF_THE_FIELD:
        return
    files = [p for p in path.rglob("*") if p.suffix in (".hpp", ".cpp")] if path.is_dir() else [path]
    text = " ".join(p.read_text("utf-8").casefold().replace("_", " ") for p in files)
    named = re.search(r"\((.*)\)", word)
    spelled = [named[1]] if named else plain.split(", ")
    spelled = [re.sub(r"(ing|s|e)$", "", each.casefold()) for each in spelled]
    assert all(each in text or each.replace(" ", "") in text for each in spelled)
