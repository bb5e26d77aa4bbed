"""Stances taken by the body of a document: the pose, what it rests on, and the tasks that keep it there."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace

import numpy as np

from poise.errors import InputError, PoiseError
from poise.figure.placement import Placement
from poise.pose import Pose
from poise.stances.stance import Stance
from poise.studio.document import things
from poise.studio.document.pins import pin_name, pins
from poise.studio.document.state import State
from poise.tasks.balance import Balance
from poise.tasks.hold import Hold
from poise.tasks.reach import Reach
from poise.tasks.task import Task


def taken(state: State, name: str) -> State:
    """In the stance of that name. What held the body before is let go; goals, forces and criteria stay as they are.

    Its contacts are the top level, balance the next; a stance that is a moment of a movement has none.
    """
    if not state.figure.stances:
        raise InputError(f"the figure {state.figure.name!r} has no stances; people have")
    stance = _on_a_chair(state, state.figure.stance(name))
    kept = [[task for task in level if not pins(task)] for level in state.levels]
    balance = next((t for level in kept for t in level if isinstance(t, Balance)), None)
    wishes = tuple(tuple(t for t in level if not isinstance(t, Balance)) for level in kept)
    above = [tuple(_named(task) for task in stance.tasks)]
    above += [] if stance.motion else [(balance or Balance(),)]
    levels = (*above, *(level for level in wishes if level))
    at = {"start": stance.pose, "pose": stance.pose, "stays": ()}
    return replace(state, **at, supports=stance.supports, levels=levels).checked()  # type: ignore[arg-type]


def _on_a_chair(state: State, stance: Stance) -> Stance:
    """Who sits does so on the chair that is there, unless no legs of this length fit it."""
    chair = things.chair_to_sit_on(state) if "seat" in stance.surfaces else None
    if chair is None:
        return stance
    with suppress(PoiseError):
        stance = state.figure.stance(stance.name, seat=chair.position[1])
    seats = [stance.pose.position(contact.point) for contact in stance.contacts if contact.surface == "seat"]
    x, _, z = np.mean(seats, axis=0).tolist()
    to = Placement((chair.position[0], 0.0, chair.position[2]), chair.rotation) @ Placement((-x, 0.0, -z))
    base = to @ Placement.from_matrix(stance.pose.segment_frame(stance.pose.figure.root))
    pose = stance.pose.with_joints({stance.pose.figure.base.name: (*base.position, *base.rotation)})
    return replace(stance, pose=pose, tasks=tuple(_there(task, pose) for task in stance.tasks))


def _there(contact: Task, pose: Pose) -> Task:
    """The task that keeps a contact, where a pose has it."""
    if isinstance(contact, Hold):
        return replace(contact, frame=Placement.from_matrix(pose.frame(contact.site)))
    return replace(contact, point=pose.position(contact.site)) if isinstance(contact, Reach) else contact


def _named(task: Task) -> Task:
    """A contact without a turn is named as a pin is, so that it can be let go like one."""
    return replace(task, name=pin_name(task.site)) if isinstance(task, Reach) else task
