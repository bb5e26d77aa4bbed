"""How little the goal of a task itself would have to give way."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from poise.explain.explanation import Relaxation
from poise.explain.least import least
from poise.explain.relax import miss_with
from poise.explain.roomier import roomier
from poise.explain.words import in_words
from poise.tasks.balance import Balance
from poise.tasks.center_of_mass import CenterOfMass
from poise.tasks.look_at import LookAt
from poise.tasks.members import pose_for
from poise.tasks.orient import Orient
from poise.tasks.reach import Reach

if TYPE_CHECKING:
    from poise.arrays import Array
    from poise.explain.trials import Trials
    from poise.tasks.report import TaskReport
    from poise.tasks.task import Task

NEARER, SMALLER, LARGER = "a goal {} nearer", "a margin {} smaller", "a tolerance {} larger"
ALMOST = 1.0 - 1e-3
"""The part of its tolerance that a task with a nearer goal would use: to use all of it, rounding decides."""

Amounts = list[tuple[float, str]]


class _Way(NamedTuple):
    """A way to give way: `given` is the task with a part of what it lacks given to it, `most` the largest part."""

    words: str
    given: Callable[[float], Task]
    most: float = math.inf


def own_relaxation(trials: Trials, report: TaskReport, task: Task) -> Relaxation:
    """What the compromise lacks, if so much is enough and less is not; else the least that is.

    A goal comes nearer, a margin shrinks; where that is in vain, or others of its level would pull at it wherever its
    goal goes, a tolerance grows. What is in vain from the compromise, or cannot be asked there, is asked from where
    the solve began.
    """
    lacking = _lacking(report)
    ways = _ways(trials, task, lacking)
    if trials.miss(trials.found) <= 1.0:  # it only ran out of steps
        return _written(ways[0].words, lacking, 1.0, other_way=False)
    for other_way in (False, True):
        for way in ways:
            part = _least_part(trials, task.name, way, other_way)
            if part is not None:
                return _written(way.words, lacking, part, other_way)
    return tolerated(report)


def tolerated(report: TaskReport) -> Relaxation:
    """A tolerance with which the compromise will do, whether or not less is enough."""
    return _written(LARGER, _lacking(report), 1.0, other_way=False)


def _lacking(report: TaskReport) -> Amounts:
    return [(p.residual - ALMOST * p.tolerance, p.unit) for p in report.parts if not p.met]


def _least_part(trials: Trials, name: str, way: _Way, other_way: bool) -> float | None:
    question = trials.asked(other_way)
    miss = miss_with(trials, lambda part: question.replaced(name, way.given(part)))
    return least(miss, trials.miss(trials.found), 1.0, way.most, likely=True)


def _written(words: str, lacking: Amounts, part: float, other_way: bool) -> Relaxation:
    amounts = [(part * value, unit) for value, unit in lacking]
    text = words.format(in_words(amounts)) + (", from the start" if other_way else "")
    return Relaxation(tuple(amounts), text, local=part != 1.0 or other_way, other_way=other_way)


def _ways(trials: Trials, task: Task, lacking: Amounts) -> list[_Way]:
    """Ways to give way, the most telling first."""
    tolerant = _Way(LARGER, lambda part: _tolerant(task, trials.found.task(task.name), lacking, part))
    found, by = trials.found, lacking[0][0]
    level = found.task(task.name).level
    if any(t.enabled and not t.met and t.level == level and t.name != task.name for t in found.tasks):
        return [tolerant]
    match task:
        case Reach(frame=None) | CenterOfMass(supports=None):
            own = pose_for(task, found.pose)
            there = own.position(task.site) if isinstance(task, Reach) else own.center_of_mass
            most = 1.0 + ALMOST * task.tolerance_in("m") / by  # the goal is where the compromise is
            return [_Way(NEARER, lambda part: _moved(task, np.array(there), part * by), most), tolerant]
        case Balance(over=None):
            kept = found.task(task.name).wanted[0]  # the usual margin has no number of its own
            return [_Way(SMALLER, lambda part: replace(task, margin=kept - part * by)), tolerant]
        case LookAt() | Orient() if roomier(task, by) is not None:
            return [_Way(NEARER, lambda part: roomier(task, part * by) or task), tolerant]
        case Reach() | Orient() | CenterOfMass() | Balance():
            return [tolerant._replace(words=NEARER)]
    return [tolerant]


def _moved(task: Reach | CenterOfMass, there: Array, by: float) -> Task:
    """With the goal moved by a distance, along the axes that matter, towards what was reached."""
    axes, goal = ["xyz".index(axis) for axis in task.axes], np.array(task.point)
    way = (there - goal)[axes]
    goal[axes] += way / np.linalg.norm(way) * by
    return replace(task, point=goal)


def _tolerant(task: Task, report: TaskReport, lacking: Amounts, part: float) -> Task:
    """With a tolerance larger by a part of what is lacking. The first of a pair is for all units but radians."""
    pair = [task.tolerance_in("m"), task.tolerance_in("rad")]
    for has in report.parts:
        pair[has.unit == "rad"] = has.tolerance  # some tasks have a default of their own
    for value, unit in lacking:
        pair[unit == "rad"] += part * value
    return replace(task, tolerance=tuple(pair))
