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


class Saying(NamedTuple):
    """What one task says of a part. `place`: a point in the world and where on the segment it is; `turn`: (9,) world ←
    segment, row by row; `gaze`: a point looked at, and where on the head the eyes are."""

    part: int
    place: tuple[Vec3 | Array, Array] | None = None
    turn: Array | None = None
    gaze: tuple[Vec3, Array] | None = None


def told_by(start: Pose, tasks: Sequence[Task], now: Pose | None = None) -> _core.Told:
    """Whole points and turns in the world, from `Reach`, `Hold`, `Orient` and `LookAt`; of several the first counts.

    `start`: what `Hold` keeps. `now`: where a session is; it keeps its heading where goals say little. Where place and
    turn of a segment are both known, the place is that of the segment's origin, as the net was trained. A fingertip
    stands for its hand and toes for their foot, as they are bent at the start.
    """
    told = _core.Told()
    told.face_as((now or start)._core, start.figure._segment_ids["pelvis"], KEPT if now else 0.0)
    for said in _listener(Same(start)).heard(tasks):
        if said is None:
            continue
        if said.gaze is not None:
            told.look(*said.gaze)
        if said.place is not None:
            told.place(said.part, *said.place)
        if said.turn is not None:
            told.turn(said.part, said.turn)
    told.join()
    return told


def untold(start: Pose, tasks: Sequence[Task], begun: Pose) -> list[tuple[int, float]]:
    """The tasks that want something of the whole body which the net cannot be told, each by the hand that it turns (0
    left, 1 right, -1 none) and by how much the pose `begun` misses it: none of those that some joints do alone, nor
    balance and keeping clear, which a body does as it is."""
    heard = _listener(Same(start)).heard(tasks)
    asking = [task for task, said in zip(tasks, heard, strict=True) if said is None and _asks_the_body(task)]
    return [_missed(Same(task), Same(start), Same(begun)) for task in asking]


def _asks_the_body(task: Task) -> bool:
    return task.enabled and task.joints is None and not isinstance(task, Avoid | Balance | Posture)


class Listener:
    """What tasks say to those who begin at one pose. From one goal of a session to the next only few say something
    else: of tasks that are still the same is known what they say. Several threads may ask at once."""

    def __init__(self, start: Pose) -> None:
        self._start = start
        self._last: tuple[list[Task], list[Saying | None]] = ([], [])

    def heard(self, tasks: Sequence[Task]) -> list[Saying | None]:
        """What each task says; None where it says nothing, or nothing that the net could be told."""
        known, said = self._last
        if len(known) != len(tasks):
            known, said = [None] * len(tasks), [None] * len(tasks)  # type: ignore[list-item]
        heard = [said[i] if _says_the_same(known[i], task) else self._said(task) for i, task in enumerate(tasks)]
        self._last = list(tasks), heard
        return heard

    def _said(self, task: Task) -> Saying | None:
        return _said(task, self._start) if task.enabled else None


def _says_the_same(known: Task | None, task: Task) -> bool:
    """Whether a task is one that was heard before, or one of its form with the very goal."""
    if known is task:
        return True
    if known is None or type(known) is not type(task) or known._given_goal is not task._given_goal:
        return False
    return task._form is not None and known._form == task._form


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


def _said(given: Task, start: Pose) -> Saying | None:
    """What a task says; None where the net cannot be told it."""
    task = given.told_as(start)
    if isinstance(task, CenterOfMass):
        return _lowered(task, start)
    if not is_told(task, start.figure):
        return None
    part, local, axes, rigid = _borne(Same(start), task.site)
    if isinstance(task, LookAt):
        return Saying(part, gaze=(task.point, local))
    if isinstance(task, Reach):
        return Saying(part, place=(_whole(task, start), local))
    if isinstance(task, Orient):
        return Saying(part, turn=(rotation_matrix(task.rotation) @ axes.T).ravel())
    frame = start.frame(task.site) if task.frame is None else task.frame.matrix
    turn = (frame[:3, :3] @ axes.T).ravel() if rigid else None
    return Saying(part, (np.array(frame[:3, 3]), local), turn)


def _lowered(task: CenterOfMass, start: Pose) -> Saying | None:
    """Who brings the centre of mass down brings the pelvis down, in which it nearly is, by as much."""
    if task.joints is not None or task.point is None or "y" not in task.axes:
        return None
    asked = ["xyz"[i] in task.axes for i in range(3)]
    way = np.where(asked, np.subtract(task.point, start.center_of_mass), 0.0)
    return Saying(EFFECTORS.index("pelvis"), place=(start.segment_frame("pelvis")[:3, 3] + way, np.zeros(3)))


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
