"""Trials: the question asked again without some suspects, every answer kept."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from functools import cached_property
from itertools import islice
from typing import TYPE_CHECKING

import numpy as np

from poise import _core
from poise.account import account
from poise.errors import PoiseError
from poise.explain.loads import can_slip, loads_of
from poise.explain.suspect import Suspect, without
from poise.planning import planned
from poise.question import Question
from poise.solution import Solution
from poise.solver import settled
from poise.tasks.starts import random_starts
from poise.tasks.structure import structural_start
from poise.tasks.way_round import ways_round

if TYPE_CHECKING:
    from poise.arrays import Array
    from poise.pose import Pose
    from poise.tasks.plan import Plan
    from poise.tasks.report import TaskReport

LITTLE = 0.02
"""A suspect whose removal takes less than this share of the error is harmless."""
MORE = 10
"""How many times the steps of the solve it is given to settle, when it ran out of them."""
MOST_STEPS = 10_000
WORK = 4_500_000
"""What an explanation may take, in units of `_work_of`; what is begun is ended. People take 0.3 µs for one, with
fingers or without, so that nearly all explanations end by this count, and every machine says the same."""
PATIENCE = 1.2
"""Seconds of the processor after which nothing more is begun, whatever the count, for tasks of which somebody else's
function takes its time, and for slow machines; with fingers a single trial may take 0.3 s. Nobody waits longer than
two."""
PERSON = 54
"""Degrees of freedom of a person without fingers. With them, 96, a factorisation × degree of freedom took 1.6 times as
long."""
STEP = 3
"""The factorisations that take as long as all else in a step; by least squares over 1,000 solves."""
REGION = 8_000
"""What it takes to find the region under a loaded body, before the first step and each time supports or loads have
moved: 2.1 to 3.3 ms beside much other work, when a unit took 0.33 µs. Steps take no longer for it."""
_SAME = 1e-4
"""Level residuals that differ by less count as equal when answers are compared (m, rad)."""


class TiredError(Exception):
    """The work that an explanation may take is done."""


def gone_on_with(solution: Solution, question: Question) -> Solution:
    """The solution, gone on with when it ran out of steps."""
    if solution.status != "stopped":
        return solution
    return _solved(_gone_on(question, solution.pose), min(MORE * question.max_steps, MOST_STEPS))[0]


class Trials:
    """Answers to one question and its variations, as far down as one task.

    `found`: the answer to be explained, settled: the compromise. `question`: what was asked. A trial begins at the
    compromise and, if the task is not met from there, once more where the solve began. It is the very solve that
    somebody gets who asks so with `poise.solve`, down to rounding: from poses at many limits a solve may end elsewhere
    for less than that. What Poise refuses to solve from a pose, since nobody could stand there, has no answer from
    there; an answer that serves the levels above the task worse than the compromise does is none either. `on_trial` is
    called after every solve.
    """

    def __init__(self, found: Solution, question: Question, task: str, on_trial: Callable[[], None]) -> None:
        self.found, self.task = found, task
        self.question = question.down_to(task)  # what is below cannot stop it
        self._here = self.question.from_pose(found.pose)
        self._on_trial, self._work, self._began = on_trial, 0, time.thread_time()
        self._answers: dict[tuple[frozenset[Suspect], bool], Solution | None] = {}
        self.from_begin = self.solved(self.question)

    def asked(self, other_way: bool) -> Question:
        """The question from the compromise; the other way: from where the solve began."""
        return self.question if other_way else self._here

    def way(self, suspects: Iterable[Suspect], *, other: bool = False) -> Solution | None:
        """The answer from the compromise, the other: from where the solve began, as if the suspects did not exist."""
        key = frozenset(suspects), other
        if key not in self._answers:
            self._answers[key] = self.answer(without(self.asked(other), key[0]))
        return self._answers[key]

    def without(self, suspects: Iterable[Suspect]) -> Solution:
        """The best answer, from either start, as if the suspects did not exist."""
        removed = frozenset(suspects)
        here, but = self.way(removed), _tasks(removed)
        if here is not None and (self.misled or self.opens_here(removed)):
            return here
        return min(
            (answer for answer in (here, self.way(removed, other=True)) if answer is not None),
            key=lambda answer: (not self.fair(answer, *but), error_of(answer.task(self.task))),
            default=self.found,
        )

    def met(self, suspects: Iterable[Suspect]) -> bool:
        """Whether the task is met, from either start, as if the suspects did not exist."""
        removed = frozenset(suspects)
        return self._meets(self.without(removed), removed)

    def opens_here(self, suspects: Iterable[Suspect]) -> bool:
        """Whether the task is met from the compromise, as if the suspects did not exist."""
        removed = frozenset(suspects)
        here = self.way(removed)
        return here is not None and self._meets(here, removed)

    def answer(self, question: Question) -> Solution | None:
        """The answer to another question, from its start; None where it cannot be put."""
        try:
            return self.solved(question)
        except PoiseError:  # nobody stands on anything there, or a polygon cannot be wider
            return None

    def solved(self, question: Question) -> Solution:
        """The answer to another question, from its start."""
        answer, work = _solved(question, question.max_steps)
        self._work += work
        self._on_trial()
        return answer

    def best(self, question: Question, starts: Iterable[Array]) -> Solution:
        """The best answer to another question; the first that meets the task ends the search."""
        best: Solution | None = None
        for start in starts:
            answer = self.solved(replace(question, begin=start))
            best = answer if best is None else better(best, answer, self.task)
            if best.task(self.task).met:
                break
        assert best is not None
        return best

    def tired(self, share: float = 1.0) -> bool:
        """Whether a share of the work that an explanation may take is done, or all of the time."""
        return self._work > share * WORK or time.thread_time() - self._began > PATIENCE

    def miss(self, answer: Solution) -> float:
        """By how many tolerances an answer misses the task; up to 1 it is met."""
        return max(part.residual / part.tolerance for part in answer.task(self.task).parts)

    def missed_by(self, name: str, pose: Pose, other_way: bool) -> float:
        """By how much a pose misses a task that was not asked for, as it is in the question; 0 where it cannot be."""
        question = self.asked(other_way)
        try:
            plan = planned(question.start, ((question.tasks[name],),), ())
        except PoiseError:
            return 0.0
        return account(plan, _core.Solver(plan.problem, np.array(pose.coordinates)).ending()).task(name).residual

    def fair(self, answer: Solution, *but: str) -> bool:
        """Whether the levels above, but for tasks that give way, are served no worse than in the compromise."""
        return no_worse(answer, self.found, self.task, *but)

    @property
    def starts(self) -> list[Array]:
        """Where the solve ended, and where it began."""
        return [np.array(pose.coordinates) for pose in (self.found.pose, self.question.start)]

    @cached_property
    def misled(self) -> bool:
        """Whether the question as it is does better from where it began than where it ended."""
        was, new = self.found.task(self.task), self.from_begin
        helps = new.task(self.task).met or error_of(new.task(self.task)) < (1.0 - LITTLE) * error_of(was)
        return helps and self.fair(new)

    def other_starts(self, count: int) -> list[Array]:
        """Random poses on the given base, always the same ones."""
        base = np.array(self.question.start.coordinates)
        return list(islice(random_starts(self.question.start.figure, base, np.random.default_rng(0)), count))

    def starts_beside(self) -> Iterator[Array]:
        """Poses beside the things that hold the body up, where solves for places there end."""
        for led in ways_round(self.question.levels, self.found.pose):
            levels = tuple(tuple(level) for level in led)
            yield np.array(self.solved(replace(self.question, levels=levels)).pose.coordinates)

    def _meets(self, answer: Solution, removed: frozenset[Suspect]) -> bool:
        return answer.task(self.task).met and self.fair(answer, *_tasks(removed))


def _gone_on(question: Question, pose: Pose) -> Question:
    """The question as somebody would ask it from a pose; where nobody stands on anything then, as it was asked."""
    here = question.from_pose(pose)
    try:
        planned(here.start, here.levels, (), here.method)
    except PoiseError:
        return replace(question, begin=np.array(pose.coordinates))
    return here


def _solved(question: Question, steps: int) -> tuple[Solution, int]:
    """What `poise.solve` finds, and the work it took; criteria cannot stop a task and are left out."""
    plan = planned(question.start, question.levels, (), question.method)
    solver = settled(plan, structural_start(plan) if question.begin is None else question.begin, steps)
    answer = account(plan, solver.ending())
    return answer, _work_of(question, plan, answer.steps, solver.work)


def _work_of(question: Question, plan: Plan, steps: int, factorisations: int) -> int:
    """What a solve took, out of sight too.

    The time of steps and factorisations grows with the degrees of freedom, and beyond a person's with their square.
    """
    loaded = any(t.enabled and (loads_of(t) or can_slip(t)) for level in question.levels for t in level)
    dof = question.start.figure.dof
    regions = 1 + plan.changes if loaded else 0
    return (factorisations + STEP * steps) * dof * max(dof, PERSON) // PERSON + REGION * regions


def _tasks(suspects: Iterable[Suspect]) -> list[str]:
    return [suspect.name for suspect in suspects if suspect.kind == "task"]


def error_of(report: TaskReport) -> float:
    """Length of the whole error of a task, metres and radians together, as the solver sees it."""
    return math.hypot(*(part.residual for part in report.parts))


def better(one: Solution, other: Solution, task: str) -> Solution:
    """The answer that serves the levels above the task better, then the task, then its level."""
    return other if _core.compare_lexicographic(_errors(other, task), _errors(one, task), _SAME) < 0 else one


def no_worse(answer: Solution, than: Solution, task: str, *but: str) -> bool:
    """Whether the levels above a task are served as well or better: the first that differs decides, as in the solver.

    `but`: tasks that do not count.
    """
    level = than.task(task).level
    above = [t for t in than.tasks if t.enabled and t.level < level and t.name not in but]
    levels = [[t.name for t in above if t.level == number] for number in sorted({t.level for t in above})]
    new, old = (
        np.array([math.hypot(*(_unmet(which.task(name)) for name in names)) for names in levels])
        for which in (answer, than)
    )
    return _core.compare_lexicographic(new, old, _SAME) <= 0


def _unmet(report: TaskReport) -> float:
    return 0.0 if report.met else error_of(report)


def _errors(answer: Solution, task: str) -> Array:
    """Errors of the levels above the task, of the task, and of its level: smaller is better."""
    own = answer.task(task)
    errors: dict[int, float] = {}
    for report in answer.tasks:
        if report.enabled and report.level <= own.level:
            errors[report.level] = math.hypot(errors.get(report.level, 0.0), error_of(report))
    above = [errors[level] for level in sorted(errors) if level < own.level]
    return np.array([*above, error_of(own), errors[own.level]])
