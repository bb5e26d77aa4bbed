"""Limbs by the hundred thousand: are all reachable goals reached, and are the intervals complete and sound?

    python benchmarks/limb_campaign.py [--goals N] [--sweeps N] [--step DEGREES] [--limb NAME]

Goals are made from random poses inside the limits, for each of the four problems, so every one of them can be reached.
The sweep draws random limbs with random limits of every kind, walks the swivel in small steps and asks the figure's own
limits at each. Prints what was found and exits with status 1 when anything was missed.
"""

from __future__ import annotations

import argparse
import math
import sys
from pathlib import Path
from typing import Any

import numpy as np
from rich.progress import track

import poise
from limb_rivals import errors_of
from poise import AimGoal, AxisGoal, Limb

sys.path.insert(0, str(Path(__file__).parent.parent / "tests" / "limb"))
from random_arms import KINDS, random_arm

EDGE = 1e-6
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
        for i in np.flatnonzero(batch.reached)[:: max(1, len(poses) // 50)]:
            worst[:2] = np.maximum(worst[:2], errors_of(limb, _one(goals, i), batch.pose(int(i))))
    good = failed == 0 and worst[0] < METRES and worst[1] < RADIANS and worst[2] < LIMITS
    numbers = f"{worst[0]:.1e} m, {worst[1]:.1e} rad, limits {worst[2]:.1e}"
    print(f"{name:10} {problem:10} {done:8} goals, {failed} failures; worst: {numbers}  {'' if good else 'MISSED'}")
    return good


def _one(goals: Any, i: int) -> Any:
    if isinstance(goals, AxisGoal):
        return AxisGoal(goals.point[i], goals.direction[i])
    return AimGoal(goals.point[i]) if isinstance(goals, AimGoal) else goals[i]


def sweep(kinds: tuple[str, str, str], count: int, step: float) -> bool:
    """Random limbs of one kind: angles the intervals missed, and forbidden ones they hold."""
    rng = np.random.default_rng(9)
    angles = np.arange(-math.pi, math.pi, step)
    missed = wrong = 0
    for _ in track(range(count), "-".join(kinds), transient=True):
        figure = random_arm(rng, *kinds)
        pose = figure.random(rng)
        limb = Limb(figure, "arm")
        goal = pose.frame("tool") if rng.random() < 0.5 else pose.position("tool")
        family = limb.family(goal, pose=pose)
        for branch, _, miss in family.branches:
            if miss > 1e-12:
                continue
            poses = limb.solve_many(goal, pose=pose, swivel=angles, branch=branch, limits=False)
            allowed = poses.limit_violation <= LIMITS
            near, deep = np.zeros((2, len(angles)), dtype=bool)
            for start, stop, way in family.intervals:
                for turn in (-2 * math.pi, 0.0, 2 * math.pi) if way == branch else ():
                    near |= (start - EDGE <= angles + turn) & (angles + turn <= stop + EDGE)
                    deep |= (start + EDGE <= angles + turn) & (angles + turn <= stop - EDGE)
            hinge_held = abs(poses.hinge[0] - family.at(0.0, branch)._answer.hinge) < 1e-9
            missed += int((allowed & ~near).sum()) if hinge_held else 0
            wrong += int((deep & ~allowed).sum()) if hinge_held else 0
    good = missed == wrong == 0
    told = f"{len(angles)} angles each: {missed} missed, {wrong} wrong"
    print(f"{'-'.join(kinds):22} {count:6} limbs, {told}  {'' if good else 'MISSED'}")
    return good


def main() -> None:
    """Both campaigns."""
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    asked.add_argument("--goals", type=int, default=100_000, help="of each problem")
    asked.add_argument("--sweeps", type=int, default=20_000, help="random limbs in all")
    asked.add_argument("--step", type=float, default=0.01, metavar="DEGREES")
    asked.add_argument("--limb", nargs="*", default=["right_arm", "left_leg"])
    chosen = asked.parse_args()
    problems = ("position", "placement", "axis", "aim")
    good = [reach(name, p, chosen.goals) for name in chosen.limb for p in problems if chosen.goals]
    kinds = [k for k in KINDS if k[2] != "hinges"]  # hinges have several ways; the tests look at all of them
    share = chosen.sweeps // len(kinds)
    good += [sweep(k, share, math.radians(chosen.step)) for k in kinds if share]
    sys.exit(0 if all(good) else 1)


if __name__ == "__main__":
    main()
