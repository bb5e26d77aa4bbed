"""What the pages for engineers say about the code is so: files, names and numbers."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from poise.studio.engine.engine import PACE
from poise.studio.engine.live import BUDGET, PATIENCE
from poise.studio.server.outbox import IN_FLIGHT

ROOT = Path(__file__).parents[2]
PACE_PAGE = (ROOT / "docs" / "studio_internals.md").read_text("utf-8")
ROW = re.compile(r"^\| \d \|(.*)\|(.*)\|(.*)\|$", re.MULTILINE)


def test_the_rates_of_a_drag_are_those_of_the_code() -> None:
    said = [row[2].strip() for row in ROW.findall(PACE_PAGE)]
    hand = (ROOT / "studio" / "src" / "protocol" / "hand.ts").read_text("utf-8")
    patience = re.search(r"^const PATIENCE = (\d+);$", hand, re.MULTILINE)
    assert patience is not None
    assert said == [
        f"{patience[1]} ms",
        "–",
        f"1/{1 / PACE:.0f} s",
        f"{1000 * BUDGET:.0f} ms",
        str(IN_FLIGHT),
        "the screen's",
    ]
    assert f"{PATIENCE} moves" in PACE_PAGE


@pytest.mark.parametrize("where", [row[0] for row in ROW.findall(PACE_PAGE)])
def test_names_of_the_drag_stand_in_the_files_beside_them(where: str) -> None:
    """`Hand.pull` in [`hand.ts`](…): the file has the name."""
    pairs = re.findall(r"`(\w+(?:\.\w+)?)` in \[`[^`]+`\]\(([^)]+)\)", where)
    assert pairs
    for name, target in pairs:
        text = (ROOT / "docs" / target).read_text("utf-8")
        assert all(re.search(rf"\b{part}\b", text) for part in name.split("."))


def test_paths_in_the_architecture_exist() -> None:
    text = (ROOT / "ARCHITECTURE.md").read_text("utf-8")
    paths = re.findall(r"`((?:core|src|tests|bindings|benchmarks|tools|docs|studio/src)/[\w./-]*)`", text)
    assert len(paths) > 50
    assert [path for path in paths if not (ROOT / path).exists()] == []
