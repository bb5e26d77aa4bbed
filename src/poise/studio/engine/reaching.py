"""Dragging as people move: the limb first, the body when that is needed, and no farther than it reaches.

A goal out of reach costs posture: for its last millimetres a body twists as far as its joints allow. So the body is led
in short strides to where the hand wants it. A stride that it cannot follow counts as far as it led nearer; one that
leads no nearer, or twists the body for little, is taken back and halved. At the edge of reach the body slides along,
towards the place that the hand shows, and stands still where that leads no nearer.
"""

from __future__ import annotations

import math
import time
from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from poise.criteria import Criterion
from poise.criteria.natural import Natural
from poise.criteria.near_pose import NearPose
from poise.pose import Pose
from poise.studio.document import points, stays
from poise.studio.document.state import State
from poise.studio.engine.giving_way import GivingWay
from poise.studio.engine.holding import Led
from poise.studio.engine.laying import laying
from poise.studio.engine.live import BUDGET, Live, above
from poise.studio.engine.posture_cost import HALF, PRICE, SPARE, PostureCost
from poise.tasks.reach import Reach

STRIDE = 0.04
"""Metres by which the goal may be ahead of what was reached: 5 m/s at the studio's pace, faster than hands drag."""
LEAST = 0.004
"""Metres of the smallest stride: how near (m) to its edge the reach is found."""
REACHED = 1e-3
"""Metres: a point this near to its goal is there, as tolerances of tasks have it."""
NEARER = 1e-3
"""Metres by which a stride that falls short must lead nearer to count: what a point may miss and be there."""
IDLE, GAIN = 3, 0.02
"""Steps without that share of the way left being made, after which a stride has fallen short. What the criteria still
do, smoothly over tenths of a second, brings no point of a task nearer."""
STAYS = 10.0
"""Weight of staying as it is, for all but the limb, against other criteria: the limb does all that it can alone."""

Array = NDArray[np.float64]


