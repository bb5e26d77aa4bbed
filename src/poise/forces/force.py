"""Force, Weight and Press: what the world, or another part of it, does to the body at a site (Baerlocher 6.2)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

from poise.errors import InputError, UnknownNameError
from poise.figure.arguments import check_fields, checked_methods
from poise.figure.check import Vec3, number, vec3
from poise.figure.names import unknown
from poise.figure.placement import rotate
from poise.readable import Readable

if TYPE_CHECKING:
    from poise.figure.figure import Figure

FRAMES = ("world", "site")
Row = tuple[float, ...]
"""A load for the core: segment, how it turns (0: not, 1: along, 2 + s: with segment s), point, force, torque, and the
segment that carries the point, -1 for the one it acts on."""
NOWHERE: Vec3 = (0.0, 0.0, 0.0)


@checked_methods
@dataclass(frozen=True)
class Force(metaclass=Readable):
    """A force that acts on the body at a site, as the world exerts it: pushing a crate, the crate pushes back.

    `vector`: newtons (3,). `torque`: newton metres (3,). `frame`: "world", or "site" for vectors in the axes of the
    site, which turn along with it.
    """

    site: str
    vector: Any
    torque: Any = (0.0, 0.0, 0.0)
    frame: Literal["world", "site"] = "world"

    def __post_init__(self) -> None:
        check_fields(self)
        object.__setattr__(self, "vector", vec3(self.vector, f"the force on {self.site!r}"))
        object.__setattr__(self, "torque", vec3(self.torque, f"the torque on {self.site!r}"))
        if self.frame not in FRAMES:
            raise UnknownNameError("frame", self.frame, FRAMES, f"the force on {self.site!r}")

    @property
    def sites(self) -> tuple[str, ...]:
        """Where it acts."""
        return (self.site,)

    def rows(self, figure: Figure) -> list[Row]:
        """The load for the core."""
        segment, point = site_point(figure, self.site, "a force")
        force, torque = (_in_segment(figure, self.site, v, self.frame) for v in (self.vector, self.torque))
        return [load_row(segment, point, force, torque, turns=float(self.frame == "site"))]


@checked_methods
@dataclass(frozen=True)
class Weight(metaclass=Readable):
    """Something of that mass (kg, positive) that hangs on a site or is held there.

    `site_b`: the other hand, when two hold it; each carries half of it.
    """

    site: str
    kilograms: float
    site_b: str | None = None

    def __post_init__(self) -> None:
        check_fields(self)
        object.__setattr__(self, "kilograms", number(self.kilograms, f"the weight on {self.site!r}"))
        if self.kilograms <= 0.0:
            raise InputError(f"the weight on {self.site!r} must be positive, not {self.kilograms:g} kg")
        if self.site_b == self.site:
            raise InputError(f"the weight on {self.site!r} has it twice: site_b is another site, or None")

    @property
    def sites(self) -> tuple[str, ...]:
        """Where it hangs."""
        return (self.site,) if self.site_b is None else (self.site, self.site_b)

    def rows(self, figure: Figure) -> list[Row]:
        """The loads for the core."""
        gx, gy, gz = figure.gravity
        part = self.kilograms / len(self.sites)
        force = (part * gx, part * gy, part * gz)
        return [load_row(*site_point(figure, site, "a weight"), force) for site in self.sites]


@checked_methods
@dataclass(frozen=True)
class Press(metaclass=Readable):
    """One part of the body presses another: palms against each other, a hand on the thigh.

    `site` pushes the segment of the site `onto` with `vector` (3,), newtons, where `site` is; that pushes back as
    hard, at the same point. So it changes nothing of the balance, and all torques between the two. `frame`: "world",
    or "site" for a vector in the axes of `site`, which turns along with it.
    """

    site: str
    onto: str
    vector: Any
    frame: Literal["world", "site"] = "world"

    def __post_init__(self) -> None:
        check_fields(self)
        object.__setattr__(self, "vector", vec3(self.vector, f"the press of {self.site!r} on {self.onto!r}"))
        if self.frame not in FRAMES:
            raise UnknownNameError("frame", self.frame, FRAMES, f"the press of {self.site!r}")

    @property
    def sites(self) -> tuple[str, ...]:
        """The two that press each other."""
        return (self.site, self.onto)

    def rows(self, figure: Figure) -> list[Row]:
        """The two loads for the core: at one point, which the segment of `site` carries."""
        (own, point), (other, _) = (site_point(figure, site, "a press") for site in self.sites)
        if own == other:
            raise InputError(f"{self.site!r} and {self.onto!r} are on one segment: nothing presses there")
        x, y, z = _in_segment(figure, self.site, self.vector, self.frame)
        turns = self.frame == "site"
        there = load_row(other, point, (x, y, z), turns=2.0 + own if turns else 0.0, carrier=own)
        return [load_row(own, point, (-x, -y, -z), turns=float(turns)), there]


AnyForce = Force | Weight | Press
"""Whatever acts on a body besides its weight and its supports."""


def load_row(
    segment: int, point: Vec3, force: Vec3, torque: Vec3 = NOWHERE, *, turns: float = 0.0, carrier: int = -1
) -> Row:
    """A load as the core takes it; see `Row`."""
    return (segment, turns, *point, *force, *torque, carrier)


def _in_segment(figure: Figure, site: str, vector: Vec3, frame: str) -> Vec3:
    """A vector in the axes of its site's segment, if it is given in those of the site."""
    return rotate(figure.sites[site].placement.rotation, vector) if frame == "site" else vector


def site_point(figure: Figure, site: str, what: str) -> tuple[int, Vec3]:
    """The segment of a site and its place on it."""
    found = figure.sites.get(site) if isinstance(site, str) else None
    if found is None:
        raise unknown(figure, "site", site, figure.sites, f"{what}: the figure")
    return figure._segment_ids[found.segment], found.placement.position
