"""Tasks among several figures: what is about one of them sees its pose alone, by its own names."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, cast

import numpy as np

from poise import _core
from poise.arrays import Array
from poise.figure.company import Company
from poise.figure.figure import Figure
from poise.tasks.any_of import AnyOf
from poise.tasks.body_task import BodyTask, require_figure
from poise.tasks.piece import Bounds, Goal, Numbers, Piece
from poise.tasks.recruits import freedom_weights, recruited
from poise.tasks.task import Task

if TYPE_CHECKING:
    from poise.pose import Pose


def whose(task: Task) -> str | None:
    """The name of the figure that a task is about as a whole; None where its sites say it, or there is only one."""
    return cast(BodyTask, task).figure if task.is_of_one_body else None


def check_task(task: Task, figure: Figure) -> None:
    """Raise when the figure, or the one of several that the task is about, lacks what the task names."""
    if task.is_choice:
        for each in cast(AnyOf, task).tasks:
            check_task(each, figure)
        return
    if task.is_of_one_body:
        require_figure(cast(BodyTask, task), figure)
        figure = body_of(task, figure)
    task.check(figure)


def body_of(task: Task, figure: Figure) -> Figure:
    """The figure that a task sees."""
    name = whose(task)
    return figure.member(name) if name is not None and isinstance(figure, Company) else figure


def pose_for(task: Task, pose: Pose) -> Pose:
    """The pose that a task sees."""
    name = whose(task)
    return pose if name is None else pose.member(name)


def pieces_of(task: Task, start: Pose) -> list[Piece]:
    """The task as rows for the solver."""
    if task.is_choice:
        task = cast(AnyOf, task).served
    name = whose(task) if task.is_of_one_body else None
    if name is None:
        return task.pieces(start)
    return [OfMember(piece.goal, name, piece) for piece in task.pieces(start.member(name))]


def goals_of(task: Task, start: Pose) -> tuple[Goal, ...]:
    """The goals of its pieces, in their order."""
    return task.goals(pose_for(task, start) if task.is_of_one_body else start)


def helpers_of(task: Task, figure: Figure) -> Array:
    """(dof,) how much every degree of freedom may help a task."""
    body, name = body_of(task, figure), whose(task)
    own = freedom_weights(body, recruited(body, task.joints, f"task {task.name!r}"))
    if name is None or not isinstance(figure, Company):
        return own
    helpers = np.zeros(figure.dof)
    helpers[figure.member_tangent(name)] = own
    return helpers


@dataclass(frozen=True, eq=False)
class OfMember(Piece):
    """A piece of one of several figures, which sees its own pose alone."""

    member: str
    piece: Piece

    @property
    def unit(self) -> str:
        return self.piece.unit

    @property
    def labels(self) -> tuple[str, ...]:
        return self.piece.labels

    @property
    def moves(self) -> bool:
        return self.piece.moves

    def add(self, problem: _core.Problem, figure: Figure, weight: float) -> int:
        assert isinstance(figure, Company)
        own = figure.member(self.member)
        alone = _core.Problem(own._core)
        alone.begin_level()
        self.piece.add(alone, own, weight)
        return problem.add_member(alone, figure.member_base(self.member), weight)

    def refreshed(self, pose: Pose, moved: float) -> Piece | None:
        found = self.piece.refreshed(pose.member(self.member), moved)
        return None if found is None else OfMember(found.goal, self.member, found)

    def residual(self, error: float, pose: Pose) -> float:
        return self.piece.residual(error, pose.member(self.member))

    def tolerance(self, task: Task) -> float:
        return self.piece.tolerance(task)

    def allowed(self, pose: Pose) -> Bounds | None:
        return self.piece.allowed(pose.member(self.member))

    def wanted(self, pose: Pose) -> Numbers:
        return self.piece.wanted(pose.member(self.member))

    def hint(self, pose: Pose) -> str:
        return self.piece.hint(pose.member(self.member))

    def reached(self, pose: Pose) -> Numbers:
        return self.piece.reached(pose.member(self.member))
