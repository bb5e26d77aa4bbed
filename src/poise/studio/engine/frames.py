"""Frames: the pose as numbers that the page can draw at once."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from poise.pose import Pose
from poise.solution import Solution, light_of
from poise.studio.protocol.clip import ClipTime
from poise.studio.protocol.frame import Frame, Handle, Overlays, TaskLight
from poise.tasks.report import PartReport, TaskReport

_ON_ITSELF = np.array([[1, -1, -1], [-1, 1, -1], [-1, -1, 1]], float)


def frame_of(
    pose: Pose,
    solution: Solution,
    *,
    number: int,
    figure: int,
    document: int,
    hand: int,
    pull: int,
    settled: bool,
    handles: Sequence[Handle],
    live: Any,
    overlays: Overlays,
    clip: ClipTime | None,
    shown: Pose | None,
) -> Frame:
    """The frame of a pose. `shown`: where the clip has its segments, if they are not where the pose has them."""
    reports = solution.tasks
    return Frame(
        number=number,
        figure=figure,
        document=document,
        hand=hand,
        pull=pull,
        placements=placements(shown or pose).tobytes(),
        joints=pose._core.natural().astype("<f4").tobytes(),
        light=light_of(reports),
        settled=settled,
        tasks=lights(reports),
        handles=list(handles),
        live=live,
        overlays=overlays,
        clip=clip,
    )


def lights(reports: Sequence[TaskReport]) -> list[TaskLight]:
    """How every task does."""
    found = []
    for task in reports:
        worst = task.worst
        found.append(
            TaskLight(
                name=task.name,
                level=task.level,
                enabled=task.enabled,
                met=task.met,
                residual=worst.residual,
                unit=worst.unit,
                note=_spare(worst) if task.met else "",
            )
        )
    return found


def _spare(part: PartReport) -> str:
    """How far inside its bound the weight is."""
    if part.labels != ("inside",):
        return ""
    return f"{1000.0 * part.reached[0]:.0f} mm inside"


def placements(pose: Pose) -> NDArray[np.float32]:
    """(segments, 7) where every segment is: x y z, and the quaternion x y z w of its turn."""
    frames = np.array([pose._core.segment_frame(i) for i in range(len(pose.figure.segments))])
    return np.hstack([frames[:, :3, 3], quaternions(frames[:, :3, :3])]).astype("<f4")


def quaternions(turns: NDArray[np.float64]) -> NDArray[np.float64]:
    """(n, 4) unit quaternions x y z w of rotations (n, 3, 3), all at once.

    The square of each component follows from the diagonal, 4 q_i² = 1 ± R_00 ± R_11 ± R_22; the largest is taken, so
    that the others follow from sums and differences across the diagonal without loss.
    """
    diagonal = np.einsum("nii->ni", turns)
    squares = np.column_stack([1 + diagonal @ _ON_ITSELF, 1 + diagonal.sum(axis=1)])
    largest = squares.argmax(axis=1)
    (_, ab, ac), (ba, _, bc), (ca, cb, _) = turns.transpose(1, 2, 0)
    xy, xz, yz = ba + ab, ac + ca, cb + bc
    wx, wy, wz = cb - bc, ac - ca, ba - ab
    x, y, z, w = squares.T
    rows = np.stack([[x, xy, xz, wx], [xy, y, yz, wy], [xz, yz, z, wz], [wx, wy, wz, w]])  # 4 q_i q_j
    chosen = rows[largest, :, np.arange(len(turns))]
    return np.asarray(chosen / np.linalg.norm(chosen, axis=1, keepdims=True))
