"""A picture of a solved scene: the pose, and the points its tasks wanted."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np

from poise.plot.lines import ball, tube
from poise.plot.marks import ring
from poise.plot.mesh import Floats
from poise.plot.obstacles import OPACITY, obstacle_items
from poise.plot.picture import Panel, Picture
from poise.plot.pose_picture import plot_pose, pose_scene
from poise.plot.props import Prop
from poise.plot.scene import Item
from poise.plot.scene import Scene as Drawing
from poise.plot.staging import upright
from poise.plot.views import view_of
from poise.tasks.keep import Keep
from poise.tasks.members import pose_for
from poise.tasks.plan import unique_names
from poise.tasks.task import Task

if TYPE_CHECKING:
    from poise.pose import Pose
    from poise.scene.scene import Scene
    from poise.solution import Solution

MET, MISSED = "#3f8f5f", "#d98a1f"


def scene_picture(
    scene: Scene, solution: Solution, *, label: str = "", size: tuple[int, int] | None = None, **options: Any
) -> Picture:
    """The solution as the scene's shot shows it; `options` of `pose_scene` go before the shot's."""
    return Picture([Panel(scene_drawing(scene, solution, **options), view_of(scene.shot.view), label)], size=size)


def scene_drawing(scene: Scene, solution: Solution, **options: Any) -> Drawing:
    """Everything that the picture shows, before it is seen from anywhere."""
    shot = scene.shot
    shown: dict[str, Any] = {n: getattr(shot, n) for n in ("com", "support", "floor", "skeleton")}
    if shot.start:
        shown["ghost"] = scene.start
    drawing = pose_scene(solution.pose, **{**shown, **options})
    if scene.world is not None:
        turn = upright(scene.figure.gravity)
        items = [replace(item, mesh=item.mesh.moved(turn), opacity=OPACITY) for item in obstacle_items(scene.world)]
        drawing = replace(drawing, items=(*drawing.items, *items))
    if not shot.goals:
        return drawing
    size = float(np.linalg.norm(np.ptp(drawing.points(everything=True), axis=0))) or 1.0
    turn = upright(scene.figure.gravity)
    marks = [replace(item, mesh=item.mesh.moved(turn)) for item in goal_items(scene.tasks, solution, size)]
    return replace(drawing, items=(*drawing.items, *marks))


def solution_picture(solution: Solution, *, props: Prop | Iterable[Prop] = (), **options: Any) -> Picture:
    """The pose that was found and what its tasks wanted; `options` of `poise.plot.plot_pose`."""
    pose = solution.pose
    asked = [] if solution.question is None else list(solution.question.tasks.values())
    places = np.array([pose.position(site) for site in pose.figure.sites] or np.zeros((1, 3)))
    size = float(np.linalg.norm(np.ptp(places, axis=0))) or 1.0
    goals = Prop(tuple(goal_items(asked, solution, size)))
    given = (props,) if isinstance(props, Prop) else tuple(props)
    return plot_pose(pose, props=(*given, goals), **options)


def goal_items(tasks: Iterable[Task], solution: Solution, size: float) -> list[Item]:
    """What the enabled tasks want, green where it is met and orange where not."""
    ranked = sorted(tasks, key=lambda task: not task.is_structural)  # as the solver names them
    asked = [(solution.task(n).met, t) for t, n in zip(ranked, unique_names(ranked), strict=True) if t.enabled]
    items = []
    for met, task in sorted(asked, key=lambda entry: entry[0]):  # of two that want one point the first shows
        color = MET if met else MISSED
        items += _point_items(task, solution.pose, size, color) + _inertia_items(task, solution.pose, size, color)
    return items


def _point_items(task: Task, pose: Pose, size: float, color: str) -> list[Item]:
    """A ball at the world point that a task wants, and a line to it from the site that should be there."""
    point = getattr(task, "point", None)
    elsewhere = isinstance(task, Keep) or isinstance(getattr(task, "frame", None), str)  # no goal, or not in the world
    if not isinstance(point, tuple) or elsewhere:
        return []
    goal = np.array(point)
    items = [Item(ball(goal, 0.012 * size), color, on_top=True)]
    for site in task.sites:
        at = np.array(pose.position(site))
        if float(np.linalg.norm(at - goal)) > 0.03 * size:
            items += _dashes(at, goal, 0.0025 * size, color)
    return items


def _inertia_items(task: Task, pose: Pose, size: float, color: str) -> list[Item]:
    """Rings about the centre of mass with the radius of gyration: thin as it is, thick as wanted (Baerlocher 7.3.3)."""
    pose = pose_for(task, pose)
    wanted, axis = getattr(task, "moment", None), getattr(task, "axis", None)
    if wanted is None or axis is None:
        return []
    moments = {0.0025: pose.moment_of_inertia(axis), 0.006: wanted}
    rings = []
    for thickness, moment in moments.items():
        radius = math.sqrt(moment / pose.figure.mass)
        rings.append(Item(ring(pose.center_of_mass, axis, radius, thickness * size), color, on_top=True))
    return rings


def _dashes(start: Floats, end: Floats, radius: float, color: str) -> list[Item]:
    """A dashed line, so that it is not taken for a part of the body."""
    count = max(2, int(float(np.linalg.norm(end - start)) / (14 * radius)))
    ends = start + np.linspace(0.0, 1.0, 2 * count)[:, None] * (end - start)
    return [Item(tube(ends[i : i + 2], radius), color, shaded=False) for i in range(0, 2 * count, 2)]
