"""The page about postures tells what the code does."""

from __future__ import annotations

import re
import sys
from pathlib import Path

DOCS = Path(__file__).resolve().parent.parent.parent / "docs"
sys.path.insert(0, str(DOCS))

from drawings.stances import stance_rows  # noqa: E402


def test_the_table_of_stances_is_that_of_the_code() -> None:
    """Word for word; margins to the millimetre, for rounding differs between machines."""
    table = (DOCS / "postures.md").read_text().split("<!-- stances -->")[1].split("<!-- end -->")[0]
    written, found = table.strip().splitlines()[2:], stance_rows()
    assert [re.sub(r"\d+ mm", "mm", row) for row in written] == [re.sub(r"\d+ mm", "mm", row) for row in found]
    for old, new in zip(written, found, strict=True):
        for a, b in zip(re.findall(r"(\d+) mm", old), re.findall(r"(\d+) mm", new), strict=True):
            assert abs(int(a) - int(b)) <= 1
