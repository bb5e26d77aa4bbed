"""Controlled axes: which directions of a control frame a task cares for."""

from __future__ import annotations

from functools import cache
from itertools import permutations
from typing import Any

import numpy as np
from numpy.typing import NDArray

from poise import _core as core
from poise.arrays import sealed
from poise.errors import InputError
from poise.figure.check import FLOAT, Quaternion, array, quaternion, shown
from poise.figure.placement import quaternion_of, rotation_matrix

_SORTED = {"".join(some): "".join(sorted(some)) for count in (1, 2, 3) for some in permutations("xyz", count)}


def plain_axes(axes: Any) -> str | None:
    """The letters of "xyz" in that order; None for what is no such text."""
    return _SORTED.get(axes) if isinstance(axes, str) else None


def checked_axes(axes: Any, what: str) -> str:
    """`axes` as a text of one to three different letters of "xyz", in that order."""
    found = plain_axes(axes)
    if found is None:
        raise InputError(f"{what} must be some of the letters of 'xyz', each once, not {shown(axes)}")
    return found


def axis_rows(axes: str, frame: Quaternion | None) -> NDArray[np.float64]:
    """(k, 3) the controlled axes as world vectors; `frame` turns them (None: world axes)."""
    if frame is None:
        return _world_axes(axes)
    return np.ascontiguousarray(rotation_matrix(frame).T[["xyz".index(a) for a in axes]])


@cache
def _world_axes(axes: str) -> NDArray[np.float64]:
    return sealed(np.eye(3)[["xyz".index(a) for a in axes]])


def plain_rotation(value: Any) -> Quaternion | None:
    """A rotation given as an array, None for all that has to be looked at more closely: goals move all the time."""
    return core.quaternion_of(value) if type(value) is np.ndarray and value.dtype is FLOAT else None


def checked_rotation(value: Any, what: str) -> Quaternion:
    """A rotation given as a (3, 3) matrix or a unit quaternion x y z w."""
    found = plain_rotation(value)
    if found is not None:
        return found
    shape = array(value, what).shape
    if shape == (4,):
        return quaternion(value, what)
    if shape == (3, 3):
        return quaternion_of(value, what)
    advice = {(4, 4): "; of a placement it is matrix[:3, :3]", (3,): "; an angle about an axis is a"}.get(shape, "")
    if shape == (3,):
        advice += " quaternion too: poise.Placement.turned(axis, radians).rotation"
    given = shown(value) if len(shape) == 1 else f"a matrix {shape}"
    raise InputError(f"{what} must be a (3, 3) rotation or a quaternion x y z w, not {given}{advice}")
