"""Tasks with room: the same task, content within an amount of what it wants."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np

from poise.tasks.balance import Balance
from poise.tasks.keep import Keep
from poise.tasks.look_at import LookAt
from poise.tasks.orient import Orient
from poise.tasks.reach import Reach

if TYPE_CHECKING:
    from poise.tasks.task import Task

_WIDEST = math.pi - 1e-6


def roomier(task: Task, by: float) -> Task | None:
    """The task with room (m, rad): a smaller margin, a wider region; a region in place of a point or a direction.

    None for tasks that such a region does not exist for, like a frame to hold.
    """
    match task:
        case Balance(over=None, margin=float(margin)):
            return replace(task, margin=margin - by)
        case Keep():
            return _wider(task, by)
        case Reach(axes="xyz", frame=None):
            return Keep(task.site, task.point, max=by, **_shared(task))
        case LookAt():
            return Keep(task.site, task.point, axis=task.axis, angle=min(by, _WIDEST), **_shared(task))
        case Orient(frame=None) if task.axis is not None and len(task.rotation) == 3:
            return Keep(task.site, direction=task.rotation, axis=task.axis, angle=min(by, _WIDEST), **_shared(task))
    return None


def _wider(task: Keep, by: float) -> Keep:
    if task.normal is not None:
        return replace(task, point=np.array(task.point) - by * np.array(task.normal))
    if task.angle is not None:
        return replace(task, angle=min(task.angle + by, _WIDEST))
    low = None if task.min is None else max(task.min - by, 0.0)
    return replace(task, min=low, max=None if task.max is None else task.max + by)


def _shared(task: Task) -> dict[str, Any]:
    """What every task has."""
    return {name: getattr(task, name) for name in ("weight", "joints", "tolerance", "name", "enabled")}
