"""The session behind the picture: it moves the body of a state towards what its tasks want."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import Any, ClassVar

import numpy as np

from poise.criteria import Criterion
from poise.criteria.preferences import in_levels
from poise.errors import InputError
from poise.methods import DIRECT
from poise.pose import Pose
from poise.scene import Scene
from poise.session import Session
from poise.solution import Solution
from poise.studio.document.state import State
from poise.studio.document.stays import stay_criteria
from poise.studio.document.surroundings import surroundings
from poise.studio.engine.holding import Led
from poise.tasks.avoid import Avoid
from poise.tasks.task import Task
from poise.world.world import World

BUDGET = 0.003
"""Seconds of solving between two frames."""
LONGEST = 2.0
"""Seconds that somebody waits who wants it settled now."""
PATIENCE = 1200
"""Moves after which a body that does not come to rest is left where it is, until something changes: ten seconds, when
nothing else keeps the machine busy."""


class Live:
    """A session of a state, with temporary tasks below all others.

    `gentle`: it may stop by itself before anything stops it.
    """

    gentle: ClassVar[bool] = False

    def __init__(self, state: State, temporary: Sequence[Task] = (), first: tuple[Criterion, ...] = ()) -> None:
        """`first`: criteria beside those of the state, for as long as it lives."""
        scene = state.scene()
        around = surroundings(state)
        kept_out = _kept_out(around, scene.avoid_self, temporary)
        levels = [*kept_out, *scene.demands(), *([list(temporary)] if temporary else [])]
        loads = {"forces": scene.forces, "supports": scene.supports, "root": scene.root, "analytic": scene.analytic}
        loads |= {"world": around, "avoid_self": scene.avoid_self}
        self.state, self._temporary = state, [task.name for task in temporary]
        self.session = _session(scene, levels, loads, _with_stays(state, scene.criteria, first))
        self.session.pose = state.pose
        self._left = PATIENCE  # moves
        self.pose = self.session.pose

    def step(self, iterations: int | None = None) -> bool:
        """Move for a few milliseconds, or by so many iterations; whether the body is somewhere else now."""
        before = self.pose
        if iterations is None:
            self.pose = self.session.step(BUDGET)
        for _ in range(iterations or 0):
            self.pose = self.session.step()
            if self.session.settled:
                break
        self._left -= 1
        return not np.array_equal(before.coordinates, self.pose.coordinates)

    def settle(self) -> None:
        """Go on until the body rests, or as long as anybody would wait."""
        self.touched()
        end = time.monotonic() + LONGEST
        while not self.settled and time.monotonic() < end:
            self.step()

    def put(self, pose: Pose) -> None:
        """Be in a pose, and stay there until something changes."""
        self.session.pose = pose
        self.pose = self.session.pose
        self.stop()

    def touched(self) -> None:
        """Something has changed: there is reason to move again."""
        self._left = PATIENCE

    def stop(self) -> None:
        """Stay here until something changes."""
        self._left = 0

    @property
    def settled(self) -> bool:
        """Whether nothing moves any more."""
        return self._left <= 0 or self.session.settled

    def solution(self) -> Solution:
        """The account of the tasks of the state: without the one that stands in for none, and the world's."""
        found = self.session.solution()
        own = {*self.state.tasks, *self._temporary}
        outcomes = tuple(outcome for outcome in found.outcomes if outcome.name in own)
        return found if len(outcomes) == len(found.outcomes) else replace(found, outcomes=outcomes)

    def led(self) -> Led | None:
        """What a hand leads, for those who ask what holds it."""
        return Led(self.solution(), tuple(self._temporary), self.settled, self.gentle) if self._temporary else None

    def pose_of(self, state: State) -> Pose:
        """The present pose of a state whose figure has the same joints."""
        return self.pose if state.figure is self.pose.figure else Pose(state.figure, self.pose.coordinates)


def _kept_out(world: World | None, avoid_self: bool, temporary: Sequence[Task]) -> list[list[Task]]:
    """Where a hand moves some joints alone, these keep out of what there is, and no other joint moves for it."""
    movers = [task.joints for task in temporary]
    names = (*(() if world is None else ("world",)), *(("self",) if avoid_self else ()))
    if not names or not movers or any(joints is None for joints in movers):
        return []
    return [[Avoid(*names, world=world, first=True, joints=tuple(name for names in movers for name in names))]]


def _with_stays(state: State, criteria: tuple[Any, ...], first: tuple[Criterion, ...]) -> tuple[Any, ...]:
    """The criteria, and above them by weight what was placed."""
    return above((*stay_criteria(state), *first), criteria)


def above(more: tuple[Criterion, ...], criteria: tuple[Any, ...]) -> tuple[Any, ...]:
    """Criteria that outweigh others; above levels of criteria they are a level of their own."""
    if not more:
        return criteria
    return (*more, *criteria) if len(in_levels(criteria)) < 2 else (more, *criteria)


def _session(scene: Scene, levels: Sequence[Any], loads: Mapping[str, Any], criteria: tuple[Any, ...]) -> Session:
    """The session of a scene. Direct manipulation knows no stays and no world, and what it cannot honour the usual
    method does."""
    if scene.method in DIRECT:
        pulled = {name: load for name, load in loads.items() if name not in ("world", "avoid_self")}
        with suppress(InputError):
            return Session(scene.start, levels, criteria=scene.criteria, method=scene.method, **pulled)
    return Session(scene.start, levels, criteria=criteria, **loads)
