"""Solves, sessions, statics, limbs and explanations with a core that was built with sanitizers: `make sanitize`.

    python -m verify.sanitized BUILD [--seed N] [--count 300]

`BUILD` is the folder of that core; the process must have been started with the sanitizer's library in front
(`tools/sanitize.py` does). What the sanitizers find ends the process; faults of the answers are counted as well.
"""

from __future__ import annotations

import argparse
import importlib
import importlib.util
import sys
from pathlib import Path

import numpy as np


def load_core(build: Path) -> None:
    """Put the core of that folder where `import poise` looks for its own."""
    file = next(build.glob("_core*.so"))
    spec = importlib.util.spec_from_file_location("poise._core", file)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules["poise._core"] = module
    spec.loader.exec_module(module)
    vars(importlib.import_module("poise"))["_core"] = module  # as an import of it would have done


def exercise(seed: int, count: int) -> int:
    """Ask everything the core can do; how many answers were wrong."""
    import poise
    from verify.arms import arm_of_balls, arm_of_hinges
    from verify.bodies import MAKERS
    from verify.problems import problem
    from verify.stances import stance
    from verify.tally import progress
    from verify.verdict import faults

    names, wrong = list(MAKERS), 0
    for number in progress(range(count), "under sanitizers"):
        rng = np.random.default_rng([seed, number])
        asked = problem(names[number % len(names)], rng, forces=0.5, criteria=0.5)
        solution = asked.solve(max_steps=40)
        for kind, words in faults(asked, solution, 40):
            wrong += 1
            print(f"{kind} in problem {number} of seed {seed}: {words}", flush=True)
        session = poise.Session(asked.start, asked.levels, criteria=asked.criteria)
        for _ in range(4):
            session.step()
        if number % 60 == 7 and solution.status == "compromise" and solution.pose.figure.dof < 30:
            str(solution.explain())
        report = stance(rng).report()
        str(report)
        _ = report.margin, report.friction_needed
        figure = arm_of_balls(rng) if number % 2 else arm_of_hinges(rng)
        limb, pose = poise.Limb(figure, "arm"), figure.random(rng)
        goal = pose.frame("tool")
        _ = limb.solve(goal), limb.intervals(goal), limb.solve_many(goal[None, :3, 3], threads=2).pose(0)
        if number % 10 == 0:
            limb.solve(goal[:3, 3] + rng.normal(size=3))
    return wrong


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m verify.sanitized", description=__doc__)
    parser.add_argument("build", type=Path)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=300)
    asked = parser.parse_args()
    load_core(asked.build)
    print(f"seed {asked.seed}: {asked.count} solves, sessions, statics and limbs under sanitizers", flush=True)
    wrong = exercise(asked.seed, asked.count)
    print(f"{wrong} wrong answers", flush=True)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
