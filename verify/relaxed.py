"""The same question with one thing relaxed by an amount, built from public names alone."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np

import poise
from poise import Cone, Ellipse, Figure, Polygon, Pose, Range, TwistTable
from poise.tasks import Balance, CenterOfMass, Keep, LookAt, Orient, Reach, Task

Levels = list[list[Task]]
Asked = tuple[Figure, Levels]
WIDEST = math.pi - 1e-6
ROUGH = 20.0
"""A coefficient of friction at which nothing slips that could be held at all."""


def without(asked: Asked, kind: str, name: str, victim: str) -> Asked:
    """As if a suspect did not exist."""
    figure, levels = asked
    if kind == "task":
        kept = [[t for t in level if t.name != name] for level in levels]
        return figure, [level for level in kept if level]
    if kind == "coupling":
        return figure.without_coupling(name), levels
    if kind == "limit":
        joint, key = name.rsplit(".", 1)
        return figure.with_limits(joint, **{key: None}), levels
    if kind == "recruits":
        return figure, edited(levels, victim, lambda t: replace(t, joints=_helpers(t, name)))
    return figure, edited(levels, victim, lambda t: _loaded(t, kind, name, 0.0 if kind == "force" else ROUGH))


def relaxed(asked: Asked, kind: str, name: str, victim: str, by: float) -> Asked | None:
    """With a suspect relaxed by an amount; None where only giving way to the other task can tell."""
    figure, levels = asked
    if kind == "limit":
        joint, key = name.rsplit(".", 1)
        return figure.with_limits(joint, **{key: wider(figure.joints[joint].limits[key], by)}), levels
    if kind == "coupling":
        coupling = figure.couplings[name]
        return figure.with_coupling(replace(coupling, min=coupling.min - by, max=coupling.max + by)), levels
    if kind == "task":
        change = roomier(task_of(levels, name), by)
        return None if change is None else (figure, edited(levels, name, lambda _: change))
    if kind == "force":
        size = load_size(task_of(levels, victim), name)
        return figure, edited(levels, victim, lambda t: _loaded(t, kind, name, 1.0 - by / size))
    has = max(s.friction for s in task_of(levels, victim).supports)  # type: ignore[attr-defined]
    return figure, edited(levels, victim, lambda t: _loaded(t, kind, name, has + by))


def demoted(levels: Levels, name: str, below: str, tolerance: Any) -> Levels:
    """With one task in a level of its own below that of another, and with a larger tolerance."""
    task, found = task_of(levels, name), list[list[Task]]()
    for level in levels:
        found.append([t for t in level if t.name != name])
        if any(t.name == below for t in level):
            found.append([replace(task, tolerance=tolerance)])
    return [level for level in found if level]


def roomier(task: Task, by: float) -> Task | None:
    """A task that is content within an amount of what it wants; None for those without such a region."""
    shared = {"name": task.name, "weight": task.weight, "joints": task.joints, "tolerance": task.tolerance}
    match task:
        case Balance(over=None):
            return replace(task, margin=task.margin - by)
        case Keep():
            return _keep(task, by)
        case Reach(axes="xyz", frame=None):
            return Keep(task.site, task.point, max=by, **shared)
        case LookAt():
            return Keep(task.site, task.point, axis=task.axis, angle=by, **shared) if by < math.pi else None
        case Orient() if task.axis is not None and len(task.rotation) == 3:
            return Keep(task.site, direction=task.rotation, axis=task.axis, angle=by, **shared)
    return None


def nearer(task: Task, pose: Pose, amounts: Any, part: float, *, tolerance: bool) -> Task:
    """The task with its own goal, or its tolerance, relaxed by a part of the amounts, from what a pose reached."""
    by = part * amounts[0][0]
    match None if tolerance else task:
        case Reach(frame=None) | CenterOfMass(supports=None):
            at = pose.position(task.site) if isinstance(task, Reach) else pose.center_of_mass
            axes, goal = ["xyz".index(a) for a in task.axes], np.array(task.point)
            way = (np.array(at) - goal)[axes]
            goal[axes] += way / np.linalg.norm(way) * by
            return replace(task, point=goal)
        case Balance(over=None):
            return replace(task, margin=task.margin - by)
        case LookAt() | Orient() if (cone := roomier(task, by)) is not None:
            return cone
    more = {"m": task.tolerance_in("m"), "rad": task.tolerance_in("rad")}
    for value, unit in amounts:
        more[unit] += part * value
    return replace(task, tolerance=(more["m"], more["rad"]))


def wider(limit: Any, by: float) -> Any:
    """A limit whose edges are all moved out by an amount."""
    match limit:
        case Range():
            return Range(limit.min - by, limit.max + by)
        case Cone():
            return Cone(min(limit.angle + by, WIDEST))
        case Ellipse():
            return Ellipse(min(limit.x + by, WIDEST), min(limit.y + by, WIDEST))
        case TwistTable():
            return TwistTable(tuple((d, low - by, high + by) for d, low, high in limit.rows))
        case Polygon():
            return _wider_polygon(limit, by)
    raise TypeError(limit)


def task_of(levels: Levels, name: str) -> Task:
    return next(t for level in levels for t in level if t.name == name)


def edited(levels: Levels, name: str, change: Callable[[Task], Task]) -> Levels:
    return [[change(t) if t.name == name else t for t in level] for level in levels]


def load_size(task: Any, name: str) -> float:
    """Kilograms or newtons of a load that an explanation names."""
    (load,) = (load for load in task.forces if name.endswith(load.site))
    return load.kilograms if isinstance(load, poise.Weight) else float(np.linalg.norm(load.vector))


def _keep(task: Keep, by: float) -> Task | None:
    if task.normal is not None:
        return replace(task, point=np.array(task.point) - by * np.array(task.normal))
    if task.angle is not None:
        return replace(task, angle=min(task.angle + by, WIDEST))
    low = None if task.min is None else max(task.min - by, 0.0)
    return replace(task, min=low, max=None if task.max is None else task.max + by)


def _wider_polygon(limit: Polygon, by: float) -> Polygon:
    """Every corner turned away from the middle of the side that is allowed, to the left of the edges."""
    corners = np.array(limit.vertices)
    middle = np.cross(corners, np.roll(corners, -1, axis=0)).sum(axis=0)
    middle /= np.linalg.norm(middle)
    found = []
    for corner in corners:
        away = corner - (corner @ middle) * middle
        angle = min(math.atan2(float(np.linalg.norm(away)), float(corner @ middle)) + by, WIDEST)
        found.append(math.cos(angle) * middle + math.sin(angle) * away / np.linalg.norm(away))
    return Polygon(tuple(tuple(c / np.linalg.norm(c)) for c in found))


def _helpers(task: Task, joint: str) -> Any:
    """Everybody, or the joints that help already and one more."""
    if not joint:
        return None
    weights = dict.fromkeys(task.joints, 1.0)
    return {**weights, joint: 1.0}


def _loaded(task: Any, kind: str, name: str, size: float) -> Task:
    if kind == "support":
        return replace(task, supports=[replace(s, friction=max(size, s.friction)) for s in task.supports])
    kept = [_scaled(load, size) if name.endswith(load.site) else load for load in task.forces]
    return replace(task, forces=[load for load in kept if load is not None])


def _scaled(load: Any, by: float) -> Any:
    if by == 0.0:
        return None
    if isinstance(load, poise.Weight):
        return replace(load, kilograms=by * load.kilograms)
    return replace(load, vector=by * np.array(load.vector))
