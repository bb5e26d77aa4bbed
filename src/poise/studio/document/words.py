"""What a scene asks for, in the words of a report: no names of fields, lengths in metres."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

import numpy as np

from poise.forces.force import Force, Press, Weight
from poise.forces.support import Support
from poise.studio.document.parts import kind_key, shown
from poise.studio.document.state import State
from poise.tasks.reach import Reach
from poise.tasks.task import Task


def asked(state: State) -> list[str]:
    """The tasks by level, then what acts on the body and what carries it, a line each."""
    tasks = [
        f"{number}. {task_words(task)}"
        for number, level in enumerate(state.levels, 1)
        for task in level
        if task.enabled
    ]
    carried = [load_words(part) for part in (*state.forces, *state.supports)]
    return [*tasks, *carried]


def task_words(task: Task) -> str:
    """A task, and what of it is not as usual."""
    name = plain(task.name)
    if isinstance(task, Reach) and task.axes == "xyz" and not isinstance(task.frame, str):
        return f"{name}: to {point(task.point)} m"
    fields = {k: v for k, v in shown(task).items() if k not in ("name", "enabled", "site", "site_a", "site_b")}
    if task.weight == 1.0:
        del fields["weight"]
    told = listed(fields)
    return f"{name}: {told}" if told else name


def load_words(part: Any) -> str:
    """A force or support."""
    if isinstance(part, Weight):
        other = "" if part.site_b is None else f" and {plain(part.site_b)}"
        return f"a weight of {part.kilograms:g} kg at {plain(part.site)}{other}"
    if isinstance(part, Force):
        size = float(np.linalg.norm(part.vector))
        return f"a force of {size:.0f} N at {plain(part.site)}, {point(part.vector, 0)} N"
    if isinstance(part, Press):
        return f"{plain(part.site)} presses {plain(part.onto)} with {float(np.linalg.norm(part.vector)):.0f} N"
    if isinstance(part, Support):
        return f"carried at {plain(part.site)}{'' if part.on is None else f', on {plain(part.on)}'}"
    return f"{kind_key(part).replace('_', ' ')}: {listed(shown(part))}"


def plain(name: str) -> str:
    """A name without underscores, and of a site that was made where a hand has grabbed, its part alone."""
    return re.sub(r"_point_[0-9]+\b", "", name).replace("_", " ")


def point(values: Iterable[float], digits: int = 3) -> str:
    """Three numbers, rounded."""
    return f"({', '.join(f'{value:.{digits}f}' for value in values)})"


def listed(fields: dict[str, Any]) -> str:
    """Fields that say something, in a row."""
    return ", ".join(f"{plain(k)} {written(v)}" for k, v in fields.items() if v not in (None, "", False))


def written(value: object) -> str:
    """Numbers to a tenth of a millimetre, or of a thousandth."""
    if isinstance(value, float):
        return f"{value:.4f}".rstrip("0").rstrip(".")
    if isinstance(value, list | tuple):
        return f"({', '.join(map(written, value))})"
    return str(value)
