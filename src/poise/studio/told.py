"""The document as the panels show it."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from poise.criteria import Criterion
from poise.figure.placement import Placement
from poise.figure.shape import Box, Capsule, Cylinder, Ellipsoid, Sphere
from poise.forces.force import Force, Press
from poise.io.scene.surface import surface_parts
from poise.studio.document import meshes, obstacles
from poise.studio.document.clips import played
from poise.studio.document.company import heading_of
from poise.studio.document.parts import kind_key, placement_fields, shown
from poise.studio.document.state import State
from poise.studio.document.stays import Stay
from poise.studio.document.things import PlacedThing, obstacles_of, things_of
from poise.studio.document.workspace import Workspace
from poise.studio.protocol.clip import ClipShape
from poise.studio.protocol.company import Member
from poise.studio.protocol.document import Goal, Part, StayMark
from poise.studio.protocol.figure import Solid
from poise.studio.protocol.things import Thing as Told
from poise.studio.shapes import height, solid
from poise.tasks.balance import Balance
from poise.tasks.center_of_mass import CenterOfMass
from poise.tasks.hold import Hold
from poise.tasks.keep import Keep
from poise.tasks.look_at import LookAt
from poise.tasks.on_surface import OnSurface
from poise.tasks.orient import Orient
from poise.tasks.reach import Reach
from poise.tasks.task import Task
from poise.world.mesh import Mesh
from poise.world.obstacle import Obstacle

MOST_NAMES = 100
"""So many names of actions to undo or redo are told; there may be more."""


def levels_told(state: State) -> list[list[Part]]:
    """The tasks by level."""
    return [[Part(name=t.name, kind=kind_key(t), fields=shown(t)) for t in level] for level in state.levels]


def parts_told(parts: tuple[Any, ...]) -> list[Part]:
    """Criteria, forces or supports."""
    return [Part(name=_title(part), kind=kind_key(part), fields=shown(part)) for part in parts]


def criteria_told(state: State) -> list[Part]:
    """The criteria in one row; where they stand in levels, the name of each begins with its level."""
    told = parts_told(state.criteria)
    if len(state.criteria_levels) < 2:
        return told
    numbers = [number for number, size in enumerate(state.criteria_levels, 1) for _ in range(size)]
    return [replace(part, name=f"{number}. {part.name}") for number, part in zip(numbers, told, strict=True)]


def members_told(state: State) -> list[Member]:
    """Several figures, where each began: what is dragged moves in frames."""
    return [
        Member(
            name=name,
            position=[float(pose.segment_frame(pose.figure.root)[i, 3]) for i in (0, 2)],
            heading=math.degrees(heading_of(pose)),
            mass=pose.figure.mass,
            height=height(pose.figure),
            stances=list(pose.figure.stances),
        )
        for name, pose in state.pose.members.items()
    ]


def stays_told(state: State) -> list[StayMark]:
    """What was placed by hand."""
    return [
        StayMark(part=s.part, point=list(s.point), place=list(s.place))
        if isinstance(s, Stay)
        else StayMark(part=s.part, point=None, place=None)
        for s in state.stays
    ]


def things_told(state: State) -> list[Told]:
    """Things and obstacles around the body; those that have no simple shape are not drawn."""
    world = state.settings.get("world")
    return [thing_told(thing) for thing in things_of(world)]


def thing_told(thing: PlacedThing | Obstacle) -> Told:
    if isinstance(thing, Obstacle) and isinstance(thing.shape, Mesh):
        return Told(
            name=thing.name,
            kind="mesh",
            sizes=meshes.sizes_of(thing),
            position=list(meshes.foot(thing)),
            heading=math.degrees(obstacles.heading_of(thing)),
            solids=[],
            mesh=meshes.place_told(thing),
        )
    if isinstance(thing, Obstacle):
        return Told(
            name=thing.name,
            kind="obstacle",
            sizes=obstacles.sizes_of(thing),
            position=list(thing.placement.position),
            heading=math.degrees(obstacles.heading_of(thing)),
            solids=_solids([thing]),
            mesh=None,
        )
    return Told(
        name=thing.name,
        kind=thing.kind,
        sizes=dict(thing.sizes),
        position=list(thing.position),
        heading=math.degrees(thing.heading),
        solids=_solids(obstacles_of(thing)),
        mesh=None,
    )


def _solids(obstacles: list[Obstacle]) -> list[Solid]:
    found = []
    for obstacle in obstacles:
        shape = obstacle.shape
        if isinstance(shape, Box | Capsule | Cylinder | Ellipsoid | Sphere):
            found.append(solid(replace(shape, placement=obstacle.placement @ shape.placement)))
    return found


def goals_told(state: State) -> list[Goal]:
    """Everything of the document that has a place in the world and can be dragged there."""
    goals = [goal for task in state.tasks.values() if task.enabled for goal in _task_goals(state, task)]
    for index, force in enumerate(state.forces):
        if isinstance(force, Force | Press):
            goals.append(_goal("forces", index, "vector", "force", force.site, list(force.vector)))
    for index, support in enumerate(state.supports):
        if support.rope is not None:
            goals.append(_goal("supports", index, "rope", "point", support.site, list(support.rope)))
    return goals


def _task_goals(state: State, task: Task) -> Iterator[Goal]:
    match task:
        case Hold():
            held = task.frame or Placement.from_matrix(state.start.frame(task.site))
            yield _goal("tasks", task.name, "frame", "frame", task.site, placement_fields(held))
        case Reach() if not isinstance(task.frame, str):
            yield _goal("tasks", task.name, "point", "point", task.site, list(task.point))
        case LookAt():
            yield _goal("tasks", task.name, "point", "point", task.site, list(task.point))
        case CenterOfMass() if task.point is not None:
            yield _goal("tasks", task.name, "point", "point", None, list(task.point))
        case Balance() if task.over is not None and len(task.over) == 3:
            yield _goal("tasks", task.name, "over", "point", None, list(task.over))
        case Orient() if task.frame is None:
            kind = "turn" if task.axis is None else "direction"
            yield _goal("tasks", task.name, "rotation", kind, task.site, list(task.rotation))
        case OnSurface() if task.of is None:
            yield _goal("tasks", task.name, "surface", "surface", task.site, surface_parts(task.surface))
        case Keep() if task.point is not None and not isinstance(task.point, str):
            kind = "point" if task.normal is None else "plane"
            yield _goal("tasks", task.name, "point", kind, task.site, list(task.point))
        case Keep() if task.direction is not None:
            yield _goal("tasks", task.name, "direction", "direction", task.site, list(task.direction))


def _goal(list: str, at: str | int, field: str, kind: str, site: str | None, value: Any) -> Goal:
    return Goal(list=list, at=at, field=field, kind=kind, site=site, value=value)


def _title(part: Any) -> str:
    words = kind_key(part).replace("_", " ")
    if isinstance(part, Press):
        return f"{words} of {part.site} on {part.onto}"
    return words if isinstance(part, Criterion) else f"{words} on {' and '.join(getattr(part, 'sites', (part.site,)))}"


def clip_told(state: State, workspace: Workspace) -> ClipShape | None:
    """The motion that can be played with the figure as it is now."""
    clip = state.clip
    motion = None if clip is None else played(clip.motion, state.figure)
    if clip is None or motion is None:
        return None
    return ClipShape(
        name=motion.name,
        file=workspace.told(clip.file.resolve()),
        start=motion.start,
        end=motion.end,
        keys=len(motion),
        animations=list(clip.animations),
        notes=list(motion.notes),
    )
