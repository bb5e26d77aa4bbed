"""What tasks say of hands, feet, head, pelvis and chest, as the net of natural posture is told it."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple, TypeGuard, cast

import numpy as np
from numpy.typing import NDArray

from poise import _core
from poise.figure.check import Vec3
from poise.figure.placement import rotation_matrix
from poise.memo import Same
from poise.people.net_layout import EFFECTORS, JOINTS
from poise.tasks.avoid import Avoid
from poise.tasks.balance import Balance
from poise.tasks.center_of_mass import CenterOfMass
from poise.tasks.hold import Hold
from poise.tasks.look_at import LookAt
from poise.tasks.orient import Orient
from poise.tasks.plan import Plan
from poise.tasks.posture import Posture
from poise.tasks.reach import Reach
from poise.tasks.task import Task

if TYPE_CHECKING:
    from poise.figure.figure import Figure
    from poise.pose import Pose

Array = NDArray[np.float64]

TRUNK = ("pelvis", "chest", "head")
"""Parts of which a height alone is told as well: they are thought to stay over the same place."""

KEPT = 0.5
"""How much it counts in a session where the figure faces now, leg lengths: as much as the direction of a foot."""

HANDS = ("left_hand", "right_hand")


def asked_of_net(
    start: Pose, tasks: Sequence[Task], now: Pose | None = None, begun: Pose | None = None
) -> tuple[_core.Told, list[tuple[int, float]]]:
    """What the net is told of the tasks, and those that want something of the whole body which it cannot be told.

    Told are whole points and turns in the world, from `Reach`, `Hold`, `Orient` and `LookAt`; of several the first
    counts. `start`: what `Hold` keeps. `now`: where a session is; it keeps its heading where goals say little. Where
    place and turn of a segment are both known, the place is that of the segment's origin, as the net was trained. A
    fingertip stands for its hand and toes for their foot, as they are bent at the start.

    Each of the others by the hand that it turns (0 left, 1 right, -1 none) and by how much the pose `begun` (by default
    the start) misses it: none of those that some joints do alone, nor balance and keeping clear, which a body does as
    it is.
    """
    heard = _listener(Same(start)).heard(tasks)
    pelvis = start.figure._segment_ids["pelvis"]
    told = _core.told_by((now or start)._core, pelvis, KEPT if now else 0.0, heard.sayings)
    return told, [_missed(Same(task), Same(start), Same(begun or start)) for task in heard.untold]


def _asks_the_body(task: Task) -> bool:
    return task.enabled and task.joints is None and not isinstance(task, Avoid | Balance | Posture)


class Heard(NamedTuple):
    """What tasks say, task by task, None where they say nothing or nothing that the net could be told; that without the
    gaps; and the tasks that ask the body for something of which it cannot be told."""

    tasks: list[Task]
    said: list[_core.Saying | None]
    sayings: list[_core.Saying]
    untold: list[Task]


class Listener:
    """What tasks say to those who begin at one pose. From one goal of a session to the next only few say something
    else: of tasks that are still the same is known what they say. Several threads may ask at once."""

    def __init__(self, start: Pose) -> None:
        self._start = start
        self._last = Heard([], [], [], [])

    def heard(self, tasks: Sequence[Task]) -> Heard:
        """What these tasks say."""
        known, said, _, untold = self._last
        told_alone = len(known) == len(tasks)  # whether those that say something else are told before and after
        if told_alone:
            now = said.copy()
            for i, (task, before) in enumerate(zip(tasks, known, strict=True)):
                if task is not before:
                    now[i] = self._said_after(before, said[i], task)
                    told_alone = told_alone and said[i] is not None and now[i] is not None
        else:
            now = [self._said(task) for task in tasks]
        sayings = [saying for saying in now if saying is not None]
        if not told_alone:
            untold = [task for task, saying in zip(tasks, now, strict=True) if saying is None and _asks_the_body(task)]
        self._last = Heard(list(tasks), now, sayings, untold)
        return self._last

    def _said(self, task: Task) -> _core.Saying | None:
        return _said(task, self._start) if task.enabled else None

    def _said_after(self, before: Task, said: _core.Saying | None, task: Task) -> _core.Saying | None:
        """What a task says in the place of another one: of one of its form that says the same or, where the goal is a
        point, the same of another point."""
        if type(before) is not type(task) or (form := task._form) is None or before._form != form:
            return self._said(task)
        if before._given_goal is task._given_goal:
            return said
        plain = said is not None and (type(task) is LookAt or (type(task) is Reach and task.axes == "xyz"))
        return said.of(task.point) if plain else self._said(task)  # type: ignore[union-attr, attr-defined]


@lru_cache(maxsize=64)
def _listener(start: Same[Pose]) -> Listener:
    return Listener(start.thing)


def is_told(task: Task, figure: Figure) -> TypeGuard[Reach | Hold | Orient | LookAt]:
    """Whether it can be told: a whole point, turn or frame of one of these segments, or a point to look at; for all
    joints to serve, as they did for the captured people."""
    if not isinstance(task, Reach | Hold | Orient | LookAt) or task.joints is not None:
        return False
    segment = figure.sites[task.site].segment
    if isinstance(task, LookAt):
        return segment == "head"
    if isinstance(task, Orient):
        return segment in EFFECTORS and task.axis is None and task.frame is None
    if isinstance(task, Reach) and task.axes != "xyz" and not (segment in TRUNK and "y" in task.axes):
        return False
    return not isinstance(getattr(task, "frame", None), str) and _bearer(figure, segment) is not None


@lru_cache(maxsize=256)
def _missed(key: Same[Task], start: Same[Pose], begun: Same[Pose]) -> tuple[int, float]:
    """The hand that a task turns, which its arm can do, and by how much a pose misses it, as the solver sees it."""
    task = key.thing.told_as(start.thing)
    site = task.site if isinstance(task, Orient | LookAt) else None
    part = None if site is None else start.thing.figure.sites[site].segment
    solver = _core.Solver(Plan(begun.thing, [[task]]).problem, np.array(begun.thing.coordinates))
    return HANDS.index(part) if part in HANDS else -1, float(np.linalg.norm(solver.task_residuals()))


def _bearer(figure: Figure, segment: str) -> str | None:
    """The segment the net knows of which this one is a part: itself, or that which carries it by joints such as those
    of fingers and toes, of which the net says nothing."""
    return segment if segment in EFFECTORS else _bearer_of_part(Same(figure), segment)


@lru_cache(maxsize=256)
def _bearer_of_part(key: Same[Figure], segment: str) -> str | None:
    figure, spoken = key.thing, {name for name, _ in JOINTS}
    at = {branch.segment: branch for branch in figure.branches}
    while segment not in EFFECTORS:
        branch = at[segment]
        if branch.carrier < 0 or branch.joint.name in spoken:
            return None
        segment = figure.branches[branch.carrier].segment
    return segment


def _said(given: Task, start: Pose) -> _core.Saying | None:
    """What a task says; None where the net cannot be told it."""
    task = given.told_as(start)
    if isinstance(task, CenterOfMass):
        return _lowered(task, start)
    if not is_told(task, start.figure):
        return None
    part, local, axes, rigid = _borne(Same(start), task.site)
    if isinstance(task, LookAt):
        return _core.Saying(part, gaze=(task.point, local))
    if isinstance(task, Reach):
        return _core.Saying(part, place=(_whole(task, start), local))
    if isinstance(task, Orient):
        return _core.Saying(part, turn=(rotation_matrix(task.rotation) @ axes.T).ravel())
    frame = start.frame(task.site) if task.frame is None else task.frame.matrix
    turn = (frame[:3, :3] @ axes.T).ravel() if rigid else None
    return _core.Saying(part, (np.array(frame[:3, 3]), local), turn)


def _lowered(task: CenterOfMass, start: Pose) -> _core.Saying | None:
    """Who brings the centre of mass down brings the pelvis down, in which it nearly is, by as much."""
    if task.joints is not None or task.point is None or "y" not in task.axes:
        return None
    asked = ["xyz"[i] in task.axes for i in range(3)]
    way = np.where(asked, np.subtract(task.point, start.center_of_mass), 0.0)
    return _core.Saying(EFFECTORS.index("pelvis"), place=(start.segment_frame("pelvis")[:3, 3] + way, np.zeros(3)))


@lru_cache(maxsize=256)
def _borne(key: Same[Pose], site: str) -> tuple[int, Array, Array, bool]:
    """The part that bears a site, by its number; where the site is on it, and its axes there; and whether it is on that
    very segment, and not on one that is bent against it at the start."""
    start, placed = key.thing, key.thing.figure.sites[site]
    segment = _bearer(start.figure, placed.segment)
    assert segment is not None
    rigid = segment == placed.segment
    matrix = placed.placement.matrix
    if not rigid:
        matrix = np.asarray(np.linalg.solve(start.segment_frame(segment), start.frame(site)), np.float64)
    return EFFECTORS.index(segment), np.ascontiguousarray(matrix[:3, 3]), np.array(matrix[:3, :3]), rigid


def _whole(task: Reach, start: Pose) -> Vec3 | Array:
    """The point wanted; what is not said of it is as the start has it."""
    if task.axes == "xyz":
        return cast(Vec3, task.point)
    said = ["xyz"[i] in task.axes for i in range(3)]
    return np.where(said, task.point, start.position(task.site))
