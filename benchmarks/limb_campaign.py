"""Limbs by the hundred thousand: are all reachable goals reached?

    python benchmarks/limb_campaign.py [--goals N] [--limb NAME …]

Goals are made from random poses inside the limits, for each of the four problems, so every one of them can be reached.
Prints failures and the worst errors, and exits with status 1 when there was a failure or an error was too large.
`limb_sweep.py` looks at the intervals.
"""

from __future__ import annotations

import argparse
import sys
from typing import Any

import numpy as np
from rich.progress import track

import poise
from limb_rivals import errors_of
from poise import AimGoal, AxisGoal, Limb

METRES, RADIANS, LIMITS = 1e-12, 1e-10, 1e-9
BODIES = 200  # random bodies; each gives its share of the goals


def goals_of(limb: Limb, problem: str, poses: list[poise.Pose], rng: np.random.Generator) -> Any:
    """Goals that the poses meet."""
    frames = np.array([p.frame(limb.chain.site) for p in poses])
    points, z = frames[:, :3, 3], frames[:, :3, 2]
    if problem == "position":
        return points
    if problem == "placement":
        return frames
    return AxisGoal(points, z) if problem == "axis" else AimGoal(points + z * rng.uniform(0.1, 2.0, (len(poses), 1)))


def reach(name: str, problem: str, count: int) -> bool:
    """Solve them all; whether none failed. What the wrist holds is that of each body, as the goals leave it alone."""
    human = poise.human()
    limb, rng = Limb(human, name), np.random.default_rng(7)
    slots, worst, failed, done = list(limb.slots), np.zeros(3), 0, 0
    wrist = slots[5:]
    for _ in track(range(BODIES), f"{name}, {problem}", transient=True):
        body = human.random(rng)
        poses = []
        while len(poses) < count // BODIES:
            q = np.array(body.coordinates)
            q[slots] = human.random(rng).coordinates[slots]
            if problem in ("position", "aim"):
                q[wrist] = body.coordinates[wrist]
            pose = poise.Pose(human, q)
            if pose.within_limits:  # couplings may tie the limb to the body
                poses.append(pose)
        goals = goals_of(limb, problem, poses, rng)
        batch = limb.solve_many(goals, pose=body)
        failed += int((~batch.reached).sum())
        done += len(poses)
        inside = batch.limit_violation[batch.reached]
        worst[2] = max(worst[2], inside.max(initial=0.0))
        for i in np.flatnonzero(batch.reached):
            worst[:2] = np.maximum(worst[:2], errors_of(limb, _one(goals, i), batch.pose(int(i))))
    good = failed == 0 and worst[0] < METRES and worst[1] < RADIANS and worst[2] < LIMITS
    numbers = f"{worst[0]:.1e} m, {worst[1]:.1e} rad, limits {worst[2]:.1e}"
    print(f"{name:10} {problem:10} {done:8} goals, {failed} failures; worst: {numbers}  {'' if good else 'MISSED'}")
    return good


def _one(goals: Any, i: int) -> Any:
    if isinstance(goals, AxisGoal):
        return AxisGoal(goals.point[i], goals.direction[i])
    return AimGoal(goals.point[i]) if isinstance(goals, AimGoal) else goals[i]


def main() -> None:
    """All problems of all limbs."""
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    asked.add_argument("--goals", type=int, default=100_000, help="of each problem")
    asked.add_argument("--limb", nargs="*", default=["right_arm", "left_leg"])
    chosen = asked.parse_args()
    problems = ("position", "placement", "axis", "aim")
    good = [reach(name, p, chosen.goals) for name in chosen.limb for p in problems]
    sys.exit(0 if all(good) else 1)


if __name__ == "__main__":
    main()
