"""Grasp: a hand round a thing of the world; contacts are surfaces, and hands close on them (Baerlocher 8.3)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from itertools import permutations, product
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from poise.errors import InputError
from poise.figure.check import unit3, vec3
from poise.figure.marks import Coupling
from poise.tasks.grasp_pieces import CarriedPoint, Entering, Following, Holding, fingers, is_near
from poise.tasks.piece import Array, Piece
from poise.tasks.reach import Reach
from poise.tasks.site_pieces import Direction, Turn
from poise.tasks.surface import PLANE, around, upright
from poise.tasks.surface_pieces import Apart
from poise.tasks.task import Task
from poise.tasks.touch import thing_of
from poise.tasks.world_task import WorldTask
from poise.world.grip import BEFORE, Grip, Middle, Order, grip_of, middle_of, opposed, turn_of
from poise.world.hand import Hand, hand_of
from poise.world.obstacle import Obstacle
from poise.world.world import World

if TYPE_CHECKING:
    from poise.figure.figure import Figure
    from poise.pose import Pose

SPAN = 0.10
"""m: between thumb and fingers; a block that is wider is taken another way, if it can be."""
HALF = 0.045
"""m: half the breadth of a hand, which stays that far from the end of a bar."""
_SAME = 1e-9
"""Of what is asked of palm and thumb: ways that point as well as each other."""
_INWARD = 0.5
"""How much a thumb that points towards the body counts against one that is turned little: bars before the body are
taken with the palm down, rails beside it with the thumb in front."""
_BAR: tuple[Order, ...] = (((2, 1), (0, 1), (1, 1)), ((2, -1), (1, 1), (0, 1)))
"""A bar lies across the palm, either way round."""
_BALL: tuple[Order, ...] = (((0, 1), (1, 1), (2, 1)),)
_SIGNS = (1, -1)
_BLOCK: tuple[Order, ...] = tuple(
    order
    for x, y, z in permutations(range(3))
    for a, b, c in product(_SIGNS, repeat=3)
    if np.linalg.det(turn_of(order := ((x, a), (y, b), (z, c)))) > 0.0
)


@dataclass(frozen=True)
class Grasp(WorldTask):
    """Take hold of a thing: the palm against it, the fingers closed round it until they touch, the thumb opposed.

    `hand`: the site of a hand, as "right_hand". `thing`: the obstacle, by its name in the world or itself: a box, ball,
    cylinder, rail (capsule), ellipsoid, hull or mesh. `point`: near which it is taken. `palm`: the way the palm
    looks, and `thumb`: the way the thumb's side of the hand points, world directions, as far as the thing leaves them
    open. Whatever is not said is free: a rail may be taken anywhere along it and from any side, a ball any way. The
    hand comes with open fingers and closes when it is there. Fingers stop at other obstacles and at each other; the
    task is met when two parts of the hand push against each other within the friction of the thing.
    """

    hand: str
    thing: str
    point: Any = field(default=None, kw_only=True)
    palm: Any = field(default=None, kw_only=True)
    thumb: Any = field(default=None, kw_only=True)

    word: ClassVar[str] = "grasp"
    goal_field: ClassVar[str | None] = None

    def __post_init__(self) -> None:
        if isinstance(self.thing, Obstacle):
            if self.world is None:
                self._put("world", World([self.thing]))
            self._put("thing", self.thing.name)
        super().__post_init__()
        if self.point is not None:
            self._put("point", vec3(self.point, self._what("point")))
        for name in ("palm", "thumb"):
            if getattr(self, name) is not None:
                self._put(name, unit3(getattr(self, name), self._what(f"{name} direction")))

    @property
    def sites(self) -> tuple[str, ...]:
        return (self.hand,)

    @property
    def default_name(self) -> str:
        thing = self.thing.name if isinstance(self.thing, Obstacle) else self.thing
        return f"{self.word} {self.hand} {thing}"

    def check(self, figure: Figure) -> None:
        """Raise when there is no such hand, no such thing, or no hand could close round it."""
        super().check(figure)
        self._middle(thing_of(self))

    def loosened(self, figure: Figure) -> tuple[Coupling, ...]:
        return hand_of(figure, self.hand).loaded if self.enabled else ()

    def told_as(self, start: Pose) -> Task:
        """A reach for a place before the thing: that of it which an arm takes at ease."""
        if self.joints is not None:
            return self
        thing = thing_of(self)
        middle = self._middle(thing)
        there = (thing.placement @ middle.placement).matrix
        shoulder, ease = _at_ease(start, self.hand)
        axis, slide = 2, max(0.0, middle.size[2] / 2 - HALF) if middle.kind == "bar" else 0.0
        wanted = ease if self.point is None else np.array(self.point)
        point = there[:3, 3] + np.clip(there[:3, axis] @ (wanted - there[:3, 3]), -slide, slide) * there[:3, axis]
        back = shoulder - point
        point = point + BEFORE / max(float(np.linalg.norm(back)), 1e-9) * back
        return Reach(self.hand, point, enabled=self.enabled, name=self.name)

    def pieces(self, start: Pose) -> list[Piece]:
        hand, world = hand_of(start.figure, self.hand), World(self.obstacles or ())
        order = self._order(hand, start, world[self.thing])
        grip = grip_of(start.figure, self.hand, world[self.thing], order)

        def middle(there: World, before: float = 0.0) -> CarriedPoint:
            return self._carried(hand, grip, there[self.thing], before)

        def turning(there: World) -> list[Piece]:
            return self._turning(hand, grip, there[self.thing])

        def is_placed(pose: Pose, there: World, still: bool) -> bool:
            return is_near([middle(there), *(p for p in turning(there) if p.allowed(pose) is None)], pose, still)

        def before(there: World) -> Piece:
            return middle(there, BEFORE)

        enters = is_placed(start, world, True)
        first = middle(world) if enters else before(world)
        pieces: list[Piece] = [Entering((), world, first, self.thing, middle, world, enters, before)]
        for number, piece in enumerate(turning(world)):
            pieces.append(Following((), world, piece, self.thing, partial(_nth, turning, number), world))
        pieces += fingers(hand, start, world, grip.closed, grip.thumb, is_placed)
        return [*pieces, Holding((), world.only(self.thing), hand)]

    # ---- inside ---------------------------------------------------------------------------------

    def _middle(self, thing: Obstacle) -> Middle:
        return middle_of(thing.shape, f"task {self.name!r}: {thing.name!r}")

    def _order(self, hand: Hand, start: Pose, thing: Obstacle) -> Order:
        """Of all ways to take the thing that hold it, the one that turns the hand least, or that points as is asked."""
        middle = self._middle(thing)
        orders = {"ball": _BALL, "bar": _BAR, "block": _BLOCK}[middle.kind]
        fits = [order for order in orders if np.abs(turn_of(order))[2] @ middle.size <= SPAN] or orders
        now = start.frame(self.hand)
        inward = start.segment_frame(start.figure.root)[:3, 3] - now[:3, 3]
        inward /= max(float(np.linalg.norm(inward)), 1e-9)
        frame = (thing.placement @ middle.placement).matrix[:3, :3]

        def told(order: Order) -> float:
            turned = frame @ turn_of(order).T
            thumb = 0.0 if self.thumb is None else hand.thumb_side * float(turned[:, 0] @ self.thumb)
            return thumb - (0.0 if self.palm is None else float(turned[:, 1] @ self.palm))

        def ease(order: Order) -> float:
            turned = frame @ turn_of(order).T
            thumb = hand.thumb_side * turned[:, 0]
            if middle.kind == "bar":
                return float(thumb @ now[:3, 0]) * hand.thumb_side + _INWARD * float(thumb @ inward)
            return float(np.trace(turned.T @ now[:3, :3]))

        asked = max(map(told, fits))
        ways = sorted((order for order in fits if told(order) > asked - _SAME), key=ease, reverse=True)
        # It lies in a hand alike whichever way its axes point: of those that lie along the same, one is tried.
        unlike = {tuple(axis for axis, _ in order): order for order in reversed(ways)}
        tried = (order for order in ways if order in unlike.values())
        return next((order for order in tried if self._holds(hand, order, thing)), ways[0])

    def _holds(self, hand: Hand, order: Order, thing: Obstacle) -> bool:
        contacts = grip_of(hand.figure, self.hand, thing, order).contacts
        return not hand.digits or opposed(contacts, thing.friction)

    def _carried(self, hand: Hand, grip: Grip, thing: Obstacle, before: float) -> CarriedPoint:
        """The middle of the thing in the grip, or so far before it (m), where open fingers and thumb let it in."""
        middle = self._middle(thing)
        there, site = (thing.placement @ middle.placement).matrix, hand.figure.site(self.hand).placement.matrix
        at = site[:3, :3] @ (grip.at + before * grip.way) + site[:3, 3]
        axis, slide = _along(middle, grip)
        if middle.kind == "ball" or (self.point is None and slide == 0.0):
            return CarriedPoint(there[:3, 3], hand.segment, at, np.eye(3))
        along = there[:3, axis]
        if self.point is None:
            return CarriedPoint(there[:3, 3], hand.segment, at, np.delete(there[:3, :3], axis, axis=1).T)
        shift = float(np.clip(along @ (np.array(self.point) - there[:3, 3]), -slide, slide))
        return CarriedPoint(there[:3, 3] + shift * along, hand.segment, at, np.eye(3))

    def _turning(self, hand: Hand, grip: Grip, thing: Obstacle) -> list[Piece]:
        """How the hand is turned as the thing is, and how far along it the hand may be."""
        middle = self._middle(thing)
        there = (thing.placement @ middle.placement).matrix
        if middle.kind == "ball":
            return self._ways(hand, np.eye(3)[:0])
        axis, slide = _along(middle, grip)
        along, pieces = there[:3, axis], list[Piece]()
        if self.point is None and slide > 0.0:
            plane = around(PLANE, upright(vec3(there[:3, 3], "a point"), vec3(along, "an axis")))
            pieces.append(Apart(plane.placing, self.hand, plane, ("along",), -slide, slide))
        if middle.kind == "bar":
            return [*pieces, Direction(along, self.hand, grip.turn[:, axis]), *self._ways(hand, along[None])]
        return [*pieces, Turn((there[:3, :3] @ grip.turn.T).reshape(9), self.hand)]

    def _ways(self, hand: Hand, across: Array) -> list[Piece]:
        """Where palm and thumb point, as far as that is open: across given directions (k, 3)."""
        asked = {"palm": (self.palm, np.array([0.0, -1.0, 0.0]))}
        if not len(across):
            asked["thumb"] = (self.thumb, np.array([hand.thumb_side, 0.0, 0.0]))
        found: list[Piece] = []
        for name, (way, axis) in asked.items():
            if way is None:
                continue
            left = np.array(way) - across.T @ (across @ np.array(way))
            if np.linalg.norm(left) < 1e-3:
                raise InputError(f"{self._what(f'{name} direction')} goes along {self.thing!r}: no hand can do that")
            found.append(Direction(left / np.linalg.norm(left), self.hand, axis))
        return found


def _at_ease(start: Pose, hand: str) -> tuple[Array, Array]:
    """The shoulder of a hand's arm, and where the hand is held at ease: before the body, the elbow bent (estimate).

    Of a hand that belongs to no limb, both are where it is.
    """
    limb = next((limb for limb in start.figure.limbs.values() if limb.site == hand), None)
    if limb is None:
        return start.position(hand), start.position(hand)
    shoulder, elbow, wrist = (start.joint_frame(joint)[:3, 3] for joint in (limb.root, limb.middle, limb.end))
    arm = float(np.linalg.norm(elbow - shoulder) + np.linalg.norm(wrist - elbow))
    up = -np.array(start.figure.gravity) / max(float(np.linalg.norm(start.figure.gravity)), 1e-9)
    ahead = start.segment_frame(start.figure.root)[:3, 2]
    return shoulder, shoulder + arm * (0.5 * ahead - 0.55 * up)


def _along(middle: Middle, grip: Grip) -> tuple[int, float]:
    """Which axis of the thing lies across the palm, and how far along it the hand may be from the middle (m)."""
    axis = int(np.argmax(np.abs(grip.turn[0])))
    slide = max(0.0, middle.size[axis] / 2 - HALF) if middle.even and middle.kind != "ball" else 0.0
    return axis, slide


def _nth(made: Callable[[World], list[Piece]], number: int, world: World) -> Piece:
    return made(world)[number]
