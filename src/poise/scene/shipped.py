"""The scenes that come with Poise: worked examples after figures of the sources."""

from __future__ import annotations

from pathlib import Path

FOLDER = Path(__file__).parents[1] / "scenes"


def shipped_scenes() -> dict[str, Path]:
    """The files of the scenes that come with Poise, by name."""
    return {path.stem: path for path in sorted(FOLDER.glob("*.yaml"))}
