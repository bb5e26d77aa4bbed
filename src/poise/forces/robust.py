"""Can a pose be held with something to spare?

Forces that just exist hold nothing that breathes: the floor may be a little smoother, somebody may touch the body.
Wrenches that contacts inside convex cones can give are a convex set, so a push from every corner of a polygon that can
be withstood can be withstood from everywhere inside it.
"""

from __future__ import annotations

import math
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from poise.errors import InputError
from poise.figure.check import number
from poise.forces.loading import Loading

if TYPE_CHECKING:
    from poise.forces.report import Statics
    from poise.forces.support_loads import SupportLoad

Array = NDArray[np.float64]
SIDES = 24
"""Corners of the polygon around the circle of pushes: it reaches 0.9 % beyond the circle."""
PUSH = 0.05
"""Of the weight, where no push is given: what leaning on a rail or a hand on the shoulder brings about."""


def is_robust(report: Statics, friction: float, force: float | None) -> bool:
    """Whether the pose of a report is held, and would be with less friction and under a push."""
    spare, push = _checked(report.loading, friction, force)
    if not report.balanced or any(load.slip is not None and load.slip > 1.0 - spare for load in _given(report)):
        return False
    if report.loading.fixed:
        return True
    loading, core = _free(report.loading), report.pose._core
    loads = (loading.pushed(report.pose, way) for way in _pushes(loading, push))
    return all(loading.footholds.holds(core, load, 1.0 - spare)[0] for load in loads)


def _checked(loading: Loading, friction: float, force: float | None) -> tuple[float, float]:
    spare = number(friction, "the friction to spare")
    if not 0.0 <= spare < 1.0:
        raise InputError(f"the friction to spare is a part of it, from 0 to less than 1, not {spare:g}")
    push = PUSH * loading.weight if force is None else number(force, "the force to spare")
    if push < 0.0:
        raise InputError(f"the force to spare is a number of newtons, at least 0, not {push:g}")
    return spare, push


def _given(report: Statics) -> list[SupportLoad]:
    shared = {support.site for support in report.loading.shared}
    return [load for load in report.supports if load.site in shared]


def _free(loading: Loading) -> Loading:
    """With supports that may give what they can; negative shares are loads and stay."""
    supports = (
        replace(s, share=None) if s.share is not None and s.share >= 0.0 else s
        for s in (*loading.shared, *loading.solved)
    )
    return Loading(loading.figure, loading.applied, [*supports])


def _pushes(loading: Loading, size: float) -> list[Array]:
    """Level forces (N) whose convex hull holds every level force of that size."""
    if size == 0.0:
        return [np.zeros(3)]
    up = np.array(loading.up)
    first = np.cross(up, np.eye(3)[int(np.argmin(np.abs(up)))])
    first /= np.linalg.norm(first)
    second, reach = np.cross(up, first), size / math.cos(math.pi / SIDES)
    angles = 2.0 * math.pi * np.arange(SIDES) / SIDES
    return [reach * (math.cos(a) * first + math.sin(a) * second) for a in angles]
