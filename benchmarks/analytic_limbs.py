"""Analytic limbs inside the solver beside the plain solver: goals solved, time, steps; a hand that goes round a circle.

    python benchmarks/analytic_limbs.py [--goals N]

Every goal is made from a valid pose, so all can be met. Exits with status 1 when the analytic solve meets fewer goals
than the plain one anywhere, or when its closed path does not close. Times are those of the processor.
"""

from __future__ import annotations

import argparse
import math
import sys
import time
from collections.abc import Callable

import numpy as np
from rich.progress import track

import poise

HUMAN = poise.human()
REST = HUMAN.rest()
FEET = [poise.Hold("left_foot"), poise.Hold("right_foot")]
ARMS, LEGS = ("right_arm", "left_arm"), ("right_leg", "left_leg")
TRUNK = ("lumbar", "thoracolumbar", "thoracic", "right_clavicle", "left_clavicle")
Rng = np.random.Generator
Asked = tuple[poise.Pose, list[list[poise.tasks.Task]], tuple[str, ...]]


def moved(pose: poise.Pose, joints: tuple[str, ...], rng: Rng) -> poise.Pose:
    """The pose with some joints anywhere inside the limits."""
    while True:
        q, other = np.array(pose.coordinates), HUMAN.random(rng).coordinates
        for joint in joints:
            q[HUMAN.coordinate_slice(joint)] = other[HUMAN.coordinate_slice(joint)]
        if (found := poise.Pose(HUMAN, q)).within_limits:
            return found


def hand(pose: poise.Pose, site: str, **options: object) -> list[poise.tasks.Task]:
    """Bring a hand or a foot where a pose has it, turned as it is there."""
    frame = pose.frame(site)
    return [poise.Reach(site, frame[:3, 3], **options), poise.Orient(site, frame[:3, :3], **options)]


def arm_alone(rng: Rng) -> Asked:
    """Any body, any arm: only the arm may help."""
    start = HUMAN.random(rng)
    there = moved(start, poise.Limb(HUMAN, "right_arm").joints, rng)
    return start, [hand(there, "right_hand", joints="right_arm")], ("right_arm",)


def standing(rng: Rng) -> Asked:
    """A hand within reach of somebody who stands in balance."""
    there = moved(REST, poise.Limb(HUMAN, "right_arm").joints, rng)
    return REST, [FEET, [poise.Balance()], hand(there, "right_hand")], ("right_arm",)


def both_hands(rng: Rng) -> Asked:
    """Both hands, and the trunk must help."""
    joints = tuple(j for arm in ARMS for j in poise.Limb(HUMAN, arm).joints)
    there = moved(REST, (*TRUNK, *joints), rng)
    return REST, [FEET, [poise.Balance()], hand(there, "right_hand") + hand(there, "left_hand")], ARMS


def both_feet(rng: Rng) -> Asked:
    """Both feet are put somewhere while the pelvis stays."""
    there = moved(REST, tuple(j for leg in LEGS for j in poise.Limb(HUMAN, leg).joints), rng)
    return REST, [[poise.Hold("pelvis")], hand(there, "right_foot") + hand(there, "left_foot")], LEGS


def compared(title: str, draw: Callable[[Rng], Asked], count: int) -> bool:
    """Print one line for each way; whether the analytic one meets as many goals."""
    rng, met = np.random.default_rng(11), {}
    asked = [draw(rng) for _ in track(range(count), title, transient=True)]
    for way in ("plain", "analytic"):
        solved = steps = 0
        began = time.process_time()
        for start, levels, limbs in asked:
            solution = poise.solve(start, levels, criteria=(), analytic=limbs if way == "analytic" else ())
            solved += solution.status == "converged"
            steps += solution.steps
        spent = (time.process_time() - began) / count
        met[way] = solved
        print(f"{title:34}{way:10}{solved:6} of {count} met{spent * 1e3:9.2f} ms{steps / count:8.1f} steps")
    return met["analytic"] >= met["plain"]


def round_trip(way: str) -> float:
    """A hand goes three times round a circle, sixty goals a round, five milliseconds each; how far the joints end."""
    center, turns = REST.position("right_hand") + np.array([0.0, 0.35, 0.25]), np.linspace(0, 6 * math.pi, 181)
    limbs = ("right_arm",) if way == "analytic" else ()
    levels = [FEET, [poise.Balance()], poise.Reach("right_hand", center, name="hand")]
    session = poise.Session(REST, levels, criteria=(), analytic=limbs)
    worst, began, first = 0.0, time.process_time(), None
    for i, turn in enumerate(turns):
        angle = turn if i % 60 else 0.0  # the same goal to the last bit after every round
        goal = center + 0.12 * np.array([math.cos(angle), math.sin(angle), 0.0])
        session.tasks["hand"].goal = goal
        pose = session.step(budget=0.005)
        worst = max(worst, float(np.linalg.norm(pose.position("right_hand") - goal)))
        first = pose if first is None else first
    spent = (time.process_time() - began) / len(turns)
    apart = float(np.abs(first.difference(session.pose)).max())
    print(f"{'three times round a circle':34}{way:10}{worst:11.1e} m off{spent * 1e3:9.2f} ms{apart:11.1e} rad apart")
    return apart


def main() -> None:
    """All comparisons."""
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    asked.add_argument("--goals", type=int, default=500, metavar="N")
    count = asked.parse_args().goals
    problems = {"the arm alone, from anywhere": arm_alone, "standing, within reach": standing}
    problems |= {"both hands, the trunk helps": both_hands, "both feet, the pelvis stays": both_feet}
    good = [compared(title, draw, count) for title, draw in problems.items()]
    apart = [round_trip(way) for way in ("plain", "analytic")]
    sys.exit(0 if all(good) and apart[1] == 0.0 else 1)


if __name__ == "__main__":
    main()
