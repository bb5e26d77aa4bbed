"""Supports that are surfaces of the world: a seat, a stair, a ledge. They take normal and friction from it."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np

from poise.errors import InputError, UnknownNameError
from poise.figure.check import Vec3, vec3
from poise.forces.support import Grip, Support
from poise.support import soles_down
from poise.world.hand import hand_of
from poise.world.world import World, checked_world

if TYPE_CHECKING:
    from poise.pose import Pose

WITHIN = 0.02
"""m: what is that near to a surface rests on it, as soles do on the floor."""
UPWARD = 0.5
"""Cosine of the steepest slope that a sole is taken to stand on by itself: 60°."""


def footed(pose: Pose, supports: Any, world: Any) -> Any:
    """Supports with the normal and the friction of the obstacles they are on, where the pose has them.

    A support that does not touch its obstacle yet gets the normal straight up: who steps onto a stair is not there at
    the start.
    """
    if world is not None:
        checked_world(world)
    if not isinstance(supports, (list, tuple)) or not supports:
        return supports
    if not any(isinstance(s, Support) and s.on for s in supports):
        return supports
    return tuple(_footed(pose, s, world) if isinstance(s, Support) and s.on else s for s in supports)


def standing(pose: Pose, world: World, friction: float) -> list[Support]:
    """What a pose stands on without being told: soles on obstacles, and on the floor at height 0."""
    on_things = _on_things(pose, world, list(pose.figure.soles))
    there = {support.site for support in on_things}
    return [*on_things, *(Support(sole, friction=friction) for sole in soles_down(pose) if sole not in there)]


def standing_on(pose: Pose, world: World) -> list[Support]:
    """The same where some soles are on obstacles and not on the floor; else nothing, and the floor is all there is."""
    on_floor = soles_down(pose)
    on_things = _on_things(pose, world, [sole for sole in pose.figure.soles if sole not in on_floor])
    return [*on_things, *(Support(sole) for sole in on_floor)] if on_things else []


def _on_things(pose: Pose, world: World, soles: list[str]) -> list[Support]:
    """Soles that lie on an obstacle, all corners within 2 cm of it."""
    found = [(sole, next((name for name in world if _lies_on(pose, sole, world, name)), None)) for sole in soles]
    return [_footed(pose, Support(sole, on=name), world) for sole, name in found if name is not None]


def _lies_on(pose: Pose, sole: str, world: World, name: str) -> bool:
    near = (world.nearness(name, corner) for corner in _points(pose, Support(sole)))
    up = -np.array(pose.figure.gravity)
    up /= np.linalg.norm(up) or 1.0
    return all(abs(distance) <= WITHIN and normal @ up > UPWARD for distance, normal in near)


def _footed(pose: Pose, support: Support, world: World | None) -> Support:
    what = f"support {support.site!r}"
    if world is None:
        raise InputError(f"{what} is on {support.on!r}: give the world that has it, world=")
    if support.on not in world:
        raise UnknownNameError("obstacle", support.on, world, f"{what}: the world")
    if support.grip:
        return _gripped(pose, support, world)
    points = _points(pose, support)
    normals = [world.nearness(str(support.on), point) for point in points]
    touching = [normal for distance, normal in normals if abs(distance) <= WITHIN]
    mean = np.sum(touching, axis=0) if touching else np.zeros(3)
    normal: Vec3 | None = None
    if np.linalg.norm(mean) > 1e-6:
        x, y, z = (mean / np.linalg.norm(mean)).tolist()
        normal = (x, y, z)
    return replace(support, normal=normal, friction=world[str(support.on)].friction, on=None)


def _gripped(pose: Pose, support: Support, world: World) -> Support:
    """The contacts of a hand with what it holds; of one that is not there yet, a grip that holds any way."""
    thing = world[str(support.on)]
    found = hand_of(pose.figure, support.site).contacts(pose, World([thing]))
    plain = replace(support, on=None)
    if not found:
        return plain
    contacts = tuple((c.segment, vec3(c.point, "a contact"), vec3(c.normal, "a normal")) for c in found)
    return Grip(plain.site, friction=thing.friction, grip=True, contacts=contacts)


def _points(pose: Pose, support: Support) -> list[np.ndarray[Any, np.dtype[np.float64]]]:
    """Where a support pushes, in the world."""
    segment, outline = support.outline(pose.figure)
    frame = pose._core.segment_frame(segment)
    return [frame[:3, :3] @ point + frame[:3, 3] for point in outline]
