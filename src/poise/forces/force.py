"""Force and Weight: what the world does to the body at a site (Baerlocher 6.2)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

from poise.errors import InputError, UnknownNameError
from poise.figure.arguments import check_fields, checked_methods
from poise.figure.check import Vec3, number, vec3
from poise.figure.names import unknown
from poise.figure.placement import rotate

if TYPE_CHECKING:
    from poise.figure.figure import Figure

FRAMES = ("world", "site")
Row = tuple[float, ...]
"""A load for the core: segment, how it turns (0: not, 1: along, 2 + s: with segment s), point, force, torque."""


@checked_methods
@dataclass(frozen=True)
class Force:
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

    def row(self, figure: Figure) -> Row:
        """The load for the core."""
        segment, point = site_point(figure, self.site, "a force")
        force, torque = self.vector, self.torque
        if self.frame == "site":
            turn = figure.sites[self.site].placement.rotation
            force, torque = rotate(turn, force), rotate(turn, torque)
        return (segment, float(self.frame == "site"), *point, *force, *torque)


@checked_methods
@dataclass(frozen=True)
class Weight:
    """Something of that mass (kg, positive) that hangs on a site or is held there."""

    site: str
    kilograms: float

    def __post_init__(self) -> None:
        check_fields(self)
        object.__setattr__(self, "kilograms", number(self.kilograms, f"the weight on {self.site!r}"))
        if self.kilograms <= 0.0:
            raise InputError(f"the weight on {self.site!r} must be positive, not {self.kilograms:g} kg")

    def row(self, figure: Figure) -> Row:
        """The load for the core."""
        segment, point = site_point(figure, self.site, "a weight")
        gx, gy, gz = figure.gravity
        force = (self.kilograms * gx, self.kilograms * gy, self.kilograms * gz)
        return (segment, 0.0, *point, *force, 0.0, 0.0, 0.0)


def site_point(figure: Figure, site: str, what: str) -> tuple[int, Vec3]:
    """The segment of a site and its place on it."""
    found = figure.sites.get(site) if isinstance(site, str) else None
    if found is None:
        raise unknown(figure, "site", site, figure.sites, f"{what}: the figure")
    return figure._segment_ids[found.segment], found.placement.position
