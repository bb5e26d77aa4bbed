"""The scenes that come with Poise: worked examples after figures of the sources."""

from __future__ import annotations

from pathlib import Path

FOLDER = Path(__file__).parents[1] / "scenes"


def shipped_scenes() -> dict[str, Path]:
    """The files of the scenes that come with Poise, by name; 7_4 stands before 7_11."""
    return {path.stem: path for path in sorted(FOLDER.glob("*.yaml"), key=_order)}


def _order(path: Path) -> list[tuple[int, str]]:
    return [(int(word), "") if word.isdigit() else (0, word) for word in path.stem.split("_")]
