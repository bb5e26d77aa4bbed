"""A task of a running session, by which it can be changed."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from poise.errors import UnknownNameError
from poise.tasks.report import Outcome, TaskReport

if TYPE_CHECKING:
    from poise.session import Session
    from poise.tasks.plan import Entry
    from poise.tasks.task import Task


class TaskHandle:
    """A task of a running session. What is refused changes nothing; what is changed wakes the session."""

    __slots__ = ("_session", "name")

    def __init__(self, session: Session, name: str) -> None:
        self._session = session
        self.name = name

    @property
    def task(self) -> Task:
        """The task as it is now, a value: keep it to put it back later (`session.replace(name, task)`)."""
        return self._entry.asked

    @property
    def goal(self) -> Any:
        """What is wanted; set it to move the goal. Points (m), rotations, frames or poses, as the task takes them."""
        return self._entry.task.goal

    @goal.setter
    def goal(self, goal: Any) -> None:
        self._session._set_goal(self.name, goal)

    @property
    def enabled(self) -> bool:
        """Whether the task counts; set it to switch the task on or off."""
        return self._entry.task.enabled

    @enabled.setter
    def enabled(self, enabled: bool) -> None:
        self._session._set_enabled(self.name, enabled)

    @property
    def weight(self) -> float:
        """Against the other tasks of its level; can be set."""
        return self._entry.asked.weight

    @weight.setter
    def weight(self, weight: float) -> None:
        self._session.edit(self.name, weight=weight)

    @property
    def joints(self) -> Any:
        """Who may help; can be set."""
        return self._entry.task.joints

    @joints.setter
    def joints(self, joints: Any) -> None:
        self._session.edit(self.name, joints=joints)

    @property
    def tolerance(self) -> Any:
        """(metres, radians) at which it counts as met, or None for the default; can be set."""
        return self._entry.task.tolerance

    @tolerance.setter
    def tolerance(self, tolerance: Any) -> None:
        self._session.edit(self.name, tolerance=tolerance)

    @property
    def level(self) -> int:
        """Its level, 1 is the highest; set it to move the task."""
        return self._entry.level

    @level.setter
    def level(self, level: int) -> None:
        self._session.move(self.name, level)

    @property
    def report(self) -> TaskReport:
        """What the task wanted and what the pose of the session has."""
        errors, pose = self._session._solver.task_residuals().tolist(), self._session.pose
        return Outcome.of(self._entry, errors, pose).report(pose)

    @property
    def _entry(self) -> Entry:
        return self._session._entry(self.name)

    def __repr__(self) -> str:
        return f"<Task {self.name!r} of a session>"


class Handles(dict[str, TaskHandle]):
    """Handles by name; an unknown name lists the tasks there are."""

    def __missing__(self, name: object) -> TaskHandle:
        raise UnknownNameError("task", name, self, "the session")
