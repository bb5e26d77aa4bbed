"""What grasping hands to the solver: the middle of the grip, the fingers, and what is told of how they hold."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from poise import _core
from poise.tasks.body_pieces import Likeness
from poise.tasks.piece import Array, Bounds, Numbers, Piece, plain
from poise.tasks.recruits import freedom_weights
from poise.tasks.world_task import WorldPiece
from poise.world.grip import opposed
from poise.world.hand import TOUCHING, Hand, Swing
from poise.world.world import World

if TYPE_CHECKING:
    from poise.figure.figure import Figure
    from poise.pose import Pose
    from poise.tasks.task import Task

NEAR = {"m": 4e-3, "rad": math.radians(3)}
"""How near to its place a hand begins to close, by unit: what is left it goes while the fingers bend."""
STILL = 8.0
"""So many times as far from its place a hand stays closed: who holds a thing that moves does not open the hand."""
CLOSE_BY = 0.015
"""m: how near to its place before the thing a hand turns in."""
AT_REST = 1e-3
"""A solver that asks for motions as small as this (m) has come to rest."""
CLOSED = math.radians(0.5)
SAME = 1e-3
"""rad: fingers that would close as they are wanted already, but for less, are left so."""

OTHERWISE = 0.3
"""rad: digits that close and would close so differently from a hand a little beside go on as they do until it rests."""


Placed = Callable[["Pose", World, bool], bool]


@dataclass(frozen=True, eq=False)
class CarriedPoint(Piece):
    """A point of a segment at a world point, along the world vectors `axes` (k, 3). Numbers: coordinates along them."""

    segment: str
    at: Array
    axes: Array
    unit = "m"

    @property
    def labels(self) -> tuple[str, ...]:
        return tuple(f"axis {i + 1}" for i in range(len(self.axes)))

    def add(self, problem: _core.Problem, figure: Figure, weight: float) -> int:
        return _core.add_carried_point(
            problem, figure._segment_ids[self.segment], self.at, np.asarray(self.goal), self.axes, weight
        )

    def wanted(self, pose: Pose) -> Numbers:
        return plain(self.axes @ np.asarray(self.goal))

    def reached(self, pose: Pose) -> Numbers:
        frame = pose.segment_frame(self.segment)
        return plain(self.axes @ (frame[:3, :3] @ self.at + frame[:3, 3]))


@dataclass(frozen=True, eq=False)
class Following(WorldPiece):
    """A piece about where a thing of the world is, which is made anew when the thing has moved."""

    piece: Piece
    thing: str
    remade: Callable[[World], Piece]
    made_for: World | None

    @property
    def unit(self) -> str:
        return self.piece.unit

    @property
    def labels(self) -> tuple[str, ...]:
        return self.piece.labels

    def add(self, problem: _core.Problem, figure: Figure, weight: float) -> int:
        return self.piece.add(problem, figure, weight)

    def refreshed(self, pose: Pose, moved: float) -> Piece | None:
        if self.world is None or self.made_for is None:
            return None
        if self.world[self.thing].placement == self.made_for[self.thing].placement:
            return None
        return replace(self, piece=self.remade(self.world), made_for=self.world)

    def allowed(self, pose: Pose) -> Bounds | None:
        return self.piece.allowed(pose)

    def wanted(self, pose: Pose) -> Numbers:
        return self.piece.wanted(pose)

    def reached(self, pose: Pose) -> Numbers:
        return self.piece.reached(pose)


@dataclass(frozen=True, eq=False)
class Entering(Following):
    """The same of a point that first comes before the thing, between the open fingers, and enters from there.

    `enters`: whether it does already. `before`: the piece that wants it before the thing. It enters as well when the
    hand has come to rest elsewhere: who cannot come so must come as it can. A hand that has come to rest far from its
    place, as when the thing has pushed it off, comes once more from before it: `again`, once for each place of the
    thing.
    """

    enters: bool
    before: Callable[[World], Piece]
    again: bool = False

    def refreshed(self, pose: Pose, moved: float) -> Piece | None:
        has_moved = super().refreshed(pose, moved)
        if has_moved is None and self.enters and self.world is not None and self._is_held_up(pose, moved):
            return replace(self, piece=self.before(self.world), made_for=self.world, enters=False, again=True)
        if not self.enters and self.world is not None:
            self_before = self.before(self.world)
            if moved <= AT_REST or _apart(self_before, pose) < CLOSE_BY:
                return replace(self, piece=self.remade(self.world), made_for=self.world, enters=True)
            if self.made_for is not self.world:
                return replace(self, piece=self_before, made_for=self.world)
            return None
        return replace(has_moved, again=False) if isinstance(has_moved, Entering) else None

    def _is_held_up(self, pose: Pose, moved: float) -> bool:
        return not self.again and moved <= AT_REST and _apart(self.piece, pose) > STILL * NEAR["m"]


@dataclass(frozen=True, eq=False)
class Fingers(WorldPiece):
    """Digits that let a thing in until the hand is in its place, and then close until they touch.

    `ready`: a pose with the digits as they come. `thumb`: how its root is swung when it closes. `is_placed`: whether a
    pose has the hand where they should close, or, with True, where closed ones stay so. `likeness`: the digits as they
    are wanted now; `closes`: whether they close already.
    """

    hand: Hand
    ready: Pose
    thumb: Swing
    is_placed: Placed
    likeness: Likeness
    closes: bool = False
    unit = "rad"

    @property
    def labels(self) -> tuple[str, ...]:
        return self.likeness.labels

    def add(self, problem: _core.Problem, figure: Figure, weight: float) -> int:
        return self.likeness.add(problem, figure, weight)

    def refreshed(self, pose: Pose, moved: float) -> Piece | None:
        wanted, closes = self.wanted_in(pose)
        places = [i for j in self.hand.joints for i in range(*pose.figure.coordinate_slice(j).indices(len(wanted)))]
        change = np.abs(wanted[places] - np.asarray(self.likeness.goal)[places]).max(initial=0.0)
        if change < SAME or (self.closes and closes and moved > AT_REST and change > OTHERWISE):
            return None
        return replace(self, likeness=likeness(self.hand, pose, wanted), closes=closes)

    def wanted_in(self, pose: Pose) -> tuple[Array, bool]:
        """The coordinates of a pose with the digits as they should be there, and whether they close."""
        world = self.world or World()
        if self.is_placed(pose, world, False):
            return np.array(self.hand.closed(pose, world, self.thumb, self.core_world).coordinates), True
        if self.closes and self.is_placed(pose, world, True):
            return np.asarray(self.likeness.goal), True
        return np.array(self.hand.ready(pose, self.ready).coordinates), False

    def tolerance(self, task: Task) -> float:
        """Half a degree unless the task says: whether they hold is told by what touches."""
        return CLOSED if task.tolerance is None else task.tolerance_in("rad")

    def wanted(self, pose: Pose) -> Numbers:
        return self.likeness.wanted(pose)

    def reached(self, pose: Pose) -> Numbers:
        return self.likeness.reached(pose)


@dataclass(frozen=True, eq=False)
class Holding(WorldPiece):
    """Whether palm and digits hold the one obstacle of the world. Told, not sought. Numbers: how far each is off, m.

    The residual is 0 when two of them push against each other within the thing's friction; else what is lacking.
    """

    hand: Hand
    unit = "m"

    @property
    def labels(self) -> tuple[str, ...]:
        return ("palm", *(digit.name for digit in self.hand.digits))

    def add(self, problem: _core.Problem, figure: Figure, weight: float) -> int:
        return problem.add_remark()

    def place(self, world: World) -> None:
        super().place(world.only(*(self.world or ())))

    def residual(self, error: float, pose: Pose) -> float:
        world = self.world or World()
        gaps = self.hand.gaps(pose, world, self.core_world)
        if not self.hand.digits:
            return max(0.0, gaps["palm"])
        if self._holds(pose):
            return 0.0
        thumb = min((gaps[d.name] for d in self.hand.digits if d.is_thumb), default=gaps["palm"])
        finger = min((gaps[d.name] for d in self.hand.digits if not d.is_thumb), default=0.0)
        return max(thumb, finger, 2.0 * TOUCHING)

    def tolerance(self, task: Task) -> float:
        return TOUCHING if task.tolerance is None else task.tolerance_in("m")

    def wanted(self, pose: Pose) -> Numbers:
        return (0.0,) * len(self.labels)

    def reached(self, pose: Pose) -> Numbers:
        return tuple(self.hand.gaps(pose, self.world or World(), self.core_world).values())

    def remark(self, pose: Pose) -> str:
        if not self.hand.digits:
            return "the fingers of this hand have no joints: its palm alone is laid on the thing"
        reached = dict(zip(self.labels, self.reached(pose), strict=True))
        apart = [f"{n} {1000 * d:.0f} mm" for n, d in reached.items() if d > TOUCHING]
        inside = [f"{n} {-1000 * d:.0f} mm" for n, d in reached.items() if d < -TOUCHING]
        told = [f"{how}: {', '.join(which)}" for how, which in (("not touching", apart), ("inside", inside)) if which]
        if told or self._holds(pose):
            return "; ".join(told)
        return "palm and all digits touch, but no two of them push against each other"

    def _holds(self, pose: Pose) -> bool:
        """Whether two contacts push against each other within the thing's friction."""
        world = self.world or World()
        friction = next(iter(world.values())).friction
        return opposed(self.hand.contacts(pose, world, self.core_world), friction)


def fingers(hand: Hand, start: Pose, world: World, ready: Pose, thumb: Swing, is_placed: Placed) -> list[Piece]:
    """The piece about the digits of a hand; none where it has no joints."""
    if not hand.digits:
        return []
    begun = likeness(hand, start, np.array(start.coordinates))
    piece = Fingers((), world, hand, ready, thumb, is_placed, begun)
    wanted, closes = piece.wanted_in(start)
    return [replace(piece, likeness=likeness(hand, start, wanted), closes=closes)]


def likeness(hand: Hand, pose: Pose, wanted: Array) -> Likeness:
    """The digits of a hand as coordinates have them."""
    weights = freedom_weights(pose.figure, dict.fromkeys(hand.joints, 1.0))
    return Likeness(wanted, hand.joints, weights, pose.figure.pose(wanted))


def is_near(pieces: list[Piece], pose: Pose, still: bool) -> bool:
    """Whether a pose nearly has what pieces want, or `still` has it."""
    return all(_apart(piece, pose) < (STILL if still else 1.0) * NEAR[piece.unit] for piece in pieces)


def _apart(piece: Piece, pose: Pose) -> float:
    return float(np.linalg.norm(np.subtract(piece.wanted(pose), piece.reached(pose))))
