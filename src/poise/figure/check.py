"""Checked conversions of user input to plain tuples of floats.

The figure is described by tuples: they are immutable, hashable, compare exactly and print well.
Every function names the thing that was wrong, so that the message can be understood without a debugger.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import Any, cast

import numpy as np

from poise.errors import InputError

Vec3 = tuple[float, float, float]
Quaternion = tuple[float, float, float, float]  # x y z w
Mat3 = tuple[Vec3, Vec3, Vec3]

FLOAT = np.dtype(float)
"""Of arrays that need no conversion."""
UNIT_TOLERANCE = 1e-6
"""How far a quaternion or axis may be from unit length before it counts as a mistake."""


def number(value: Any, what: str) -> float:
    """`value` as a finite float."""
    try:
        x = float(value)
    except (TypeError, ValueError):
        raise InputError(f"{what} must be a number, not {value!r}") from None
    if not math.isfinite(x):
        raise InputError(f"{what} must be finite, not {x}")
    return x


def bound(value: Any, what: str) -> float:
    """`value` as a float that may be infinite, as the end of a range may be."""
    try:
        x = float(value)
    except (TypeError, ValueError):
        raise InputError(f"{what} must be a number, not {value!r}") from None
    if math.isnan(x):
        raise InputError(f"{what} must not be NaN")
    return x


def numbers(values: Any, count: int, what: str) -> tuple[float, ...]:
    """`values` as exactly `count` finite floats."""
    if isinstance(values, str) or not isinstance(values, Iterable):
        raise InputError(f"{what} must be {count} numbers, not {values!r}")
    items = list(values)
    if len(items) != count:
        raise InputError(f"{what} must be {count} numbers, not {len(items)}")
    return tuple([number(v, what) for v in items])


def vec3(values: Any, what: str) -> Vec3:
    """`values` as three finite floats."""
    if type(values) is np.ndarray and values.dtype is FLOAT and values.shape == (3,):
        x, y, z = values.tolist()
        if math.isfinite(x + y + z):  # points move all the time; what is wrong with others is said below
            return (x, y, z)
    return cast(Vec3, numbers(values, 3, what))


def unit3(values: Any, what: str) -> Vec3:
    """`values` as a direction; scaled to unit length, zero is refused."""
    x, y, z = vec3(values, what)
    length = math.sqrt(x * x + y * y + z * z)
    if length < 1e-12:
        raise InputError(f"{what} has no direction: its length is zero")
    if abs(length - 1.0) < 1e-15:
        return (x, y, z)
    return (x / length, y / length, z / length)


def quaternion(values: Any, what: str) -> Quaternion:
    """`values` as a unit quaternion x y z w; small rounding is repaired, more is refused."""
    x, y, z, w = numbers(values, 4, what)
    length = math.sqrt(x * x + y * y + z * z + w * w)
    if abs(length - 1.0) > UNIT_TOLERANCE:
        raise InputError(f"{what} must be a unit quaternion (x y z w), but its length is {length:.6g}")
    if abs(length - 1.0) < 1e-15:
        return (x, y, z, w)
    return (x / length, y / length, z / length, w / length)


def mat3(values: Any, what: str) -> Mat3:
    """`values` as a 3×3 matrix of finite floats, row by row."""
    rows = list(values) if isinstance(values, Iterable) else []
    if len(rows) != 3:
        raise InputError(f"{what} must be a 3×3 matrix")
    return (vec3(rows[0], what), vec3(rows[1], what), vec3(rows[2], what))


def instance(value: Any, kinds: type | tuple[type, ...], what: str) -> Any:
    """`value`, which must be of one of the `kinds`."""
    if not isinstance(value, kinds):
        names = " or ".join(k.__name__ for k in (kinds if isinstance(kinds, tuple) else (kinds,)))
        raise InputError(f"{what} must be a {names}, not {value!r}")
    return value


def name(value: Any, kind: str) -> str:
    """`value` as a usable name: a non-empty text without surrounding space."""
    if not isinstance(value, str) or not value or value != value.strip():
        raise InputError(f"the name of a {kind} must be a non-empty text without spaces around it, not {value!r}")
    return value
