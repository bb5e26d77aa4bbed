"""Angles in files are degrees, yet come back bit for bit.

A file angle is a number (degrees) or a text such as "0.1234 rad". Degrees are written when they give back exactly the
same double after conversion; radians, which need none, when no decimal of degrees does.
"""

from __future__ import annotations

import math
import re
from typing import Any

_RADIANS = re.compile(r"\s*([-+]?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)(?:[eE][-+]?[0-9]+)?)\s*rad\s*")

ANGLE_SCHEMA = {
    "anyOf": [{"type": "number"}, {"type": "string", "pattern": r"^\s*[-+]?[0-9.]+([eE][-+]?[0-9]+)?\s*rad\s*$"}],
    "description": 'Degrees, or a text in radians such as "0.5 rad".',
}


def radians_of(value: Any) -> float:
    """A file angle in radians. Raises `ValueError` for anything else."""
    if isinstance(value, str):
        match = _RADIANS.fullmatch(value)
        if match is None:
            raise ValueError(f'an angle is a number of degrees or a text like "0.5 rad", not {value!r}')
        return float(match.group(1))
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise ValueError(f'an angle is a number of degrees or a text like "0.5 rad", not {value!r}')
    if not math.isfinite(value):
        raise ValueError(f"an angle must be finite, not {value}")
    return math.radians(value)


def angle_of(radians: float) -> float | str:
    """The file angle that reads back as exactly `radians`."""
    degrees = math.degrees(radians)
    for digits in (0, 1, 2, 3, 6, 9, 12):
        if _same(math.radians(round(degrees, digits)), radians):
            return round(degrees, digits)
    near = (degrees, math.nextafter(degrees, math.inf), math.nextafter(degrees, -math.inf))
    exact = next((d for d in near if _same(math.radians(d), radians)), None)
    return f"{radians!r} rad" if exact is None else exact


def _same(a: float, b: float) -> bool:
    return a == b and math.copysign(1.0, a) == math.copysign(1.0, b)
