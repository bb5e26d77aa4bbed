"""The solution: the pose found, and the account of it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

import numpy as np
from numpy.typing import NDArray

from poise.errors import UnknownNameError
from poise.tasks.report import TaskReport, report

if TYPE_CHECKING:
    from poise import _core
    from poise.figure.figure import Figure
    from poise.pose import LimitReport, Pose
    from poise.tasks.plan import Plan

Status = Literal["converged", "compromise", "stopped"]
Light = Literal["green", "orange", "red"]


@dataclass(frozen=True, eq=False)
class Solution:
    """What a solve found.

    `pose`: inside all limits. `status`: "converged", every enabled task is met; "compromise", settled, but some task
    is not met; "stopped", out of steps before it settled. `tasks`: one report each, in order of level. `limits`: the
    joint limits and couplings that hold the pose back, as "joint.coordinate", "joint.swing" or the coupling's name.
    `repaired`: the worst limit that the start pose broke, None when it was inside. `steps` and `history`, (steps,
    levels) weighted residuals of every level after each step if asked for, are those of the attempt that was taken;
    `attempts` were made in `seconds` all together.
    """

    pose: Pose
    status: Status
    tasks: tuple[TaskReport, ...]
    limits: tuple[str, ...]
    steps: int
    seconds: float
    attempts: int
    repaired: LimitReport | None
    history: NDArray[np.float64] | None

    @property
    def light(self) -> Light:
        """A traffic light (Baerlocher 7.2.1): green, all tasks met; orange, those of the top level; red, neither."""
        enabled = [task for task in self.tasks if task.enabled]
        if all(task.met for task in enabled):
            return "green"
        top = min(task.level for task in enabled)
        return "orange" if all(task.met for task in enabled if task.level == top) else "red"

    def task(self, name: str) -> TaskReport:
        """The report of one task."""
        found = next((task for task in self.tasks if task.name == name), None)
        if found is None:
            raise UnknownNameError("task", name, [task.name for task in self.tasks], "the solution")
        return found

    def to_dict(self) -> dict[str, Any]:
        """Plain values for JSON; metres and radians."""
        return {
            "status": self.status,
            "light": self.light,
            "steps": self.steps,
            "seconds": self.seconds,
            "attempts": self.attempts,
            "tasks": [task.to_dict() for task in self.tasks],
            "limits": list(self.limits),
            "repaired": None if self.repaired is None else self.repaired._asdict(),
            "pose": self.pose.to_dict(),
        }

    def __str__(self) -> str:
        from poise.tasks.table import as_text

        return as_text(self)

    def __repr__(self) -> str:
        met = sum(task.met for task in self.tasks if task.enabled)
        return f"<Solution: {self.status}, {met} of {sum(t.enabled for t in self.tasks)} tasks met>"

    def _repr_html_(self) -> str:
        from poise.tasks.table import as_html

        return as_html(self)


def account(plan: Plan, solver: _core.Solver, *, history: bool = False) -> Solution:
    """The solution at the solver's pose, but for the time it took."""
    from poise.pose import Pose

    pose = Pose(plan.start.figure, solver.coordinates())
    residuals = solver.task_residuals()
    tasks = tuple(report(entry, residuals, pose) for entry in plan.entries.values())
    met = all(task.met for task in tasks if task.enabled)
    return Solution(
        pose=pose,
        status="converged" if met else "compromise" if solver.settled else "stopped",
        tasks=tasks,
        limits=_held_limits(plan.start.figure, solver),
        steps=solver.steps,
        seconds=0.0,
        attempts=1,
        repaired=plan.start.worst_limit,
        history=_sealed(solver.history()) if history else None,
    )


def _held_limits(figure: Figure, solver: _core.Solver) -> tuple[str, ...]:
    names = (_limit_name(figure, *held) for held in solver.held())
    return tuple(dict.fromkeys(names))


def _limit_name(figure: Figure, kind: int, index: int, coordinate: int) -> str:
    """The kinds are those of `Pose.worst_limit`: 1 a range, 2 swing, 3 twist, 4 a coupling."""
    if kind == 4:
        return list(figure.couplings)[index]
    joint = list(figure.joints.values())[index]
    return f"{joint.name}.{joint.coordinates[coordinate] if kind == 1 else {2: 'swing', 3: 'twist'}[kind]}"


def _sealed(array: NDArray[np.float64]) -> NDArray[np.float64]:
    copy = np.array(array)
    copy.flags.writeable = False
    return copy
