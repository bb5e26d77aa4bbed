"""Suspects: what may stop a task, and the same question without them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Literal, NamedTuple

from poise.explain.limits import without_limits
from poise.explain.loads import GRIP, can_be_asked, can_slip, loads_of, unloaded
from poise.tasks.members import body_of
from poise.tasks.posture import Posture
from poise.tasks.recruits import recruited

if TYPE_CHECKING:
    from poise.question import Question
    from poise.solution import Solution
    from poise.tasks.task import Task

Kind = Literal["task", "limit", "coupling", "recruits", "force", "support", "start", "steps"]


class Suspect(NamedTuple):
    """A task, a limit ("joint.limit") or a coupling by name; or, of one task, a joint that may not help ("" for all).

    Of a task about forces also each force, and that its supports slip. `level`: of a task, 0 for one that stands above
    all levels, else None. `of`: for recruits, forces and supports, the task whose they are.
    """

    kind: Kind
    name: str
    level: int | None = None
    of: str = ""


def others(question: Question, name: str) -> list[Suspect]:
    """The enabled tasks that may come before a task: those of the levels above and of its own."""
    found: list[Suspect] = []
    for number, level in enumerate(question.levels, 1):
        enabled = [t for t in level if t.enabled and t.name != name]
        found += [Suspect("task", t.name, 0 if t.is_structural or t.is_first else number) for t in enabled]
        if any(t.name == name for t in level):
            return found
    return found


def loads(question: Question, name: str) -> list[Suspect]:
    """What acts on the body in a task about forces: every force, and that supports are no rougher."""
    task = question.tasks[name]
    found = [Suspect("force", load, of=name) for load in loads_of(task)]
    if can_slip(task):
        found.append(Suspect("support", GRIP, of=name))
    return [suspect for suspect in found if can_be_asked(question, suspect)]


def held(solution: Solution) -> list[Suspect]:
    """The limits and couplings that hold a pose back."""
    couplings = solution.pose.figure.couplings
    return [Suspect("coupling" if name in couplings else "limit", name) for name in solution.limits]


def every_limit(question: Question) -> list[Suspect]:
    """All limits and couplings of the figure, whether they hold or not."""
    figure = question.start.figure
    limits = [Suspect("limit", f"{joint.name}.{key}") for joint in figure.joints.values() for key in joint.limits]
    return [*limits, *(Suspect("coupling", name) for name in figure.couplings)]


def idle_joints(question: Question, name: str) -> list[str]:
    """The joints that the task does not let help."""
    task = question.tasks[name]
    figure = body_of(task, question.start.figure)
    if task.joints is None or isinstance(task, Posture):  # of a posture, `joints` says what is compared
        return []
    helping = recruited(figure, task.joints, f"task {name!r}")
    return [joint.name for joint in figure.joints.values() if joint.dof and joint.name not in helping]


def without(question: Question, suspects: Iterable[Suspect]) -> Question:
    """The same question as if the suspects did not exist."""
    asked, limits, couplings = question, set[str](), set[str]()
    for suspect in suspects:
        if suspect.kind == "task":
            asked = asked.without(suspect.name)
        elif suspect.kind == "recruits":
            asked = asked.edited(suspect.of, joints=_recruits(question, suspect))
        elif suspect.kind in ("force", "support"):
            asked = unloaded(asked, suspect)
        else:
            (limits if suspect.kind == "limit" else couplings).add(suspect.name)
    return asked.on(without_limits(asked.start.figure, limits, couplings)) if limits or couplings else asked


def alone(question: Question, name: str) -> Question:
    """The task as if it were alone in the world: no other task, no limit, no coupling, everybody helps."""
    asked = question
    for other in question.tasks:
        asked = asked if other == name else asked.without(other)
    freed = without(asked, every_limit(asked))
    return freed if isinstance(question.tasks[name], Posture) else freed.edited(name, joints=None)


def _recruits(question: Question, suspect: Suspect) -> dict[str, float] | None:
    """Everybody, or those who help already and one joint more."""
    if not suspect.name:
        return None
    task: Task = question.tasks[suspect.of]
    return {**recruited(body_of(task, question.start.figure), task.joints, f"task {suspect.of!r}"), suspect.name: 1.0}
