"""The kinds of numbers that stand in our files, as pydantic types: checked, exact, and described in the schema."""

from __future__ import annotations

import math
from typing import Annotated, Any

from pydantic import PlainValidator, WithJsonSchema

from poise.figure.check import Mat3, Quaternion, Vec3
from poise.io.text.angles import ANGLE_SCHEMA, radians_of

_NUMBER = {"type": "number"}


def number(value: Any) -> float:
    """A finite number. Raises `ValueError` for anything else."""
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise ValueError(f"must be a number, not {value!r}")
    if not math.isfinite(value):
        raise ValueError(f"must be a finite number, not {value}")
    return float(value)


def numbers(value: Any, count: int) -> tuple[float, ...]:
    """A list of exactly `count` finite numbers."""
    if not isinstance(value, list) or len(value) != count:
        twice = isinstance(value, list) and len(value) == 2 * count
        hint = "; decimals are written with a point, as 1.30" if twice else ""
        raise ValueError(f"must be a list of {count} numbers, not {value!r}{hint}")
    return tuple(number(v) for v in value)


def _vector(value: Any) -> tuple[float, ...]:
    return numbers(value, 3)


def _quaternion(value: Any) -> tuple[float, ...]:
    return numbers(value, 4)


def _axis_angle(value: Any) -> tuple[float, ...]:
    if not isinstance(value, list) or len(value) != 4:
        raise ValueError(f"must be [x, y, z, degrees], not {value!r}")
    return (*numbers(value[:3], 3), radians_of(value[3]))


def _inertia(value: Any) -> tuple[tuple[float, ...], ...]:
    """[xx, yy, zz], or [xx, yy, zz, xy, xz, yz], or three rows."""
    if isinstance(value, list) and len(value) == 3 and isinstance(value[0], list):
        return tuple(numbers(row, 3) for row in value)
    if not isinstance(value, list) or len(value) not in (3, 6):
        raise ValueError(f"must be [xx, yy, zz], [xx, yy, zz, xy, xz, yz] or three rows, not {value!r}")
    xx, yy, zz, xy, xz, yz = (*numbers(value, len(value)), 0.0, 0.0, 0.0)[:6]
    return ((xx, xy, xz), (xy, yy, yz), (xz, yz, zz))


def _bound(value: Any) -> Any:
    """Kept as written: whether it is an angle depends on the terms of the coupling."""
    radians_of(value)
    return value


def _list_of(item: dict[str, Any], *counts: int) -> dict[str, Any]:
    kinds = [{"type": "array", "items": item, "minItems": n, "maxItems": n} for n in counts]
    return kinds[0] if len(kinds) == 1 else {"anyOf": kinds}


Number = Annotated[float, PlainValidator(number), WithJsonSchema(_NUMBER)]
Angle = Annotated[float, PlainValidator(radians_of), WithJsonSchema(ANGLE_SCHEMA)]
"""In radians once read."""
Vector = Annotated[Vec3, PlainValidator(_vector), WithJsonSchema(_list_of(_NUMBER, 3))]
Rotation = Annotated[Quaternion, PlainValidator(_quaternion), WithJsonSchema(_list_of(_NUMBER, 4))]
AxisAngle = Annotated[
    tuple[float, float, float, float],
    PlainValidator(_axis_angle),
    WithJsonSchema(
        {
            "type": "array",
            "prefixItems": [_NUMBER, _NUMBER, _NUMBER, ANGLE_SCHEMA],
            "minItems": 4,
            "maxItems": 4,
            "description": "An axis x y z and the angle about it.",
        }
    ),
]
Inertia = Annotated[
    Mat3,
    PlainValidator(_inertia),
    WithJsonSchema(
        {
            "anyOf": [_list_of(_NUMBER, 3), _list_of(_NUMBER, 6), _list_of(_list_of(_NUMBER, 3), 3)],
            "description": "kg m² about the centre of mass: [xx, yy, zz], [xx, yy, zz, xy, xz, yz] or three rows.",
        }
    ),
]
Bound = Annotated[
    Any,
    PlainValidator(_bound),
    WithJsonSchema(
        {
            **ANGLE_SCHEMA,
            "description": "Degrees or text in radians if all terms are angles; else metres and radians.",
        }
    ),
]
