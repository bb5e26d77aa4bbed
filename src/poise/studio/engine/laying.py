"""A hand that is led onto a thing turns its palm to it, as people lay a hand on a table, where nothing else decides."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from poise.criteria import Criterion
from poise.figure.check import Vec3
from poise.pose import Pose
from poise.studio.document import points
from poise.studio.document.state import State
from poise.studio.engine.near_points import NearPoints, Wish
from poise.tasks.reach import Reach
from poise.tasks.task import Task
from poise.world.world import World

NEAR = 0.15
"""Metres from a thing at which a palm begins to turn to it: two hands' breadths, and all of it where it touches."""
ARM = 0.1
"""Metres of the arms about the point in hand that say how the hand shall be turned."""
WEIGHT = 20.0
"""What a square metre of their ends counts against the criteria: a quarter of a turn is 0.4 of them."""

Array = NDArray[np.float64]


def laying(state: State, tasks: Sequence[Reach], segments: Sequence[str]) -> tuple[Criterion, ...]:
    """What turns the palms of hands that are led, where things stand around."""
    world = state.settings.get("world")
    if not world:
        return ()
    found = []
    for task, segment in zip(tasks, segments, strict=True):
        figure, name = points.own(state.figure, segment)
        palm = figure.sites.get(name.replace("hand", "palm"))
        if palm is not None and palm.segment == name and name.endswith("hand"):
            whose = segment.removesuffix(name)
            found.append(PalmDown(segment, f"{whose}{palm.name}", task.name, task.site, world, weight=WEIGHT))
    return tuple(found)


@dataclass(frozen=True)
class PalmDown(NearPoints):
    """A hand with its palm to the nearest thing, the more the nearer it is."""

    palm: str
    task: str
    site: str
    world: World
    arms: tuple[Wish, ...] = ()

    @property
    def wishes(self) -> Sequence[Wish]:
        return self.arms

    def told(self, start: Pose, tasks: Sequence[Task], now: Pose | None = None, here: Pose | None = None) -> Criterion:
        goal = next(t.point for t in tasks if isinstance(t, Reach) and t.name == self.task)
        return replace(self, arms=self._arms(start if now is None else now, goal))

    def _arms(self, pose: Pose, goal: Vec3) -> tuple[Wish, ...]:
        """The ends of arms about the point in hand, as they are once the palm is turned; none far from all things."""
        away, outward = min((self.world.nearness(name, goal) for name in self.world), key=lambda found: found[0])
        if away > NEAR:
            return ()
        frame = np.array(pose.segment_frame(self.segment))
        turn = _shortest(np.array(pose.frame(self.palm))[:3, 1], np.array(outward)) @ frame[:3, :3]
        point = np.array(pose.figure.sites[self.site].placement.position)
        share = 1.0 - max(0.0, away) / NEAR
        return tuple((*(point + arm), *(goal + turn @ arm), share) for arm in ARM * np.vstack([np.eye(3), -np.eye(3)]))


def _shortest(a: Array, b: Array) -> Array:
    """The shortest rotation that brings a direction to another one."""
    axis, cosine = np.cross(a, b), float(a @ b)
    if cosine < -0.999:  # half a turn: about any axis across
        axis = np.cross(a, np.eye(3)[int(np.argmin(np.abs(a)))])
        axis /= np.linalg.norm(axis)
        half: Array = 2.0 * np.outer(axis, axis) - np.eye(3)
        return half
    k = np.array([[0.0, -axis[2], axis[1]], [axis[2], 0.0, -axis[0]], [-axis[1], axis[0], 0.0]])
    turn: Array = np.eye(3) + k + k @ k / (1.0 + cosine)
    return turn
