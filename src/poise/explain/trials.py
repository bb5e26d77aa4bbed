"""Trials: the question asked again without some suspects, every answer kept."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING

import numpy as np

from poise import _core
from poise.explain.suspect import Suspect, without
from poise.question import Question
from poise.solution import Solution, account
from poise.solver import follow, planned

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from poise.pose import Pose
    from poise.tasks.report import TaskReport

MORE = 10
"""How many times the steps of the solve it is given to settle, when it ran out of them."""
MOST_STEPS = 10_000
_SAME = 1e-4
"""Level residuals that differ by less count as equal when answers are compared (m, rad)."""

Starts = Sequence["NDArray[np.float64]"]


class Trials:
    """Answers to one question and its variations.

    `found`: the answer to be explained, settled. A trial begins where the solve began and, if that does not meet the
    task, once more from there. `on_trial` is called after every solve.
    """

    def __init__(self, solution: Solution, question: Question, on_trial: Callable[[], None]) -> None:
        self.question = question
        self.count = 0
        self._on_trial = on_trial
        self._answers: dict[tuple[frozenset[Suspect], int], Solution] = {}
        end = np.array(solution.pose.coordinates)
        self.found = solution if solution.status != "stopped" else self._solved(question, end, MORE)
        self._starts = [np.array(question.start.coordinates), np.array(self.found.pose.coordinates)]

    def without(self, suspects: Iterable[Suspect], task: str) -> Solution:
        """The best answer for a task, from any start, as if the suspects did not exist."""
        removed = frozenset(suspects)
        best = self._answer(removed, 0)
        for start in range(1, len(self._starts)):
            if best.task(task).met:
                break
            best = better(best, self._answer(removed, start), task)
        return best

    def asked(self, question: Question, starts: Starts, task: str) -> Solution:
        """The best answer to another question; the first that meets the task ends the search."""
        best: Solution | None = None
        for start in starts:
            answer = self._solved(question, start)
            best = answer if best is None else better(best, answer, task)
            if best.task(task).met:
                break
        assert best is not None
        return best

    @property
    def starts(self) -> Starts:
        """Where the solve began and where it ended, and what else is worth a try."""
        return self._starts

    def try_also(self, pose: Pose) -> None:
        """Begin trials here, too, when the other starts fail."""
        self._starts.append(np.array(pose.coordinates))

    def other_starts(self, count: int) -> Starts:
        """Random poses on the given base, always the same ones."""
        figure, rng = self.question.start.figure, np.random.default_rng(0)
        base = figure.coordinate_slice(figure.base.name)
        starts = [np.array(figure.random(rng).coordinates) for _ in range(count)]
        for start in starts:
            start[base] = self._starts[0][base]
        return starts

    def _answer(self, removed: frozenset[Suspect], start: int) -> Solution:
        key = removed, start
        if key not in self._answers:
            self._answers[key] = self._solved(without(self.question, removed), self._starts[start])
        return self._answers[key]

    def _solved(self, question: Question, start: NDArray[np.float64], more: int = 1) -> Solution:
        plan = planned(question.start, question.levels, (), question.method)  # criteria cannot stop a task
        solver = _core.Solver(plan.problem, start)
        solver.look_twice()
        steps = min(more * question.max_steps, MOST_STEPS)
        solver.run(steps, math.inf)
        follow(plan, solver, steps)
        self.count += 1
        self._on_trial()
        return account(plan, solver)


def error_of(report: TaskReport) -> float:
    """Length of the whole error of a task, metres and radians together, as the solver sees it."""
    return math.hypot(*(part.residual for part in report.parts))


def better(one: Solution, other: Solution, task: str) -> Solution:
    """The answer that serves the levels above the task better, then the task, then its level."""
    return other if _rank(other, task) < _rank(one, task) else one


def no_worse(answer: Solution, than: Solution, task: str, but: str = "") -> bool:
    """Whether no enabled task above `task`, other than `but`, got worse."""
    level = than.task(task).level
    above = [t for t in than.tasks if t.enabled and t.level < level and t.name not in (task, but)]
    return all(error_of(answer.task(t.name)) <= error_of(t) + _SAME or answer.task(t.name).met for t in above)


def _rank(answer: Solution, task: str) -> tuple[int, ...]:
    """Errors of the levels above the task, of the task, and of its level: smaller is better."""
    own = answer.task(task)
    errors: dict[int, float] = {}
    for report in answer.tasks:
        if report.enabled and report.level <= own.level:
            errors[report.level] = math.hypot(errors.get(report.level, 0.0), error_of(report))
    above = [errors[level] for level in sorted(errors) if level < own.level]
    return tuple(round(error / _SAME) for error in (*above, error_of(own), errors[own.level]))
