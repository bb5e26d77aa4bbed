"""Edits of the pose and of the library of poses."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from poise.errors import InputError, UnknownNameError
from poise.figure.check import name as checked_name
from poise.figure.figure import Figure
from poise.figure.placement import Placement
from poise.io.figure.read import METRES
from poise.plot.colors import side_of
from poise.pose import Pose
from poise.studio.document.pins import pin_name, pins
from poise.studio.document.points import mirrored_point, site_at
from poise.studio.document.state import State
from poise.studio.document.tasks import removed, with_task
from poise.tasks.hold import Hold
from poise.tasks.reach import Reach


def applied(state: State, source: str, name: str) -> Pose:
    """The pose that is meant: of the library, a posture of the figure, or the start."""
    if source == "start":
        return state.start
    if source == "posture":
        return state.figure.pose(name)
    if name not in state.poses:
        raise UnknownNameError("pose", name, state.poses, "the library")
    return state.poses[name]


def with_joints(pose: Pose, values: Mapping[str, Sequence[float]]) -> Pose:
    """With joints at natural coordinates, degrees and metres, and inside the limits."""
    return pose.with_joints({j: natural(pose.figure, j, v) for j, v in values.items()}).clamped()


def natural(figure: Figure, joint: str, values: Any) -> tuple[float, ...]:
    """Natural coordinates of a joint from degrees and metres."""
    coordinates = figure.joint(joint).coordinates
    if not isinstance(values, Sequence) or isinstance(values, str | bytes) or len(values) != len(coordinates):
        raise InputError(f"joint {joint!r} takes {len(coordinates)} numbers ({', '.join(coordinates)}), not {values!r}")
    if not all(isinstance(v, int | float) and not isinstance(v, bool) and math.isfinite(v) for v in values):
        raise InputError(f"joint {joint!r} takes finite numbers, not {values!r}")
    pairs = zip(coordinates, values, strict=True)
    return tuple(float(v) if c in METRES else math.radians(v) for c, v in pairs)


def mirrored(pose: Pose, side: str) -> Pose:
    """Left and right swapped, or one side made like the other."""
    image = pose.mirrored()
    if side == "swap":
        return image
    to = "right" if side == "left_to_right" else "left"
    figure = pose.figure
    copied = [n for n in figure.joints if figure.mirror.other(n) != n and (side_of(n) or " ")[0] == to[0]]
    coordinates = np.array(pose.coordinates)
    for name in copied:
        coordinates[figure.coordinate_slice(name)] = image.coordinates[figure.coordinate_slice(name)]
    return Pose(figure, coordinates).clamped()


def kept(state: State, name: str) -> State:
    """With the present pose in the library."""
    return replace(state, poses={**state.poses, checked_name(name, "pose"): state.pose})


def renamed(state: State, name: str, to: str) -> State:
    """With another name for a pose of the library, in its place."""
    applied(state, "library", name)
    if to != name and to in state.poses:
        raise InputError(f"the library has a pose named {to!r} already")
    checked_name(to, "pose")
    return replace(state, poses={to if n == name else n: pose for n, pose in state.poses.items()})


def forgotten(state: State, name: str) -> State:
    """Without a pose of the library."""
    applied(state, "library", name)
    return replace(state, poses={n: pose for n, pose in state.poses.items() if n != name})


def pinned(
    state: State, site: str | None, segment: str | None, point: Sequence[float] | None, turn: bool
) -> tuple[State, str | None]:
    """With a site held where it is, in the top level, and the task's name; or let go when it was pinned, and None."""
    if site is None:
        if segment is None or point is None:
            raise InputError("pin needs a site, or a segment and a point on it")
        state, site = site_at(state, segment, point)
    state.figure.site(site)
    pin = next((t for t in state.tasks.values() if is_pin(t, site)), None)
    if pin is not None:
        return removed(state, "tasks", pin.name), None
    frame = state.pose.frame(site)
    name = next(
        n for i in range(1, 1000) if (n := pin_name(site) if i == 1 else f"{pin_name(site)} {i}") not in state.tasks
    )
    task = Hold(site, frame=Placement.from_matrix(frame), name=name)
    return with_task(state, task if turn else Reach(site, frame[:3, 3].tolist(), name=name), 1)


def mirrored_spot(
    pose: Pose, site: str | None, segment: str | None, point: Sequence[float] | None
) -> tuple[str | None, str | None, Sequence[float] | None] | None:
    """The site, or the point of a segment, on the other side; None for one in the middle."""
    if site is not None:
        other = pose.figure.mirror.other(site)
        return None if other == site else (other, None, None)
    image = mirrored_point(pose, segment, point) if segment is not None and point is not None else None
    return None if image is None else (None, *image)


def is_pinned(state: State, site: str | None, segment: str | None, point: Sequence[float] | None) -> bool:
    """Whether a task pins the site, or the one at that point."""
    if site is None and segment is not None and point is not None:
        state, site = site_at(state, segment, point)
    return any(is_pin(task, str(site)) for task in state.tasks.values())


def is_pin(task: Any, site: str) -> bool:
    """Whether a task pins that site: any `Hold` of it, or a `Reach` that was made by pinning."""
    return pins(task) and task.site == site
