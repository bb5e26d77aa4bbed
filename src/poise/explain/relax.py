"""How little would do: the least that a culprit, or the goal itself, has to give way for the task to be met."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from poise.errors import PoiseError
from poise.explain.explanation import Relaxation
from poise.explain.limits import excess, joints_of, unit_of, widened
from poise.explain.suspect import without
from poise.explain.trials import Trials, error_of, no_worse
from poise.explain.words import amount, in_words
from poise.pose import Pose
from poise.tasks.posture import Posture

if TYPE_CHECKING:
    from poise.explain.suspect import Suspect
    from poise.question import Question
    from poise.solution import Solution
    from poise.tasks.report import TaskReport
    from poise.tasks.task import Task

FINELY = 2.0**-7
"""The least widening of a limit is found to this part of itself."""
MORE, MOST = 1.2, 3.0
"""What is tried next when a widening is too little, and at most, as multiples of what a pose needs."""
RETURNS = 3
"""How often joints are asked to come back to a limit: the nearest place on a curved one moves along with them."""
EXACTLY = 1e-5
"""The share of its error to which what has to give way is settled."""
_OWN = {"reach": "a goal {} nearer", "look_at": "a goal {} nearer", "orient": "a goal {} nearer",
        "center_of_mass": "a goal {} nearer", "balance": "a margin {} smaller"}  # fmt: skip


def own_relaxation(report: TaskReport, task: Task) -> Relaxation:
    """Of the goal: what is missing beyond the tolerance, part by part."""
    lacking = [(p.residual - p.tolerance, p.unit) for p in report.parts if not p.met]
    return _relaxation(lacking, _OWN.get(task.word, "a tolerance {} larger"))


def task_relaxation(trials: Trials, suspect: Suspect) -> Relaxation | None:
    """Of another task: what it misses by when it has to stand behind."""
    task, question = trials.task, trials.question.demoted(suspect.name, below=trials.task)
    starts = [trials.found, *trials.ways_out(suspect)]
    answers = [trials.asked(question, [np.array(start.pose.coordinates)], EXACTLY) for start in starts]
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


def limit_relaxation(trials: Trials, suspect: Suspect) -> Relaxation | None:
    """Of a limit or coupling: the least widening with which the task is met.

    Without the limit, its joints come back to it as far as the task lets them; what they lack then will do. Whether
    less does is found out by halving. Every step is a solve, the last one met the task.
    """
    ways = [_come_back(trials, suspect, answer) for answer in trials.ways_out(suspect)]
    for need, way in sorted(((_lack(trials, suspect, way), way) for way in ways), key=lambda pair: pair[0]):
        by = _least(trials, suspect, need, way) if need > 0.0 else None
        if by is not None:
            unit = unit_of(trials.question.start.figure, suspect.name)
            return Relaxation(((by, unit),), f"if it is {amount(by, unit)} wider")
    return None


def _come_back(trials: Trials, suspect: Suspect, way: Solution) -> Solution:
    """An answer without a limit that meets the task and breaks the limit as little as it can, near another one."""
    figure, free = trials.question.start.figure, without(trials.question, [suspect])
    joints = joints_of(figure, suspect.name)
    for _ in range(RETURNS):
        inside = Pose(figure, way.pose.coordinates).clamped()
        back = Posture(Pose(free.start.figure, inside.coordinates), joints=joints)
        nearer = trials.asked(free.then(back), [np.array(way.pose.coordinates)], EXACTLY)
        lack, less = _lack(trials, suspect, way), _lack(trials, suspect, nearer)
        if not nearer.task(trials.task).met or less > lack:
            break
        way = nearer
        if lack - less < FINELY * lack:
            break
    return way


def _lack(trials: Trials, suspect: Suspect, answer: Solution) -> float:
    return excess(Pose(trials.question.start.figure, answer.pose.coordinates), suspect.name)


def _least(trials: Trials, suspect: Suspect, need: float, way: Solution) -> float | None:
    """The least widening, near what a pose needs, by which the task is met; None when much more than that is in vain.

    A limit of any shape is widened by moving its corners, which may move the edge nearest to the pose by less.
    """
    low, high = 0.0, need
    while (met := _met_with(trials, suspect, high, way)) is None:
        low, high = high, MORE * high
        if high > MOST * need:
            return None
    middle = (1.0 - FINELY) * high if low == 0.0 else 0.5 * (low + high)
    while high - low > FINELY * high:
        nearer = _met_with(trials, suspect, middle, met)
        low, high, met = (middle, high, met) if nearer is None else (low, middle, nearer)
        middle = 0.5 * (low + high)
    return high


def _met_with(trials: Trials, suspect: Suspect, by: float, near: Solution) -> Solution | None:
    """The answer with a limit that much wider, from a pose that meets the task with more room; None if not met.

    The compromise that was found may be nearer to it.
    """
    question: Question = trials.question
    try:
        asked = question.on(widened(question.start.figure, suspect.name, by))
    except PoiseError:  # a polygon cannot be widened for ever
        return None
    answer = trials.asked(asked, [np.array(start.pose.coordinates) for start in (near, trials.found)])
    return answer if answer.task(trials.task).met else None


def _relaxation(amounts: list[tuple[float, str]], words: str) -> Relaxation:
    return Relaxation(tuple(amounts), words.format(in_words(amounts)))
