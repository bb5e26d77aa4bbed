"""Surfaces as they stand in scene files."""

from __future__ import annotations

from typing import Any, Self

from pydantic import model_validator

from poise.figure.shape import Ellipsoid, Sphere
from poise.io.figure.read import placement_of
from poise.io.figure.schema import EllipsoidPart, Part, SpherePart, only_one
from poise.io.figure.write import placement_parts
from poise.io.text.numbers import Vector
from poise.io.text.python_source import Call, call
from poise.tasks.surface import Plane, Surface


class PlanePart(Part):
    """An endless plane; the normal points outside."""

    point: Vector = (0.0, 0.0, 0.0)
    normal: Vector = (0.0, 1.0, 0.0)


class SurfacePart(Part):
    """A surface: exactly one of its kinds."""

    plane: PlanePart | None = None
    sphere: SpherePart | None = None
    ellipsoid: EllipsoidPart | None = None

    @model_validator(mode="after")
    def _one(self) -> Self:
        only_one(self, "a surface")
        return self


def surface_of(part: SurfacePart, *_: Any) -> Surface:
    """The surface that stands in a file."""
    if part.plane:
        return Plane(part.plane.point, normal=part.plane.normal)
    if part.sphere:
        return Sphere(part.sphere.radius, placement=placement_of(part.sphere))
    assert part.ellipsoid is not None
    return Ellipsoid(part.ellipsoid.radii, placement=placement_of(part.ellipsoid))


def surface_parts(surface: Surface) -> dict[str, Any]:
    """A surface as it stands in files."""
    if isinstance(surface, Plane):
        return {"plane": {"point": list(surface.point), "normal": list(surface.normal)}}
    place = placement_parts(surface.placement)
    if isinstance(surface, Sphere):
        return {"sphere": {"radius": surface.radius, **place}}
    return {"ellipsoid": {"radii": list(surface.radii), **place}}


def surface_call(surface: Surface) -> Call:
    """A surface as the call that makes it."""
    if isinstance(surface, Plane):
        return call("poise.Plane", surface.point, normal=surface.normal)
    place = {} if surface.placement.is_identity else {"placement": surface.placement}
    if isinstance(surface, Sphere):
        return call("poise.Sphere", surface.radius, **place)
    return call("poise.Ellipsoid", surface.radii, **place)
