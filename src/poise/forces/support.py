"""Support: where the world carries the body, with a given share of its weight or with forces that are solved for."""

from __future__ import annotations

import math
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import numpy as np

from poise.errors import InputError
from poise.figure.arguments import check_fields, checked_methods
from poise.figure.check import Vec3, number, unit3, vec3
from poise.figure.names import unknown
from poise.forces.force import site_point
from poise.readable import Readable

if TYPE_CHECKING:
    from poise.figure.figure import Figure

FRICTION = 0.5
"""Coefficient of friction where none is given: leather on wood, roughly."""
_FRICTION, _ROPE, _GRIP = 0.0, 1.0, 2.0  # ContactKind of the core


@checked_methods
@dataclass(frozen=True)
class Support(metaclass=Readable):
    """A place where the world carries the body: a foot, a hand on a wall, a seat, a rope.

    `site`: a sole, which can push at every point of its outline, or a site, which is one point. A name that is both
    means the sole. `share`: the part of the body's weight that it carries, any number (Baerlocher 6.2.2); it acts at
    the site, or at the middle of the sole. A negative share is a load. Without a share the force is solved for.
    `friction`: coefficient μ > 0; sideways force is at most μ times the push. `normal`: the way the surface pushes,
    world; by default straight up. `rope`: a point of the world; the support is then a rope to there that can only pull.
    `grip`: a hand around a rail, that can push and pull any way; friction and normal do not matter then.
    `on`: an obstacle of the world on which it rests; normal and friction are then those of its surface there. With
    `grip` it is held: palm and fingers push where they touch it, each along its own normal and inside its own cone.
    """

    site: str
    share: float | None = None
    friction: float = FRICTION
    normal: Any = None
    rope: Any = None
    grip: bool = False
    on: str | None = None

    def __post_init__(self) -> None:
        check_fields(self)
        put, what = object.__setattr__, f"support {self.site!r}"
        if self.share is not None:
            put(self, "share", number(self.share, f"the share of {what}"))
        put(self, "friction", number(self.friction, f"the friction of {what}"))
        if self.friction <= 0.0:
            raise InputError(f"the friction of {what} must be positive, not {self.friction:g}")
        if self.normal is not None:
            put(self, "normal", unit3(self.normal, f"the normal of {what}"))
        if self.rope is not None:
            put(self, "rope", vec3(self.rope, f"the rope of {what}"))
        if not isinstance(self.grip, bool):
            raise InputError(f"the grip of {what} must be True or False, not {self.grip!r}")
        if self.grip + (self.rope is not None) + (self.share is not None) > 1:
            raise InputError(f"{what} can have one of share, rope and grip, not several")
        if self.on is not None and (self.normal is not None or self.rope is not None):
            raise InputError(f"{what} is on {self.on!r}, whose surface tells: it takes no normal or rope")

    @property
    def has_cone(self) -> bool:
        """Whether its force must lie inside a friction cone; ropes, grips and loads (negative shares) have none."""
        return self.rope is None and not self.grip and (self.share is None or self.share >= 0.0)

    def middle(self, figure: Figure) -> tuple[int, Vec3]:
        """The segment and the point on it where a share acts."""
        if self.site in figure.sites:
            return site_point(figure, self.site, "a support")
        segment, outline = self.outline(figure)
        x, y, z = np.mean(outline, axis=0).tolist()
        return segment, (x, y, z)

    def outline(self, figure: Figure) -> tuple[int, tuple[Vec3, ...]]:
        """The segment and the points on it where it can push."""
        sole = figure.soles.get(self.site) if isinstance(self.site, str) else None
        if sole is None:
            names = {*figure.sites, *figure.soles}
            if self.site not in names:
                raise unknown(figure, "site or sole", self.site, sorted(names), "a support: the figure")
            segment, point = site_point(figure, self.site, "a support")
            return segment, (point,)
        if _area(sole.outline) < 1e-8:
            raise InputError(f"support {self.site!r}: the sole has no area; support a site instead")
        return figure._segment_ids[sole.segment], sole.outline

    def rows(self, figure: Figure, up: Vec3) -> list[tuple[float, ...]]:
        """Its points for the core: segment, kind, point on it, normal (of a rope, its other end), friction."""
        if self.on is not None:
            raise InputError(f"support {self.site!r} is on {self.on!r}: give the world that has it, world=")
        segment, outline = self.outline(figure)
        kind = _ROPE if self.rope is not None else _GRIP if self.grip else _FRICTION
        upward = vec3(up, "up")
        normal = self.rope or self.normal or upward
        return [(segment, kind, *point, *normal, self.friction) for point in outline]


@dataclass(frozen=True)
class Grip(Support):
    """A hand round a thing, as a pose has it. `contacts`: segment, point on it and normal, world, of what touches."""

    contacts: tuple[tuple[str, Vec3, Vec3], ...] = ()

    def rows(self, figure: Figure, up: Vec3) -> list[tuple[float, ...]]:
        ids = figure._segment_ids
        return [(ids[name], _FRICTION, *point, *normal, self.friction) for name, point, normal in self.contacts]


def _area(outline: tuple[Vec3, ...]) -> float:
    """Area (m²) of a polygon in space: half the length of Σ a × b over its edges."""
    ox, oy, oz = outline[0]
    x = y = z = 0.0
    for (ax, ay, az), (bx, by, bz) in pairwise(outline[1:]):
        x += (ay - oy) * (bz - oz) - (az - oz) * (by - oy)
        y += (az - oz) * (bx - ox) - (ax - ox) * (bz - oz)
        z += (ax - ox) * (by - oy) - (ay - oy) * (bx - ox)
    return 0.5 * math.sqrt(x * x + y * y + z * z)
