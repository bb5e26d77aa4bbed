"""Angles and branches as users give them, made fit for the core."""

from __future__ import annotations

from typing import Any

import numpy as np

from poise.errors import InputError
from poise.figure.check import array, shown
from poise.limb.goals import Array


def angles(values: Any, what: str) -> Array:
    """`values` as a finite array of radians."""
    try:
        found = array(values, what)
    except InputError:
        raise InputError(f"{what} must be an angle in radians, not {shown(values)}") from None
    if not np.isfinite(found).all():
        raise InputError(f"{what} must be finite, but holds NaN or infinity")
    return found


def aligned(numbers: Array, swivel: Array, second: Array) -> tuple[Array, Array, tuple[int, ...]]:
    """Goals (n, m), wanted (n, 2) angles or one row of them, and the shape of the answers."""
    try:
        shape = np.broadcast_shapes(numbers.shape[:-1], swivel.shape, second.shape)
    except ValueError:
        raise InputError(
            f"goals of shape {numbers.shape[:-1]} do not broadcast with swivels of shape {swivel.shape} "
            f"and second angles of shape {second.shape}"
        ) from None
    flat = np.ascontiguousarray(np.broadcast_to(numbers, (*shape, numbers.shape[-1])).reshape(-1, numbers.shape[-1]))
    if swivel.ndim == 0 and second.ndim == 0:
        return flat, np.array([[float(swivel), float(second)]]), shape
    pairs = np.stack(np.broadcast_arrays(np.broadcast_to(swivel, shape), second), axis=-1)
    return flat, np.ascontiguousarray(pairs.reshape(-1, 2)), shape


def branch_number(branch: int | None) -> int:
    """A branch as the core takes it: −1 for whichever works."""
    if branch is None:
        return -1
    if not isinstance(branch, int | np.integer) or branch not in (0, 1):
        raise InputError(f"a branch is 0 or 1, not {shown(branch)}")
    return int(branch)
