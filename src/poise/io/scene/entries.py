"""The kinds of entries that stand in scene files, as pydantic types: checked, and described in the schema."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Any

from pydantic import Field, PlainValidator, WithJsonSchema

from poise.io.figure.schema import Part
from poise.io.text.angles import ANGLE_SCHEMA
from poise.io.text.numbers import Angle, Number, number, numbers


class TolerancePart(Part):
    """The error at which tasks count as met."""

    metres: Number = 1e-4
    degrees: Angle = Field(1e-3, description="Default 0.0573°, 1e-3 rad.")


class ViewPart(Part):
    """From where to look, degrees: azimuth from the front to the figure's left, elevation from level to overhead."""

    azimuth: Angle
    elevation: Angle = 0.0
    perspective: bool = False


def _turn(value: Any) -> tuple[float, ...]:
    """A quaternion, or a direction."""
    if isinstance(value, list) and len(value) == 3:
        return numbers(value, 3)
    return numbers(value, 4)


def _point(value: Any) -> tuple[float, ...]:
    return numbers(value, 3)


def _pose(value: Any) -> Any:
    """Kept as written: its meaning depends on the figure."""
    if not isinstance(value, str | dict):
        raise ValueError(f"a pose is the name of a posture, or values by joint, not {value!r}")
    return value


def _joints(value: Any) -> Any:
    if isinstance(value, dict):
        return {joint: number(weight) for joint, weight in value.items()}
    if isinstance(value, str) or (isinstance(value, list) and value and all(isinstance(v, str) for v in value)):
        return value
    raise ValueError(f"must be a name, a list of joints or a mapping from joint to weight, not {value!r}")


def _joint_weights(value: Any) -> Any:
    if not isinstance(value, dict):
        return _joints(value)
    return {joint: _joint_weight(weight, joint) for joint, weight in value.items()}


def _joint_weight(value: Any, joint: Any) -> Any:
    try:
        return numbers(value, len(value)) if isinstance(value, list) else number(value)
    except ValueError as error:
        raise ValueError(f"the weight of {joint!r} {error}") from None


def _base(value: Any) -> Any:
    return numbers(value, 3) if isinstance(value, list) else number(value)


def _view(value: Any) -> Any:
    return value if isinstance(value, str) else ViewPart.model_validate(value)


def _or_site(read: Callable[[Any], Any], schema: dict[str, Any]) -> Any:
    """Numbers, or the name of a site in their place."""
    validated = PlainValidator(lambda value: value if isinstance(value, str) else read(value))
    return Annotated[Any, validated, WithJsonSchema({"anyOf": [schema, {"type": "string"}]})]


_WEIGHT = {"type": "number", "minimum": 0}


def _weights(least: int, most: int) -> dict[str, Any]:
    return {"type": "array", "items": _WEIGHT, "minItems": least, "maxItems": most}


POSE_VALUE_SCHEMA = {
    "anyOf": [
        ANGLE_SCHEMA,
        {"type": "array", "items": ANGLE_SCHEMA, "minItems": 1, "maxItems": 6},
        {"type": "object", "additionalProperties": {"anyOf": [*ANGLE_SCHEMA["anyOf"], {"type": "array"}]}},
    ]
}
Pose = Annotated[
    Any,
    PlainValidator(_pose),
    WithJsonSchema(
        {
            "anyOf": [{"type": "string"}, {"type": "object", "additionalProperties": POSE_VALUE_SCHEMA}],
            "description": "The name of a posture, or values by joint (degrees, metres); other joints are at rest.",
        }
    ),
]
Turn = Annotated[
    tuple[float, ...],
    PlainValidator(_turn),
    WithJsonSchema(
        {
            "type": "array",
            "items": {"type": "number"},
            "minItems": 3,
            "maxItems": 4,
            "description": "A quaternion x y z w; where only an axis matters, also a direction x y z.",
        }
    ),
]
Joints = Annotated[
    Any,
    PlainValidator(_joints),
    WithJsonSchema(
        {
            "anyOf": [
                {"type": "string"},
                {"type": "array", "items": {"type": "string"}},
                {"type": "object", "additionalProperties": {"type": "number"}},
            ],
            "description": "Who may help: a group, limb or joint; a list of joints; or joint: 0 … 1.",
        }
    ),
]
JointWeights = Annotated[
    Any,
    PlainValidator(_joint_weights),
    WithJsonSchema(
        {
            "anyOf": [
                {"type": "string"},
                {"type": "array", "items": {"type": "string"}},
                {"type": "object", "additionalProperties": {"anyOf": [_WEIGHT, _weights(1, 3)]}},
            ],
            "description": "Who counts: a group, limb or joint; a list of joints; or weights by joint, one number or "
            "one for each coordinate.",
        }
    ),
]
BaseWeights = Annotated[
    Any,
    PlainValidator(_base),
    WithJsonSchema(
        {
            "anyOf": [_WEIGHT, _weights(3, 3)],
            "description": "How much a free base counts: one number, or those of its place, its tilt and its heading.",
        }
    ),
]

VIEW_SCHEMA = {
    "anyOf": [
        {"type": "string"},
        {
            "type": "object",
            "properties": {"azimuth": ANGLE_SCHEMA, "elevation": ANGLE_SCHEMA, "perspective": {"type": "boolean"}},
            "required": ["azimuth"],
            "additionalProperties": False,
        },
    ],
    "description": "A name (front, side, top …), or azimuth from the front to the left and elevation, degrees.",
}
ViewEntry = Annotated[Any, PlainValidator(_view), WithJsonSchema(VIEW_SCHEMA)]
PointOrSite = _or_site(_point, {"type": "array", "items": {"type": "number"}, "minItems": 3, "maxItems": 3})
TurnOrSite = _or_site(_turn, {"type": "array", "items": {"type": "number"}, "minItems": 3, "maxItems": 4})
