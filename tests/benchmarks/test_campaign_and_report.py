"""The machinery of the benchmarks: problems come back from their seeds, and a missed budget is seen."""

from __future__ import annotations

from pathlib import Path

import pytest

import campaign
import poise
from measure import Row
from page import Page
from random_problems import KINDS, SETS, mixed
from report import OURS, budgets


@pytest.mark.parametrize("which", SETS)
@pytest.mark.parametrize("index", range(2 * len(KINDS)))
def test_a_problem_is_the_same_for_ever(which: str, index: int) -> None:
    case = SETS[which]
    first, second = case(1, index), case(1, index)
    assert first.start == second.start
    assert first.levels == second.levels
    assert case(2, index).start != first.start or case(2, index).levels != first.levels


def test_every_kind_and_figure_is_drawn() -> None:
    kinds = {(mixed(1, i).figure, mixed(1, i).kind) for i in range(2 * len(KINDS))}
    assert len(kinds) == 2 * len(KINDS)


def test_limits_are_judged_by_pinocchio_too() -> None:
    figure = mixed(1, 1).start.figure
    bent = figure.pose({"left_knee": 0.4})
    assert campaign.outside(bent, "human50") <= 0.0
    broken = poise.Pose(figure, bent.coordinates.copy()).with_joints({"left_knee": -0.1})
    assert campaign.outside(broken, "human50") == pytest.approx(0.1)


def test_a_slow_or_strange_problem_fails_the_campaign(capsys: pytest.CaptureFixture[str]) -> None:
    good = {"index": "0", "steps": "3", "seconds": "0.001", "outside": "0", "finite": "True"}
    assert campaign.verdict([good], Page())
    for field, value in (("seconds", "0.021"), ("outside", "1e-8"), ("outside", "nan"), ("finite", "False")):
        assert not campaign.verdict([good, good | {field: value}], Page())
    assert campaign.verdict([good | {"seconds": "0.021"}], Page(), hurried=False)
    assert "MISSED" in capsys.readouterr().out


def test_only_what_was_too_slow_is_measured_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """And may be found too slow once more."""
    found = iter([0.025, 0.015, 0.030, 0.040, 0.050, 0.045])
    monkeypatch.setattr(campaign, "timed", lambda _: (None, next(found)))
    rows = [{"index": str(index), "seconds": seconds} for index, seconds in enumerate(("0.019", "0.021", "0.060"))]
    campaign.measure_again("five levels", 1, rows)
    assert [row["seconds"] for row in rows] == ["0.019", "0.015000", "0.040000"]


def test_budgets_compare_with_the_best_of_a_peer() -> None:
    rows = [
        Row("one hand, far", OURS, 1.0, 1.0, 200, 200),
        Row("one hand, far", "placo, soft", 4.0, 4.0, 200, 200),
        Row("one hand, far", "placo, soft, slow", 2.0, 2.0, 200, 200),
    ]
    found = {b.what: b for b in budgets(rows)}
    assert not found["one hand, far: × faster than placo's best"].held
    assert found[f"one hand, far, {OURS}: % met"].held
    assert "step, far: × faster than mink" not in found


def test_what_is_printed_is_kept_in_the_document(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    document = tmp_path / "page.md"
    document.write_text("before\n<!-- speed -->\nold\n<!-- /speed -->\nafter\n")
    page = Page()
    page.say("1 µs ")
    page.keep("speed", document)
    assert document.read_text("utf-8") == "before\n<!-- speed -->\n```text\n1 µs\n```\n<!-- /speed -->\nafter\n"
    assert "1 µs" in capsys.readouterr().out
