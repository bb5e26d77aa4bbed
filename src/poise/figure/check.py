"""Checked conversions of user input to plain tuples of floats.

The figure is described by tuples: they are immutable, hashable, compare exactly and print well.
Every function names the thing that was wrong, so that the message can be understood without a debugger.
"""

from __future__ import annotations

import math
import os
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, cast

import numpy as np
from numpy.typing import NDArray

from poise.errors import InputError

Vec3 = tuple[float, float, float]
Quaternion = tuple[float, float, float, float]  # x y z w
Mat3 = tuple[Vec3, Vec3, Vec3]

FLOAT = np.dtype(float)
"""Of arrays that need no conversion."""
UNIT_TOLERANCE = 1e-6
"""How far a quaternion or axis may be from unit length before it counts as a mistake."""


_LONGEST = 300
"""Characters of a value in a message."""
_WHOLE, _SWITCHES = (int, np.integer), (bool, np.bool_)
"""Kinds of numbers and switches; a union written where it is asked for would be made each time."""


def number(value: Any, what: str) -> float:
    """`value` as a finite float."""
    x = _as_float(value, what)
    if not math.isfinite(x):
        raise InputError(f"{what} must be finite, not {x}")
    return x


def bound(value: Any, what: str) -> float:
    """`value` as a float that may be infinite, as the end of a range may be."""
    x = _as_float(value, what)
    if math.isnan(x):
        raise InputError(f"{what} must not be NaN")
    return x


def positive(value: Any, what: str) -> float:
    """`value` as a finite float above zero."""
    x = number(value, what)
    if x <= 0.0:
        raise InputError(f"{what} must be positive, not {x}")
    return x


def count(value: Any, what: str, most: int, least: int = 1) -> int:
    """`value` as a whole number from `least` to `most`: what is asked for must fit into a machine."""
    if isinstance(value, bool) or not isinstance(value, _WHOLE) or not value >= least:
        raise InputError(f"{what} must be a whole number of at least {least}, not {shown(value)}")
    if value > most:
        raise InputError(f"{what} must be at most {most}, not {shown(value)}")
    return int(value)


def choice(value: Any, choices: Iterable[str], what: str) -> str:
    """`value` as one of a few words."""
    known = tuple(choices)
    if not isinstance(value, str) or value not in known:
        raise InputError(f"{what} must be one of {', '.join(map(repr, known))}, not {shown(value)}")
    return value


def flag(value: Any, what: str) -> bool:
    """`value` as True or False."""
    if not isinstance(value, _SWITCHES):
        raise InputError(f"{what} must be True or False, not {shown(value)}")
    return bool(value)


def numbers(values: Any, count: int, what: str) -> tuple[float, ...]:
    """`values` as exactly `count` finite floats; four are a quaternion."""
    items, wanted = _items(values), f"{count} numbers" + (" x y z w" if count == 4 else "")
    if items is None:
        raise InputError(f"{what} must be {wanted}, not {shown(values)}")
    if len(items) != count:
        rows = _items(items[0]) if items else None
        found = len(items) if rows is None else f"{len(items)} rows of {len(rows)}"
        raise InputError(f"{what} must be {wanted}, not {found}")
    return tuple([number(v, what) for v in items])


def array(values: Any, what: str) -> NDArray[np.float64]:
    """`values` as an array of floats of any shape, none of them hidden; NaN and infinity are left to the caller."""
    if type(values) is np.ndarray and values.dtype is FLOAT:
        return values
    if not _hides(values) and not isinstance(values, str | bytes | Mapping | set | frozenset):
        try:
            found = np.asarray(values)
            if found.dtype.kind in "biufO":
                return np.asarray(found, dtype=np.float64, order="C")
        except (TypeError, ValueError, OverflowError):
            pass
    raise InputError(f"{what} must be numbers, not {shown(values)}")


def plain_vec3(values: Any) -> Vec3 | None:
    """Three floats in an array or a tuple; None for all that is looked at more closely: goals move all the time."""
    if type(values) is tuple and len(values) == 3:
        x, y, z = values
        return values if type(x) is type(y) is type(z) is float and math.isfinite(x + y + z) else None
    if type(values) is np.ndarray and values.dtype is FLOAT and values.shape == (3,):
        x, y, z = values.tolist()
        if math.isfinite(x + y + z):
            return (x, y, z)
    return None


def vec3(values: Any, what: str) -> Vec3:
    """`values` as three finite floats."""
    found = plain_vec3(values)
    return cast(Vec3, numbers(values, 3, what)) if found is None else found


