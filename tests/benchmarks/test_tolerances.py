"""The tuning numbers of the solver: every one is in the table of the documents, and can be changed for one problem."""

from __future__ import annotations

import re
from pathlib import Path

import numpy as np
import pytest

import poise
import tolerances
from poise import _core
from random_problems import five_levels

HEADER = (Path(__file__).parents[2] / "core" / "solve" / "tolerances.hpp").read_text("utf-8")
PAGE = (Path(__file__).parents[2] / "docs" / "how_a_step_works.md").read_text("utf-8")


def fields() -> dict[str, float]:
    return dict(_core.Problem(poise.human()._core).tolerances())


def heads() -> list[str]:
    """Of the columns of the table, after the name."""
    row = re.search(r"^\| tolerance \|(.*)\|$", PAGE, re.MULTILINE)
    assert row is not None
    return [head.strip() for head in row[1].split("|")]


def test_the_table_has_every_number_with_its_value() -> None:
    rows = re.findall(r"^\| `([\w.]+)` \| ([^ ]+) \|", PAGE, re.MULTILINE)
    assert {name: float(value) for name, value in rows} == pytest.approx(fields(), rel=1e-5)


def test_a_number_is_changed_for_one_problem_alone() -> None:
    one, other = (_core.Problem(poise.human()._core) for _ in range(2))
    one.set_tolerance("trust.first_radius", 0.4)
    assert dict(one.tolerances())["trust.first_radius"] == 0.4
    assert dict(other.tolerances()) == fields()
    with pytest.raises(ValueError, match=r"there is no tolerance trust\.nothing"):
        one.set_tolerance("trust.nothing", 1.0)


def test_steps_of_a_hundredth_of_the_radius_are_many() -> None:
    problem = tolerances.Problem(five_levels(1, 0))
    base, short = tolerances.Tally(), tolerances.Tally()
    problem.solve("trust.largest_radius", 1.0, base)
    problem.solve("trust.largest_radius", 0.01, short)
    assert short.steps > base.steps
    problem.solve("trust.largest_radius", 1.0, base)  # the change is taken back
    np.testing.assert_array_equal(base.residuals[0], base.residuals[1])


def test_poses_are_compared_by_the_first_level_that_differs() -> None:
    rng = np.random.default_rng(3)
    for _ in range(200):
        a, b = rng.integers(0, 3, (2, 4)) * 1.0
        expected = int(np.sign(next((x - y for x, y in zip(a, b, strict=True) if x != y), 0.0)))
        assert _core.compare_lexicographic(a, b + 1e-7, 1e-6) == expected


@pytest.mark.parametrize("name", fields())
def test_the_header_says_unit_origin_and_what_half_and_twice_do_as_the_table_has_it(name: str) -> None:
    group, _, alone = name.rpartition(".")
    struct = {"precision": "Precision", "": "Tolerances"}.get(group, f"{group.capitalize()}Tolerances")
    body = re.search(rf"struct {struct} {{\n(.*?)\n}};", HEADER, re.DOTALL)
    assert body is not None
    found = re.search(rf"((?:  //[^\n]*\n)+)  (?:double|int) {alone} = ", body[1])
    assert found is not None, f"{name} has no comment"
    said = found[1].replace("\n  //", "")
    assert re.match(r"  // [^.]+: .+\. .*½: .+; ×2: .+\.\n", said), said
    row = re.search(rf"^\| `{re.escape(name)}` \|(.*)\|$", PAGE, re.MULTILINE)
    assert row is not None
    cells = [cell.strip() for cell in row[1].split("|")]
    counts = [i for i, head in enumerate(heads()) if head == "worse"]  # then better, then other
    for words, at in zip(said.split("; ×2: "), counts, strict=True):
        worse, better, other = cells[at : at + 3]
        counted = re.search(r"(\d+) worse, (\d+) better", words)
        assert (counted.groups() if counted else None) == (None if other == "0" else (worse, better))


def test_what_half_and_twice_do_is_written_above_its_own_field_alone() -> None:
    half = tolerances.Change(met=64, more_met=-1, worse=48, better=32, other=131, steps=1.2, seconds=0.9)
    twice = tolerances.Change(met=65, more_met=0, worse=0, better=0, other=0, steps=1.0, seconds=1.0)
    written = tolerances.commented(HEADER, {"acceptance.restored": (half, twice)})  # precision has one of that name
    before, after = HEADER.splitlines(), written.splitlines()
    (changed,) = (i for i, (a, b) in enumerate(zip(before, after, strict=True)) if a != b)
    assert after[changed] == "  // ½: −1 met, 48 worse, 32 better, steps × 1.20; ×2: nothing."
    assert after[changed + 1] == "  double restored = 2.0;"


def test_a_shorter_cascaded_step_is_asked_of_the_cascaded_method() -> None:
    ends = []
    for kind in (tolerances.Problem, tolerances.Cascaded):
        problem, tally = kind(five_levels(1, 0)), tolerances.Tally()
        for factor in (1.0, 0.1):
            problem.solve("longest_cascaded_step", factor, tally)
        ends.append(tally.ends)
    (same, still), (one, other) = ends
    assert same == still
    assert one != other


def test_single_rows_of_the_table_are_replaced_added_and_taken_out() -> None:
    text = "head\n<!-- tolerances -->\n\n| tolerance |\n|---|\n| `a` | 1 |\n| `b` | 2 |\n\n<!-- /tolerances -->\ntail\n"
    new = tolerances.with_rows(text, {"a": "| `a` | 3 |", "c": "| `c` | 4 |"})
    assert new == text.replace("| `a` | 1 |", "| `a` | 3 |").replace("| `b` | 2 |\n", "| `b` | 2 |\n| `c` | 4 |\n")
    assert tolerances.with_rows(new, {}, ["c"]) == text.replace("| `a` | 1 |", "| `a` | 3 |")
    with pytest.raises(SystemExit, match="no row d; it has a, b, c"):
        tolerances.with_rows(new, {}, ["d"])
