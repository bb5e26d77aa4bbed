"""The figure file as pydantic models: what may stand where, in which unit. The published JSON schema comes from these.

Angles are degrees in the file and radians once read (`file_numbers.Angle`); lengths are metres, masses kilograms.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Annotated, Any, ClassVar, Literal, Self

from pydantic import BaseModel, ConfigDict, Field, PlainValidator, WithJsonSchema, model_validator
from pydantic_core import PydanticCustomError

from poise.figure.check import shown
from poise.figure.joint import JointModel
from poise.io.text.angles import ANGLE_SCHEMA, radians_of
from poise.io.text.numbers import Angle, AxisAngle, Bound, Inertia, Number, Rotation, Vector
from poise.readable import meant_by

VERSION = 1
Name = Annotated[str, Field(strict=True, min_length=1)]


class Part(BaseModel):
    """Anything with named entries; unknown names are refused with the valid ones."""

    model_config = ConfigDict(extra="forbid", frozen=True, populate_by_name=False)
    elsewhere: ClassVar[Mapping[str, str]] = {}
    """Of keys that belong elsewhere, where that is."""

    @model_validator(mode="before")
    @classmethod
    def _known_keys(cls, value: Any) -> Any:
        if not isinstance(value, dict):
            context = {"keys": _keys(cls), "given": shown(value)}
            raise PydanticCustomError("not_a_mapping", "must be a mapping of {keys}, not {given}", context)
        unknown = next((k for k in value if k not in _names(cls)), None)
        if unknown is not None:
            hint = _meant(str(unknown), cls)
            context = {"key": unknown, "hint": hint, "keys": _keys(cls)}
            raise PydanticCustomError("unknown_key", "unknown key '{key}'{hint} Valid are: {keys}", context)
        empty = next((k for k, v in value.items() if v is None), None)
        if empty is not None:
            raise PydanticCustomError("no_value", "'{key}' has no value: give one or leave it out", {"key": empty})
        return value


def _names(model: type[BaseModel]) -> list[str]:
    return [field.alias or name for name, field in model.model_fields.items()]


def _keys(model: type[BaseModel]) -> str:
    return ", ".join(_names(model))


def _meant(unknown: str, part: type[Part]) -> str:
    """What to say of a key that is not there: which was meant, or how it is written."""
    name, colon, _ = unknown.partition(":")
    if colon and name in _names(part):
        return f"; a space belongs after the colon of {name!r}."
    if unknown in part.elsewhere:
        return f"; {part.elsewhere[unknown]}."
    near = meant_by(unknown, _names(part))
    return f"; did you mean {near!r}?" if near else "."


def only_one(part: BaseModel, what: str) -> None:
    """Refuse a part that says none or several of its entries."""
    given = sorted(part.model_fields_set)
    if len(given) != 1:
        raise ValueError(f"{what} is exactly one of {_keys(type(part))}; found {', '.join(given) or 'none'}")


class PlacementPart(Part):
    """Where a frame sits: position, and a rotation in one of two spellings."""

    position: Vector = (0.0, 0.0, 0.0)
    rotation: Rotation | None = Field(default=None, description="Unit quaternion x y z w.")
    axis_angle: AxisAngle | None = None

    @model_validator(mode="after")
    def _one_rotation(self) -> Self:
        if self.rotation is not None and self.axis_angle is not None:
            raise ValueError("give rotation or axis_angle, not both")
        return self


class SpherePart(PlacementPart):
    radius: Number


class EllipsoidPart(PlacementPart):
    radii: Vector


class BoxPart(PlacementPart):
    size: Vector


class CylinderPart(PlacementPart):
    radius: Number
    length: Number


class CapsulePart(PlacementPart):
    """Along z with `length` between the centres of its end balls, or between the points `from` and `to`."""

    radius: Number
    end_radius: Number | None = None
    length: Number | None = None
    start: Vector | None = Field(None, alias="from")
    end: Vector | None = Field(None, alias="to")

    @model_validator(mode="after")
    def _one_extent(self) -> Self:
        by_points = self.start is not None and self.end is not None
        if by_points == (self.length is not None) or (self.start is None) != (self.end is None):
            raise ValueError("a capsule needs either length, or from and to")
        if by_points and self.model_fields_set & {"position", "rotation", "axis_angle"}:
            raise ValueError("a capsule given by from and to has no position or rotation of its own")
        return self


class ShapePart(Part):
    sphere: SpherePart | None = None
    ellipsoid: EllipsoidPart | None = None
    box: BoxPart | None = None
    cylinder: CylinderPart | None = None
    capsule: CapsulePart | None = None

    @model_validator(mode="after")
    def _one_shape(self) -> Self:
        only_one(self, "a shape")
        return self


class SegmentPart(Part):
    mass: Number = Field(0.0, description="Kilograms.")
    center: Vector = Field((0.0, 0.0, 0.0), description="Centre of mass, metres, segment frame.")
    inertia: Inertia = ((0.0, 0.0, 0.0), (0.0, 0.0, 0.0), (0.0, 0.0, 0.0))
    density: Number | None = Field(None, description="kg/m³: mass, centre and inertia follow from the shapes.")
    shapes: list[ShapePart] = []

    @model_validator(mode="after")
    def _one_mass(self) -> Self:
        if self.density is not None and self.model_fields_set & {"mass", "center", "inertia"}:
            raise ValueError("give density, or mass, center and inertia, not both")
        return self


class AngleRangePart(Part):
    """Degrees; an end that is left out is open."""

    min: Angle | None = None
    max: Angle | None = None


class DistanceRangePart(Part):
    """Metres; an end that is left out is open."""

    min: Number | None = None
    max: Number | None = None


class EllipsePart(Part):
    x: Angle
    y: Angle


class TwistRowPart(Part):
    direction: Vector
    min: Angle
    max: Angle


class SwingLimitPart(Part):
    """One of: a cone (its angle), an ellipse, a polygon (directions in the joint frame)."""

    cone: Angle | None = None
    ellipse: EllipsePart | None = None
    polygon: list[Vector] | None = None

    @model_validator(mode="after")
    def _one_limit(self) -> Self:
        only_one(self, "a swing limit")
        return self


class TwistLimitPart(AngleRangePart):
    """A range, or a table of ranges by limb direction."""

    table: list[TwistRowPart] | None = None

    @model_validator(mode="after")
    def _one_limit(self) -> Self:
        if self.table is not None and len(self.model_fields_set) > 1:
            raise ValueError("a twist limit is a range (min, max) or a table, not both")
        return self


class LimitsPart(Part):
    angle: AngleRangePart | None = None
    distance: DistanceRangePart | None = None
    flexion: AngleRangePart | None = None
    swing: SwingLimitPart | None = None
    twist: TwistLimitPart | None = None


class StrengthPart(Part):
    """Largest torque (N m; slide: N) in the positive and negative direction, and where the figures come from."""

    positive: Number
    negative: Number
    source: str
    angles: tuple[Number, Number, Number, Number] | None = Field(
        None, description="C2, C3 of peak × cos(C2 (q − C3)), q in radians: positive direction, then negative."
    )


class JointPart(Part):
    model: JointModel
    parent: Name | None = Field(None, description="Segment; left out for the base, which hangs on the world.")
    child: Name
    placement: PlacementPart = Field(default_factory=PlacementPart)
    child_placement: PlacementPart = Field(default_factory=PlacementPart)
    axis: Vector = (0.0, 0.0, 1.0)
    limits: LimitsPart = Field(default_factory=LimitsPart)
    weight: Number = 1.0
    strengths: dict[Name, StrengthPart] = {}


class SitePart(PlacementPart):
    segment: Name


class SolePart(Part):
    segment: Name
    outline: list[Vector]


class LimbPart(Part):
    root: Name
    middle: Name
    end: Name
    site: Name


class CouplingPart(Part):
    """min ≤ Σ factor · coordinate ≤ max, or Σ = equals.

    Bounds are degrees when every term is an angle; otherwise plain numbers in metres and radians.
    """

    terms: dict[Name, Number]
    equals: Bound | None = None
    min: Bound | None = None
    max: Bound | None = None

    @model_validator(mode="after")
    def _one_bound(self) -> Self:
        if ("equals" in self.model_fields_set) == bool(self.model_fields_set & {"min", "max"}):
            raise ValueError("a coupling needs either equals, or min and max (one may be left out)")
        return self


class MirrorPart(Part):
    axis: Literal["x", "y", "z"] = "x"
    pairs: list[tuple[Name, Name]] = []


def _joint_value(value: Any) -> Any:
    """Kept as written, since its meaning depends on the joint's model; a mapping is a placement."""
    if isinstance(value, dict):
        return PlacementPart.model_validate(value)
    items = value if isinstance(value, list) else [value]
    if not 1 <= len(items) <= 4:
        raise ValueError(f"must be one to four numbers, or a position and rotation, not {value!r}")
    for item in items:
        radians_of(item)
    return value


