"""A question: everything a solve was asked, kept as values so that it can be asked again with something changed."""

from __future__ import annotations

from dataclasses import dataclass, fields, is_dataclass, replace
from typing import TYPE_CHECKING, Any, TypeVar

from poise.arrays import Array
from poise.criteria.own import OwnCriterion
from poise.criteria.preferences import each_changed
from poise.errors import InputError
from poise.figure.check import listed
from poise.figure.company import Company
from poise.figure.figure import Figure
from poise.pose import Pose
from poise.tasks.any_of import AnyOf, each
from poise.tasks.hold import Hold
from poise.tasks.task import Task

if TYPE_CHECKING:
    from collections.abc import Iterable

    from poise.tasks.plan import Entry

Wish = TypeVar("Wish")
Levels = tuple[tuple[Task, ...], ...]


@dataclass(frozen=True, eq=False)
class Question:
    """What was asked. `start`: where the solve began, and what `Hold` keeps; `levels`: tasks by their unique names.

    `begin`: coordinates to begin from instead; the start still says what is held and what is stood on.
    """

    start: Pose
    levels: Levels
    criteria: tuple[Any, ...] = ()
    method: Any = "priority"
    max_steps: int = 200
    begin: Array | None = None

    @property
    def tasks(self) -> dict[str, Task]:
        """The tasks by name, the most important first."""
        return {task.name: task for level in self.levels for task in level}

    def edited(self, name: str, **changes: Any) -> Question:
        """With fields of one task changed."""
        levels = (tuple(replace(t, **changes) if t.name == name else t for t in level) for level in self.levels)
        return replace(self, levels=tuple(levels))

    def replaced(self, name: str, by: Task) -> Question:
        """With another task of the same name in the place of one."""
        levels = (tuple(by if t.name == name else t for t in level) for level in self.levels)
        return replace(self, levels=tuple(levels))

    def without(self, name: str) -> Question:
        """Without a task: not switched off but gone, with its level when it was alone there."""
        return replace(self, levels=without_task(self.levels, name))

    def demoted(self, name: str, below: str) -> Question:
        """With one task in a level of its own, right below the level of another; levels count even if weighted."""
        task, levels = self.tasks[name], list[tuple[Task, ...]]()
        changes: dict[str, Any] = {"structural": False} if task.is_structural else {}
        changes |= {"first": False} if task.is_first else {}
        for level in self.levels:
            levels.append(tuple(t for t in level if t.name != name))
            if any(t.name == below for t in level):
                levels.append((replace(task, **changes),))
        return replace(self, levels=tuple(level for level in levels if level), method="priority")

    def decided(self) -> Question:
        """With the tasks that serve in the place of choices."""
        levels = tuple(tuple(t.served if isinstance(t, AnyOf) else t for t in level) for level in self.levels)
        return replace(self, levels=levels)

    def down_to(self, name: str) -> Question:
        """Without the levels below that of a task."""
        last = next(i for i, level in enumerate(self.levels, 1) if any(t.name == name for t in level))
        return replace(self, levels=self.levels[:last])

    def then(self, task: Task) -> Question:
        """With a task more, below all others; levels count even if weighted."""
        return replace(self, levels=(*self.levels, (task,)), method="priority")

    def from_pose(self, pose: Pose) -> Question:
        """Begun somewhere else; what is held is what was held."""
        levels = tuple(tuple(each(t, lambda t: _held(t, self.start)) for t in level) for level in self.levels)
        return replace(self, start=pose, levels=levels)

    def on(self, figure: Figure) -> Question:
        """Of another figure with the same joints: poses are taken over as they are."""
        levels = tuple(tuple(each(t, lambda t: moved(t, figure)) for t in level) for level in self.levels)
        criteria = each_changed(self.criteria, lambda criterion: moved(criterion, figure))
        return replace(self, start=Pose(figure, self.start.coordinates), levels=levels, criteria=criteria)


def _held(task: Task, start: Pose) -> Task:
    """A task that means the same from another start: what a pose holds, by its frame."""
    if isinstance(task, Hold) and task.frame is None and task.site in start.figure.sites:
        return replace(task, frame=start.frame(task.site))
    return task


def moved(wish: Wish, figure: Figure) -> Wish:
    """A task or criterion whose poses belong to another figure with the same joints."""
    if not is_dataclass(wish) or isinstance(wish, type):
        return wish
    name = getattr(wish, "figure", None)
    if name is not None and isinstance(figure, Company):
        figure = figure.member(name)
    if isinstance(wish, OwnCriterion):
        return replace(wish, of=moved(wish.of, figure), at=None)
    values = {field.name: getattr(wish, field.name) for field in fields(wish) if field.init}
    poses = {name: Pose(figure, value.coordinates) for name, value in values.items() if isinstance(value, Pose)}
    return replace(wish, **poses) if poses else wish


def asked_levels(entries: Iterable[Entry], tasks: Iterable[Task]) -> Levels:
    """The tasks in the places of a plan, under the names they have there; structural ones first in the top level."""
    levels: list[list[Task]] = []
    last = 0
    for entry, task in zip(entries, tasks, strict=True):  # in the order of their levels
        asked = entry.put(task)
        if entry.level > last or not levels:
            levels.append([])
            last = max(entry.level, 1)
        levels[-1].append(asked if asked.name == entry.name else replace(asked, name=entry.name))
    return tuple([tuple(tasks) for tasks in levels])


def as_tuple(criteria: Any) -> Any:
    """Criteria that may be an iterator, as something that can be read twice; what is no list is left for the checks."""
    if type(criteria) is tuple and not criteria:
        return criteria
    found = listed(criteria)
    if found is None:
        return criteria
    inner = ((entry, listed(entry)) for entry in found)
    return tuple(entry if several is None else tuple(several) for entry, several in inner)


def with_task(levels: Levels, task: Task, level: int) -> Levels:
    """With a task more in a level, 1 the highest; levels that are empty vanish, one below the lowest is new."""
    padded = (*levels, ())
    return tuple((*tasks, task) if i == level else tasks for i, tasks in enumerate(padded, 1) if tasks or i == level)


def without_task(levels: Levels, name: str) -> Levels:
    """Without a task; a level that is empty then vanishes."""
    kept = (tuple(t for t in tasks if t.name != name) for tasks in levels)
    return tuple(tasks for tasks in kept if tasks)


def require_same_joints(old: Figure, new: Figure) -> None:
    """Raise when the other figure has not the same joints and sites; limits, couplings and masses may differ."""
    if list(old.joints) != list(new.joints) or dict(old.sites) != dict(new.sites):
        raise InputError(
            "the figure of a session must keep its joints and sites; limits, couplings and masses may change"
        )
    for name, joint in old.joints.items():
        if joint != new.joints[name].edited(limits=joint.limits, weight=joint.weight, strengths=joint.strengths):
            raise InputError(f"the figure of a session must keep its joints: {name!r} differs in more than its limits")
