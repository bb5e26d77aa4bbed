"""The scenes that come with Poise: what people do, and worked examples after figures of the sources."""

from __future__ import annotations

from pathlib import Path
from typing import Any, NamedTuple

import yaml

_LOADER: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
FOLDER = Path(__file__).parents[1] / "scenes"


def shipped_scenes() -> dict[str, Path]:
    """The files of the shipped scenes, by name: people first, then figures of the sources, 7_4 before 7_11."""
    return {path.stem: path for path in sorted(FOLDER.glob("*.yaml"), key=_order)}


class Heading(NamedTuple):
    """What a scene says of itself."""

    title: str
    notes: str


def shipped_headings() -> dict[str, Heading]:
    """What the shipped scenes are about, by name, in order. No figure is made for it."""
    told = {name: yaml.load(path.read_text("utf-8"), _LOADER) for name, path in shipped_scenes().items()}
    return {name: Heading(t.get("name", name), " ".join(t.get("notes", "").split())) for name, t in told.items()}


def _order(path: Path) -> tuple[bool, list[tuple[int, str]]]:
    words = path.stem.split("_")
    after_a_figure = any(word.isdigit() for word in words)
    return after_a_figure, [(int(word), "") if word.isdigit() else (0, word) for word in words]