class Reaching(Live):
    """A session that is led to where dragged points are wanted, one for each of the tasks and on each of the segments.

    Where the pelvis is lowered, fore and aft give way to the height.
    """

    gentle = True

    def __init__(self, state: State, temporary: Sequence[Reach], segments: Sequence[str]) -> None:
        super().__init__(state, temporary, first=(*limb_first(state, segments), *laying(state, temporary, segments)))
        self._dragged, self._above, self._question = tuple(temporary), self.session.levels[:-1], self.session._question
        self._held = {task.name: task.site for task in temporary}
        alone = len(segments) == 1 and points.trunk_axis(state.figure, segments[0]) is not None
        reach = thigh(state, segments[0]) if alone else 0.0
        self._giving = GivingWay(state.pose, segments[0], reach) if alone else None
        bear = points.bear_limbs(state.figure, segments[0])
        self._cost = PostureCost(state, segments, bear if reach > 0.0 and segments[0] not in bear else (), alone)
        self._counted = np.eye(3)
        self._began = self._places(self.pose)
        self._wanted = self._reached = self._aim = self._places(self.pose)
        self._good = self.pose  # the last pose that was where its goals were
        self._stride = STRIDE
        self._left_over, self._idle = math.inf, 0  # the shortest that this aim was missed by, and steps since
        self._edge: Array | None = None  # what of the way leads beyond it, while the body slides along
        self._slid_from = self._reached
        self._at_edge = False
        self._left_at: tuple[Pose, float] | None = None  # the edge it leaves, and how far (m) that is from the goal
        self._doubts = False  # at the edge a stride is shown once it is made

    def lead(self, wanted: Sequence[Sequence[float]]) -> None:
        """The hand wants the points there."""
        self._wanted = np.array(wanted, float)
        if self._giving is not None:
            began = self._began[0]
            ends = self._giving.ends(self._wanted[0] - began, self._reached[0] - began)
            self._gives_way(ends)
        self._doubts = self._at_edge
        on = self._long(self._wanted - self._began) > self._long(self._reached - self._began)
        self._left_at = (self._good, self._far(self._wanted)) if self._at_edge and on else None
        self._at_edge, self._edge = False, None
        self._stride = max(self._stride, 2 * LEAST)
        self._aim_at(self._ahead(self._wanted))

    @property
    def given(self) -> list[list[float]]:
        """Where the points are wanted; what gives way of that is where the body has it."""
        there = self._places(self.pose)
        places: list[list[float]] = (there + (self._wanted - there) @ self._counted).tolist()
        return places

    def step(self, iterations: int | None = None) -> bool:
        """Strides for a few milliseconds, or by so many iterations; whether the body is somewhere else now."""
        before, end = self.pose, time.perf_counter() + BUDGET
        self._left -= 1
        left, made = BUDGET, 0
        while not self._at_edge and (left > 0.0 if iterations is None else made < iterations):
            now = self.session.step(left if iterations is None else None)
            left, made = end - time.perf_counter(), made + 1
            if self._short(now) < REACHED and not self._too_dear(now, self._far(self._aim)):
                if not self._stepped(now):
                    break
            elif self.session.settled or self._stalled(now):
                self._missed(now)
            else:
                self.pose = self._good if self._doubts or self._gives_too_much(now) else now
                if iterations is None:
                    break
        return not np.array_equal(before.coordinates, self.pose.coordinates)

    @property
    def settled(self) -> bool:
        there = self._at_edge or (self.session.settled and np.array_equal(self._aim, self._wanted))
        return self._left <= 0 or there

    def led(self) -> Led | None:
        """Of what the hand wants, not of the stride that is being made."""
        rests, aim = self.settled, self._aim
        self._tell(self._wanted)
        found = super().led()
        self._tell(aim)
        return found and replace(found, rests=rests)

    def _gives_way(self, ends: bool = False, short: bool = False) -> bool:
        """Whether something gives way from now on, or nothing any more: then the drag is asked anew."""
        giving = self._giving
        if giving is None or not (ends or giving.begins(self._reached[0] - self._began[0], short)):
            return False
        self._counted = giving.counts
        task, session = self._dragged[0], self.session
        criteria = above(giving.criteria(task, session.figure), self._question.criteria)
        session._ask(self._question.start, (*self._above, [giving.task(task)]), criteria)
        return True

    # ---- strides --------------------------------------------------------------------------------

    def _stepped(self, now: Pose) -> bool:
        """The goals of this stride are reached: the next one; False when there is none to make."""
        self._counts(now)
        if np.array_equal(self._aim, self._wanted):
            return False
        self._doubts = False
        self._stride = min(2.0 * self._stride, STRIDE)
        self._gives_way()
        self._go_on()
        return True

    def _missed(self, now: Pose) -> None:
        """The body comes no nearer to the goals of this stride: as far as it led nearer, a shorter one, or aside."""
        if self._gives_way(short=True):
            self._go_back()
            self._go_on()
            return
        there = self._places(now)
        nearer = self._far(self._wanted) - self._long(self._wanted - there)
        if nearer > NEARER and not self._too_dear(now, HALF * nearer, spare=0.0):
            self._counts(now)
            self._go_on()
            return
        beyond = (self._aim - there) @ self._counted if self._short(now) > REACHED else self._upward()
        self._go_back()
        self.pose = self._good
        if self._stride > LEAST:
            self._stride *= 0.5
            self._go_on()
        elif self._edge is None or self._far(self._slid_from) > LEAST:
            self._edge, self._slid_from, self._stride = beyond, self._reached, STRIDE / 4
            self._go_on()
        else:
            self._stop()

    def _go_on(self) -> None:
        """The next stride: straight on, or along the edge as long as that leads nearer."""
        goal = self._wanted if self._edge is None else self._aside(self._edge)
        if goal is None:
            self._stop()
        else:
            self._aim_at(self._ahead(goal))

    def _stop(self) -> None:
        self._at_edge = True
        self._aim_at(self._wanted)  # lights and the account are about what the hand wants

    def _counts(self, now: Pose) -> None:
        """The body may stay there."""
        self.pose = self._good = now
        self._reached = self._places(now)

    def _stalled(self, now: Pose) -> bool:
        """Whether the points have come no nearer to their goals for some steps."""
        short = self._short(now)
        self._idle = 0 if short < (1.0 - GAIN) * self._left_over else self._idle + 1
        self._left_over = min(short, self._left_over)
        return self._idle >= IDLE

    def _go_back(self) -> None:
        """To the last good pose, as a pose on the way: what `Natural` keeps is still where the hand took hold."""
        self.session._steps += self.session._solver.steps
        self.session._solver.restart(np.array(self._good.coordinates))
        self.session._limbs.reconsider()

    def _upward(self) -> Array:
        """What of the way leads up: where a body gets on by twisting alone, it is mostly its legs that end."""
        way = np.zeros_like(self._aim)
        way[:, 1] = np.maximum(self._wanted[:, 1] - self._reached[:, 1], 0.0)
        return way if way.any() else self._aim - self._reached

    def _aside(self, beyond: Array) -> Array | None:
        """Where a body at its edge gets nearer: the way without what leads beyond; None if nowhere."""
        across = beyond / max(float(np.linalg.norm(beyond)), 1e-12)
        way = (self._wanted - self._reached) @ self._counted
        way = way - float((way * across).sum()) * across - LEAST * across
        return self._reached + way if float(np.linalg.norm(way)) > 3.0 * LEAST else None

    def _ahead(self, goal: Array) -> Array:
        """A stride towards places, or all of the way."""
        far = self._far(goal)
        return goal if far <= self._stride else self._reached + (goal - self._reached) * (self._stride / far)

    def _aim_at(self, places: Array) -> None:
        self._aim = places
        self._left_over, self._idle = math.inf, 0
        self._tell(places)

    def _tell(self, places: Array) -> None:
        for task, place in zip(self._held, places, strict=True):
            self.session.tasks[task].goal = place.tolist()

    def _places(self, pose: Pose) -> Array:
        return np.array([pose.position(site) for site in self._held.values()])

    def _far(self, goal: Array) -> float:
        """Metres from what was reached."""
        return self._long(goal - self._reached)

    def _too_dear(self, now: Pose, gained: float, spare: float = SPARE) -> bool:
        """Whether a pose costs more posture than the way gained is worth; back to where it began the trunk may always.

        What leads on from an edge is worth half, all together: the body shall not twist for the last centimetres.
        """
        cost, good = self._cost, self._good
        if self._gives_too_much(now) or cost.is_bent(now):
            return True
        if cost.throws_arms(good, now, self._long(self._places(now) - self._began)):
            return True
        return cost.turned_on(good, now) > PRICE * gained + spare or self._leaves_edge_dearly(now)

    def _leaves_edge_dearly(self, now: Pose) -> bool:
        if self._left_at is None:
            return False
        edge, far = self._left_at
        nearer = max(0.0, far - self._long(self._wanted - self._places(now)))
        return self._cost.turned(edge, now) > HALF * PRICE * nearer + SPARE

    def _gives_too_much(self, now: Pose) -> bool:
        """Whether more gives way in a pose than the height is worth."""
        return self._giving is not None and self._giving.too_much(now, self._places(now)[0] - self._began[0])

    def _short(self, now: Pose) -> float:
        return self._long(self._aim - self._places(now))

    def _long(self, ways: Array) -> float:
        """The longest of some ways, of each what counts."""
        return float(np.linalg.norm(ways @ self._counted, axis=1).max())


def thigh(state: State, segment: str) -> float:
    """Metres from a part of the middle that lies to the farthest point of the legs that a task holds: to a knee.

    Who kneels upright would fall forward about the knees; the drag stops there, and says what holds it.
    """
    if points.is_upright(state.pose, segment):
        return 0.0
    legs = points.above_the_feet(state.figure)
    sites = {task.site: state.figure.sites[task.site].segment for task in state.tasks.values() if stays.holds(task)}
    there = np.array(state.pose.segment_frame(segment))[:3, 3]
    held = [site for site, part in sites.items() if part in legs]
    return max((float(np.linalg.norm(np.subtract(state.pose.position(site), there))) for site in held), default=0.0)


def limb_first(state: State, segments: Sequence[str]) -> tuple[Criterion, ...]:
    """What lets limbs move before the body does, where `Natural` does not see to it: all other joints stay."""
    figure = state.figure
    if any(isinstance(criterion, Natural) for criterion in state.criteria):
        return ()
    moving = {joint for segment in segments for joint in points.followers(figure, segment, "limb", None) or ()}
    others = tuple(name for name, joint in figure.joints.items() if joint.dof and name not in moving)
    return (NearPose(state.pose, joints=others, weight=STAYS),) if others and moving else ()
