"""What of a drag gives way: who is lowered by the pelvis lets the seat go back, as people who squat do.

Flat feet carry no pelvis straight down: the ankles end after a hand's breadth. A hand that asks for a height means it;
what it says of fore and aft comes next, as far as the height allows. Who is on all fours is lowered about the knees,
which are held: the seat goes back towards the heels. Other drags mean all that they show: who takes the pelvis ahead
into a lunge wants it there, and it may sink. The chest has a back that bends: all of it counts.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from poise.criteria import Criterion
from poise.figure.check import Vec3
from poise.figure.figure import Figure
from poise.pose import Pose
from poise.studio.document import points
from poise.studio.engine.near_points import NearPoints, Wish
from poise.tasks.reach import Reach
from poise.tasks.task import Task

MORE, LESS = 2.0, 1.6
"""How much more must be asked downwards than fore and aft before a drag counts as lowering, and how much as long as it
does: a hand that trembles changes nothing. In the first view, 15° from above, straight down is 4 times as much."""
FLAT = 0.5
"""Part of a direction that must lie in the floor for it to be one there: who lies on a side has no ahead on it."""
BENT = 0.05
"""Metres by which it must be lowered first: straight legs would rather fall forward about the ankles than bend."""
CLOSE = 0.005
"""Metres from where it is wanted at which a part has given way to nothing."""
SHARE, SWAY = 1.0, 0.01
"""How far fore or aft it may give way for the way that it was lowered, and metres besides: people's seats go back by
two thirds of it, and hips sway by a centimetre anyway."""
PULL = 10.0
"""What a metre fore or aft of where it is asked counts against the criteria: at 2 hips leap from one way of standing to
another, at 50 a pelvis that is lowered a little beside its middle turns by 40° for the last centimetres."""
TILT = math.radians(200.0), math.radians(1.0)
"""Radians by which its left may turn for a metre that it was lowered, and besides. Who squats beside the middle takes
30° a metre; 700° are what a pelvis pays in a lunge whose heels may not rise, and there it shall stop."""

Array = NDArray[np.float64]


class GivingWay:
    """Whether fore and aft give way to the height while a part is dragged: `gives`. `counts`: (3, 3) what of a way in
    the world (m) is asked before all."""

    def __init__(self, pose: Pose, segment: str, thigh: float = 0.0) -> None:
        """`segment`: what is dragged. `thigh`: metres from there to the knees of who is on all fours."""
        gravity = np.array(pose.figure.gravity, float)
        size = float(np.linalg.norm(gravity))
        self._up = -gravity / size if size else np.zeros(3)
        left = _left(pose, segment)
        fore = np.cross(left, self._up)
        length = float(np.linalg.norm(fore))
        self._segment, self._left = segment, left
        self._thigh = thigh
        self._can = length > FLAT and points.on_legs(pose.figure, segment)
        self._fore = fore / length if self._can else np.zeros(3)
        self._lowers = self._set(False)  # the hand lowers the part; and fore and aft give way for it

    def ends(self, way: Array, there: Array) -> bool:
        """The hand wants the part so far (m) from where it took it, and so far has it come: whether nothing gives way
        any more, as the hand means all that it shows, or the part is there with legs that are straight again."""
        down, along = -float(way @ self._up), abs(float(way @ self._fore))
        self._lowers = self._can and down > (LESS if self._lowers else MORE) * along
        is_there = abs(float((way - there) @ self._fore)) < CLOSE and -float(there @ self._up) < 0.5 * BENT
        return self.gives and not self._set(self._lowers and not is_there)

    def begins(self, there: Array, short: bool = False) -> bool:
        """The part has come so far (m), or falls `short` of where it shall be led: whether it gives way from now on."""
        bent = -float(there @ self._up) > BENT
        return self._lowers and not self.gives and (short or bent) and self._set(True)

    def too_much(self, now: Pose, way: Array) -> bool:
        """Whether in a pose, so far (m) from where it was taken, more gives way than the height is worth."""
        if not self._lowers:
            return False
        low = max(0.0, -float(way @ self._up))
        tilt = math.acos(min(1.0, float(_left(now, self._segment) @ self._left)))
        far = abs(float(way @ self._fore)) if self.gives else 0.0
        arc = math.sqrt(2.0 * self._thigh * low)  # who turns about the knees goes by this chord first, then down
        return far > max(SHARE * low, arc) + SWAY or tilt > TILT[0] * low + TILT[1]

    def _set(self, gives: bool) -> bool:
        self.gives = gives
        self.counts = np.eye(3) - gives * np.outer(self._fore, self._fore)
        return gives

    def task(self, task: Reach) -> Reach:
        """The whole point as it was asked, or what counts before all."""
        if not self.gives:
            return task
        axes = np.column_stack([np.cross(self._up, self._fore), self._up, self._fore])
        return Reach(task.site, task.point, axes="xy", frame=axes, joints=task.joints, name=task.name)

    def criteria(self, task: Reach, figure: Figure) -> tuple[Criterion, ...]:
        """What draws the part to where fore and aft are asked, softly."""
        point = figure.sites[task.site].placement.position
        return (Drawn(self._segment, point, task.name, weight=PULL),) if self.gives else ()


@dataclass(frozen=True)
class Drawn(NearPoints):
    """A point of a segment near the goal of a task: half the square of their distance (m)."""

    point: Vec3
    task: str
    goal: Vec3 = (0.0, 0.0, 0.0)

    @property
    def wishes(self) -> Sequence[Wish]:
        return [(*self.point, *self.goal, 1.0)]

    def told(self, start: Pose, tasks: Sequence[Task], now: Pose | None = None, here: Pose | None = None) -> Criterion:
        return next(replace(self, goal=t.point) for t in tasks if isinstance(t, Reach) and t.name == self.task)


def _left(pose: Pose, segment: str) -> Array:
    """What is left for a part, in the world."""
    axis = points.own(pose.figure, segment)[0].mirror.axis
    return np.array(pose.segment_frame(segment))[:3, "xyz".index(axis)]
