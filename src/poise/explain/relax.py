"""How little would do: the least that a culprit has to give way for the task to be met.

Every number is found from the compromise: the question is asked again from there with so much room, and again with
less, until less is in vain. Like the solver this is local, and the relaxation says so. What only opens another way is
asked from where the solve began.
"""

from __future__ import annotations

import math
from dataclasses import replace
from typing import TYPE_CHECKING, cast

from poise.explain.explanation import Relaxation
from poise.explain.least import Miss, least
from poise.explain.limits import excess, unit_of, widened
from poise.explain.roomier import roomier
from poise.explain.trials import TiredError
from poise.explain.words import amount, in_words
from poise.pose import Pose
from poise.tasks.avoid import CLEAR, Avoid
from poise.tasks.avoid_piece import Clear
from poise.tasks.balance import Balance
from poise.tasks.members import pieces_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from poise.explain.suspect import Suspect
    from poise.explain.trials import Trials
    from poise.question import Question


MOST_PAIRS = 4
"""Pairs that are named of those that want more room; a hand between two boards has three."""


def miss_with(trials: Trials, changed: Callable[[float], Question], but: str = "") -> Miss:
    """By how many tolerances the task is missed, by the amount that something gives way.

    `but`: the task that gives way; if another one above is served worse for it, that is no answer. When the work that
    an explanation may take is done, that is a `TiredError`.
    """

    def miss(by: float) -> float:
        if trials.tired():
            raise TiredError
        answer = trials.answer(changed(by))
        return math.inf if answer is None or not trials.fair(answer, but) else trials.miss(answer)

    return miss


def task_relaxation(trials: Trials, suspect: Suspect, other_way: bool) -> Relaxation | None:
    """Of another task: the least room that it must give; where it has no region, what it misses by from behind."""
    question, task = trials.asked(other_way), trials.question.tasks[suspect.name]
    if isinstance(task, Balance) and task.over is None:
        task = replace(task, margin=trials.found.task(suspect.name).wanted[0])  # the usual one has no number of its own
    if isinstance(task, Avoid):
        return _more_room(trials, task, other_way)
    if roomier(task, 1.0) is None:
        return _from_behind(trials, suspect, other_way)
    free = trials.way([suspect], other=other_way)
    broken = 0.0 if free is None else trials.missed_by(suspect.name, free.pose, other_way)
    if broken <= 0.0:
        return None

    def given(by: float) -> Question:
        with_room = roomier(task, by)
        assert with_room is not None
        return question.replaced(suspect.name, with_room)

    miss = miss_with(trials, given, suspect.name)
    by = least(miss, trials.miss(trials.found), broken)
    if by is None:
        return None
    unit = trials.found.task(suspect.name).unit
    words = "with a margin {} smaller" if task.word == "balance" else "if it may miss by {}"
    return _relaxation([(by, unit)], words, local=True)


def _from_behind(trials: Trials, suspect: Suspect, other_way: bool) -> Relaxation | None:
    """Of a frame, a posture, a loop: what it misses by when it comes after the task, part by part."""
    if trials.tired():
        raise TiredError
    answer = trials.answer(trials.asked(other_way).demoted(suspect.name, below=trials.task))
    if answer is None or trials.miss(answer) > 1.0 or not trials.fair(answer, suspect.name):
        return None
    parts = answer.task(suspect.name).parts
    lost = [(p.residual, p.unit) for p in parts if p.residual > 0.1 * p.tolerance]
    if not lost:
        return None
    if trials.question.tasks[suspect.name].word != "hold":
        return _relaxation(lost, "if it may miss by {}", local=True)
    moves = " and ".join(f"{'move' if unit == 'm' else 'turn'} {amount(value, unit)}" for value, unit in lost)
    return Relaxation(tuple(lost), f"if it may {moves}", local=True)


def _more_room(trials: Trials, task: Avoid, other_way: bool) -> Relaxation | None:
    """Of things to keep out of: how much more room there would have to be, pair by pair.

    When it comes after the task, what is left inside is the least that squares of it can be.
    """
    if trials.tired():
        raise TiredError
    answer = trials.answer(trials.asked(other_way).demoted(task.name, below=trials.task))
    if answer is None or trials.miss(answer) > 1.0 or not trials.fair(answer, task.name):
        return None
    pairs = [entry for piece in pieces_of(task, answer.pose) for entry in cast(Clear, piece).lacking(answer.pose)]
    pairs = [entry for entry in pairs if -entry.distance > CLEAR][:MOST_PAIRS]
    if not pairs:
        return None
    room = [f"{amount(-entry.distance, 'm')} between {entry.words}" for entry in pairs]
    room[0] = room[0].replace(" between", " more room between")
    told = f"{', '.join(room[:-1])} and {room[-1]}" if len(room) > 1 else room[0]
    return Relaxation(tuple((-entry.distance, "m") for entry in pairs), f"with {told}", local=True)


def limit_relaxation(trials: Trials, suspect: Suspect) -> Relaxation | None:
    """Of a limit or coupling: the least widening. What a pose without it breaks it by is tried first.

    A limit of any shape is widened by moving its corners, which may move the edge nearest to the pose by less.
    """
    question = trials.asked(other_way=False)
    figure = question.start.figure
    free = trials.way([suspect])
    broken = 0.0 if free is None else excess(Pose(figure, free.pose.coordinates), suspect.name)
    if broken <= 0.0:
        return None
    miss = miss_with(trials, lambda by: question.on(widened(figure, suspect.name, by)))
    by = least(miss, trials.miss(trials.found), broken)
    return None if by is None else _relaxation([(by, unit_of(figure, suspect.name))], "if it is {} wider", local=True)


def _relaxation(amounts: list[tuple[float, str]], words: str, *, local: bool = False) -> Relaxation:
    return Relaxation(tuple(amounts), words.format(in_words(amounts)), local)
