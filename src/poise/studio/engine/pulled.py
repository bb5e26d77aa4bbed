"""Direct manipulation (Welman 6.2): another method than the scene's leads the body as long as a hand holds it.

It knows neither criteria nor things around the body; what it cannot honour of the tasks rests meanwhile. When the hand
lets go, the scene's own method brings back what was left out.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from poise.errors import PoiseError
from poise.session import Session
from poise.studio.document.state import State
from poise.studio.engine.live import Live
from poise.tasks.task import Task


def pulled(state: State, temporary: Sequence[Task], method: str) -> Live:
    """The session of a drag by a method of direct manipulation."""
    levels = tuple(tuple(t for t in level if _honours(state, t, temporary, method)) for level in state.levels)
    settings = {**state.settings, "method": method, "analytic": (), "root": None}
    left = tuple(level for level in levels if level)
    return Live(replace(state, levels=left, criteria=(), criteria_levels=(), stays=(), settings=settings), temporary)


def _honours(state: State, task: Task, temporary: Sequence[Task], method: str) -> bool:
    """Whether the method can keep a task beside what is dragged."""
    try:
        Session(state.start, [[task], list(temporary)], method=method)
    except PoiseError:
        return False
    return True
