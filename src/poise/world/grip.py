"""Grips: how a thing lies in a hand whose fingers close round it, found by trying places across the palm."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import TYPE_CHECKING, Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray

from poise.errors import InputError
from poise.figure.placement import Placement, quaternion_of
from poise.figure.shape import Box, Capsule, Cylinder, Ellipsoid, Sphere
from poise.world.body import part_rows
from poise.world.hand import BESIDE, Contact, Hand, Swing, hand_of
from poise.world.mesh import Mesh
from poise.world.obstacle import FRICTION, Obstacle
from poise.world.solids import Hull, Solid, core_solid
from poise.world.world import World, new_core_world, place

if TYPE_CHECKING:
    from poise import _core
    from poise.figure.figure import Figure
    from poise.pose import Pose

Array = NDArray[np.float64]
PALM = 1e-4
"""m: how near the palm comes to what it holds, so that rounding presses nothing."""
_EDGES = np.linspace(-0.02, 0.06, 9)
"""m: where across the palm the far edge of a thing may lie, from the knuckles towards the finger tips."""
_SLANTS = np.radians([0.0, 15.0, 30.0])
"""How a thin bar may lie across the palm: from below the little finger to before the index, as people hold one."""
_THIN = 0.05
"""m: thicker bars, as cups, lie straight across the palm."""
_THUMBS: tuple[Swing, ...] = tuple(
    (math.radians(across), math.radians(side)) for across in range(-20, 31, 10) for side in (-20, -10, 0)
)
"""How the root of a left thumb may be swung to stand against the fingers; of a right one, mirrored."""
BEFORE = 0.07
"""m: how far before a thing the open hand waits, so that the thing comes in between thumb and fingers."""
_WAYS = np.array([[0.0, -1.0, 1.0], [0.0, -2.0, 1.0], [0.0, -1.0, 2.0], [0.0, -1.0, 0.0], [0.0, -1.0, -1.0]])
"""Where from a thing may come into the open hand, in its frame."""
_GRAZE = 1e-3
"""m: how deep in the skin of the open hand a thing may come in: those who come will give way."""
_BEST = 12
"""Of the places of which fingers alone tell, how many are tried with the thumb, too."""
Order = tuple[tuple[int, int], tuple[int, int], tuple[int, int]]
"""For the x, y and z axis of the hand: which axis of the thing lies along it, and with which sign."""


class Middle(NamedTuple):
    """A solid as a hand takes it. `placement`: its middle and main axes in the obstacle's frame; `size` (m) along them.

    A ball may be held any way, a bar turned about its z axis and along it, a block in one place.
    """

    kind: Literal["ball", "bar", "block"]
    placement: Placement
    size: tuple[float, float, float]
    even: bool = True  # a bar that is as thick everywhere


@dataclass(frozen=True, eq=False)
class Grip:
    """How a thing lies in the hand. `turn` (3, 3): R_site_thing; `at` (3,): its middle in site coordinates.

    `thumb`: how its root is swung. `contacts`: what touches the thing then, in the pose `closed`. `way` (3,): where
    from it comes into the open hand, site coordinates.
    """

    turn: Array
    at: Array
    thumb: Swing
    contacts: tuple[Contact, ...]
    closed: Pose
    way: Array


def middle_of(shape: Solid, what: str) -> Middle:
    """The middle of a solid, or a complaint that no hand can close round it."""
    if isinstance(shape, Sphere):
        return Middle("ball", shape.placement, (2 * shape.radius,) * 3)
    if isinstance(shape, Capsule):
        wide = 2 * max(shape.radii)
        return Middle("bar", shape.placement, (wide, wide, shape.length), shape.radii[0] == shape.radii[1])
    if isinstance(shape, Cylinder):
        return Middle("bar", shape.placement, (2 * shape.radius, 2 * shape.radius, shape.length))
    if isinstance(shape, Box):
        return Middle("block", shape.placement, shape.size)
    if isinstance(shape, Ellipsoid):
        x, y, z = shape.radii
        return Middle("block", shape.placement, (2 * x, 2 * y, 2 * z))
    if isinstance(shape, Hull | Mesh):
        points = np.array(shape.points if isinstance(shape, Hull) else shape.vertices)
        low, high = points.min(axis=0), points.max(axis=0)
        x, y, z = ((low + high) / 2).tolist()
        a, b, c = (high - low).tolist()
        return Middle("block", Placement((x, y, z)), (a, b, c))
    raise InputError(
        f"{what} is a {type(shape).__name__} and has no end: no hand closes round it; "
        "Touch(…, flat=True) lays one on it"
    )


def grip_of(figure: Figure, site: str, obstacle: Obstacle, order: Order) -> Grip:
    """How a hand takes an obstacle, its axes in the given order."""
    return _grip(figure, site, obstacle.shape, obstacle.rounding, order)


@lru_cache(maxsize=128)
def _grip(figure: Figure, site: str, shape: Solid, rounding: float, order: Order) -> Grip:
    hand, thing = hand_of(figure, site), Obstacle("thing", shape, rounding=rounding)
    if not hand.digits:
        return _Trial(hand, thing, order, 0.0).at(0.0).grip
    middle = middle_of(shape, "it")
    slants = _SLANTS if middle.kind == "bar" and middle.size[0] <= _THIN else (0.0,)
    trials = [_Trial(hand, thing, order, slant) for slant in slants]
    tries = sorted((trial.at(edge) for trial in trials for edge in _EDGES), key=_worth, reverse=True)
    against = [tried.with_thumb(thumb) for tried in tries[:_BEST] for thumb in trials[0].thumbs]
    found = sorted(against or tries, key=_worth, reverse=True)
    return next((grip for tried in found if (grip := tried.let_in()) is not None), found[0].grip)


def opposed(contacts: tuple[Contact, ...], friction: float) -> bool:
    """Whether two contacts push against each other within their friction, so that the thing cannot be drawn out.

    Two contacts hold a thing between them when the angle of their normals is at least 180° − 2 atan μ (Nguyen 1988).
    """
    if len(contacts) < 2:
        return False
    normals = np.array([contact.normal for contact in contacts])
    return bool((normals @ normals.T).min() <= -math.cos(2.0 * math.atan(friction)))


class _Try(NamedTuple):
    """A grip that was tried, and the trial it is from."""

    grip: Grip
    trial: _Trial

    def with_thumb(self, thumb: Swing) -> _Try:
        """The same, its thumb against the fingers."""
        return self.trial.closed(self.grip.at, thumb, self.grip.closed)

    def let_in(self) -> Grip | None:
        """The grip with a way by which the thing comes into the open hand; None without any, or when it is no grip."""
        if _worth(self) < 0.0:
            return None
        ways = (way / np.linalg.norm(way) for way in _WAYS)
        return next((replace(self.grip, way=w) for w in ways if self.trial.lets_in(self.grip, w)), None)


def _worth(tried: _Try) -> float:
    """How many segments touch, and, among as many, how well their normals cancel; nothing when a digit is inside.

    A thumb that stands against the palm is worth more than any of them, and as much again one that is not on the side
    of the palm and pushes against another part within usual friction.
    """
    contacts = tried.grip.contacts
    if not contacts or min(contact.distance for contact in contacts) < -PALM:
        return -1.0
    thumbs = {s for digit in tried.trial.hand.digits if digit.is_thumb for s in digit.segments}
    against = [c.normal for c in contacts if c.segment in thumbs]
    palm = [c.normal for c in contacts if c.segment == tried.trial.hand.segment]
    facing = min((float(a @ b) for a in against for b in palm), default=1.0)
    opposes = facing < 0.5 and opposed(contacts, FRICTION)
    mean = np.mean([contact.normal for contact in contacts], axis=0)
    return len({contact.segment for contact in contacts}) - float(np.linalg.norm(mean)) + 4.0 * (opposes - facing)


class _Trial:
    """A hand that tries to hold a thing, in the figure's rest pose: where its hand is, the thing is brought."""

    def __init__(self, hand: Hand, thing: Obstacle, order: Order, slant: float) -> None:
        self.hand, self.thing = hand, thing
        self.middle = middle_of(thing.shape, "it")
        self.turn = _slanted(-hand.thumb_side * slant) @ turn_of(order)
        self.size = np.abs(turn_of(order)) @ self.middle.size
        self.pose: Pose = hand.opened(hand.figure.rest())
        self.frame = self.pose.frame(hand.site)
        self.core: _core.World = new_core_world(World([thing]), 0.0)
        self.solid, self.own = core_solid(thing.shape, thing.rounding)
        self.palm = self._palm()

    @property
    def thumbs(self) -> list[Swing]:
        """How its thumb may be swung inside its limits; none without one."""
        thumb = next((digit for digit in self.hand.digits if digit.is_thumb), None)
        if thumb is None or self.hand.figure.joints[thumb.joints[0]].model != "swing":
            return []
        swings = [(across, -self.hand.thumb_side * side) for across, side in _THUMBS]
        return [s for s in swings if self.pose.with_joints({thumb.joints[0]: s}).within_limits]

    def at(self, edge: float) -> _Try:
        """The fingers round the thing, its edge at so much before the knuckles and its skin on the palm."""
        across = self._knuckles() + edge - self.size[2] / 2
        below = -self.size[1] / 2 - 0.1
        for _ in range(200):
            gap = self._gap(np.array([0.0, below, across]))
            if gap < 2.0 * PALM:
                break
            below += gap - PALM
        return self.closed(np.array([0.0, below, across]), BESIDE)

    def closed(self, at: Array, thumb: Swing, begun: Pose | None = None) -> _Try:
        """The digits round the thing there. `begun`: fingers that are closed already."""
        world = World([self.thing.moved(self._placement(at))])
        place(self.core, world)
        start = self.pose if begun is None else begun
        pose = self.hand.closed(start, world, thumb, self.core, fingers=begun is None)
        contacts = self.hand.contacts(pose, world, self.core)
        return _Try(Grip(self.turn, at, thumb, contacts, pose, np.array([0.0, -1.0, 0.0])), self)

    def lets_in(self, grip: Grip, way: Array) -> bool:
        """Whether the open hand, its thumb where it will be, is clear of the thing all along a way into it."""
        opened = self.hand.ready(self.pose, grip.closed)
        for before in np.linspace(0.0, BEFORE, 5):
            world = World([self.thing.moved(self._placement(grip.at + before * way))])
            place(self.core, world)
            if min(self.hand.gaps(opened, world, self.core).values()) < -_GRAZE:
                return False
        return True

    def _placement(self, at: Array) -> Placement:
        x, y, z = (self.frame[:3, :3] @ at + self.frame[:3, 3]).tolist()
        there = Placement((x, y, z), quaternion_of(self.frame[:3, :3] @ self.turn))
        return there @ self.middle.placement.inverse()

    def _gap(self, at: Array) -> float:
        """Between the palm and the thing."""
        back = (self._placement(at) @ self.own).inverse().matrix
        ends = self.palm[:, :6].reshape(-1, 2, 3) @ back[:3, :3].T + back[:3, 3]
        rows = np.concatenate([ends.reshape(-1, 6), self.palm[:, 6:]], axis=1)
        return min(float(self.solid.against(row)[0]) for row in np.ascontiguousarray(rows))

    def _palm(self) -> Array:
        """(n, 8) the rounds of the palm in the world: both ends, both radii."""
        figure, number = self.hand.figure, self.hand.figure._segment_ids[self.hand.segment]
        rows = part_rows(figure)
        rows = rows[rows[:, 0] == number][:, 1:]
        frame = self.pose._core.segment_frame(number)
        ends = rows[:, :6].reshape(-1, 2, 3) @ frame[:3, :3].T + frame[:3, 3]
        return np.concatenate([ends.reshape(-1, 6), rows[:, 6:]], axis=1)

    def _knuckles(self) -> float:
        """How far from the site they are, along the fingers; without digits, the site is the middle of the grip."""
        fingers = [digit for digit in self.hand.digits if not digit.is_thumb]
        if not fingers:
            return float(self.size[2]) / 2
        points = [self.pose.joint_frame(digit.joints[0])[:3, 3] for digit in fingers]
        along = (np.array(points) - self.frame[:3, 3]) @ self.frame[:3, 2]
        return float(along.mean())


def _slanted(angle: float) -> Array:
    """A turn about the y axis."""
    c, s = math.cos(angle), math.sin(angle)
    return np.array([[c, 0.0, s], [0.0, 1.0, 0.0], [-s, 0.0, c]])


def turn_of(order: Order) -> Array:
    """R_site_thing."""
    turn = np.zeros((3, 3))
    for site_axis, (axis, sign) in enumerate(order):
        turn[site_axis, axis] = sign
    return turn
