"""How long explanations take, beside their budget.   python benchmarks/explain.py [--keep]

A person in the studio presses "Why?" and waits: 2 s at most for one task of a whole body, from which on a program owes
a sign of life. The scenes: the hand of the 54-DOF human dragged a metre aside and half a metre up, out of what balance
allows, and all shipped scenes with a task that is not met.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Iterator
from threading import Event

import poise
from page import Page
from poise.studio.engine.why import explained

BUDGET = 2.0
"""Seconds for one task of a person."""
PERSON = 40
"""Degrees of freedom of a whole body, at least."""
ROUNDS = 5
"""Of which the best counts: others use the machine too."""


def cases() -> Iterator[tuple[str, poise.Solution]]:
    """The scenes, solved; those alone that leave something to explain."""
    rest = poise.human().rest()
    x, y, z = rest.position("right_hand")
    feet = [poise.Hold("left_foot"), poise.Hold("right_foot")]
    far = poise.Reach("right_hand", (x - 1.0, y + 0.5, z))
    yield "a hand dragged aside", poise.solve(rest, [feet, poise.Balance(), far], criteria=())
    for name in poise.shipped_scenes():
        solution = poise.Scene.load(name).solve()
        if solution.light != "green":
            yield name, solution


def seconds(solution: poise.Solution, task: str) -> float:
    """Of one answer, as the studio gives it."""
    times = []
    for _ in range(ROUNDS):
        began = time.process_time()
        explained(solution, task, Event())
        times.append(time.process_time() - began)
    return min(times)


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--keep", action="store_true", help="write the table into docs/benchmarks.md")
    keep, page, missed, simple = parser.parse_args().keep, Page(), 0, 0.0
    page.say(f"{'scene':28} {'task':20} {'solves':>6} {'seconds':>8}  of {BUDGET:g}")
    for name, solution in cases():
        for task in (t.name for t in solution.tasks if t.enabled and not t.met):
            took, solves = seconds(solution, task), solution.explain(task).trials
            missed += took > BUDGET
            if solution.pose.figure.dof < PERSON:
                simple = max(simple, took)
                continue
            page.say(f"{name:28} {task:20} {solves:6} {took:8.3f}  {'held' if took <= BUDGET else 'MISSED'}")
    page.say(f"{'chains and planar men':28} {'the slowest':20} {'':6} {simple:8.3f}")
    if keep:
        page.keep("explain")
    if missed:
        raise SystemExit(f"{missed} explanations took too long")


if __name__ == "__main__":
    main()
