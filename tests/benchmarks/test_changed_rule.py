"""The ends of random problems, before a rule of the solver is changed and after it."""

from __future__ import annotations

import pickle
from pathlib import Path

import numpy as np
import pytest

import changed_rule
import tolerances
from random_problems import five_levels


@pytest.fixture
def kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where ends are kept; of two problems instead of 300."""
    monkeypatch.setattr(
        changed_rule, "random_questions", lambda: [tolerances.Problem(five_levels(1, i)) for i in (0, 1)]
    )
    return tmp_path / "ends.pickle"


def printed(arguments: list[str], kept: Path, capsys: pytest.CaptureFixture[str]) -> list[str]:
    """The cells of the last row."""
    changed_rule.main(arguments, kept)
    return [cell.strip() for cell in capsys.readouterr().out.rstrip("\n").split("\n")[-1].split("|")]


def test_what_is_no_other_rule_changes_no_end(kept: Path, capsys: pytest.CaptureFixture[str]) -> None:
    printed(["--before"], kept, capsys)
    worse, better, other, steps = printed([], kept, capsys)[3:7]
    assert (worse, better, other, steps) == ("0", "0", "0", "1.00")


def test_an_end_that_was_better_before_counts_as_worse_now(kept: Path, capsys: pytest.CaptureFixture[str]) -> None:
    printed(["--before"], kept, capsys)
    before = pickle.loads(kept.read_bytes())
    before.residuals[1] = before.residuals[1] - 1e-3
    before.ends[1] = (before.ends[1][0], np.zeros(1).tobytes())
    kept.write_bytes(pickle.dumps(before))
    worse, better, other = printed([], kept, capsys)[3:6]
    assert (worse, better, other) == ("1", "0", "1")


def test_ends_are_kept_first(kept: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        changed_rule.main([], kept)
    assert "--before first, with the old rule" in capsys.readouterr().err
