"""What every tuning number of the solver does at half and at twice its value.

    python benchmarks/tolerances.py [--mixed 150] [--peers 60] [--tracks 30] [--only trust.first_radius …] [--far]

Prints a table in Markdown; docs/how_a_step_works.md keeps one. Problems are those of random_problems.py; in tracks a
goal goes on along a circle, with one step each time, as in a session. Each is solved with no tolerance changed, then
with one: `met` counts problems whose tasks are all met, `worse` and `better` those that end lexicographically worse or
better by more than 1e-5, `other` those whose end differs in any bit or in the count of steps; `steps` and `time` (of
the processor) are ratios of the sums over all problems. `--far` changes by a tenth and ten times instead.
"""

from __future__ import annotations

import argparse
import math
import sys
import time
from dataclasses import dataclass, field

import numpy as np
from rich.console import Console
from rich.progress import track

import poise
from poise import _core
from poise.solution import account
from poise.solver import ROUNDS, loaded_wishes, moving_regions, planned
from poise.tasks.plan import Plan
from poise.tasks.structure import structural_start
from random_problems import SETS, Case

CONSOLE = Console(stderr=True)
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
        levels, criteria = loaded_wishes(self._case.levels, self._case.criteria, (), ())
        return planned(self._case.start, levels, criteria)

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
        status = account(plan, solver).status
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


def changed(value: float, factor: float) -> float:
    """A value times a factor; shares above one half, which end at 1, go that much nearer to it instead."""
    return 1.0 - (1.0 - value) / factor if factor > 1.0 and 0.5 < value < 1.0 else value * factor


def cells(tally: Tally, base: Tally) -> str:
    orders = [_core.compare_lexicographic(a, b, SAME) for a, b in zip(tally.residuals, base.residuals, strict=True)]
    other = sum(a != b for a, b in zip(tally.ends, base.ends, strict=True))
    steps, seconds = tally.steps / base.steps, tally.seconds / base.seconds
    return f"{tally.met} | {orders.count(1)} | {orders.count(-1)} | {other} | {steps:.2f} | {seconds:.2f}"


def solved(problems: list[Problem], name: str, factors: tuple[float, ...]) -> list[Tally]:
    """All problems with one tolerance times each factor."""
    tallies = [Tally() for _ in factors]
    for problem in track(problems, description=name, disable=not sys.stderr.isatty(), console=CONSOLE, transient=True):
        for tally, factor in zip(tallies, factors, strict=True):
            problem.solve(name, factor, tally)
    return tallies


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--mixed", type=int, default=150, help="problems with tasks of every kind")
    parser.add_argument("--peers", type=int, default=60, help="problems of five levels")
    parser.add_argument("--tracks", type=int, default=30, help="problems of five levels whose goal moves on")
    parser.add_argument("--only", nargs="*", default=[], help="names of tolerances")
    parser.add_argument("--far", action="store_true", help="a tenth and ten times instead of half and twice")
    asked = parser.parse_args()
    problems = [Problem(SETS["mixed"](1, i)) for i in range(asked.mixed)]
    problems += [Problem(SETS["five levels"](1, i)) for i in range(asked.peers)]
    problems += [Track(SETS["five levels"](2, i)) for i in range(asked.tracks)]
    fields = problems[0]._plan.problem.tolerances()
    factors = (0.1, 10.0) if asked.far else (0.5, 2.0)
    (base,) = solved(problems, fields[0][0], (1.0,))
    print(f"{len(problems)} problems, of which {base.met} are met, in {base.steps} steps.\n")
    columns = "met | worse | better | other | steps | time"
    less, more = ("⅒", "×10") if asked.far else ("½", "×2")
    print(f"| tolerance | value | {less}: {columns} | {more}: {columns} |")
    print("|---|---|" + "---|" * 12)
    for name, value in fields:
        if not asked.only or name in asked.only:
            one, two = solved(problems, name, factors)
            print(f"| `{name}` | {value:g} | {cells(one, base)} | {cells(two, base)} |", flush=True)


if __name__ == "__main__":
    main()
