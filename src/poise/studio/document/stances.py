"""Stances taken by the body of a document: the pose, what it rests on, and the tasks that keep it there."""

from __future__ import annotations

from dataclasses import replace

from poise.errors import InputError
from poise.studio.document.state import State
from poise.tasks.balance import Balance
from poise.tasks.hold import Hold
from poise.tasks.reach import Reach
from poise.tasks.task import Task


def taken(state: State, name: str) -> State:
    """In the stance of that name. What held the body before is let go; goals, forces and criteria stay as they are.

    Its contacts are the top level, balance the next; a stance that is a moment of a movement has none.
    """
    if not state.figure.stances:
        raise InputError(f"the figure {state.figure.name!r} has no stances; people have")
    stance = state.figure.stance(name)
    kept = [[task for task in level if not _holds_the_body(task)] for level in state.levels]
    balance = next((t for level in kept for t in level if isinstance(t, Balance)), None)
    wishes = tuple(tuple(t for t in level if not isinstance(t, Balance)) for level in kept)
    above = [tuple(_named(task) for task in stance.tasks)]
    above += [] if stance.motion else [(balance or Balance(),)]
    levels = (*above, *(level for level in wishes if level))
    at = {"start": stance.pose, "pose": stance.pose, "stays": ()}
    return replace(state, **at, supports=stance.supports, levels=levels).checked()  # type: ignore[arg-type]


def _holds_the_body(task: Task) -> bool:
    """Whether it keeps a site at its place in the world: as pins do, and the contacts of a stance."""
    return isinstance(task, Hold) or (isinstance(task, Reach) and task.name.startswith("pin "))


def _named(task: Task) -> Task:
    """A contact without a turn is named as a pin is, so that it can be let go like one."""
    return replace(task, name=f"pin {task.site}") if isinstance(task, Reach) else task
