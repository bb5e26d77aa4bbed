"""What every tuning number of the solver does at half and at twice its value.

    python benchmarks/tolerances.py [--mixed 100] [--peers 50] [--only trust.first_radius …]

Prints a table in Markdown; docs/how_a_step_works.md keeps one. Problems are those of random_problems.py, each solved
with one tolerance changed and, in alternation, with none: `met` counts problems whose tasks are all met, `worse` and
`better` those that end lexicographically worse or better by more than 1e-5, `steps` and `time` (of the processor) are
ratios of the sums over all problems.
"""

from __future__ import annotations

import argparse
import math
import time
from dataclasses import dataclass, field

import numpy as np

from poise import _core
from poise.solution import account
from poise.solver import ROUNDS, loaded_wishes, moving_regions, planned
from poise.tasks.plan import Plan
from poise.tasks.structure import structural_start
from random_problems import SETS, Case

STEPS = 200
SAME = 1e-5
"""Residuals of a level that differ by less count as equal (m, rad)."""


@dataclass
class Tally:
    """Sums over all problems; `residuals` of every problem."""

    met: int = 0
    stalled: int = 0
    steps: int = 0
    seconds: float = 0.0
    residuals: list[np.ndarray] = field(default_factory=list)


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
        solver.allow_retry()
        solver.run(STEPS, math.inf, moving_regions(plan, solver), most=ROUNDS)
        tally.seconds += time.process_time() - began
        plan.problem.set_tolerance(name, value)
        status = account(plan, solver).status
        tally.met += status == "converged"
        tally.stalled += status == "stalled"
        tally.steps += solver.steps
        tally.residuals.append(np.array(solver.level_residuals()))


def changed(value: float, factor: float) -> float:
    """Half or twice a value; shares above one half, which end at 1, go half of the way there instead."""
    return (1.0 + value) / 2.0 if factor > 1.0 and 0.5 < value < 1.0 else value * factor


def cells(tally: Tally, base: Tally) -> str:
    orders = [_core.compare_lexicographic(a, b, SAME) for a, b in zip(tally.residuals, base.residuals, strict=True)]
    steps, seconds = tally.steps / base.steps, tally.seconds / base.seconds
    return f"{tally.met} | {orders.count(1)} | {orders.count(-1)} | {steps:.2f} | {seconds:.2f}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--mixed", type=int, default=100, help="problems with tasks of every kind")
    parser.add_argument("--peers", type=int, default=50, help="problems of five levels")
    parser.add_argument("--only", nargs="*", default=[], help="names of tolerances")
    asked = parser.parse_args()
    counts = {"mixed": asked.mixed, "five levels": asked.peers}
    problems = [Problem(SETS[kind](1, i)) for kind, count in counts.items() for i in range(count)]
    fields = problems[0]._plan.problem.tolerances()
    print(f"{len(problems)} problems.\n")
    print(
        "| tolerance | value | met | ½: met | worse | better | steps | time | ×2: met | worse | better | steps | time |"
    )
    print("|---|---|---|---|---|---|---|---|---|---|---|---|---|")
    for name, value in fields:
        if asked.only and name not in asked.only:
            continue
        base, half, twice = Tally(), Tally(), Tally()
        for problem in problems:
            for tally, factor in ((base, 1.0), (half, 0.5), (twice, 2.0)):
                problem.solve(name, factor, tally)
        print(f"| `{name}` | {value:g} | {base.met} | {cells(half, base)} | {cells(twice, base)} |", flush=True)


if __name__ == "__main__":
    main()
