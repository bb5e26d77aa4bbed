"""What may be said against a solution without knowing a better one: NaN, a broken limit, a status that is not true."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import numpy as np

import poise
from verify.judge import OUTSIDE, missing, outside
from verify.problems import Problem

EDGE = 1e-6
"""Relative: two ways to round may disagree about a task that is met only just."""
FAULTS = ("nan", "limit", "status")


def faults(problem: Problem, solution: poise.Solution, max_steps: int = 200) -> Iterator[tuple[str, str]]:
    """What is wrong with a solution: one of `FAULTS`, and in words."""
    numbers = [*solution.pose.coordinates, *(part.residual for task in solution.tasks for part in task.parts)]
    if not np.isfinite(numbers).all():
        yield "nan", f"{sum(~np.isfinite(numbers))} numbers are not finite"
        return
    if (beyond := outside(solution.pose)) > OUTSIDE:
        yield "limit", f"outside by {beyond:.3g}"
    if wrong := false_status(problem, solution, max_steps):
        yield "status", wrong


def false_status(problem: Problem, solution: poise.Solution, max_steps: int) -> str:
    """Why the status is not true; empty when it is, as far as frames can tell."""
    lacks = [missing(_loaded(task, problem), problem.start, solution.pose) for task in problem.tasks]
    judged = [part for lack in lacks if lack for part in lack]
    if solution.status == "converged":
        worst = max((off / enough for off, enough in judged), default=0.0)
        return f"converged, but a task is off by {worst:.4g} tolerances" if worst > 1 + EDGE else ""
    if solution.status not in ("compromise", "stalled", "stopped"):
        return f"an unknown status {solution.status!r}"
    if all(lacks) and all(off <= enough * (1 - EDGE) for off, enough in judged):
        return f"{solution.status}, but every task is met"
    if solution.status == "stopped" and solution.steps < max_steps:
        return f"stopped after {solution.steps} of {max_steps} steps"
    if (solution.light == "green") or (solution.status == "compromise" and all(t.met for t in solution.tasks)):
        return f"{solution.status}, but its light is {solution.light}"
    return ""


def _loaded(task: poise.tasks.Task, problem: Problem) -> poise.tasks.Task:
    """A balance without loads of its own has those of the solve."""
    if isinstance(task, poise.Balance) and task.forces is None and task.supports is None:
        return replace(task, forces=problem.forces or None, supports=problem.supports or None)
    return task
