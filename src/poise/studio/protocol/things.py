"""Things around the body: chair, table, box, step, wall, ball, plain solids. The body keeps out of them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Literal

from pydantic import Field

from poise.studio.protocol.figure import Solid
from poise.studio.protocol.meshes import MeshPlace
from poise.studio.protocol.plain import Name, Number, Point, Request

ThingKind = Literal["chair", "table", "box", "step", "wall", "ball", "cylinder", "capsule", "ellipsoid"]
Sizes = dict[Name, Annotated[float, Field(strict=True, gt=0.0, le=20.0)]]


@dataclass(frozen=True, kw_only=True)
class AddThing(Request):
    """Something more, in front of the body or behind it where nothing is in its way; answered by its name."""

    kind: ThingKind


@dataclass(frozen=True, kw_only=True)
class EditThing(Request):
    """Another place (of the middle of its underside, of an obstacle its middle; m), heading (degrees) or sizes (m)."""

    name: Name
    position: Point | None = None
    heading: Number | None = None
    sizes: Sizes | None = None


@dataclass(frozen=True, kw_only=True)
class GrabThing(Request):
    """Take hold of a thing; pull it to places, as `edit_thing` has them, or to mappings with some of its fields."""

    name: Name


@dataclass(frozen=True, kw_only=True)
class RemoveThing(Request):
    """Take a thing away."""

    name: Name


@dataclass(frozen=True, kw_only=True)
class StandOn(Request):
    """The part of the body that touches the floor or a thing rests on it from now on: it is held and carries."""

    segment: Name


@dataclass(frozen=True, kw_only=True)
class Thing:
    """A thing. `kind`: as above, or "obstacle" for what a file has brought. `solids`: what it is made of, in the world.

    `sizes`: metres, by name; none of what has no simple shape. `heading`: degrees about the vertical. `mesh`: where
    it is made of triangles, with kind "mesh"; all of its sizes grow together.
    """

    name: str
    kind: str
    sizes: dict[str, float]
    position: list[float]
    heading: float
    solids: list[Solid]
    mesh: MeshPlace | None


@dataclass(frozen=True, kw_only=True)
class ThingName:
    """The name of what was added."""

    name: str
