"""Touch: a part of the body laid on a thing of the world; contacts are surfaces (Baerlocher 8.3)."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, ClassVar

import numpy as np

from poise import _core
from poise.errors import InputError, UnknownNameError
from poise.figure.check import Vec3, shown, unit3, vec3
from poise.figure.marks import Coupling, Site
from poise.figure.names import unknown
from poise.figure.placement import Placement
from poise.tasks.grasp_pieces import fingers, is_near
from poise.tasks.piece import Array, Numbers, Piece
from poise.tasks.world_task import WorldPiece, WorldTask
from poise.world.body import rounds_of
from poise.world.hand import BESIDE, hand_of
from poise.world.obstacle import Obstacle
from poise.world.sight import nearness
from poise.world.solids import HalfSpace
from poise.world.world import World

if TYPE_CHECKING:
    from poise.figure.figure import Figure
    from poise.pose import Pose

SPREAD = 0.04
"""m: how far apart the points of a flat site are, as the ball of a hand is wide."""
STANDS_OUT = 0.01
"""m: what of a segment is in front of a flat site by no more holds it off: a stiff thumb is, by 1.3 mm."""


@dataclass(frozen=True)
class Touch(WorldTask):
    """Lay a part of the body on an obstacle: a sole on a slope or a step, a palm on a table, a hip on a seat.

    `place`: a sole, all of whose corners come to lie on the surface, or a site, one point of the skin; a name that is
    both means the sole. `thing`: the obstacle. `flat`: of a site, 4 cm of its x–z plane lie on the surface, as those
    of `left_palm` do when a hand lies flat; jointed fingers then lie along it, too. Where on the surface is left open.
    `side`: the direction in which the surface looks there, world axes, (0, 1, 0) for the top of a desk: where the thing
    reaches farthest in it. By default the nearest side is as good as any: hands that begin below a desk may lie against
    its underside. Who is held up by the thing itself is led round it by `attempts=`.
    """

    place: str
    thing: str
    flat: bool = field(default=False, kw_only=True)
    side: Vec3 | None = field(default=None, kw_only=True)

    word: ClassVar[str] = "touch"

    def __post_init__(self) -> None:
        if not isinstance(self.thing, str):
            hint = "a point is reached by Reach, a plane or ball by OnSurface"
            raise InputError(f"Touch lays {self.place} on an obstacle by its name, not on {shown(self.thing)}; {hint}")
        super().__post_init__()
        if self.side is not None:
            self._put("side", unit3(self.side, self._what("side")))

    @property
    def sites(self) -> tuple[str, ...]:
        return ()

    @property
    def default_name(self) -> str:
        return f"{self.word} {self.place} {self.thing}"

    def check(self, figure: Figure) -> None:
        """Raise when there is no such place on the figure, or no such thing in the world."""
        super().check(figure)
        if self.place not in {*figure.sites, *figure.soles}:
            choices = sorted({*figure.sites, *figure.soles})
            raise unknown(figure, "site or sole", self.place, choices, f"task {self.name!r}: the figure")
        thing_of(self)

    def loosened(self, figure: Figure) -> tuple[Coupling, ...]:
        return hand_of(figure, self.place).loaded if self.flat and self.enabled else ()

    def pieces(self, start: Pose) -> list[Piece]:
        thing = thing_of(self)
        laid = Laid((), World([thing]), _spots(start.figure, self.place, self.flat))
        on_side = [] if self.side is None else [OnSide((), World([face_of(thing, self.side)]), laid.spots, self.side)]
        if not self.flat:
            return [laid, *on_side]
        hand = hand_of(start.figure, self.place)

        def is_placed(pose: Pose, world: World, still: bool) -> bool:
            return is_near([replace(laid, world=world.only(self.thing))], pose, still)

        return [
            laid,
            *on_side,
            *fingers(hand, start, World(self.obstacles or ()), hand.opened(start), BESIDE, is_placed),
        ]


@dataclass(frozen=True, eq=False)
class Laid(WorldPiece):
    """Points of the body on the one obstacle of the world. `spots` (k, 6): segment, point on it, radius, 0."""

    spots: Array
    unit = "m"

    @property
    def labels(self) -> tuple[str, ...]:
        return tuple(f"distance {i + 1}" for i in range(len(self.spots)))

    def add(self, problem: _core.Problem, figure: Figure, weight: float) -> int:
        return _core.add_touch(problem, self.spots, self.core_world, weight)

    def place(self, world: World) -> None:
        name = next(iter(self.world or ()))
        super().place(world.only(name))

    def wanted(self, pose: Pose) -> Numbers:
        return (0.0,) * len(self.spots)

    def reached(self, pose: Pose) -> Numbers:
        thing = next(iter((self.world or World()).values()))
        found = []
        for segment, x, y, z, radius, _ in self.spots:
            frame = pose._core.segment_frame(int(segment))
            found.append(nearness(thing, frame[:3, :3] @ (x, y, z) + frame[:3, 3])[0] - radius)
        return tuple(found)


@dataclass(frozen=True, eq=False)
class OnSide(Laid):
    """The same points on the plane where the thing reaches farthest in a direction, `side`."""

    side: Vec3

    def place(self, world: World) -> None:
        name = next(iter(self.world or ()))
        super().place(World([face_of(world[name], self.side)]))


FAR = 1e5
"""m: from so far away a thing that is a metre wide is seen to a thousandth of a millimetre where it is farthest out."""


def face_of(thing: Obstacle, side: Vec3) -> Obstacle:
    """What lies behind the plane with which a thing ends in a direction, in the place of the thing."""
    direction, middle = np.array(side), np.array(thing.placement.position)
    reach = FAR - nearness(thing, middle + FAR * direction)[0]
    placement = Placement(vec3(middle + reach * direction, "the side of a thing"))
    return replace(thing, shape=HalfSpace(side), placement=placement, rounding=0.0)


def thing_of(task: WorldTask) -> Obstacle:
    """The obstacle that a task names as its `thing`."""
    world, name = task.obstacles or World(), getattr(task, "thing", None)
    if not isinstance(name, str) or name not in world:
        raise UnknownNameError("obstacle", name, world, f"task {task.name!r}: the world")
    return world[name]


def _spots(figure: Figure, place: str, flat: bool) -> Array:
    if place in figure.soles and not flat:
        sole = figure.soles[place]
        return np.array([(figure._segment_ids[sole.segment], *corner, 0.0, 0.0) for corner in sole.outline])
    site = figure.site(place)
    matrix, segment = site.placement.matrix, figure._segment_ids[site.segment]
    ways = [np.zeros(3), SPREAD * matrix[:3, 2], SPREAD * matrix[:3, 0]] if flat else [np.zeros(3)]
    off = _stands_out(figure, site) if flat else 0.0
    return np.array([(segment, *(matrix[:3, 3] + way), off, 0.0) for way in ways])


def _stands_out(figure: Figure, site: Site) -> float:
    """How far the solids of a site's own segment reach in front of its x–z plane (m)."""
    matrix = site.placement.matrix
    most = 0.0
    for shape in figure.segments[site.segment].shapes:
        for ends, radii in rounds_of(shape):
            heights = (ends - matrix[:3, 3]) @ matrix[:3, 1]
            most = max(most, float((radii - heights).max()))
    return most if most <= STANDS_OUT else 0.0
