"""Mirror images of what is done to one side: tasks, forces and supports on the other, in the plane of the root."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from poise.figure.check import vec3
from poise.figure.figure import Figure
from poise.figure.placement import Placement, quaternion_of, rotation_matrix
from poise.forces.force import AnyForce, Force, Press
from poise.forces.support import Support
from poise.pose import Pose
from poise.studio.document.points import mirrored_target
from poise.studio.document.state import State
from poise.studio.document.tasks import part_at, removed, replaced, with_tasks
from poise.studio.protocol.plain import PartList, Place
from poise.tasks.hold import Hold
from poise.tasks.look_at import LookAt
from poise.tasks.orient import Orient
from poise.tasks.reach import Reach
from poise.tasks.task import Task
from poise.tasks.together import Together

Load = AnyForce | Support
Part = TypeVar("Part")
SITES = ("site", "site_a", "site_b", "onto")
"""The fields that name sites."""
TASKS = (Reach, Hold, Orient, LookAt, Together)
"""The kinds of tasks that have a mirror image."""
SAME = 1e-6
"""Metres: sites that are so near to the mirror image of another are it."""


def with_twins(before: State, after: State, list: PartList) -> State:
    """With the mirror images of what an action has added, where they have one; those of tasks on the same level."""
    if list == "criteria":
        return after
    if list == "tasks":
        for number, level in enumerate(after.levels, 1):
            new = [task for task in level if task.name not in before.tasks]
            images = [image for task in new if (image := mirrored_task(after.pose, task)) is not None]
            if images:
                return with_tasks(after, images, number)[0]
        return after
    added = [part for part in getattr(after, list) if part not in getattr(before, list)]
    loads = [load for part in added if (load := mirrored_load(after.pose, part)) is not None]
    return replace(after, **{list: (*getattr(after, list), *loads)}).checked() if loads else after  # type: ignore[arg-type]


def twin_of(state: State, list: PartList, at: Place) -> Place | None:
    """Where the part stands that is the same for the other side; None where there is none."""
    part = part_at(state, list, at)
    if list == "criteria" or (list == "tasks" and not isinstance(part, TASKS)):
        return None
    wanted = _other_sites(state.figure, part)
    if wanted is None:
        return None
    others = state.tasks.items() if list == "tasks" else enumerate(getattr(state, list))
    for place, other in others:
        if type(other) is type(part) and _sites(other) == wanted:
            return place
    return None


def like(state: State, list: PartList, at: Place, twin: Place, fields: Iterable[str]) -> tuple[State, Place]:
    """With these fields of a twin as the mirror image of the part has them; and where the twin stands then."""
    part, other = part_at(state, list, at), part_at(state, list, twin)
    image = mirrored_task(state.pose, part) if list == "tasks" else mirrored_load(state.pose, part)
    told = {name: getattr(image, name) for name in fields if name != "name" and name not in SITES}
    return replaced(state, list, twin, replace(other, **told)) if image is not None and told else (state, twin)


def without(state: State, list: PartList, at: Place, twin: Place | None) -> State:
    """Without a part and its twin."""
    if twin is None:
        return removed(state, list, at)
    if isinstance(at, int) and isinstance(twin, int) and twin > at:  # numbers change with what goes before them
        at, twin = twin, at
    return removed(removed(state, list, at), list, twin)


def mirrored_task(pose: Pose, task: Task) -> Task | None:
    """The same for the other side; None for what is its own image, of another kind, or has axes of its own."""
    other = _other_sites(pose.figure, task) if isinstance(task, TASKS) else None
    in_own_axes = (isinstance(task, Reach) and task.frame is not None) or (
        isinstance(task, Orient) and (task.axis is not None or task.frame is not None)
    )
    if other is None or in_own_axes:
        return None
    fields: dict[str, Any] = {**other, "name": "", "joints": _mirrored_joints(pose.figure, task.joints)}
    if isinstance(task, Reach | LookAt):
        fields["point"] = tuple(mirrored_target(pose, task.point))
    if isinstance(task, Orient):
        fields["rotation"] = quaternion_of(_mirrored_turn(pose, rotation_matrix(task.rotation)))
    if isinstance(task, Hold) and task.frame is not None:
        frame = task.frame.matrix
        place = mirrored_target(pose, frame[:3, 3])
        fields["frame"] = Placement(vec3(place, "a point"), quaternion_of(_mirrored_turn(pose, frame[:3, :3])))
    return replace(task, **fields)


def mirrored_load(pose: Pose, part: Load) -> Load | None:
    """The same at the site on the other side; None for what is its own image: in the middle, or of both sides."""
    other = _other_sites(pose.figure, part)
    if other is None:
        return None
    fields: dict[str, Any] = dict(other)
    if isinstance(part, Force | Press) and part.frame == "world":
        fields["vector"] = _mirrored(pose, part.vector)
    if isinstance(part, Force) and part.frame == "world":
        fields["torque"] = _mirrored(pose, part.torque, turns=True)
    if isinstance(part, Support):
        fields |= {"normal": part.normal and _mirrored(pose, part.normal)}
        fields |= {"rope": part.rope and mirrored_target(pose, part.rope)}
    return replace(part, **fields)


def _sites(part: Any) -> dict[str, str]:
    return {name: site for name in SITES if (site := getattr(part, name, None)) is not None}


def _other_sites(figure: Figure, part: Any) -> dict[str, str] | None:
    """The sites of a part on the other side; None where they are the same."""
    sites = _sites(part)
    other = {name: _other(figure, site) for name, site in sites.items()}
    return None if {*other.values()} == {*sites.values()} else other


def _other(figure: Figure, site: str) -> str:
    """The site on the other side: by its name or, of a point that somebody has made, by where it is."""
    named = figure.mirror.other(site)
    if named != site or site not in figure.sites:
        return named
    here = figure.sites[site]
    segment, place = figure.mirror.other(here.segment), np.array(here.placement.position)
    place["xyz".index(figure.mirror.axis)] *= -1.0
    for name, there in figure.sites.items():
        if name != site and there.segment == segment and np.abs(there.placement.position - place).max() < SAME:
            return name
    return site


def _mirrored_joints(figure: Figure, joints: Any) -> Any:
    """Who may help, on the other side."""
    other = figure.mirror.other
    if joints is None or isinstance(joints, str):
        return joints and other(joints)
    return tuple(other(entry) if isinstance(entry, str) else (other(entry[0]), entry[1]) for entry in joints)


def _mirrored(pose: Pose, vector: Any, turns: bool = False) -> tuple[float, ...]:
    """The image of a direction; an axis about which something turns has its image the other way round."""
    origin = np.array(mirrored_target(pose, (0.0, 0.0, 0.0)))
    image = np.array(mirrored_target(pose, vector)) - origin
    return tuple((-image if turns else image).tolist())


def _mirrored_turn(pose: Pose, turn: NDArray[np.float64]) -> NDArray[np.float64]:
    """How the image of what is turned so is turned: the axis that points across does so again."""
    columns = np.stack([_mirrored(pose, turn[:, i]) for i in range(3)], axis=1)
    columns[:, "xyz".index(pose.figure.mirror.axis)] *= -1.0
    return columns
