"""Are the intervals of swivel complete and sound? Random limbs with random limits of every kind, swept in small steps.

    python benchmarks/limb_sweep.py [--limbs N] [--people N] [--step DEGREES] [--seed N]
                                    [--kinds NAME …] [--person LIMB …]

Each limb gets one goal, of one of the four problems, made from a random pose inside its limits. The swivel walks the
whole circle, and the figure's own limits judge every pose. Angles that are allowed but in no interval, angles inside an
interval that are forbidden, and goals that are refused although a pose meets them are counted; an end may be off by
1e-6 rad. Exits with status 1 when anything was found. A person's arm and leg, with their couplings, are swept as well.
"""

from __future__ import annotations

import argparse
import math
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
from rich.progress import track

import poise
from limb_hinges import allowed_by_hinges
from limb_turns import perhaps_inside, turned
from poise import AimGoal, AxisGoal, Limb
from poise.limb import LimbFamily

sys.path.insert(0, str(Path(__file__).parent.parent / "tests" / "limb"))
from random_arms import KINDS, random_arm

EDGE, LIMITS = 1e-6, 1e-9
Rng = np.random.Generator
Drawn = tuple[Limb, poise.Pose]


def random_goal(limb: Limb, pose: poise.Pose, rng: Rng) -> Any:
    """A goal that the pose meets: a point, a frame, an axis or something to aim at."""
    frame, axis = pose.frame(limb.chain.site), rng.normal(size=3)
    axis /= np.linalg.norm(axis)
    along = frame[:3, :3] @ axis
    chosen = rng.integers(4)
    if chosen < 2:
        return frame if chosen else frame[:3, 3]
    if chosen == 2:
        return AxisGoal(frame[:3, 3], along, axis)
    return AimGoal(frame[:3, 3] + along * rng.uniform(0.1, 2.0), axis)


def swept(limb: Limb, family: LimbFamily, goal: Any, pose: poise.Pose, branch: int, angles: np.ndarray) -> np.ndarray:
    """Whether the figure's own limits allow each angle; the intervals are not asked."""
    angle = family.angle if family.has_angle else None
    hinges = len(limb.joints) == 7
    wanted = angles if hinges else np.array([0.0, math.pi / 2])
    found = limb.solve_many(goal, pose=pose, swivel=wanted, angle=angle, branch=branch, limits=False, threads=1)
    values = np.array(found.values) if hinges else turned(found.values, angles)
    hinge = limb.slots.index(limb.figure.coordinate_slice(limb.chain.middle).start)
    values[:, hinge] = next(b.hinge for b in family.branches if b.branch == branch)  # whole turns into its range
    if hinges:
        return allowed_by_hinges(limb, goal, values)
    maybe = perhaps_inside(limb, values)
    maybe[maybe] = found._stance.violations(values[maybe]) <= LIMITS
    return maybe


def faults(limb: Limb, pose: poise.Pose, rng: Rng, angles: np.ndarray) -> np.ndarray:
    """(missed angles, wrong angles, goals refused, families swept)."""
    goal = random_goal(limb, pose, rng)
    if len(limb.joints) == 7 and isinstance(goal, AxisGoal | AimGoal):
        goal = pose.frame(limb.chain.site)
    answer = limb.solve(goal, pose=pose)
    family, count = answer.family, np.array([0, 0, not answer.reached, 0])
    intervals = family.intervals
    for branch, _, miss in family.branches:
        if miss > 1e-12:
            continue
        allowed = swept(limb, family, goal, pose, branch, angles)
        near, deep = np.zeros((2, len(angles)), dtype=bool)
        for start, stop, way in intervals:
            for turn in (-2 * math.pi, 0.0, 2 * math.pi) if way == branch else ():
                near |= (start - EDGE <= angles + turn) & (angles + turn <= stop + EDGE)
                deep |= (start + EDGE <= angles + turn) & (angles + turn <= stop - EDGE)
        count += (int((allowed & ~near).sum()), int((deep & ~allowed).sum()), 0, 1)
    return count


def sweep(name: str, draw: Callable[[Rng], Drawn], count: int, step: float, seed: int = 9) -> bool:
    """Many limbs of one kind; whether nothing was found."""
    rng, angles, found = np.random.default_rng(seed), np.arange(-math.pi, math.pi, step), np.zeros(4, dtype=int)
    for _ in track(range(count), name, transient=True):
        found += faults(*draw(rng), rng, angles)
    good = not found[:3].any()
    told = f"{found[0]} missed, {found[1]} wrong, {found[2]} refused"
    print(f"{name:24}{count:6} limbs, {found[3]:6} circles of {len(angles)} angles: {told}{'' if good else '  FOUND'}")
    return good


def of_kind(kinds: tuple[str, str, str]) -> Callable[[Rng], Drawn]:
    """Random limbs with limits of one kind."""

    def draw(rng: Rng) -> Drawn:
        figure = random_arm(rng, *kinds)
        return Limb(figure, "arm"), figure.random(rng)

    return draw


def of_person(limb: Limb) -> Callable[[Rng], Drawn]:
    """A person's limb on random bodies."""
    return lambda rng: (limb, limb.figure.random(rng))


def main() -> None:
    """All kinds, or those that were asked for."""
    person = poise.human()
    kinds = {"-".join(k): of_kind(k) for k in KINDS}
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    asked.add_argument("--limbs", type=int, default=2_000, help="of each kind")
    asked.add_argument("--people", type=int, default=200, help="bodies for each limb of a person")
    asked.add_argument("--step", type=float, default=0.01, metavar="DEGREES")
    asked.add_argument("--seed", type=int, default=9)
    asked.add_argument("--kinds", nargs="*", default=list(kinds), choices=list(kinds), metavar="NAME")
    asked.add_argument("--person", nargs="*", default=["right_arm", "left_leg"], metavar="LIMB")
    chosen = asked.parse_args()
    step = math.radians(chosen.step)
    good = [sweep(name, kinds[name], chosen.limbs, step, chosen.seed) for name in chosen.kinds]
    good += [sweep(name, of_person(Limb(person, name)), chosen.people, step, chosen.seed) for name in chosen.person]
    sys.exit(0 if all(good) else 1)


if __name__ == "__main__":
    main()
