"""Many degrees of freedom: people with fingers under forces, and chains of 75 to 600 balls with criteria.

    python benchmarks/large.py [--keep]

Prints milliseconds a step, and fails when something here is above its ceiling:
- a person with fingers (96 degrees of freedom) beside the same person without (54), with forces, supports and the
  least torque: the square of the degrees of freedom would be 3.2;
- chains with a criterion beside the same ones without;
- how the time of a step grows with the degrees of freedom of a chain, as a power of them.
"""

from __future__ import annotations

import argparse
import math
import sys
import time
from collections.abc import Callable

import numpy as np

import poise
from page import Page

AGAIN = 5
"""Each problem is solved so often, and the quickest counts: what the code costs, not what else the machine did."""
BALLS = (75, 150, 300, 600)
GOALS = {"within reach": (0.3, 0.5, 0.2), "out of reach": (0.5, 1.5, 0.3)}
CRITERIA: dict[str, list[poise.RestPosture | poise.MidRange]] = {
    "no criterion": [],
    "rest posture": [poise.RestPosture()],
    "middle of limits": [poise.MidRange()],
}
MOST_FINGERS = 3.2
"""The square of the degrees of freedom; 2.2 when it was put here."""
MOST_BESIDE_NONE = {"within reach": 3.0, "out of reach": 4.0}
"""A step with a criterion beside one without, of 300 balls: at most 1.8 and 3.1 when it was put here. The aim is 3."""
MOST_GROWTH = 2.1
"""The power of the degrees of freedom with which a step may grow: the square, and a little for noise."""


def step_time(solve: Callable[[], poise.Solution]) -> float:
    """Seconds a step of the quickest of some solves."""
    best = math.inf
    for _ in range(AGAIN):
        began = time.thread_time()
        steps = solve().steps
        best = min(best, (time.thread_time() - began) / max(1, steps))
    return best


def person(hands: bool) -> float:
    """The mean step of six problems: feet, balance under a load, gaze and a hand, with the least torque."""
    figure = poise.human(hands=hands)
    rest, rng = figure.rest(), np.random.default_rng(3)
    supports = [poise.Support(name, friction=0.7) for name in figure.soles]
    feet = [poise.Hold("left_foot"), poise.Hold("right_foot")]
    spent = []
    for number in range(6):
        goal = rest.position("right_hand") + rng.normal(0.0, 0.35, 3)
        push = poise.Force("chest", rng.normal(0.0, 30.0, 3)) if number % 2 else poise.Weight("left_hand", 4.0)
        levels = [feet, poise.Balance(margin=0.02), poise.LookAt("eyes", goal), poise.Reach("right_hand", goal)]
        asked = {"forces": [push], "supports": supports, "criteria": [poise.LeastTorque()], "max_steps": 40}
        spent.append(step_time(lambda levels=levels, asked=asked: poise.solve(rest, levels, **asked)))
    return float(np.mean(spent))


def chain(balls: int, goal: tuple[float, float, float], criteria: list[poise.RestPosture | poise.MidRange]) -> float:
    rest = poise.figures.chain(balls, 1.0).rest()
    return step_time(lambda: poise.solve(rest, [poise.Reach("tip", goal)], criteria=criteria, max_steps=10))


def growth(spent: list[float]) -> float:
    """The power p in c n^p that fits times at all numbers of balls best."""
    return float(np.polyfit(np.log(BALLS), np.log(spent), 1)[0])


def people(page: Page, found: list[tuple[str, float, float]]) -> None:
    few, many = person(False), person(True)
    page.say(f"{'a person under forces, least torque':<38}{'54':>5} degrees of freedom {1e3 * few:>8.2f} ms a step")
    page.say(f"{'the same with fingers':<38}{'96':>5} degrees of freedom {1e3 * many:>8.2f} ms a step")
    found.append(("fingers beside none", many / few, MOST_FINGERS))


def chains(page: Page, found: list[tuple[str, float, float]]) -> None:
    heads = "".join(f"{3 * balls:>10}" for balls in BALLS)
    page.say(f"\n{'a chain, ms a step; degrees of freedom':<40}{heads}")
    for where, goal in GOALS.items():
        spent = {name: [chain(balls, goal, list(asked)) for balls in BALLS] for name, asked in CRITERIA.items()}
        for name, times in spent.items():
            page.say(f"{where + ', ' + name:<40}" + "".join(f"{1e3 * t:>10.2f}" for t in times))
            found.append((f"{where}, {name}: power of growth", growth(times), MOST_GROWTH))
            if name != "no criterion":
                beside = times[BALLS.index(300)] / spent["no criterion"][BALLS.index(300)]
                found.append((f"{where}, {name} beside none", beside, MOST_BESIDE_NONE[where]))


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--keep", action="store_true", help="also put what is printed into docs/benchmarks.md")
    asked = parser.parse_args()
    page = Page()
    found: list[tuple[str, float, float]] = []
    people(page, found)
    chains(page, found)
    page.say()
    for name, value, most in found:
        page.say(f"{name:<52}{value:>7.2f} of at most {most:>4.1f}  {'held' if value <= most else 'MISSED'}")
    if asked.keep:
        page.keep("large")
    return 0 if all(value <= most for _, value, most in found) else 1


if __name__ == "__main__":
    sys.exit(main())
