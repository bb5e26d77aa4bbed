"""A session: tasks whose goals move while the figure follows, step by step."""

from __future__ import annotations

import math
import time
from collections.abc import Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import Any

import numpy as np

from poise import _core
from poise.errors import InputError, UnknownNameError
from poise.figure.check import number
from poise.pose import Pose
from poise.solution import Solution, account
from poise.solver import planned
from poise.tasks.report import TaskReport, report

_MANY = 1_000_000
"""Steps a budget of time may use; it ends by time or by settling long before."""


class Session:
    """An interactive solve. Every step starts from where the last one ended.

        session = poise.Session(pose, [poise.Hold("left_foot"), poise.Reach("right_hand", point)])
        session.tasks["reach right_hand"].goal = new_point
        pose = session.step(budget=0.005)

    `Hold` keeps sites where the first pose has them.
    """

    def __init__(self, pose: Pose, levels: Any, *, criteria: Any = ()) -> None:
        """`pose`, `levels` and `criteria` as in `solve`."""
        self._plan = planned(pose, levels, criteria)
        self._solver = _core.Solver(self._plan.problem, np.array(pose.coordinates))
        self._seconds = 0.0
        self._changed = False  # goals or switches, since the solver looked last
        self._tasks = MappingProxyType(_Handles({name: TaskHandle(self, name) for name in self._plan.entries}))

    @property
    def pose(self) -> Pose:
        """Where the figure is now; inside all limits."""
        return Pose(self._plan.start.figure, self._solver.coordinates())

    @property
    def tasks(self) -> Mapping[str, TaskHandle]:
        """The tasks by name; their goals can be set."""
        return self._tasks

    @property
    def settled(self) -> bool:
        """Whether the last step found nothing left to gain; a new goal wakes the session."""
        return self._awake().settled

    def step(self, budget: float | None = None) -> Pose:
        """Move towards the goals and return the pose.

        Without `budget` one step; with it, as many as fit in that many seconds, at least one, or until settled.
        """
        seconds = None if budget is None else _checked_budget(budget)
        began = time.perf_counter()
        solver = self._awake()
        if seconds is None:
            solver.step()
        else:
            solver.run(_MANY, seconds)
        self._seconds += time.perf_counter() - began
        return self.pose

    def solution(self) -> Solution:
        """The account of the pose as it is now, as `solve` gives it; `seconds` and `steps` of all steps so far."""
        return replace(account(self._plan, self._awake()), seconds=self._seconds)

    def _awake(self) -> _core.Solver:
        """The solver; when something has changed it looks again first, once for all changes."""
        if self._changed:
            self._solver.refresh()
            self._changed = False
        return self._solver

    def __repr__(self) -> str:
        state = "settled" if self.settled else "moving"
        return f"<Session of {self._plan.start.figure.name!r}: {len(self._tasks)} tasks, {state}>"


class TaskHandle:
    """A task of a running session."""

    __slots__ = ("_session", "name")

    def __init__(self, session: Session, name: str) -> None:
        self._session = session
        self.name = name

    @property
    def goal(self) -> Any:
        """What is wanted; set it to move the goal. Points (m), rotations, frames or poses, as the task takes them."""
        return self._session._plan.entries[self.name].task.goal

    @goal.setter
    def goal(self, goal: Any) -> None:
        self._session._plan.set_goal(self.name, goal)
        self._session._changed = True

    @property
    def enabled(self) -> bool:
        """Whether the task counts; set it to switch the task on or off."""
        return self._session._plan.entries[self.name].task.enabled

    @enabled.setter
    def enabled(self, enabled: bool) -> None:
        self._session._plan.set_enabled(self.name, enabled)
        self._session._changed = True

    @property
    def report(self) -> TaskReport:
        """What the task wanted and what the pose of the session has."""
        session = self._session
        return report(session._plan.entries[self.name], session._solver.task_residuals(), session.pose)

    def __repr__(self) -> str:
        return f"<Task {self.name!r} of a session>"


class _Handles(dict[str, TaskHandle]):
    """Handles by name; an unknown name lists the tasks there are."""

    def __missing__(self, name: object) -> TaskHandle:
        raise UnknownNameError("task", name, self, "the session")


def _checked_budget(budget: Any) -> float:
    seconds = number(budget, "the budget of a step")
    if seconds <= 0.0 or not math.isfinite(seconds):
        raise InputError(f"the budget of a step must be a positive number of seconds, not {seconds}")
    return seconds
