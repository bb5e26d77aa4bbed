"""How an obstacle moves: along its screw, or from key to key at its times.

A screw turns about an axis and goes along it; every rigid motion from one placement to another is one. What moves with
a constant velocity of its origin and a constant spin, both turning with it, goes along a screw: a door on its hinges.
"""

from __future__ import annotations

import math
from bisect import bisect_right
from itertools import pairwise
from typing import Any

import numpy as np

from poise.arrays import Array
from poise.errors import InputError
from poise.figure.check import Vec3, each, number, vec3
from poise.figure.placement import Placement, multiply, placed_at, rotate

Twist = tuple[Vec3, Vec3]
"""Velocity of the origin (m/s) and spin (rad/s), world axes."""
REST: Twist = ((0.0, 0.0, 0.0), (0.0, 0.0, 0.0))
_STRAIGHT = 1e-8
"""rad: below, series have all digits with their first terms."""


def checked_course(times: Any, placements: Any, what: str) -> tuple[tuple[float, ...], tuple[Placement, ...]]:
    """Times and as many placements, or none of both; a placement may be a matrix or a position."""
    if times is None and placements is None:
        return (), ()
    moments = [] if times is None else [number(t, f"the times of {what}") for t in each(times, f"the times of {what}")]
    places = [] if placements is None else each(placements, f"the placements of {what}")
    if len(moments) != len(places):
        raise InputError(f"{what} has {len(moments)} times and {len(places)} placements; every time needs a placement")
    if any(after <= before for before, after in pairwise(moments)):
        raise InputError(f"the times of {what} must rise, not {', '.join(f'{t:g}' for t in moments)}")
    return tuple(moments), tuple(placed_at(place, f"the placements of {what}") for place in places)


def on_course(times: tuple[float, ...], placements: tuple[Placement, ...], time: float) -> Placement:
    """Where it is at a time: from key to key along a screw, at rest before the first and after the last."""
    after = bisect_right(times, time)
    if after == 0 or after == len(times):
        return placements[0] if after == 0 else placements[-1]
    begin, whole = times[after - 1], times[after] - times[after - 1]
    twist = screw_between(placements[after - 1], placements[after], whole)
    return along_screw(placements[after - 1], twist, time - begin)


def along_screw(placement: Placement, twist: Twist, seconds: float) -> Placement:
    """Where something is after so many seconds of a twist that goes along with it."""
    turn = np.array(twist[1]) * seconds
    way = _left_jacobian(turn) @ np.array(twist[0]) * seconds
    x, y, z = (np.array(placement.position) + way).tolist()
    angle = float(np.linalg.norm(turn))
    if angle == 0.0:
        return Placement((x, y, z), placement.rotation)
    return Placement((x, y, z), multiply(Placement.turned(turn / angle, angle).rotation, placement.rotation))


def screw_between(begin: Placement, end: Placement, seconds: float) -> Twist:
    """The twist at `begin` that leads to `end` in so many seconds, the shorter way round."""
    x, y, z, w = multiply(end.rotation, begin.inverse().rotation)
    sine = math.hypot(x, y, z)
    angle = 2.0 * math.atan2(sine, abs(w))
    turn = np.array([x, y, z]) * (math.copysign(angle / sine, w) if sine > 0.0 else 0.0)
    way = np.linalg.solve(_left_jacobian(turn), np.subtract(end.position, begin.position))
    return vec3((way / seconds).tolist(), "a velocity"), vec3((turn / seconds).tolist(), "a spin")


def turned_with(twist: Twist, seconds: float) -> Twist:
    """The same twist so many seconds later: the velocity of the origin has turned with it."""
    there = along_screw(Placement(), ((0.0, 0.0, 0.0), twist[1]), seconds)
    return rotate(there.rotation, twist[0]), twist[1]


def _left_jacobian(turn: Array) -> Array:
    """∫ exp(s [turn]×) ds from 0 to 1."""
    angle = float(np.linalg.norm(turn))
    x, y, z = turn
    cross = np.array([[0.0, -z, y], [z, 0.0, -x], [-y, x, 0.0]])
    if angle < _STRAIGHT:
        first, second = 0.5, 0.0
    else:
        first, second = (1.0 - math.cos(angle)) / angle**2, (angle - math.sin(angle)) / angle**3
    found: Array = np.eye(3) + first * cross + second * cross @ cross
    return found
