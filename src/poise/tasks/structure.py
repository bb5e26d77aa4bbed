"""What stands above all levels: structural tasks, and the segment a solve is rooted at."""

from __future__ import annotations

import math
from itertools import islice
from typing import TYPE_CHECKING, Any

import numpy as np

from poise import _core
from poise.errors import InputError
from poise.figure.company import SLASH
from poise.figure.names import unknown
from poise.pose import Pose
from poise.tasks.hold import Hold
from poise.tasks.plan import Plan
from poise.tasks.report import Outcome, TaskReport
from poise.tasks.starts import random_starts

if TYPE_CHECKING:
    from poise.tasks.piece import Array
    from poise.tasks.task import Task

STEPS, STARTS = 200, 5
"""Steps to meet the structural tasks alone, and random starts when the given one does not lead there."""


def rooted_at(pose: Pose, root: Any) -> Task:
    """The structural task that keeps a segment exactly where the pose has it: any site of it will do."""
    figure = pose.figure
    if not isinstance(root, str) or root not in figure.segments:
        raise unknown(figure, "segment", root, figure.segments, f"root: the figure {figure.name!r}")
    held = figure.members.get(root.partition(SLASH)[0], figure)
    if held.base.model != "free":
        raise InputError(f"root={root!r} needs a figure with a free base; {held.name!r} is held at {held.root!r}")
    site = next((s.name for s in figure.sites.values() if s.segment == root), None)
    if site is None:
        raise InputError(f"root={root!r} needs a site on that segment, and the figure {figure.name!r} has none there")
    return Hold(site, structural=True, name=f"root {root}")


def structural_start(plan: Plan, begin: Pose | None = None) -> Array:
    """Coordinates to begin from: the start, or another pose, repaired so that it meets the structural tasks.

    When the start leads to no such pose, a random one on the same base may. Raises `InputError` when none is found.
    """
    given = (plan.start if begin is None else begin).coordinates
    if not plan.has_structure:
        return given
    tasks = [entry.task for entry in plan.entries.values() if entry.task.is_structural and entry.task.enabled]
    if not tasks:
        return given
    alone = Plan(plan.start, [tasks])
    reached, unmet = _led_to(alone, given)
    if not unmet:
        return reached
    others = random_starts(plan.start.figure, given, np.random.default_rng(0))  # always the same ones
    for start in islice(others, STARTS):
        reached, left = _led_to(alone, start)
        if not left:
            return reached
    names = ", ".join(repr(name) for name in alone.entries)
    missed = ", ".join(f"{r.name!r} misses by {r.residual:.3g} {r.unit}" for r in unmet)
    raise InputError(f"the structural tasks {names} cannot be met together inside the limits: {missed}")


def _led_to(alone: Plan, start: Array) -> tuple[Array, list[TaskReport]]:
    """Where the structural tasks alone lead to from a start, and those that are not met there."""
    solver = _core.Solver(alone.problem, start)
    solver.run(STEPS, math.inf)
    pose, errors = Pose(alone.start.figure, solver.coordinates()), solver.task_residuals().tolist()
    outcomes = (Outcome.of(entry, errors, pose) for entry in alone.entries.values())
    return np.array(pose.coordinates), [outcome.report(pose) for outcome in outcomes if not outcome.met]
