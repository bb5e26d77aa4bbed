"""The keys of a motion: times and stored coordinates, checked and brought into the form that poses have."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np

from poise.arrays import Array, sealed
from poise.errors import InputError
from poise.figure.check import UNIT_TOLERANCE, array
from poise.figure.differences import require_same_figure
from poise.figure.figure import Figure
from poise.pose import Pose

_ROUNDING = 2e-15
"""Of a squared length: quaternions that are unit to rounding are kept bit for bit, as the core does."""


def checked_times(times: Any) -> Array:
    """(n,) seconds, strictly increasing."""
    found = array(times, "the times of a motion")
    if found.ndim != 1 or len(found) == 0:
        raise InputError(f"the times of a motion must be a list of at least one, not an array of shape {found.shape}")
    if not np.isfinite(found).all():
        raise InputError("the times of a motion must be finite")
    steps = np.diff(found)
    if (steps <= 0.0).any():
        k = int(np.argmax(steps <= 0.0))
        raise InputError(
            f"the times of a motion must increase, but time {k + 1} is {found[k + 1]:g} after {found[k]:g}"
        )
    return sealed(np.array(found))


def checked_poses(figure: Figure, poses: Any, count: int) -> Array:
    """(n, figure.size) stored coordinates, from an array or from poses of the figure."""
    if isinstance(poses, Iterable) and not isinstance(poses, np.ndarray):
        poses = list(poses)
        if poses and isinstance(poses[0], Pose):
            poses = np.array([_of(figure, pose, k) for k, pose in enumerate(poses)])
    found = np.array(array(poses, f"the poses of a motion of {figure.name!r}"))
    if found.shape != (count, figure.size):
        wanted = f"({count}, {figure.size}): as many as there are times, each with the figure's coordinates"
        raise InputError(f"the poses of a motion of {figure.name!r} must have shape {wanted}, not {found.shape}")
    if not np.isfinite(found).all():
        k, c = np.argwhere(~np.isfinite(found))[0]
        raise InputError(f"the poses of a motion must be finite, but coordinate {c} of pose {k} is {found[k, c]}")
    for name, joint in figure.joints.items():
        where = figure.coordinate_slice(name)
        if joint.model in ("ball", "free"):
            _make_unit(found[:, where.stop - 4 : where.stop], name)
        elif joint.model == "swing":
            _wrap(found[:, where])
    return sealed(found)


def _of(figure: Figure, pose: Any, k: int) -> Array:
    if not isinstance(pose, Pose):
        raise InputError(f"pose {k} of a motion must be a Pose as the first one is, not {type(pose).__name__}")
    require_same_figure(figure, pose.figure, f"pose {k} of a motion")
    return pose.coordinates


def _make_unit(quaternions: Array, joint: str) -> None:
    """In place."""
    squares = np.einsum("ij,ij->i", quaternions, quaternions)
    lengths = np.sqrt(squares)
    wrong = np.abs(lengths - 1.0) > UNIT_TOLERANCE
    if wrong.any():
        k = int(np.argmax(wrong))
        raise InputError(
            f"pose {k} of a motion must hold a unit quaternion x y z w for {joint!r}, not one of length {lengths[k]:g}"
        )
    off = np.abs(squares - 1.0) >= _ROUNDING
    quaternions[off] /= lengths[off, None]


def _wrap(swings: Array) -> None:
    """In place: swings beyond half a turn are the same rotations the other way round."""
    angles = np.linalg.norm(swings, axis=1)
    far = angles > np.pi
    swings[far] *= (np.remainder(angles[far] + np.pi, 2 * np.pi) - np.pi)[:, None] / angles[far, None]
