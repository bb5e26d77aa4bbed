"""Flex and Extend: bend or straighten the body as far as the tasks allow (Baerlocher 7.2.5)."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from poise import _core
from poise.criteria.criterion import JointCriterion
from poise.errors import InputError
from poise.figure.limit import Cone, Ellipse, Polygon, Range

if TYPE_CHECKING:
    from poise.figure.figure import Figure
    from poise.figure.joint import Joint
    from poise.pose import Pose

FLEXION = {"hinge": "angle", "elbow": "flexion", "swing": "swing_x", "ball": "swing_x"}
"""The coordinate that bends a joint, by model: a positive one is flexion."""


@dataclass(frozen=True)
class _Flexion(JointCriterion):
    """Half the sum of squares of (x - end) / range, x the coordinate that bends the joint: 0 at the end wanted."""

    def check(self, figure: Figure) -> None:
        """Raise when a joint is unknown, or when none of them bends."""
        super().check(figure)
        if not list(self._rows(figure)):
            who = ", ".join(self._weights_by_joint(figure)) or "the figure"
            raise InputError(f"{self._name}: no joint of {who} can bend")

    @property
    def _is_kept(self) -> bool:
        return True

    def compiled(self, start: Pose) -> _core.Criterion:
        return _core.coordinates_criterion(np.array(list(self._rows(start.figure))))

    def _rows(self, figure: Figure) -> Iterator[tuple[float, float, float, float]]:
        """Per joint: natural coordinate, the end it is drawn to, range, weight."""
        for name, weights in self._weights_by_joint(figure).items():
            joint = figure.joints[name]
            weight = weights[0] if isinstance(weights, tuple) else weights  # the coordinate that bends is the first
            if joint.model in FLEXION and weight > 0.0:
                low, high = bending_range(joint)
                if high - low > 1e-9:
                    end = high if type(self) is Flex else low
                    yield figure._core.natural_offset(figure._joint_ids[name]), end, high - low, weight


@dataclass(frozen=True)
class Flex(_Flexion):
    """Prefer bent joints: flexion of hinges and elbows, swing_x of swings and balls, up to the end of its range.

    Half the sum of squares of what is missing, as a share of the range. Where there is no limit, a half turn either
    way is the range. `joints`: which shall bend, default all.
    """


@dataclass(frozen=True)
class Extend(_Flexion):
    """Prefer stretched joints: the other end of the ranges that `Flex` bends in."""


def bending_range(joint: Joint) -> tuple[float, float]:
    """The least and the largest value of the coordinate that bends a joint."""
    limit = joint.limits.get("swing" if joint.model in ("swing", "ball") else FLEXION[joint.model])
    if isinstance(limit, Range):
        return max(limit.min, -math.pi), min(limit.max, math.pi)
    if isinstance(limit, Cone):
        return -limit.angle, limit.angle
    if isinstance(limit, Ellipse):
        return -limit.x, limit.x
    if isinstance(limit, Polygon):
        swings = [_swing_x(vertex) for vertex in limit.vertices]
        return min(swings), max(swings)
    return -math.pi, math.pi


def _swing_x(direction: tuple[float, float, float]) -> float:
    """The first swing coordinate of the rotation that takes z to a unit direction."""
    x, y, z = direction
    across = math.hypot(x, y)
    return -y * (math.atan2(across, z) / across if across > 1e-12 else 1.0)
