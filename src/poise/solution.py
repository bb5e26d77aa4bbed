"""The solution: the pose found, and the account of it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, fields
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from poise import shortcuts
from poise.criteria.preferences import in_levels
from poise.errors import InputError, UnknownNameError
from poise.figure.arguments import checked_methods
from poise.history import History
from poise.pose import Pose
from poise.readable import Readable
from poise.tasks.report import Outcome, TaskReport

if TYPE_CHECKING:
    from poise.pose import LimitReport
    from poise.question import Question
    from poise.shortcuts import Chart, Explanation, Picture

Status = Literal["converged", "compromise", "stalled", "stopped"]
Light = Literal["green", "orange", "red"]


def light_of(tasks: Sequence[TaskReport]) -> Light:
    """The light of these tasks; disabled ones do not count."""
    enabled = [task for task in tasks if task.enabled]
    if all(task.met for task in enabled):
        return "green"
    top = min(task.level for task in enabled)
    return "orange" if all(task.met for task in enabled if task.level == top) else "red"


class CriterionReport(NamedTuple):
    """What a criterion says of the pose found. `level`: among the criteria, 1 first. `value`: without its weight."""

    level: int
    name: str
    weight: float
    value: float


@checked_methods
@dataclass(frozen=True, eq=False)
class Solution(metaclass=Readable):
    """What a solve found. Made by Poise.

    `pose`: inside all limits. `status`: "converged", every enabled task is met; "compromise", settled, but some task
    is not met; "stalled", no better for up to 24 steps, which then died out; "stopped", out of steps before either.
    `outcomes`: what the reports in `tasks` are made of.
    `limits`: the joint limits and couplings that hold the pose back, as "joint.coordinate", "joint.swing" or the
    coupling's name.
    `aside`: a symmetric question that no symmetric pose serves as well, so that the body leans to one side.
    `notes`: which task served where several would do (`AnyOf`), and what the method made of the question, where that is
    not what was asked: levels as weights, for example.
    `repaired`: the worst limit that the start pose broke, None when it was inside. `steps` and `history`, if asked
    for, are those of the attempt that was taken; `attempts` were made in `seconds` all together. `question`: what was
    asked, as values. `wishes`: the criteria as the solve had them, once they knew the tasks.
    """

    pose: Pose
    status: Status
    outcomes: tuple[Outcome, ...] = field(repr=False)
    limits: tuple[str, ...]
    steps: int
    seconds: float
    attempts: int
    repaired: LimitReport | None
    history: History | None
    aside: bool
    question: Question | None = field(repr=False)
    notes: tuple[str, ...] = ()
    wishes: tuple[Any, ...] = field(default=(), repr=False)

    def __getattr__(self, name: str) -> Any:
        """What nobody has asked for yet is made now, of what the run has left (`account.py`)."""
        facts = vars(self)
        if name not in _FACTS or (left := facts.get("_left")) is None:
            raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}")
        return facts.setdefault(name, getattr(left, name)())

    def __getstate__(self) -> dict[str, Any]:
        """All of it, for copies and files."""
        return {name: getattr(self, name) for name in _FACTS}

    @property
    def poses(self) -> Mapping[str, Pose]:
        """Of several figures that were posed together, the pose of each by its name; empty for one."""
        return self.pose.members

    @property
    def tasks(self) -> tuple[TaskReport, ...]:
        """One report for every task, in order of level."""
        return tuple([outcome.report(self.pose) for outcome in self.outcomes])

    @property
    def criteria(self) -> tuple[CriterionReport, ...]:
        """What every criterion says of the pose, in order of level; none when the solve had none."""
        if self.question is None:
            return ()
        return tuple(
            CriterionReport(number, criterion.title, criterion.weight, criterion.seen(self.question.start, self.pose))
            for number, level in enumerate(in_levels(self.wishes), 1)
            for criterion in level
        )

    @property
    def light(self) -> Light:
        """A traffic light (Baerlocher 7.2.1): green, all tasks met; orange, those of the top level; red, neither."""
        return light_of(self.tasks)

    def task(self, name: str) -> TaskReport:
        """The report of one task."""
        found = next((o for o in self.outcomes if o.name == name), None) if isinstance(name, str) else None
        if found is None:
            raise UnknownNameError("task", name, [outcome.name for outcome in self.outcomes], "the solution")
        return found.report(self.pose)

    def explain(self, task: str | None = None, *, on_trial: Callable[[], None] | None = None) -> Explanation:
        """Why tasks are not met: which tasks, limits, couplings or idle joints stop them, and how little would do.

        Every suspect is checked by solving again without it, so this takes many times as long as the solve; `task`
        asks about one task only. `on_trial` is called after every solve; what it raises ends the search. Nothing is
        changed.
        """
        if task is not None:
            self.task(task)
        if self.question is None:
            raise InputError("this solution does not know what was asked, so it cannot be explained")
        return shortcuts.explained(self, self.question, task, on_trial)

    def plot(self, **options: Any) -> Picture:
        """A picture of the pose and of what its tasks wanted, green where met and orange where not.

        `options`: those of `poise.plot.plot_pose`, as `com=True`, `support=True`, `view="front"`.
        """
        return shortcuts.plot_solution(self, **options)

    def plot_history(self, *, size: tuple[int, int] = (900, 560)) -> Chart:
        """The residual of every level and the limits that hold, step by step; needs `history=True` in the solve.

        `size`: pixels. The chart has `save` and `image`, as pictures of poses have.
        """
        if self.history is None:
            raise InputError("there is no history to plot: solve with history=True")
        return shortcuts.history_chart(self.history, size)

    def plot_torques(self, *, size: tuple[int, int] = (900, 400)) -> Chart:
        """The torques that hold the pose after each step, the largest by name; needs `history=True` in the solve."""
        if self.history is None:
            raise InputError("there are no torques to plot: solve with history=True")
        return shortcuts.torque_chart(self.history, size)

    def to_dict(self) -> dict[str, Any]:
        """Plain values for JSON; metres and radians."""
        return {
            "status": self.status,
            "light": self.light,
            "steps": self.steps,
            "seconds": self.seconds,
            "attempts": self.attempts,
            "tasks": [task.to_dict() for task in self.tasks],
            "criteria": [criterion._asdict() for criterion in self.criteria],
            "limits": list(self.limits),
            "aside": self.aside,
            "notes": list(self.notes),
            "repaired": None if self.repaired is None else self.repaired._asdict(),
            "history": None if self.history is None else self.history.to_dict(),
            "pose": self.pose.to_dict(),
        }

    def __str__(self) -> str:
        from poise.solution_table import as_text

        return as_text(self)

    def __repr__(self) -> str:
        met = sum(task.met for task in self.tasks if task.enabled)
        return f"<Solution: {self.status}, {met} of {sum(t.enabled for t in self.tasks)} tasks met>"

    def _repr_html_(self) -> str:
        from poise.solution_table import as_html

        return as_html(self)


def completed(solution: Solution, **facts: Any) -> Solution:
    """A solution that nobody has seen yet, with what is known of it last: how long it took, what was asked.

    To copy it instead, as `dataclasses.replace` does, or to fill it field by field, as a frozen dataclass does itself,
    would take as long as all else of an account.
    """
    vars(solution).update(facts)
    return solution


_FACTS = frozenset(fact.name for fact in fields(Solution))
