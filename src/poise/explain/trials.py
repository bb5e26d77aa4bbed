"""Trials: the question asked again without some suspects, every answer kept."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from functools import cached_property
from itertools import islice
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from poise import _core
from poise.explain.run import CERTAIN, look_twice, run
from poise.explain.suspect import Suspect, without
from poise.question import Question
from poise.solution import Solution, account
from poise.solver import planned, refresh_regions
from poise.tasks.starts import random_starts

if TYPE_CHECKING:
    from poise.pose import Pose
    from poise.tasks.plan import Plan
    from poise.tasks.report import TaskReport

LITTLE = 0.02
"""A suspect whose removal takes less than this share of the error is harmless."""
THOROUGH = 1e-6
"""Of a trial from the beginning: the share of an error to which it settles. On a long way much may come late."""
MORE = 10
"""How many times the steps of the solve it is given to settle, when it ran out of them."""
MOST_STEPS = 10_000
_SAME = 1e-4
"""Level residuals that differ by less count as equal when answers are compared (m, rad)."""

Array = NDArray[np.float64]
Starts = Sequence[Array]


def gone_on_with(solution: Solution, question: Question) -> Solution:
    """The solution, gone on with when it ran out of steps."""
    if solution.status != "stopped":
        return solution
    plan = planned(question.start, question.levels, (), question.method)
    solver = _core.Solver(plan.problem, np.array(solution.pose.coordinates))
    solver.look_twice()
    steps = min(MORE * question.max_steps, MOST_STEPS)
    solver.run(steps, math.inf)
    refresh_regions(plan, solver, steps)
    return account(plan, solver)


class Trials:
    """Answers to one question and its variations, as far down as one task.

    `found`: the answer to be explained, settled. A trial begins where that ended and, if the task is not met from
    there, once more where the solve began. `on_trial` is called after every solve.
    """

    def __init__(self, found: Solution, question: Question, task: str, on_trial: Callable[[], None]) -> None:
        self.found, self.task = found, task
        self.question = question.down_to(task)  # what is below cannot stop it
        self._on_trial = on_trial
        self._end, self._begin = np.array(found.pose.coordinates), np.array(question.start.coordinates)
        self._also: list[Array] = []
        self._answers: dict[tuple[frozenset[Suspect], str], Solution] = {}
        self.from_begin = self._from_begin(frozenset())

    def without(self, suspects: Iterable[Suspect]) -> Solution:
        """The best answer, from any start, as if the suspects did not exist."""
        removed = frozenset(suspects)
        best = self._from_end(removed)
        if not self._met(best) and not self.misled:
            again = self._from_begin(removed)
            best = again if self._met(again) else better(best, again, self.task)
        for place in range(len(self._also)):
            if self._met(best):
                break
            best = better(best, self._from(removed, f"also {place}", self._also[place]), self.task)
        return best

    def met(self, suspects: Iterable[Suspect]) -> bool:
        """Whether the task is met, from any start, as if the suspects did not exist."""
        return self._met(self.without(suspects))

    def ways_out(self, suspect: Suspect) -> list[Solution]:
        """The answers that meet the task without a suspect: from where the solve ended, and from where it began."""
        removed = frozenset([suspect])
        return [answer for answer in (self._from_end(removed), self._from_begin(removed)) if self._met(answer)]

    def asked(self, question: Question, starts: Starts, certain: float = CERTAIN) -> Solution:
        """The best answer to another question; the first that meets the task ends the search."""
        best: Solution | None = None
        for start in starts:
            answer = self._solved(question, start, certain)
            best = answer if best is None else better(best, answer, self.task)
            if self._met(best):
                break
        assert best is not None
        return best

    @property
    def starts(self) -> Starts:
        """Where the solve ended, and where it began."""
        return [self._end, self._begin]

    @cached_property
    def misled(self) -> bool:
        """Whether the question as it is does better from where it began than where it ended."""
        was, new = self.found.task(self.task), self.from_begin
        helps = self._met(new) or error_of(new.task(self.task)) < (1.0 - LITTLE) * error_of(was)
        return helps and no_worse(new, self.found, self.task)

    def try_also(self, pose: Pose) -> None:
        """Begin trials here, too, when the other starts fail."""
        self._also.append(np.array(pose.coordinates))

    def other_starts(self, count: int) -> Starts:
        """Random poses on the given base, always the same ones."""
        others = random_starts(self.question.start.figure, self._begin, np.random.default_rng(0))
        return list(islice(others, count))

    # ---- inside ---------------------------------------------------------------------------------

    def _met(self, answer: Solution) -> bool:
        return answer.task(self.task).met

    def _from_end(self, removed: frozenset[Suspect]) -> Solution:
        return self._from(removed, "end", self._end)

    def _from_begin(self, removed: frozenset[Suspect]) -> Solution:
        return self._from(removed, "begin", self._begin, THOROUGH)

    def _from(self, removed: frozenset[Suspect], place: str, start: Array, certain: float = CERTAIN) -> Solution:
        if (removed, place) not in self._answers:
            self._answers[removed, place] = self._solved(without(self.question, removed), start, certain)
        return self._answers[removed, place]

    def _solved(self, question: Question, start: Array, certain: float = CERTAIN) -> Solution:
        plan = planned(question.start, question.levels, (), question.method)  # criteria cannot stop a task
        solver = _core.Solver(plan.problem, start)
        run(plan, solver, question.max_steps, certain)
        return self._answer(plan, solver, certain)

    def _answer(self, plan: Plan, solver: _core.Solver, certain: float) -> Solution:
        answer = account(plan, solver)
        if not self._met(answer) and look_twice(plan, solver, self.question.max_steps, certain):
            answer = account(plan, solver)
        self._on_trial()
        return answer


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
