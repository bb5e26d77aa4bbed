"""What every tuning number of the solver does at half and at twice its value.

    python benchmarks/tolerances.py [--mixed 200] [--peers 70] [--tracks 30] [--only trust.first_radius …] [--far]
    python benchmarks/tolerances.py --keep [--only trust.new_number]
    python benchmarks/tolerances.py --drop trust.old_number

Prints a table in Markdown. Problems are those of random_problems.py; in tracks a goal goes on along a circle, with one
step each time, as in a session. Each is solved with no tolerance changed, then with one: `met` counts problems whose
tasks are all met, `worse` and `better` those that end lexicographically worse or better by more than 1e-5, `other`
those whose end differs in any bit or in the count of steps, `of` how many were asked; `steps` and `time` (of the
processor) are ratios of the sums over all problems. `longest_cascaded_step` alone is asked of the mixed problems,
solved by the cascaded method. `--far` changes by a tenth and ten times instead. `--keep` puts the table into
docs/how_a_step_works.md, and what half and twice do into the comment of every field in core/solve/tolerances.hpp; with
`--only`, into the rows and comments of these alone. `--drop` takes out the rows of numbers that have gone.
"""

from __future__ import annotations

import argparse
import math
import re
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
from rich.console import Console
from rich.progress import track

import poise
from page import Page
from poise import _core
from poise.account import account
from poise.planning import loaded_wishes, planned
from poise.solver import ROUNDS, moving_regions
from poise.tasks.plan import Plan
from poise.tasks.structure import structural_start
from random_problems import SETS, Case

ROOT = Path(__file__).parent.parent
DOCUMENT = ROOT / "docs" / "how_a_step_works.md"
HEADER = ROOT / "core" / "solve" / "tolerances.hpp"
CASCADED = "longest_cascaded_step"
CONSOLE = Console(stderr=True)
MIXED, PEERS, TRACKS = 200, 70, 30
"""How many problems of each kind."""
STEPS = 200
SAME = 1e-5
"""Residuals of a level that differ by less count as equal (m, rad)."""
CIRCLE = 0.03
"""Radius (m) of the circle that a tracked goal moves on, and how many steps it takes."""
LAP = 40


@dataclass
class Tally:
    """Sums over all problems; `residuals` of every problem."""

    met: int = 0
    stalled: int = 0
    steps: int = 0
    seconds: float = 0.0
    residuals: list[np.ndarray] = field(default_factory=list)
    ends: list[tuple[int, bytes]] = field(default_factory=list)
    """Steps and coordinates, to the last bit."""


class Problem:
    """A problem to be solved many times. Regions that move with the pose change a plan, so it is then made anew."""

    def __init__(self, case: Case) -> None:
        self._case = case
        self._plan = self._planned()
        self._start = structural_start(self._plan)

    def _planned(self) -> Plan:
        levels, criteria = loaded_wishes(self._case.start, self._case.levels, self._case.criteria, (), ())
        return planned(self._case.start, levels, criteria)

    def tolerances(self) -> list[tuple[str, float]]:
        """Names and values, as they are."""
        return self._plan.problem.tolerances()

    def solve(self, name: str, factor: float, tally: Tally) -> None:
        """Solve with one tolerance changed, and add what came of it."""
        plan = self._planned() if self._plan.moves_with_pose else self._plan
        value = dict(plan.problem.tolerances())[name]
        plan.problem.set_tolerance(name, changed(value, factor))
        began = time.process_time()
        solver = _core.Solver(plan.problem, self._start)
        self._run(plan, solver)
        tally.seconds += time.process_time() - began
        plan.problem.set_tolerance(name, value)
        status = account(plan, solver.ending()).status
        tally.met += status == "converged"
        tally.stalled += status == "stalled"
        tally.steps += solver.steps
        tally.residuals.append(np.array(solver.level_residuals()))
        tally.ends.append((solver.steps, np.array(solver.coordinates()).tobytes()))

    def _run(self, plan: Plan, solver: _core.Solver) -> None:
        solver.allow_retry()
        solver.run(STEPS, math.inf, moving_regions(plan, solver), most=ROUNDS)


class Track(Problem):
    """A problem whose first goal of a site moves on a circle, one step after each move; it ends where it began."""

    def _run(self, plan: Plan, solver: _core.Solver) -> None:
        entry = next(entry for entry in plan.entries.values() if isinstance(entry.task, poise.Reach))
        middle = np.array(entry.task.goal)
        solver.run(STEPS, math.inf)
        for angle in np.linspace(0.0, 2.0 * math.pi, LAP):
            plan.set_goal(entry, middle + CIRCLE * np.array([math.cos(angle) - 1.0, math.sin(angle), 0.0]))
            solver.refresh()
            solver.step()
        plan.set_goal(entry, middle)


class Cascaded(Problem):
    """A problem for the cascaded method."""

    def _planned(self) -> Plan:
        plan = super()._planned()
        plan.problem.cascade()
        return plan


def changed(value: float, factor: float) -> float:
    """A value times a factor; shares above one half, which end at 1, go that much nearer to it instead."""
    return 1.0 - (1.0 - value) / factor if factor > 1.0 and 0.5 < value < 1.0 else value * factor


@dataclass
class Change:
    """What one tolerance did, beside none."""

    met: int
    more_met: int
    worse: int
    better: int
    other: int
    steps: float
    seconds: float

    @property
    def cells(self) -> str:
        counts = f"{self.met} | {self.worse} | {self.better} | {self.other}"
        return f"{counts} | {self.steps:.2f} | {self.seconds:.2f}"

    @property
    def words(self) -> str:
        """The same in the comment of the field."""
        if not self.other:
            return "nothing"
        met = f"{self.more_met:+} met, ".replace("-", "−") if self.more_met else ""
        steps = "" if f"{self.steps:.2f}" == "1.00" else f", steps × {self.steps:.2f}"
        return f"{met}{self.worse} worse, {self.better} better{steps}"


