"""What tasks say of hands, feet, head, pelvis and chest, as the net of natural posture is told it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from poise.criteria.criterion import Array
from poise.figure.placement import rotation_matrix
from poise.people.foresight import Told, facing
from poise.people.net_layout import EFFECTORS
from poise.tasks.hold import Hold
from poise.tasks.look_at import LookAt
from poise.tasks.orient import Orient
from poise.tasks.reach import Reach
from poise.tasks.task import Task

if TYPE_CHECKING:
    from poise.pose import Pose

KEPT = 0.5
"""How much it counts in a session where the figure faces now, leg lengths: as much as the direction of a foot."""


def told_by(start: Pose, tasks: Sequence[Task], now: Pose | None = None) -> Told:
    """Whole points and turns in the world, from `Reach`, `Hold`, `Orient` and `LookAt`; of several the first counts.

    `start`: what `Hold` keeps. `now`: where a session is; it keeps its heading where goals say little. Where place and
    turn of a segment are both known, the place is that of the segment's origin, as the net was trained.
    """
    figure = start.figure
    told = Told(facing=facing(np.array((now or start).segment_frame("pelvis")[:3, :3])), kept=KEPT if now else 0.0)
    for task in tasks:
        if not isinstance(task, Reach | Hold | Orient | LookAt) or not task.enabled:
            continue
        site = figure.sites[task.site]
        if site.segment in EFFECTORS:
            _tell(told, task, start, site.segment, np.array(site.placement.position), site.placement.matrix[:3, :3])
    for name, turn in told.turn.items():
        if name in told.place:
            point, local = told.place[name]
            told.place[name] = point - turn @ local, np.zeros(3)
    return told


def _tell(told: Told, task: Task, start: Pose, segment: str, local: Array, axes: Array) -> None:
    if isinstance(task, LookAt) and segment == "head" and told.gaze is None:
        told.gaze = np.array(task.point)
    if isinstance(task, Reach) and task.axes == "xyz" and not isinstance(task.frame, str):
        told.place.setdefault(segment, (np.array(task.point), local))
    if isinstance(task, Orient) and task.axis is None and task.frame is None:
        told.turn.setdefault(segment, rotation_matrix(task.rotation) @ axes.T)
    if isinstance(task, Hold):
        frame = start.frame(task.site) if task.frame is None else task.frame.matrix
        told.place.setdefault(segment, (np.array(frame[:3, 3]), local))
        told.turn.setdefault(segment, frame[:3, :3] @ axes.T)
