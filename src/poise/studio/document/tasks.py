"""Edits of tasks, criteria, forces and supports: from a state to another one, and where the part is then."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from poise.errors import InputError, UnknownNameError
from poise.question import Levels
from poise.studio.document.parts import changed, made
from poise.studio.document.state import State, one_less
from poise.studio.protocol.plain import PartList, Place
from poise.tasks.task import Task


def added(state: State, list: PartList, kind: str, given: Mapping[str, Any], level: int | None) -> tuple[State, Place]:
    """With a part more, the last of its list or level."""
    _require_own_name(state, list, given, None)
    part = made(list, kind, given, state.figure)
    if list != "tasks":
        if list == "criteria" and state.criteria_levels:
            *above, last = state.criteria_levels
            state = replace(state, criteria_levels=(*above, last + 1))
        parts = (*getattr(state, list), part)
        return _with(state, list, parts), len(parts) - 1
    return with_task(state, part, level)


def with_task(state: State, task: Task, level: int | None) -> tuple[State, str]:
    """With a task more, and the name it got."""
    return with_tasks(state, [task], level)


def with_tasks(state: State, new: Sequence[Task], level: int | None) -> tuple[State, str]:
    """With tasks more in one level, a new lowest one by default, and the name that the first of them got."""
    number = len(state.levels) + 1 if level is None else level
    if not 1 <= number <= len(state.levels) + 1:
        raise InputError(f"a level is a number from 1 to {len(state.levels) + 1}, not {number}")
    before = [*state.levels, ()]
    before[number - 1] = (*before[number - 1], *new)
    after = replace(state, levels=tuple(tasks for tasks in before if tasks)).checked()
    return after, after.levels[number - 1][-len(new)].name


def edited(state: State, list: PartList, at: Place, given: Mapping[str, Any]) -> tuple[State, Place]:
    """With fields of a part changed."""
    _require_own_name(state, list, given, at)
    new = changed(part_at(state, list, at), given, state.figure)
    return replaced(state, list, at, new)


def replaced(state: State, list: PartList, at: Place, new: Any) -> tuple[State, Place]:
    """With another part in the place of one."""
    if list != "tasks":
        parts = [*getattr(state, list)]
        parts[int(at)] = new
        return _with(state, list, tuple(parts)), at
    row, column = _place(state, str(at))
    levels = [[*level] for level in state.levels]
    levels[row][column] = new
    after = replace(state, levels=tuple(tuple(level) for level in levels)).checked()
    return after, after.levels[row][column].name


def removed(state: State, list: PartList, at: Place) -> State:
    """Without a part; a level without tasks vanishes."""
    part = part_at(state, list, at)
    if list != "tasks":
        if list == "criteria":
            state = replace(state, criteria_levels=one_less(state.criteria_levels, int(at)))
        return _with(state, list, tuple(p for p in getattr(state, list) if p is not part))
    return replace(state, levels=_without(state.levels, part)).checked()


def moved(state: State, name: str, level: int, place: int | None, alone: bool) -> State:
    """With a task elsewhere: in `level`, counted as now, before the task at `place` or last; or alone before it."""
    task, count = part_at(state, "tasks", name), len(state.levels)
    if not 1 <= level <= count + 1:
        raise InputError(f"a level is a number from 1 to {count + 1}, not {level}")
    levels = [[t for t in tasks if t is not task] for tasks in state.levels]
    if alone or level == count + 1:
        levels.insert(level - 1, [task])
    else:
        here = state.levels[level - 1]
        goal = len(here) if place is None else min(max(place, 0), len(here))
        goal -= sum(t is task for t in here[:goal])
        levels[level - 1].insert(goal, task)
    return replace(state, levels=tuple(tuple(tasks) for tasks in levels if tasks)).checked()


def part_at(state: State, list: PartList, at: Place) -> Any:
    """The part at a place."""
    if list == "tasks":
        if at not in state.tasks:
            raise UnknownNameError("task", at, state.tasks, "the scene")
        return state.tasks[str(at)]
    parts = getattr(state, list)
    if isinstance(at, str) or not 0 <= at < len(parts):
        raise UnknownNameError(f"part of the {list} at", at, [str(i) for i in range(len(parts))], "the scene")
    return parts[at]


def _require_own_name(state: State, list: PartList, given: Mapping[str, Any], at: Place | None) -> None:
    """Raise for a name that another task has; the other one would be renamed."""
    name = given.get("name")
    if list == "tasks" and name != at and name in state.tasks:
        raise InputError(f"there is a task named {name!r} already; every name must be unique")


def _with(state: State, list: PartList, parts: tuple[Any, ...]) -> State:
    return replace(state, **{list: parts}).checked()  # type: ignore[arg-type]


def _place(state: State, name: str) -> tuple[int, int]:
    return next((i, j) for i, level in enumerate(state.levels) for j, t in enumerate(level) if t.name == name)


def _without(levels: Levels, task: Task) -> Levels:
    kept = (tuple(t for t in tasks if t is not task) for tasks in levels)
    return tuple(tasks for tasks in kept if tasks)
