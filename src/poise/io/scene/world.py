"""Obstacles in scene files: each by its name, with one solid and what differs from the defaults."""

from __future__ import annotations

from dataclasses import fields
from pathlib import Path
from typing import Any, Self

from pydantic import Field, model_validator

from poise.io.figure.read import placement_of, shape_of
from poise.io.figure.schema import (
    BoxPart,
    CapsulePart,
    CylinderPart,
    EllipsoidPart,
    Name,
    Part,
    PlacementPart,
    ShapePart,
    SpherePart,
)
from poise.io.figure.write import placement_parts, shape_parts
from poise.io.scene.mesh import MeshPart, mesh_call, mesh_parts, read_mesh
from poise.io.text.numbers import Number, Vector
from poise.io.text.python_source import Call, call
from poise.world.mesh import Mesh
from poise.world.obstacle import Obstacle
from poise.world.solids import HalfSpace, HeightField, Hull, Solid
from poise.world.world import World


class HalfSpacePart(Part):
    """All that lies behind a plane through the origin of the obstacle; the normal leads out of it."""

    normal: Vector = (0.0, 1.0, 0.0)


class HullPart(Part):
    """The convex hull of points."""

    points: list[Vector]


class HeightFieldPart(Part):
    """Ground under heights at the corners of square cells: columns along x, rows along z, heights along y."""

    heights: list[list[Number]]
    cell: Number


SHAPES = ("sphere", "ellipsoid", "box", "cylinder", "capsule")
SOLIDS = (*SHAPES, "half_space", "hull", "height_field", "mesh")
NUMBERS = ("margin", "rounding", "velocity", "spin", "friction")


class ObstaclePart(Part):
    """Something that the body keeps out of: exactly one solid, where it is, and how it moves."""

    sphere: SpherePart | None = None
    ellipsoid: EllipsoidPart | None = None
    box: BoxPart | None = None
    cylinder: CylinderPart | None = None
    capsule: CapsulePart | None = None
    half_space: HalfSpacePart | None = None
    hull: HullPart | None = None
    height_field: HeightFieldPart | None = None
    mesh: MeshPart | None = None
    at: PlacementPart | None = Field(None, description="Where the frame of the obstacle is in the world.")
    margin: Number | None = Field(None, description="Metres; nothing shall come nearer.")
    rounding: Number | None = Field(None, description="Metres: the radius of edges.")
    velocity: Vector | None = Field(None, description="m/s.")
    spin: Vector | None = Field(None, description="rad/s.")
    friction: Number | None = None
    times: list[Number] | None = Field(None, description="Seconds: when it is where its placements say.")
    placements: list[PlacementPart] | None = Field(None, description="Where it is at its times.")

    @model_validator(mode="after")
    def _one_solid(self) -> Self:
        given = [key for key in SOLIDS if key in self.model_fields_set]
        if len(given) != 1:
            raise ValueError(f"an obstacle is exactly one of {', '.join(SOLIDS)}; found {', '.join(given) or 'none'}")
        return self


def read_world(parts: dict[Name, ObstaclePart], folder: Path) -> World | None:
    """The world of a file in `folder`; None where there is none."""
    return World([_obstacle(name, part, folder) for name, part in parts.items()]) if parts else None


def world_parts(world: World | None, folder: Path) -> dict[str, Any]:
    """A world as it stands in files in `folder`."""
    return {} if world is None else {name: _parts(obstacle, folder) for name, obstacle in world.items()}


def world_call(world: World, folder: Path) -> Call:
    """A world as the call that makes it, in a script in `folder`."""
    return call("poise.World", [_call(obstacle, folder) for obstacle in world.values()])


def _obstacle(name: str, part: ObstaclePart, folder: Path) -> Obstacle:
    given: dict[str, Any] = {n: getattr(part, n) for n in NUMBERS if getattr(part, n) is not None}
    if part.at is not None:
        given["placement"] = placement_of(part.at)
    if part.times is not None or part.placements is not None:
        given |= {"times": part.times or (), "placements": [placement_of(place) for place in part.placements or ()]}
    return Obstacle(name, _solid(part, folder), **given)


def _solid(part: ObstaclePart, folder: Path) -> Solid:
    if part.mesh:
        return read_mesh(part.mesh, folder)
    if part.half_space:
        return HalfSpace(part.half_space.normal)
    if part.hull:
        return Hull(tuple(part.hull.points))
    if part.height_field:
        return HeightField(tuple(map(tuple, part.height_field.heights)), part.height_field.cell)
    key = next(key for key in SHAPES if getattr(part, key))
    return shape_of(ShapePart.model_construct(_fields_set={key}, **{key: getattr(part, key)}))


def _parts(obstacle: Obstacle, folder: Path) -> dict[str, Any]:
    told = _told(obstacle)
    place = {"at": placement_parts(obstacle.placement)} if told.pop("placement", None) else {}
    keys = {"placements": list(map(placement_parts, obstacle.placements))} if told.pop("placements", None) else {}
    numbers = {n: list(v) if isinstance(v, tuple) else v for n, v in told.items()}
    return {**_solid_parts(obstacle.shape, folder), **place, **numbers, **keys}


def _solid_parts(shape: Solid, folder: Path) -> dict[str, Any]:
    if isinstance(shape, Mesh):
        return {"mesh": mesh_parts(shape, folder)}
    if isinstance(shape, HalfSpace):
        return {"half_space": {"normal": list(shape.normal)}}
    if isinstance(shape, Hull):
        return {"hull": {"points": [list(point) for point in shape.points]}}
    if isinstance(shape, HeightField):
        return {"height_field": {"heights": [list(row) for row in shape.heights], "cell": shape.cell}}
    return shape_parts(shape)


def _told(obstacle: Obstacle) -> dict[str, Any]:
    """What of an obstacle differs from one of the same solid and keys of which nothing else is said."""
    keys: dict[str, Any] = {"times": obstacle.times, "placements": obstacle.placements} if obstacle.times else {}
    plain = Obstacle(obstacle.name, obstacle.shape, **keys)
    said = ("placement", *NUMBERS)
    return {n: value for n in said if (value := getattr(obstacle, n)) != getattr(plain, n)} | keys


def _call(obstacle: Obstacle, folder: Path) -> Call:
    return call("poise.Obstacle", obstacle.name, _shape_call(obstacle.shape, folder), **_told(obstacle))


def _shape_call(shape: Solid, folder: Path) -> Call:
    if isinstance(shape, Mesh):
        return mesh_call(shape, folder)
    given = {f.name: value for f in fields(shape) if (value := getattr(shape, f.name)) is not None}
    made = {n: v for n, v in given.items() if n != "placement" or not v.is_identity}
    return call(f"poise.{type(shape).__name__}", **made)
