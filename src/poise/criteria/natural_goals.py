"""What tasks say of hands, feet, head, pelvis and chest, as the net of natural posture is told it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, TypeGuard

import numpy as np

from poise.figure.placement import rotation_matrix
from poise.memo import Same
from poise.people.foresight import Array, Told, facing
from poise.people.net_layout import EFFECTORS, JOINTS
from poise.tasks.avoid import Avoid
from poise.tasks.balance import Balance
from poise.tasks.hold import Hold
from poise.tasks.look_at import LookAt
from poise.tasks.orient import Orient
from poise.tasks.posture import Posture
from poise.tasks.reach import Reach
from poise.tasks.task import Task

if TYPE_CHECKING:
    from poise.figure.figure import Figure
    from poise.pose import Pose

TRUNK = ("pelvis", "chest", "head")
"""Parts of which a height alone is told as well: they are thought to stay over the same place."""

AHEAD = 2.0
"""Metres: how far off the point is that somebody looks at who looks nowhere else (estimate)."""

KEPT = 0.5
"""How much it counts in a session where the figure faces now, leg lengths: as much as the direction of a foot."""


def told_by(start: Pose, tasks: Sequence[Task], now: Pose | None = None) -> Told:
    """Whole points and turns in the world, from `Reach`, `Hold`, `Orient` and `LookAt`; of several the first counts.

    `start`: what `Hold` keeps. `now`: where a session is; it keeps its heading where goals say little. Where place and
    turn of a segment are both known, the place is that of the segment's origin, as the net was trained. A fingertip
    stands for its hand and toes for their foot, as they are bent at the start.
    """
    figure = start.figure
    told = Told(facing=facing(np.array((now or start).segment_frame("pelvis")[:3, :3])), kept=KEPT if now else 0.0)
    for task in tasks:
        if task.enabled and is_told(task, figure):
            _tell(told, task, start)
    for name, turn in told.turn.items():
        if name in told.place:
            point, local = told.place[name]
            told.place[name] = point - turn @ local, np.zeros(3)
    return told


def told_as(pose: Pose, places: Mapping[str, Array], turns: Sequence[str], looks: bool, kept: float) -> Told:
    """What a pose does itself: where it has points on segments, how others are turned, where it looks."""
    frames = {name: np.array(pose.segment_frame(name)) for name in {*places, *turns, "head", "pelvis"}}
    head = frames["head"]
    return Told(
        {name: (frames[name][:3, :3] @ local + frames[name][:3, 3], local) for name, local in places.items()},
        {name: frames[name][:3, :3] for name in turns},
        head[:3, 3] + AHEAD * head[:3, 2] if looks else None,
        facing(frames["pelvis"][:3, :3]),
        kept,
    )


def untold(tasks: Sequence[Task], figure: Figure) -> list[Task]:
    """The tasks that want something of the whole body which the net cannot be told: none of those that some joints do
    alone, nor balance and keeping clear, which a body does as it is."""
    asking = [task for task in tasks if task.enabled and task.joints is None]
    return [task for task in asking if not isinstance(task, Avoid | Balance | Posture) and not is_told(task, figure)]


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


def _tell(told: Told, task: Reach | Hold | Orient | LookAt, start: Pose) -> None:
    site = start.figure.sites[task.site]
    segment = _bearer(start.figure, site.segment)
    assert segment is not None
    placed = np.array(site.placement.matrix)
    if segment != site.segment:
        placed = np.array(np.linalg.solve(start.segment_frame(segment), start.frame(task.site)))
    local, axes = placed[:3, 3], placed[:3, :3]
    if isinstance(task, LookAt) and told.gaze is None:
        told.gaze = np.array(task.point)
    if isinstance(task, Reach):
        told.place.setdefault(segment, (_whole(task, start), local))
    if isinstance(task, Orient):
        told.turn.setdefault(segment, rotation_matrix(task.rotation) @ axes.T)
    if isinstance(task, Hold):
        frame = start.frame(task.site) if task.frame is None else task.frame.matrix
        told.place.setdefault(segment, (np.array(frame[:3, 3]), local))
        if segment == site.segment:
            told.turn.setdefault(segment, frame[:3, :3] @ axes.T)


def _whole(task: Reach, start: Pose) -> Array:
    """The point wanted; what is not said of it is as the start has it."""
    said = ["xyz"[i] in task.axes for i in range(3)]
    return np.where(said, task.point, start.position(task.site))
