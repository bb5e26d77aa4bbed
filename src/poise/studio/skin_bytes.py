"""A skin as few bytes: whole numbers, and differences from one to the next, which compress well on a slow line."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from poise.figure.placement import quaternion_of
from poise.studio.protocol.figure import BoneShape, SkinShape

FINEST = 65535
"""Steps along the longest edge of the box around a skin: of a person 30 µm each."""


def skin_shape(
    vertices: NDArray[Any],
    normals: NDArray[Any],
    triangles: NDArray[Any],
    *,
    parts: NDArray[Any],
    bones: Sequence[BoneShape],
    bind: Iterable[NDArray[Any]],
    joints: NDArray[Any],
    weights: NDArray[Any],
    sky: NDArray[Any],
) -> SkinShape:
    """The message of a skin. `bind`: the frames (4, 4) of the bones; `sky`: 0 to 1."""
    low = vertices.min(axis=0)
    step = float(np.ptp(vertices, axis=0).max()) / FINEST or 1.0
    places = [[*frame[:3, 3], *quaternion_of(frame[:3, :3])] for frame in bind]
    return SkinShape(
        low=low.tolist(),
        step=step,
        vertices=_planes(_differences(np.rint((vertices - low) / step), "<u2")),
        normals=np.rint(127.0 * normals).astype("<i1").T.tobytes(),
        triangles=_differences(triangles, "<u4").tobytes(),
        parts=parts.astype("<u1").tobytes(),
        bones=list(bones),
        bind=np.array(places).astype("<f4").tobytes(),
        joints=joints.astype("<u1").tobytes(),
        weights=_planes(_shares(weights).T),
        sky=np.rint(255.0 * sky).astype("<u1").tobytes(),
    )


def _differences(rows: NDArray[Any], kind: str) -> NDArray[Any]:
    """(3, n) each column of whole numbers: the first, and then by how much each is larger than that before."""
    steps = np.diff(rows.astype(np.int64), axis=0, prepend=0)
    return steps.astype(kind).T  # what is smaller wraps around, there and back


def _planes(numbers: NDArray[np.uint16]) -> bytes:
    """The lower bytes of all numbers, row by row, and then the upper ones, which hardly change."""
    return np.ascontiguousarray(numbers).view(np.uint8).reshape(-1, 2).T.tobytes()


def _shares(weights: NDArray[Any]) -> NDArray[np.uint16]:
    """Weights of 65535 that sum to all of it."""
    shares = np.rint(FINEST * weights).astype(np.int64)
    rows, most = np.arange(len(shares)), shares.argmax(axis=1)
    shares[rows, most] += FINEST - shares.sum(axis=1)
    return np.asarray(shares, np.dtype("<u2"))
