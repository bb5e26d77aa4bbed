"""The scenes that come with Poise: what people do, and worked examples after figures of the sources."""

from __future__ import annotations

from pathlib import Path

FOLDER = Path(__file__).parents[1] / "scenes"


def shipped_scenes() -> dict[str, Path]:
    """The files of the shipped scenes, by name: people first, then figures of the sources, 7_4 before 7_11."""
    return {path.stem: path for path in sorted(FOLDER.glob("*.yaml"), key=_order)}


def _order(path: Path) -> tuple[bool, list[tuple[int, str]]]:
    words = path.stem.split("_")
    after_a_figure = any(word.isdigit() for word in words)
    return after_a_figure, [(int(word), "") if word.isdigit() else (0, word) for word in words]
