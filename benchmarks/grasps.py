"""Hands that close round things, in numbers.   python benchmarks/grasps.py [--places 5] [--seed 0]

Six things at random places in front of a person's right hand: the time of a solve on the processor, how many are met,
how deep a finger is inside at most, and how many of palm, thumb and four fingers touch, by densely sampled points
(`tests/world/dense.py`, which knows nothing of the core's distances).
"""

from __future__ import annotations

import argparse
import sys
import time
from pathlib import Path

import numpy as np

import poise

sys.path.insert(0, str(Path(__file__).parents[1] / "tests" / "world"))

TOUCHES = 2e-3
"""m: what is nearer touches, as in `tests/world/test_grasp.py`."""
THINGS = {
    "broomstick, 25 mm": poise.Obstacle("thing", poise.Capsule(0.0125, 1.0)),
    "rail, 40 mm": poise.Obstacle("thing", poise.Capsule(0.02, 1.0)),
    "thick rail, 60 mm": poise.Obstacle("thing", poise.Cylinder(0.03, 0.8)),
    "cup, 76 mm": poise.Obstacle("thing", poise.Cylinder(0.038, 0.10), rounding=0.003),
    "tennis ball": poise.Obstacle("thing", poise.Sphere(0.033)),
    "box, 5 x 12 x 4 cm": poise.Obstacle("thing", poise.Box((0.05, 0.12, 0.04)), rounding=0.003),
}


def main() -> None:
    """A line for each thing."""
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    asked.add_argument("--places", type=int, default=5)
    asked.add_argument("--seed", type=int, default=0)
    chosen = asked.parse_args()
    rng, human = np.random.default_rng(chosen.seed), poise.human(hands=True)
    print(f"seed {chosen.seed}, {chosen.places} places each; CPU time of a solve, median")
    for name, thing in THINGS.items():
        places = rng.uniform((-0.4, 0.9, 0.3), (-0.2, 1.2, 0.45), (chosen.places, 3))
        found = [taken(human, thing.moved(tuple(place))) for place in places]
        seconds, met, deepest, touching = (np.array(column) for column in zip(*found, strict=True))
        print(
            f"{name:20s} {1000 * np.median(seconds):5.0f} ms; met {met.sum()} of {met.size}; inside by"
            f" {1000 * max(0.0, -deepest.min()):.4f} mm at most; of palm and five digits {touching.min()} to"
            f" {touching.max()} touch",
            flush=True,
        )


def taken(human: poise.Figure, thing: poise.Obstacle) -> tuple[float, bool, float, int]:
    """Seconds on the processor, whether it is met, the least gap (m), and how many of palm and digits touch."""
    from dense import DIGITS, gaps

    feet = [poise.Hold("left_foot"), poise.Hold("right_foot")]
    task, began = poise.Grasp("right_hand", "thing"), time.process_time()
    solution = poise.solve(human.rest(), [feet, poise.Balance(), task], world=poise.World([thing]))
    seconds, near = time.process_time() - began, gaps(solution.pose, "right", thing)
    digits = [min(gap for segment, gap in near.items() if segment.startswith(digit)) for digit in DIGITS["right"]]
    touching = sum(gap < TOUCHES for gap in (near["right_hand"], *digits))
    return seconds, solution.task(task.name).met, min(near.values()), touching


if __name__ == "__main__":
    main()
