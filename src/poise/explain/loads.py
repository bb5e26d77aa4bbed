"""Forces and supports of a task that may stop it: the same question without them, or with less of them."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from poise.errors import PoiseError
from poise.forces.force import Press, Weight
from poise.forces.loading import floor_supports
from poise.forces.support import FRICTION
from poise.tasks.members import check_task, pieces_of, pose_for

if TYPE_CHECKING:
    from poise.explain.suspect import Suspect
    from poise.forces.force import AnyForce
    from poise.forces.support import Support
    from poise.question import Question
    from poise.tasks.task import Task

ROUGH = 20.0
"""A coefficient of friction at which nothing slips that could be held at all."""
GRIP = "friction of the supports"


def loads_of(task: Task) -> dict[str, AnyForce]:
    """The forces of a task, by what they are called."""
    named: dict[str, AnyForce] = {}
    for load in getattr(task, "forces", None) or ():
        name = _name(load)
        count = sum(other == name or other.startswith(f"{name} (") for other in named)
        named[f"{name} ({count + 1})" if count else name] = load
    return named


def _name(load: AnyForce) -> str:
    if isinstance(load, Press):
        return f"press of {load.site} on {load.onto}"
    return f"weight at {load.site}" if isinstance(load, Weight) else f"force on {load.site}"


def can_slip(task: Task) -> bool:
    """Whether friction decides about a task."""
    about_forces = any(getattr(task, name, None) is not None for name in ("forces", "supports"))
    return task.word in ("balance", "equilibrium") and about_forces


def unloaded(question: Question, suspect: Suspect) -> Question:
    """As if a force did not act in its task, or nothing could slip."""
    return changed(question, suspect, 0.0 if suspect.kind == "force" else ROUGH)


def supports_of(question: Question, task: Task) -> tuple[Support, ...]:
    """What carries the body in a task about forces: its supports, or the soles on the floor."""
    given = tuple(getattr(task, "supports", None) or ())
    return given or tuple(floor_supports(pose_for(task, question.start), FRICTION))


def changed(question: Question, suspect: Suspect, size: float) -> Question:
    """With a force times `size` in its task; or with supports of at least that friction."""
    task = question.tasks[suspect.of]
    if suspect.kind == "force":
        every = (_scaled(load, size) if name == suspect.name else load for name, load in loads_of(task).items())
        return question.edited(suspect.of, forces=tuple(load for load in every if load is not None))
    rough = (replace(s, friction=max(size, s.friction)) for s in supports_of(question, task))
    return question.edited(suspect.of, supports=tuple(rough))


def _scaled(load: AnyForce, by: float) -> AnyForce | None:
    if by == 0.0:
        return None
    if isinstance(load, Weight):
        return replace(load, kilograms=by * load.kilograms)
    if isinstance(load, Press):
        return replace(load, vector=by * np.array(load.vector))
    return replace(load, vector=by * np.array(load.vector), torque=by * np.array(load.torque))


def can_be_asked(question: Question, suspect: Suspect) -> bool:
    """Whether its task makes sense without it: somebody may be held by a force alone."""
    try:
        task = unloaded(question, suspect).tasks[suspect.of]
        check_task(task, question.start.figure)
        pieces_of(task, question.start)
    except PoiseError:
        return False
    return True
