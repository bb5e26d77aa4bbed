"""How little would do: the least that a culprit, or the goal itself, has to give way for the task to be met."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from poise.errors import PoiseError
from poise.explain.explanation import Relaxation
from poise.explain.limits import excess, unit_of, widened
from poise.explain.trials import Trials, error_of, no_worse
from poise.explain.words import amount, in_words
from poise.pose import Pose

if TYPE_CHECKING:
    from poise.explain.suspect import Suspect
    from poise.question import Question
    from poise.solution import Solution
    from poise.tasks.report import TaskReport
    from poise.tasks.task import Task

HALVINGS = 7
"""The least widening of a limit is found to one part in 2⁷ of the widening that is known to do."""
_OWN = {"reach": "a goal {} nearer", "look_at": "a goal {} nearer", "orient": "a goal {} nearer",
        "center_of_mass": "a goal {} nearer", "balance": "a margin {} smaller"}  # fmt: skip


def own_relaxation(report: TaskReport, task: Task) -> Relaxation:
    """Of the goal: what is missing beyond the tolerance, part by part."""
    lacking = [(p.residual - p.tolerance, p.unit) for p in report.parts if not p.met]
    return _relaxation(lacking, _OWN.get(task.word, "a tolerance {} larger"))


def task_relaxation(trials: Trials, suspect: Suspect, task: str) -> Relaxation | None:
    """Of another task: what it misses by when it has to stand behind."""
    question = trials.question.demoted(suspect.name, below=task)
    free = trials.without([suspect], task)
    answers = [trials.asked(question, [start], task) for start in (np.array(free.pose.coordinates), *trials.starts)]
    kept = [a for a in answers if a.task(task).met and no_worse(a, trials.found, task, but=suspect.name)]
    if not kept:
        return None
    report = min((answer.task(suspect.name) for answer in kept), key=error_of)
    lost = [(p.residual, p.unit) for p in report.parts if p.residual > 0.1 * p.tolerance]
    if not lost:
        return None
    word = trials.question.tasks[suspect.name].word
    if word == "hold":
        moves = " and ".join(f"{'move' if unit == 'm' else 'turn'} {amount(value, unit)}" for value, unit in lost)
        return Relaxation(tuple(lost), f"if it may {moves}")
    return _relaxation(lost, "with a margin {} smaller" if word == "balance" else "if it may miss by {}")


def limit_relaxation(trials: Trials, suspect: Suspect, task: str) -> Relaxation | None:
    """Of a limit or coupling: the least widening, by halving; every step is a solve, the last one met the task."""
    figure, free = trials.question.start.figure, trials.without([suspect], task)
    low, high = 0.0, excess(Pose(figure, free.pose.coordinates), suspect.name)
    met = _met_with(trials, suspect, task, high, free) if high > 0.0 else None
    if met is None:
        return None
    for _ in range(HALVINGS):
        middle = 0.5 * (low + high)
        nearer = _met_with(trials, suspect, task, middle, met)
        low, high, met = (middle, high, met) if nearer is None else (low, middle, nearer)
    unit = unit_of(figure, suspect.name)
    return Relaxation(((high, unit),), f"if it is {amount(high, unit)} wider")


def _met_with(trials: Trials, suspect: Suspect, task: str, by: float, near: Solution) -> Solution | None:
    """The answer with a limit that much wider, from a pose that meets the task with more room; None if not met."""
    question: Question = trials.question
    try:
        asked = question.on(widened(question.start.figure, suspect.name, by))
    except PoiseError:  # a polygon cannot be widened for ever
        return None
    answer = trials.asked(asked, [np.array(near.pose.coordinates)], task)
    return answer if answer.task(task).met else None


def _relaxation(amounts: list[tuple[float, str]], words: str) -> Relaxation:
    return Relaxation(tuple(amounts), words.format(in_words(amounts)))
