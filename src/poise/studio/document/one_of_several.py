"""An action for one of several figures: as if it were alone on the stage, and back among the others where it stood."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Any

import numpy as np

from poise.figure.company import SLASH
from poise.figure.placement import Placement
from poise.studio.document import company
from poise.studio.document.state import State


def posed(state: State, name: str, act: Callable[[State], State], *, in_place: bool = True) -> State:
    """With one of several figures as an action leaves it alone: its pose, and the tasks and supports about it alone.

    What joins it to others stays. `in_place`: at the place and with the heading that it had before.
    """
    alone = state
    for other in [n for n in state.figure.members if n != name]:
        alone = company.removed(alone, other)
    own, before = act(alone), state.pose.member(name)
    motion = Placement()
    if in_place:
        pivot, turn = company.floor_of(own.pose), company.heading_of(before) - company.heading_of(own.pose)
        x, z = np.subtract(company.floor_of(before), pivot).tolist()
        motion = company.motion((x, z), turn, pivot)
    pose = company.carried_by(own.pose, motion)
    tasks = tuple(tuple(company.carried(task, motion) for task in level) for level in own.levels)
    own = replace(own, start=pose, pose=pose, levels=tasks)
    own = company.recast(own, {name: pose}, lambda n: f"{name}{SLASH}{n}", lambda _: name)
    others = _not_of(state, name)
    return replace(
        others,
        start=state.start.with_member(name, pose),
        pose=state.pose.with_member(name, pose),
        levels=company.merged(own.levels, others.levels),
        supports=(*own.supports, *others.supports),
    ).checked()


def _not_of(state: State, name: str) -> State:
    """Without the tasks, supports and stays that are about one figure alone."""

    def about_others(parts: Iterable[Any]) -> tuple[Any, ...]:
        return tuple(part for part in parts if not company.is_of(state.figure, part, name))

    levels = tuple(new for level in state.levels if (new := about_others(level)))
    return replace(state, levels=levels, supports=about_others(state.supports), stays=about_others(state.stays))
