"""Pins: tasks that keep a site of a body at its place in the world, however they were made."""

from __future__ import annotations

from typing import Any, TypeGuard

from poise.tasks.hold import Hold
from poise.tasks.reach import Reach

_BEGINNING = "pin "


def pin_name(site: str) -> str:
    """The name of a `Reach` that pins a site, by which it is told from one that leads it."""
    return f"{_BEGINNING}{site}"


def pins(task: Any) -> TypeGuard[Hold | Reach]:
    """Whether a task keeps its site where it is: any `Hold`, or a `Reach` that was made by pinning."""
    return isinstance(task, Hold) or (isinstance(task, Reach) and task.name.startswith(_BEGINNING))
