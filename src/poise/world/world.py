"""The world: named obstacles, and how far a body is from them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from poise import _core, shortcuts
from poise.arrays import sealed
from poise.errors import InputError, UnknownNameError
from poise.figure.arguments import checked_methods
from poise.figure.check import listed, number, positive, shown, vec3
from poise.figure.placement import Placement
from poise.readable import AbstractReadable, Readable
from poise.world.body import core_body, part_segments, self_pairs
from poise.world.obstacle import FRAME, Obstacle
from poise.world.sight import nearness, room_beside
from poise.world.solids import core_solid

if TYPE_CHECKING:
    from poise.pose import Pose
    from poise.shortcuts import Picture

Array = NDArray[np.float64]
_AS_OBSTACLES = 'World([Obstacle("table", Box(…), placement=…)])'
_GRAZE = 1e-6
"""m: a line of sight may go that deep along a surface."""


@dataclass(frozen=True)
class Distance(metaclass=Readable):
    """How far a segment is from an obstacle, or from another segment.

    `a`: the segment; `b`: the other thing. `distance` (m) between their surfaces, negative where they overlap: then how
    far they must part. `points`: the nearest points (2, 3), on a and on b; `normal` (3,): the way from b to a.
    """

    a: str
    b: str
    distance: float
    points: Array
    normal: Array

    @property
    def words(self) -> str:
        """Both, as one says it: "the left forearm and the table"."""
        return f"the {self.a.replace('_', ' ')} and the {self.b.replace('_', ' ')}"


@checked_methods
class World(Mapping[str, Obstacle], metaclass=AbstractReadable):
    """Obstacles by name. Immutable: `with_obstacle`, `without` and `moved` give another world."""

    def __init__(self, obstacles: Any = ()) -> None:
        entries = listed(obstacles.values() if isinstance(obstacles, World) else obstacles)
        if entries is None:
            hint = f"; an obstacle has its name with it: {_AS_OBSTACLES}" if isinstance(obstacles, Mapping) else ""
            raise InputError(f"a world is made of a list of obstacles, not {shown(obstacles)}{hint}")
        self._obstacles: dict[str, Obstacle] = {}
        for entry in entries:
            if not isinstance(entry, Obstacle):
                hint = f"; a solid becomes one with a name: {_AS_OBSTACLES}"
                raise InputError(f"a world is made of obstacles, but the list holds {shown(entry)}{hint}")
            if entry.name in self._obstacles:
                raise InputError(f"two obstacles are named {entry.name!r}; every name must be unique")
            self._obstacles[entry.name] = entry

    def __getitem__(self, name: str) -> Obstacle:
        if not isinstance(name, str) or name not in self._obstacles:
            raise UnknownNameError("obstacle", name, self._obstacles, "the world")
        return self._obstacles[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._obstacles)

    def __len__(self) -> int:
        return len(self._obstacles)

    def __repr__(self) -> str:
        return f"World({', '.join(self._obstacles) or 'empty'})"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, World) and list(self.values()) == list(other.values())

    def __hash__(self) -> int:
        return hash(tuple(self._obstacles))

    # ---- another world -------------------------------------------------------------------------

    def with_obstacle(self, obstacle: Obstacle) -> World:
        """With an obstacle more, or in the place of one of the same name."""
        return World({**self._obstacles, obstacle.name: obstacle}.values())

    def without(self, name: str) -> World:
        """Without an obstacle."""
        return World([obstacle for obstacle in self.values() if obstacle is not self[name]])

    def moved(self, name: str, placement: Any, velocity: Any = None, spin: Any = None) -> World:
        """With an obstacle elsewhere; it goes on moving as it did unless that is said, too."""
        return self.with_obstacle(self[name].moved(placement, velocity, spin))

    def at(self, time: float, ahead: float = FRAME) -> World:
        """As it is at a time (s): every obstacle on its way, and its motion until `ahead` seconds later."""
        moment, soon = number(time, "the time of a world"), positive(ahead, "the ahead option of a world")
        return World([obstacle.at(moment, soon) for obstacle in self.values()])

    def only(self, *names: str) -> World:
        """With some of its obstacles alone."""
        return World([self[name] for name in names])

    def has_solids_of(self, other: World) -> bool:
        """Whether another world differs in nothing but where its obstacles are and how they move."""
        fixed = [(o.name, o.shape, o.rounding, o.margin) for o in self.values()]
        return fixed == [(o.name, o.shape, o.rounding, o.margin) for o in other.values()]

    # ---- what is near ---------------------------------------------------------------------------

    def distances(self, pose: Pose, within: float = 0.2, *, itself: bool = False) -> tuple[Distance, ...]:
        """What of a pose is nearer than `within` (m) to what, the nearest first: one entry a pair.

        `itself`: also pairs of the body's own segments that keep out of each other (`poise.self_pairs`).
        """
        reach = positive(within, "the reach of distances")
        look = _core.lookout(reach, reach, 0.0, itself)
        pairs = tuple(replace(p, depth=0.0) for p in self_pairs(pose.figure)) if itself else ()
        found = near(pose, self, look, core_body(pose.figure, pairs), self._bare)
        return tuple(sorted(found, key=lambda entry: entry.distance))

    def blocking(self, pose: Pose, site: str, point: Any) -> tuple[str, ...]:
        """The obstacles that stand between a site of a pose, as "eyes", and a point of the world."""
        eye, seen = pose.position(site), np.array(vec3(point, "the point that is looked at"))
        return tuple(name for name, obstacle in self.items() if room_beside(obstacle, eye, seen) < -_GRAZE)

    def visible(self, pose: Pose, site: str, point: Any) -> bool:
        """Whether no obstacle stands between a site of a pose and a point; `blocking` says which ones do."""
        return not self.blocking(pose, site, point)

    def nearness(self, name: str, point: Any) -> tuple[float, Array]:
        """How far a point is from an obstacle (m), negative inside, and the way (3,) that leads off, as a normal."""
        distance, outward = nearness(self[name], np.array(vec3(point, "the point")))
        return distance, sealed(outward)

    def plot(self, pose: Pose, **options: Any) -> Picture:
        """A picture of a pose among the obstacles; `options` as of `pose.plot`, and `opacity` of the obstacles."""
        return shortcuts.plot_world(self, pose, options)

    @cached_property
    def _bare(self) -> _core.World:
        """The obstacles without their margins."""
        return new_core_world(self, 0.0)


def near(
    pose: Pose, world: World | None, look: _core.Lookout, body: _core.BodyShape, core: _core.World | None
) -> list[Distance]:
    """The nearest places of a posed body, one a pair of a segment with an obstacle or another segment.

    `core`: the obstacles of the world as the core has them. Where they claim a margin, or segments may be pressed,
    `distance` is the room that is left.
    """
    segments, names = part_segments(pose.figure), [] if world is None else list(world)
    best: dict[tuple[str, str], Distance] = {}
    for row in _core.near_pairs(pose._core, body, core, look):
        other = int(row[1])
        pair = (segments[int(row[0])], segments[other] if row[2] else names[other])
        if pair not in best or row[5] < best[pair].distance:
            points, normal = sealed(row[9:15].reshape(2, 3)), sealed(np.array(row[6:9]))
            best[pair] = Distance(*pair, float(row[5]), points, normal)
    return list(best.values())


def new_core_world(world: World, margin: float | None = None) -> _core.World:
    """The obstacles as the core knows them, which may be placed anew; `margin` for all of them, if it is given."""
    rows = []
    for obstacle in world.values():
        solid, frame = core_solid(obstacle.shape, obstacle.rounding)
        at, velocity, spin = _motion(obstacle, frame)
        rows.append((solid, at, obstacle.margin if margin is None else margin, velocity, spin))
    return _core.world(rows)


def place(core: _core.World, world: World) -> None:
    """Put the obstacles of a core world where another world of the same solids has them."""
    for index, obstacle in enumerate(world.values()):
        _, frame = core_solid(obstacle.shape, obstacle.rounding)
        core.place(index, *_motion(obstacle, frame))


def _motion(obstacle: Obstacle, frame: Placement) -> tuple[Array, Array, Array]:
    """Where the solid's own frame is, how fast its origin moves, and how it spins."""
    placed, spin = obstacle.placement @ frame, np.array(obstacle.spin)
    arm = np.array(placed.position) - obstacle.placement.position
    return np.array([*placed.position, *placed.rotation]), obstacle.velocity + np.cross(spin, arm), spin


def checked_world(world: Any, what: str = "the world") -> World:
    """`world`, when it is one."""
    if isinstance(world, World):
        return world
    hint = f"; {_AS_OBSTACLES} is one" if isinstance(world, Obstacle | Mapping | list | tuple) else ""
    raise InputError(f"{what} must be a poise.World, not {shown(world)}{hint}")
