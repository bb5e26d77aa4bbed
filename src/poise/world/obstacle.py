"""An obstacle: a named solid at its place, at rest or moving."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any

from poise.errors import InputError
from poise.figure.arguments import checked_methods
from poise.figure.check import Vec3, name, number, positive, vec3
from poise.figure.placement import Placement, placed_at
from poise.readable import Readable
from poise.world.course import REST, along_screw, checked_course, on_course, screw_between, turned_with
from poise.world.solids import Solid, checked_rounding, shape_of

FRICTION = 0.5
"""Coefficient of friction where none is given, as of a `Support`."""
FRAME = 1 / 60
"""s: how far ahead the motion of an obstacle is told, unless somebody says."""
RESERVED = ("self", "world")
"""What an avoiding task calls the body itself, and all obstacles."""


@checked_methods
@dataclass(frozen=True)
class Obstacle(metaclass=Readable):
    """Something that a body must keep out of. Immutable.

    `shape`: a solid in the obstacle's frame: `Box`, `Sphere`, `Capsule`, `Cylinder`, `Ellipsoid`, `HalfSpace`, `Hull`
    or `HeightField`. `placement`: where that frame is in the world. `margin` (m): nothing shall come nearer.
    `rounding` (m): radius of the edges of a box or cylinder, inside its size; of a hull, what is added around it.
    `velocity` (m/s) of its frame's origin and `spin` (rad/s), world axes: what is known of its motion; it goes along a
    screw, as a door does. Or `times` (s) and as many `placements`: it goes from one to the next along screws, and rests
    before the first and after the last; `at` says where it is then.
    `friction`: coefficient where somebody rests on it.
    """

    name: str
    shape: Solid
    placement: Placement | Any = field(default=None, kw_only=True)
    margin: float = field(default=0.0, kw_only=True)
    rounding: float = field(default=0.0, kw_only=True)
    velocity: Vec3 = field(default=(0.0, 0.0, 0.0), kw_only=True)
    spin: Vec3 = field(default=(0.0, 0.0, 0.0), kw_only=True)
    friction: float = field(default=FRICTION, kw_only=True)
    times: tuple[float, ...] | Any = field(default=None, kw_only=True)
    placements: tuple[Placement, ...] | Any = field(default=None, kw_only=True)

    def __post_init__(self) -> None:
        put = object.__setattr__
        put(self, "name", name(self.name, "obstacle"))
        if self.name in RESERVED:
            raise InputError(f"an obstacle cannot be named {self.name!r}: that is what tasks call something else")
        shape_of(self.shape, self._what("shape"))
        times, placements = checked_course(self.times, self.placements, f"obstacle {self.name!r}")
        put(self, "times", times)
        put(self, "placements", placements)
        if self.placement is None:
            self._begin()
        put(self, "placement", placed_at(self.placement, self._what("placement")))
        put(self, "margin", number(self.margin, self._what("margin")))
        if self.margin < 0.0:
            raise InputError(f"{self._what('margin')} must not be negative, not {self.margin:g}")
        put(self, "rounding", checked_rounding(self.rounding, self.shape, self._what("rounding")))
        put(self, "velocity", vec3(self.velocity, self._what("velocity")))
        put(self, "spin", vec3(self.spin, self._what("spin")))
        put(self, "friction", number(self.friction, self._what("friction")))
        if self.friction <= 0.0:
            raise InputError(f"{self._what('friction')} must be positive, not {self.friction:g}")

    def moved(self, placement: Any, velocity: Any = None, spin: Any = None) -> Obstacle:
        """The same obstacle elsewhere; it goes on moving as it did unless that is said, too."""
        return replace(
            self,
            placement=placement,
            velocity=self.velocity if velocity is None else velocity,
            spin=self.spin if spin is None else spin,
        )

    def at(self, time: float, ahead: float = FRAME) -> Obstacle:
        """Where it is at a time (s), and the motion that takes it where it will be `ahead` seconds later.

        With keys: on its way from one to the next. Without: so far along the screw of its velocity and spin.
        """
        moment, soon = number(time, self._what("time")), positive(ahead, self._what("ahead option"))
        if not self.times:
            twist = (self.velocity, self.spin)
            velocity, spin = turned_with(twist, moment)
            return self.moved(along_screw(self.placement, twist, moment), velocity, spin)
        now, then = (on_course(self.times, self.placements, t) for t in (moment, moment + soon))
        velocity, spin = screw_between(now, then, soon) if then != now else REST
        return self.moved(now, velocity, spin)

    def _begin(self) -> None:
        """Without a placement of its own it is where its first key has it, and moves as it does there."""
        now, velocity, spin = Placement(), self.velocity, self.spin
        if self.times:
            now = self.placements[0]
            soon = on_course(self.times, self.placements, self.times[0] + FRAME)
            velocity, spin = screw_between(now, soon, FRAME) if soon != now else REST
        for part, value in (("placement", now), ("velocity", velocity), ("spin", spin)):
            object.__setattr__(self, part, value)

    def _what(self, part: str) -> str:
        return f"the {part} of obstacle {self.name!r}"