PLACEMENT_SCHEMA = {
    "type": "object",
    "properties": {"position": {"type": "array"}, "rotation": {"type": "array"}, "axis_angle": {"type": "array"}},
    "additionalProperties": False,
}

JOINT_VALUE_SCHEMA: dict[str, Any] = {
    "anyOf": [
        ANGLE_SCHEMA,
        {"type": "array", "items": ANGLE_SCHEMA, "minItems": 1, "maxItems": 4},
        PLACEMENT_SCHEMA,
    ],
    "description": "Degrees (slide: metres) in the order of the joint's coordinates; four numbers are a "
    "quaternion x y z w; position and rotation for a free joint.",
}
JointValue = Annotated[Any, PlainValidator(_joint_value), WithJsonSchema(JOINT_VALUE_SCHEMA)]


class SelfPairPart(Part):
    """Two segments that keep out of each other; pressed together they may overlap by so many metres."""

    first: Name
    second: Name
    depth: Number = 0.0


class FigureFile(Part):
    """A figure: its segments, the joints between them, and what is named on it."""

    poise: Literal["figure"]
    version: Literal[1]
    name: Name
    gravity: Vector = (0.0, -9.81, 0.0)
    segments: dict[Name, SegmentPart]
    joints: dict[Name, JointPart]
    sites: dict[Name, SitePart] = {}
    soles: dict[Name, SolePart] = {}
    limbs: dict[Name, LimbPart] = {}
    groups: dict[Name, list[Name]] = {}
    couplings: dict[Name, CouplingPart] = {}
    mirror: MirrorPart = Field(default_factory=MirrorPart)
    postures: dict[Name, dict[Name, JointValue]] = {}
    self_pairs: list[SelfPairPart] | None = None


def figure_schema() -> dict[str, Any]:
    """The JSON schema of figure files."""
    schema: dict[str, Any] = without_null(FigureFile.model_json_schema(by_alias=True))
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", **schema, "title": "Poise figure"}


def schema_text() -> str:
    """The text of the published schema file."""
    return json.dumps(figure_schema(), indent=1, ensure_ascii=False) + "\n"


def without_null(part: Any) -> Any:
    """Optional entries are left out of a file, never null: pydantic's "or null" goes, and so do its made-up titles."""
    if isinstance(part, list):
        return [without_null(item) for item in part]
    if not isinstance(part, dict):
        return part
    choices = [c for c in part.get("anyOf", ()) if c != {"type": "null"}]
    if len(choices) == 1:
        part = {**{k: v for k, v in part.items() if k != "anyOf"}, **choices[0]}
    titled = isinstance(part.get("title"), str)
    kept = {k: v for k, v in part.items() if not (k == "title" and titled) and not (k == "default" and v is None)}
    return {k: without_null(v) for k, v in kept.items()}


if __name__ == "__main__":
    print(schema_text(), end="")
