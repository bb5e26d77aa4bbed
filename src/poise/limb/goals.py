"""What a limb may be asked for: a point, a frame, an axis at a point, something to aim at, an orientation."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from poise.arrays import sealed
from poise.errors import InputError
from poise.figure.check import array, shown
from poise.readable import Readable

Array = NDArray[np.float64]

POSITION, PLACEMENT, AXIS, AIM, ORIENT = range(5)
"""The kinds of goal as the core numbers them."""

Z = (0.0, 0.0, 1.0)


@dataclass(frozen=True, slots=True, eq=False)
class AxisGoal(metaclass=Readable):
    """The site at a point with one of its axes along a direction; its turn ψ about it stays free (Tolani 3.3).

    `point` and `direction`: world. `axis`: in site coordinates, +z by default. Arrays (…, 3) make many goals.
    """

    point: Any
    direction: Any
    axis: Any = Z

    def __post_init__(self) -> None:
        for field in ("point", "direction", "axis"):
            object.__setattr__(self, field, triples(getattr(self, field), f"the {field} of an AxisGoal"))


@dataclass(frozen=True, slots=True, eq=False)
class AimGoal(metaclass=Readable):
    """An axis of the site goes through a point, the wrist being held; how far the hinge bends stays free (Tolani 3.4).

    `point`: world. `axis`: in site coordinates, +z by default. Arrays (…, 3) make many goals.
    """

    point: Any
    axis: Any = Z

    def __post_init__(self) -> None:
        for field in ("point", "axis"):
            object.__setattr__(self, field, triples(getattr(self, field), f"the {field} of an AimGoal"))


@dataclass(frozen=True, slots=True, eq=False)
class OrientGoal(metaclass=Readable):
    """The site turned to given axes: its wrist stays in its place when the limits let it, else it moves as well.

    `axes`: (3, 3), the site's axes as columns, world. Arrays (…, 3, 3) make many goals.
    """

    axes: Any

    def __post_init__(self) -> None:
        object.__setattr__(self, "axes", _rotations(self.axes, "the axes of an OrientGoal"))


def packed(goal: Any) -> tuple[int, Array]:
    """The kind of a goal and its numbers as the core takes them, (…, m)."""
    if isinstance(goal, AxisGoal):
        return AXIS, _side_by_side(goal.point, goal.axis, goal.direction)
    if isinstance(goal, AimGoal):
        return AIM, _side_by_side(goal.point, goal.axis)
    if isinstance(goal, OrientGoal):
        return ORIENT, np.ascontiguousarray(goal.axes.reshape(*goal.axes.shape[:-2], 9))
    try:
        values = np.ascontiguousarray(array(goal, "a goal"))
    except InputError:
        raise _not_a_goal(shown(goal)) from None
    if values.shape[-2:] == (4, 4):
        return PLACEMENT, values.reshape(*values.shape[:-2], 16)
    if values.shape[-1:] == (3,):
        return POSITION, values
    raise _not_a_goal(f"an array of shape {values.shape}")


def triples(values: Any, what: str) -> Array:
    """`values` as a read-only array (…, 3)."""
    try:
        found = np.array(array(values, what))
    except InputError:
        raise InputError(f"{what} must be three numbers, not {shown(values)}") from None
    if found.shape[-1:] != (3,):
        raise InputError(f"{what} must be three numbers, not an array of shape {found.shape}")
    if np.isnan(found).any():
        raise InputError(f"{what} must not hold NaN")
    return sealed(found)


def _rotations(values: Any, what: str) -> Array:
    """`values` as a read-only array (…, 3, 3); whether they are rotations is checked by the core."""
    try:
        found = np.array(array(values, what))
    except InputError:
        raise InputError(f"{what} must be a (3, 3) rotation, not {shown(values)}") from None
    if found.shape[-2:] != (3, 3):
        raise InputError(f"{what} must be a (3, 3) rotation, not an array of shape {found.shape}")
    if np.isnan(found).any():
        raise InputError(f"{what} must not hold NaN")
    return sealed(found)


def _side_by_side(*parts: Array) -> Array:
    try:
        return np.ascontiguousarray(np.concatenate(np.broadcast_arrays(*parts), axis=-1))
    except ValueError:
        shapes = ", ".join(str(p.shape) for p in parts)
        raise InputError(f"the parts of a goal do not fit together: their shapes are {shapes}") from None


def _not_a_goal(given: str) -> InputError:
    return InputError(
        "a goal of a limb is a point (3,), a frame (4, 4), an AxisGoal, an AimGoal or an OrientGoal "
        f"(or many of them), not {given}"
    )
