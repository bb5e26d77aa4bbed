"""docs/human.md: its tables are what the code says, and its code runs."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from human_document import TABLES

PAGE = Path(__file__).resolve().parents[2] / "docs" / "human.md"


@pytest.mark.parametrize("table", TABLES)
def test_tables_are_up_to_date(table: str) -> None:
    found = re.search(rf"<!-- {table} -->\n(.*?)\n<!-- end -->", PAGE.read_text(encoding="utf-8"), re.DOTALL)
    assert found, f"docs/human.md has no table {table!r}"
    assert found[1] == TABLES[table](), "python tests/human/human_document.py prints the tables as they should be"


def test_the_code_runs(capsys: pytest.CaptureFixture[str]) -> None:
    blocks = re.findall(r"```python\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
    assert len(blocks) >= 3
    space: dict[str, object] = {}
    for block in blocks:
        exec(compile(block, str(PAGE), "exec"), space)
    printed = capsys.readouterr().out
    assert "left_hamstrings" in printed
    assert "20 12 48" in printed
