"""The account of a run: a solution, whose facts are made of what the run has left once somebody asks for them."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from poise.arrays import sealed
from poise.figure.limit_kind import limit_name
from poise.history import WAYS, History
from poise.memo import Same
from poise.methods import notes
from poise.pose import Pose
from poise.question import Question, asked_levels
from poise.solution import Solution, completed
from poise.tasks.any_of import served_notes
from poise.tasks.report import Outcome

if TYPE_CHECKING:
    from poise import _core
    from poise.figure.figure import Figure
    from poise.pose import LimitReport
    from poise.solution import Status
    from poise.tasks.piece import Piece
    from poise.tasks.plan import Entry, Plan
    from poise.tasks.task import Task


class Asked(NamedTuple):
    """What a solve was asked besides its start and its tasks."""

    criteria: Any
    method: Any
    max_steps: int


class Left(NamedTuple):
    """What a run has left of a plan's question: nothing that another question could change.

    A plan that is kept goes on with other tasks; only the places of the tasks stay. Each function makes a fact of the
    solution, by its name.
    """

    start: Pose
    entries: tuple[Entry, ...]
    tasks: list[Task]
    ending: _core.Ending
    asked: Asked | None
    known: list[tuple[Piece, ...] | None] | None

    def outcomes(self) -> tuple[Outcome, ...]:
        """What has come of every task."""
        errors, known = self.ending.task_residuals, self.known or [None] * len(self.tasks)
        places = zip(self.entries, self.tasks, known, strict=True)
        return tuple([Outcome.measured(entry, task, self.start, errors, pieces) for entry, task, pieces in places])

    def status(self) -> Status:
        """Whether the tasks are met, or how else it ended."""
        errors, places = self.ending.task_residuals, zip(self.entries, self.tasks, strict=True)
        missed = [task for entry, task in places if task.enabled and not entry.is_met(task, errors)]
        return _status(self.ending, not missed)

    def limits(self) -> tuple[str, ...]:
        """The limits that hold the pose back."""
        return _limit_names(self.start.figure, self.ending.held)

    def repaired(self) -> LimitReport | None:
        """The worst limit that the start broke."""
        return self.start.worst_limit

    def aside(self) -> bool:
        """Whether a symmetric question has led to one side."""
        return self.ending.has_gone_aside

    def question(self) -> Question | None:
        """What was asked."""
        if self.asked is None:
            return None
        levels = asked_levels(self.entries, self.tasks)
        return Question(self.start, levels, *self.asked)


def account(
    plan: Plan,
    ending: _core.Ending,
    asked: Asked | None = None,
    *,
    steps_before: int = 0,
    history: History | None = None,
) -> Solution:
    """The solution of a run of a plan, but for the time it took. `steps_before`: those that led to its start."""
    solution = object.__new__(Solution)
    pose = Pose._of(plan.start.figure, ending.pose)
    facts = {
        "_left": Left(plan.start, plan.places, plan.tasks, ending, asked, plan.known_pieces),
        "pose": pose,
        "steps": steps_before + ending.steps,
        "seconds": 0.0,
        "attempts": 1,
        "history": history,
        "notes": _notes(plan, ending),
        "wishes": () if plan.preferences is None else plan.preferences.told,
    }
    object.__setattr__(solution, "__dict__", facts)  # at once: this is made in every solve
    if not plan.is_measured_plainly:  # but by pieces, in ways of their own
        errors = ending.task_residuals
        outcomes = tuple([Outcome.of(entry, errors, pose) for entry in plan.places])
        met = all(outcome.met or not outcome.task.enabled for outcome in outcomes)
        completed(solution, outcomes=outcomes, status=_status(ending, met))
    return solution


def history_of(figure: Figure, solver: _core.Solver) -> History:
    """What every step of a solver left."""
    return History(
        figure,
        sealed(np.array(solver.history())),
        tuple(_limit_names(figure, held) for held in solver.held_history()),
        tuple(WAYS[way] for way in solver.way_history()),
        sealed(np.array(solver.coordinate_history())),
    )


def _status(ending: _core.Ending, met: bool) -> Status:
    if met:
        return "converged"
    if ending.stalled:
        return "stalled"
    return "compromise" if ending.settled else "stopped"


def _notes(plan: Plan, ending: _core.Ending) -> tuple[str, ...]:
    served = served_notes([entry.asked for entry in plan.places]) if plan.has_choices else ()
    return (*served, *notes(plan.method, plan, ending))


def _limit_names(figure: Figure, held: Iterable[tuple[int, int, int]]) -> tuple[str, ...]:
    return tuple(dict.fromkeys([_named_limit(Same(figure), *key) for key in held]))


@lru_cache(maxsize=1024)
def _named_limit(figure: Same[Figure], kind: int, index: int, coordinate: int) -> str:
    return str(limit_name(figure.thing, kind, index, coordinate))