def unit3(values: Any, what: str) -> Vec3:
    """`values` as a direction; scaled to unit length, zero is refused."""
    x, y, z = vec3(values, what)
    length = math.sqrt(x * x + y * y + z * z)
    if not math.isfinite(length):  # squares of large numbers are too large; the direction is none the worse
        largest = max(abs(x), abs(y), abs(z))
        return unit3((x / largest, y / largest, z / largest), what)
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
    rows = _items(values)
    if rows is None or len(rows) != 3:
        raise InputError(f"{what} must be a 3×3 matrix")
    return (vec3(rows[0], what), vec3(rows[1], what), vec3(rows[2], what))


def instance(value: Any, kinds: type | tuple[type, ...], what: str) -> Any:
    """`value`, which must be of one of the `kinds`."""
    if not isinstance(value, kinds):
        names = " or ".join(k.__name__ for k in (kinds if isinstance(kinds, tuple) else (kinds,)))
        raise InputError(f"{what} must be a {names}, not {shown(value)}{instead(names, value)}")
    return value


def instead(wanted: str, given: Any) -> str:
    """What to say when something near to the wanted kind was given, as a figure for a pose; else nothing."""
    if "Placement" in wanted and isinstance(given, np.ndarray) and given.shape in ((3, 3), (4, 4)):
        return "; a placement of a matrix is Placement.from_matrix(matrix)"
    is_figure = wanted.removeprefix("a ") == "Pose" and type(given).__name__ == "Figure"
    if is_figure:
        return "; poses of a figure are its rest() and pose(…)"
    texts = isinstance(given, list | tuple) and len(given) > 1 and all(isinstance(entry, str) for entry in given)
    return "; make one for each of them" if wanted == "a text" and texts else ""


def name(value: Any, kind: str) -> str:
    """`value` as a usable name: a non-empty text without surrounding space."""
    if not isinstance(value, str) or not value or value != value.strip():
        kind = f"{'an' if kind[0] in 'aeiou' else 'a'} {kind}"
        raise InputError(f"the name of {kind} must be a non-empty text without spaces around it, not {shown(value)}")
    return value


def each(values: Any, what: str) -> list[Any]:
    """`values` as a list of things; a text, which is one thing, is none, nor is a mapping."""
    found = listed(values)
    if found is None:
        raise InputError(f"{what} must be a list, not {shown(values)}")
    return found


def listed(values: Any) -> list[Any] | None:
    """What is in a list, a tuple, an array …; None for what is no list, as a text, a mapping or a single thing."""
    if type(values) in (list, tuple):  # nearly always, in every solve; all other questions take longer
        for value in values:
            if isinstance(value, _MAY_HIDE) and _hides(value):
                return None
        return list(values)
    return None if isinstance(values, Mapping) else _items(values)


def path(value: Any, what: str) -> Path:
    """`value` as a path that a file system can have."""
    if isinstance(value, str | os.PathLike):
        try:
            found = Path(value)
            if b"\0" not in os.fsencode(found):
                return found
        except (TypeError, ValueError):  # bytes; letters that no file system knows
            pass
    raise InputError(f"{what} must be a path, not {shown(value)}")


def shown(value: Any) -> str:
    """A value in a message: as Python shows it, but no longer than a line or two."""
    try:
        text = repr(value)
    except Exception:  # of numbers too long to be written, for one
        text = f"a {type(value).__name__}"
    text = " ".join(text.split()) if "\n" in text else text
    return text if len(text) <= _LONGEST else f"{text[:_LONGEST]}…"


def _as_float(value: Any, what: str) -> float:
    """A float of a single number; texts are none, nor are arrays with dimensions, nor what a mask hides."""
    if type(value) is float:
        return value
    if not isinstance(value, str | bytes | bytearray) and not (isinstance(value, np.ndarray) and value.ndim > 0):
        try:
            if not _hides(value):
                return float(value)
        except (TypeError, ValueError):
            pass
        except OverflowError:
            raise InputError(f"{what} must be a number that a double can hold, not {shown(value)}") from None
    raise InputError(f"{what} must be a number, not {shown(value)}")


def _items(values: Any) -> list[Any] | None:
    """What there is to go through, None when there is nothing or when it is hidden."""
    if isinstance(values, str | bytes) or not isinstance(values, Iterable) or _hides(values):
        return None
    return None if isinstance(values, np.ndarray) and values.ndim == 0 else list(values)


_MAY_HIDE = (np.ndarray, list, tuple)


def _hides(values: Any) -> bool:
    """Whether a mask hides some of the values: nobody knows what stands behind it.

    Masked arrays are known by their mask: to name their class would load `numpy.ma` for everybody.
    """
    if isinstance(values, (list, tuple)):
        return any(_hides(v) for v in values if isinstance(v, _MAY_HIDE))
    return isinstance(values, np.ndarray) and bool(np.any(getattr(values, "mask", False)))
