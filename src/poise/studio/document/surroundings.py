"""What the body of a document keeps out of while it is moved: the floor, and the things around it."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np

from poise.errors import InputError
from poise.figure.check import vec3
from poise.figure.placement import Placement
from poise.forces.loading import floor_supports
from poise.forces.support import FRICTION, Support
from poise.pose import Pose
from poise.studio.document import poses
from poise.studio.document.points import floor_under, site_at
from poise.studio.document.state import State
from poise.world.obstacle import Obstacle
from poise.world.solids import HalfSpace
from poise.world.world import Distance, World

FLOOR = "floor"
PRESSED = 0.05
"""Metres: flesh that rests on something is pressed in by a centimetre or two; what is deeper shall come out."""
TOUCHES = 0.02
"""Metres: what is that near touches, as a sole that is down."""


def surroundings(state: State) -> World | None:
    """The scene's world with the floor, each as far back as the body is pressed into it now.

    So what rests on something stays as it is, and nothing sinks in deeper than it has.
    """
    world = with_floor(state.settings.get("world"), state.pose)
    if world is None:
        return None
    deepest = {near.b: near for near in reversed(world.distances(state.pose, within=PRESSED))}
    for near in deepest.values():
        if -PRESSED < near.distance < 0.0:
            world = world.moved(near.b, _moved(world[near.b].placement, near.distance * near.normal))
    return world


def with_floor(world: World | None, pose: Pose) -> World | None:
    """A world with the floor under a body that stands on one; a half-space of its own takes its place."""
    own = any(isinstance(obstacle.shape, HalfSpace) for obstacle in (world or {}).values())
    if own or floor_under(pose, (0.0, 0.0, 0.0)) is None or FLOOR in (world or {}):
        return world
    floor = Obstacle(FLOOR, HalfSpace((0.0, 1.0, 0.0)), friction=FRICTION)
    sunk = World([floor]).distances(pose, within=PRESSED)
    if sunk and sunk[0].distance < -PRESSED:  # what is meant is elsewhere
        return world
    return World([*(world or {}).values(), floor])


def resting(state: State, segment: str) -> tuple[State, str]:
    """With a support and a pin where a segment touches something, and the name of that."""
    state.figure.segment(segment)
    near = _touched(state, segment)
    if near is None:
        raise InputError(f"{segment!r} touches nothing: bring it within {100 * TOUCHES:.0f} cm of the floor or a thing")
    world = with_floor(state.settings.get("world"), state.pose)
    friction = FRICTION if world is None else world[near.b].friction
    normal = None if near.normal[1] > 0.999 else tuple(near.normal.tolist())
    soles = _soles_down(state, segment, near)
    after, marks = (state, soles) if soles else _point_down(state, segment, near)
    have = {support.site for support in after.supports}
    if have >= {*marks}:
        raise InputError(f"{marks[0]!r} rests there already")
    before = after.supports or tuple(floor_supports(after.pose, FRICTION))
    made = [Support(mark, friction=friction, normal=normal) for mark in marks if mark not in {b.site for b in before}]
    after = replace(after, supports=(*before, *made)).checked()
    pin = next((mark for mark in marks if mark in after.figure.sites), None)
    if pin is None:
        after, (pin, *_) = _point_down(after, segment, near)
    if not poses.is_pinned(after, pin, None, None):
        after = poses.pinned(after, pin, None, None, turn=bool(soles))[0]
    return after, near.b


def _soles_down(state: State, segment: str, near: Distance) -> list[str]:
    """The soles of a segment, and of what it carries as toes, that lie flat on what it touches: these carry whole."""
    figure, names = state.figure, list(state.figure.segments)
    carried = {b.segment for b in figure.branches if b.carrier == names.index(segment)}
    found = []
    for sole in figure.soles.values():
        if sole.segment in {segment, *carried}:
            frame = np.array(state.pose.segment_frame(sole.segment))
            high = (np.array(sole.outline) @ frame[:3, :3].T + frame[:3, 3] - near.points[1]) @ near.normal
            found += [sole.name] if np.abs(high).max() < TOUCHES else []
    return found if any(figure.soles[name].segment == segment for name in found) else []


def _point_down(state: State, segment: str, near: Distance) -> tuple[State, list[str]]:
    """The point of a segment that touches, as a site, made if there is none."""
    frame = np.array(state.pose.segment_frame(segment))
    after, site = _site(state, segment, (frame[:3, :3].T @ (near.points[1] - frame[:3, 3])).tolist())
    return after, [site]


def _touched(state: State, segment: str) -> Distance | None:
    world = with_floor(state.settings.get("world"), state.pose)
    if world is None:
        return None
    return next((near for near in world.distances(state.pose, within=TOUCHES) if near.a == segment), None)


def _site(state: State, segment: str, point: list[float]) -> tuple[State, str]:
    """A site of the segment within 3 cm of a point of it, the nearest one, or a new one."""
    own = [site for site in state.figure.sites.values() if site.segment == segment]
    away = {site.name: float(np.linalg.norm(np.subtract(site.placement.position, point))) for site in own}
    nearest = min(away, key=away.__getitem__, default=None)
    return (state, nearest) if nearest is not None and away[nearest] < 0.03 else site_at(state, segment, point)


def _moved(placement: Placement, by: Any) -> Placement:
    return Placement(vec3((np.array(placement.position) + by).tolist(), "a place"), placement.rotation)
