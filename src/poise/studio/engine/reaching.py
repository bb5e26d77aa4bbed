"""Dragging as people move: the limb first, the body when that is needed, and no farther than it reaches.

A goal out of reach costs posture: for its last millimetres a body twists as far as its joints allow. So the body is led
in short strides to where the hand wants it. A stride that it cannot follow, or that twists it for little, is taken back
and halved; at the edge of reach the body slides along, towards the place that the hand shows, and stands still where
that leads no nearer.
"""

from __future__ import annotations

import math
import time
from collections.abc import Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from poise.criteria import Criterion
from poise.criteria.natural import Natural
from poise.criteria.near_pose import NearPose
from poise.figure.figure import Figure
from poise.pose import Pose
from poise.studio.document import points
from poise.studio.document.state import State
from poise.studio.engine.live import BUDGET, Live
from poise.tasks.task import Task

STRIDE = 0.04
"""Metres by which the goal may be ahead of what was reached: 5 m/s at the studio's pace, faster than hands drag."""
LEAST = 0.004
"""Metres of the smallest stride: how near (m) to its edge the reach is found."""
REACHED = 1e-3
"""Metres: a point this near to its goal is there, as tolerances of tasks have it."""
PRICE, SPARE = math.radians(800.0), math.radians(1.0)
"""Radians by which the trunk may turn for a metre gained, and besides. Bending down with a straight arm takes 250° a
metre, a reach to the side 400°; at the very edge 1600° and more are what the last centimetres cost."""
STAYS = 10.0
"""Weight of staying as it is, for all but the limb, against other criteria: the limb does all that it can alone."""

Array = NDArray[np.float64]


class Reaching(Live):
    """A session that is led to where dragged points are wanted. `held`: the sites they are, by the task of each."""

    def __init__(
        self, state: State, temporary: Sequence[Task], held: Mapping[str, str], segments: Sequence[str]
    ) -> None:
        super().__init__(state, temporary, first=limb_first(state, segments))
        self._held = dict(held)
        self._wanted = self._reached = self._aim = self._places(self.pose)
        self._good = self.pose  # the last pose that was where its goals were
        self._trunk = tuple({state.figure.root, *(_carrier(state.figure, segment) for segment in segments)})
        self._stride = STRIDE
        self._slides = False
        self._at_edge = False
        self._doubts = False  # at the edge a stride is shown once it is made

    def lead(self, wanted: Sequence[Sequence[float]]) -> None:
        """The hand wants the points there."""
        self._wanted = np.array(wanted, float)
        self._doubts = self._at_edge
        self._at_edge = self._slides = False
        self._stride = max(self._stride, 2 * LEAST)
        self._aim_at(self._ahead(self._wanted))

    def step(self, iterations: int | None = None) -> bool:
        """Strides for a few milliseconds, or by so many iterations; whether the body is somewhere else now."""
        before, end = self.pose, time.perf_counter() + BUDGET
        self._left -= 1
        left, made = BUDGET, 0
        while not self._at_edge and (left > 0.0 if iterations is None else made < iterations):
            now = self.session.step(left if iterations is None else None)
            left, made = end - time.perf_counter(), made + 1
            if self._short(now) < REACHED and not self._too_dear(now):
                if not self._stepped(now):
                    break
            elif self.session.settled:
                self._missed(now)
            else:
                self.pose = self._good if self._doubts else now
                if iterations is None:
                    break
        return not np.array_equal(before.coordinates, self.pose.coordinates)

    @property
    def settled(self) -> bool:
        there = self._at_edge or (self.session.settled and np.array_equal(self._aim, self._wanted))
        return self._left <= 0 or there

    # ---- strides --------------------------------------------------------------------------------

    def _stepped(self, now: Pose) -> bool:
        """The goals of this stride are reached: the next one; False when there is none to make."""
        self.pose = self._good = now
        self._reached = self._places(now)
        if np.array_equal(self._aim, self._wanted):
            return False
        self._slides = self._doubts = False
        self._stride = min(2.0 * self._stride, STRIDE)
        self._aim_at(self._ahead(self._wanted))
        return True

    def _missed(self, now: Pose) -> None:
        """The body has come to rest before the goals: back, and a shorter stride, or one along the edge."""
        beyond = self._aim - (self._reached if self._short(now) < REACHED else self._places(now))
        self._go_back()
        self.pose = self._good
        if self._stride > LEAST:
            self._stride *= 0.5
            self._aim_at(self._ahead(self._wanted))
        elif not self._slides and (aside := self._aside(beyond)) is not None:
            self._slides, self._stride = True, STRIDE / 4
            self._aim_at(self._ahead(aside))
        else:
            self._at_edge = True
            self._aim_at(self._wanted)  # lights and the account are about what the hand wants

    def _go_back(self) -> None:
        """To the last good pose, as a pose on the way: what `Natural` keeps is still where the hand took hold."""
        self.session._steps += self.session._solver.steps
        self.session._solver.restart(np.array(self._good.coordinates))
        self.session._limbs.reconsider()

    def _aside(self, beyond: Array) -> Array | None:
        """Where a body at its edge gets nearer: the way without what leads beyond; None if nowhere."""
        across = beyond / max(float(np.linalg.norm(beyond)), 1e-12)
        way = self._wanted - self._reached
        way = way - float((way * across).sum()) * across - LEAST * across
        return self._reached + way if float(np.linalg.norm(way)) > 3.0 * LEAST else None

    def _ahead(self, goal: Array) -> Array:
        """A stride towards places, or all of the way."""
        way = goal - self._reached
        far = float(np.linalg.norm(way, axis=1).max())
        return goal if far <= self._stride else self._reached + way * (self._stride / far)

    def _aim_at(self, places: Array) -> None:
        self._aim = places
        for task, place in zip(self._held, places, strict=True):
            self.session.tasks[task].goal = place.tolist()

    def _places(self, pose: Pose) -> Array:
        return np.array([pose.position(site) for site in self._held.values()])

    def _too_dear(self, now: Pose) -> bool:
        """Whether the trunk has turned from where it began by more than the way is worth; back it may always."""
        gained = float(np.linalg.norm(self._aim - self._reached, axis=1).max())
        began = self.state.pose
        turned = max(_turn(began, now, segment) - _turn(began, self._good, segment) for segment in self._trunk)
        return turned > PRICE * gained + SPARE

    def _short(self, now: Pose) -> float:
        return float(np.linalg.norm(self._aim - self._places(now), axis=1).max())


def _carrier(figure: Figure, segment: str) -> str:
    """The segment that carries the limb of a segment."""
    joints = points.followers(figure, segment, "limb", None)
    return (figure.joints[joints[-1]].parent if joints else None) or figure.root


def _turn(before: Pose, after: Pose, segment: str) -> float:
    """The angle by which a segment has turned."""
    a, b = (np.array(pose.segment_frame(segment))[:3, :3] for pose in (before, after))
    return math.acos(min(1.0, max(-1.0, 0.5 * (float((a * b).sum()) - 1.0))))


def limb_first(state: State, segments: Sequence[str]) -> tuple[Criterion, ...]:
    """What lets limbs move before the body does, where `Natural` does not see to it: all other joints stay."""
    figure = state.figure
    if any(isinstance(criterion, Natural) for criterion in state.criteria):
        return ()
    moving = {joint for segment in segments for joint in points.followers(figure, segment, "limb", None) or ()}
    others = tuple(name for name, joint in figure.joints.items() if joint.dof and name not in moving)
    return (NearPose(state.pose, joints=others, weight=STAYS),) if others and moving else ()
