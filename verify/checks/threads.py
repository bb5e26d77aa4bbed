"""Threads against one: batches of limbs and solves side by side give the same bits as one after the other."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import numpy as np

import poise
from verify.tally import Tally, progress, scaled

LIMBS = ("left_arm", "right_arm", "left_leg", "right_leg")
COUNTS = (2, 3, 8)
"""Numbers of threads that are compared with one: even, odd, and more than there are cores."""


def run(rng: np.random.Generator, size: float) -> Tally:
    tally = Tally()
    human = poise.human()
    for name in LIMBS:
        batches(tally, poise.Limb(human, name), scaled(200, size), rng)
    solves(tally, human, scaled(200, size), rng)
    return tally


def same(first: np.ndarray, second: np.ndarray) -> bool:
    """The same bits: not only equal, but NaN for NaN and signed zero for signed zero."""
    return np.ascontiguousarray(first).tobytes() == np.ascontiguousarray(second).tobytes()


def batches(tally: Tally, limb: poise.Limb, count: int, rng: np.random.Generator) -> None:
    """Goals about the body, within reach and out of it, for batches on several threads."""
    rest = limb.figure.rest()
    goals = rest.position(limb.chain.site) + rng.normal(scale=0.3, size=(count, 3))
    alone = limb.solve_many(goals, threads=1)
    for threads in COUNTS:
        tally.cases += count
        many = limb.solve_many(goals, threads=threads)
        pairs = ((alone.values, many.values), (alone.verdict, many.verdict), (alone.swivel, many.swivel))
        if not all(same(a, b) for a, b in pairs):
            differ = np.flatnonzero((alone.values != many.values).any(axis=1))
            tally.fail("a batch depends on its threads", f"{limb.name}, {threads} threads, goals {differ[:5]}")


def solves(tally: Tally, human: poise.Figure, count: int, rng: np.random.Generator) -> None:
    """The same whole-body problems, one after the other and from eight Python threads at once."""
    rest = human.rest()
    goals = [rest.position("right_hand") + rng.normal(scale=0.5, size=3) for _ in range(count)]
    feet = [poise.Hold("left_foot"), poise.Hold("right_foot")]

    def solve(goal: np.ndarray) -> np.ndarray:
        return poise.solve(rest, [feet, poise.Balance(), poise.Reach("right_hand", goal)]).pose.coordinates

    alone = [solve(goal) for goal in progress(goals, "solves")]
    with ThreadPoolExecutor(max(COUNTS)) as pool:
        together = list(pool.map(solve, goals))
    tally.cases += count
    for goal, one, other in zip(goals, alone, together, strict=True):
        if not same(one, other):
            tally.fail("a solve depends on others beside it", f"right_hand at {goal.tolist()}")