def change(tally: Tally, base: Tally) -> Change:
    orders = [_core.compare_lexicographic(a, b, SAME) for a, b in zip(tally.residuals, base.residuals, strict=True)]
    other = sum(a != b for a, b in zip(tally.ends, base.ends, strict=True))
    ratios = tally.steps / base.steps, tally.seconds / base.seconds
    return Change(tally.met, tally.met - base.met, orders.count(1), orders.count(-1), other, *ratios)


def solved(problems: list[Problem], name: str, factors: tuple[float, ...]) -> list[Tally]:
    """All problems with one tolerance times each factor."""
    tallies = [Tally() for _ in factors]
    for problem in track(problems, description=name, disable=not sys.stderr.isatty(), console=CONSOLE, transient=True):
        for tally, factor in zip(tallies, factors, strict=True):
            problem.solve(name, factor, tally)
    return tallies


def commented(header: str, found: dict[str, tuple[Change, Change]]) -> str:
    """The header with what half and twice do in the line above each field that was asked."""
    for name, (half, twice) in found.items():
        group, _, alone = name.rpartition(".")
        struct = {"precision": "Precision", "": "Tolerances"}.get(group, f"{group.capitalize()}Tolerances")
        begin = header.index(f"struct {struct} {{")
        line = re.compile(rf"  // [^\n]*½: [^\n]*\n(?=  (?:double|int) {alone} = )")
        clause = f"  // ½: {half.words}; ×2: {twice.words}.\n"
        header = header[:begin] + line.sub(clause, header[begin:], count=1)
    return header


def with_rows(text: str, rows: dict[str, str], dropped: Sequence[str] = ()) -> str:
    """The document with other rows of the table in place of those of the same names, new ones last, some without."""
    begin, end = "<!-- tolerances -->", "<!-- /tolerances -->"
    before, rest = text.split(begin)
    inside, after = rest.split(end)
    lines = inside.rstrip("\n").split("\n")
    named = {line.split("`")[1]: i for i, line in enumerate(lines) if line.startswith("| `")}
    for name in dropped:
        if name not in named:
            raise SystemExit(f"the table has no row {name}; it has {', '.join(named)}")
    for name, row in rows.items():
        if name in named:
            lines[named[name]] = row
        else:
            lines.append(row)
    gone = {named[name] for name in dropped}
    kept = [line for i, line in enumerate(lines) if i not in gone]
    return f"{before}{begin}{chr(10).join(kept)}\n\n{end}{after}"


def random_questions(mixed: int = MIXED, peers: int = PEERS, tracks: int = TRACKS) -> list[Problem]:
    """What every number is asked of."""
    problems = [Problem(SETS["mixed"](1, i)) for i in range(mixed)]
    problems += [Problem(SETS["five levels"](1, i)) for i in range(peers)]
    return problems + [Track(SETS["five levels"](2, i)) for i in range(tracks)]


def table(asked: argparse.Namespace, page: Page) -> dict[str, tuple[Change, Change]]:
    """Ask, and say one row a tolerance."""
    problems = random_questions(asked.mixed, asked.peers, asked.tracks)
    fields = problems[0].tolerances()
    factors = (0.1, 10.0) if asked.far else (0.5, 2.0)
    (base,) = solved(problems, fields[0][0], (1.0,))
    page.say(f"{len(problems)} problems, of which {base.met} are met, in {base.steps} steps.")
    page.say()
    columns = "met | worse | better | other | steps | time"
    less, more = ("⅒", "×10") if asked.far else ("½", "×2")
    page.say(f"| tolerance | value | of | {less}: {columns} | {more}: {columns} |")
    page.say("|---|---|---|" + "---|" * 12)
    found = {}
    for name, value in fields:
        if asked.only and name not in asked.only:
            continue
        if name == CASCADED:
            problems = [Cascaded(SETS["mixed"](1, i)) for i in range(asked.mixed)]
            (base,) = solved(problems, name, (1.0,))
        one, two = (change(tally, base) for tally in solved(problems, name, factors))
        page.say(f"| `{name}` | {value:g} | {len(problems)} | {one.cells} | {two.cells} |")
        found[name] = one, two
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--mixed", type=int, default=MIXED, help="problems with tasks of every kind")
    parser.add_argument("--peers", type=int, default=PEERS, help="problems of five levels")
    parser.add_argument("--tracks", type=int, default=TRACKS, help="problems of five levels whose goal moves on")
    parser.add_argument("--only", nargs="*", default=[], help="names of tolerances")
    parser.add_argument("--far", action="store_true", help="a tenth and ten times instead of half and twice")
    parser.add_argument("--keep", action="store_true", help="write the table and the comments of the fields")
    parser.add_argument("--drop", nargs="*", default=[], help="names whose rows leave the table: they have gone")
    asked = parser.parse_args()
    if asked.keep and asked.far:
        parser.error("--keep is for half and twice")
    if asked.drop:
        DOCUMENT.write_text(with_rows(DOCUMENT.read_text("utf-8"), {}, asked.drop), "utf-8")
        return
    page = Page()
    found = table(asked, page)
    if asked.keep and asked.only:
        rows = {name: line for name in found for line in page.lines if line.startswith(f"| `{name}` |")}
        DOCUMENT.write_text(with_rows(DOCUMENT.read_text("utf-8"), rows), "utf-8")
    elif asked.keep:
        page.keep("tolerances", DOCUMENT, fence=False)
    if asked.keep:
        HEADER.write_text(commented(HEADER.read_text("utf-8"), found), "utf-8")


if __name__ == "__main__":
    main()
