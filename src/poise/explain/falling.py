"""Why a pose would not do: what slips, how far a body under forces tips, and what goes through what."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np

from poise.forces.account import statics
from poise.tasks.avoid import Avoid
from poise.tasks.members import pieces_of, pose_for

if TYPE_CHECKING:
    from poise.forces.report import Statics
    from poise.pose import Pose
    from poise.tasks.task import Task

ROUGHEST = 2.0
"""No ground has more friction. What only more of it would hold, by leaning on tilted soles, tips for everybody else."""


def falling(task: Task, pose: Pose) -> str:
    """What would happen in a pose that a task about forces or the world does not allow; empty for other tasks."""
    if isinstance(task, Avoid):
        return "; ".join(piece.hint(pose) for piece in pieces_of(task, pose))
    forces, supports = (getattr(task, name, None) for name in ("forces", "supports"))
    if forces is None and supports is None:
        return ""
    free = [replace(support, share=None) for support in supports or ()]
    report = statics(pose_for(task, pose), forces or (), free)
    if report.possible:
        return ""
    factor, margin = report.friction_needed, report.margin
    if factor is not None and factor > 1.0 and (_rough(report, factor) <= ROUGHEST or margin is None or margin >= 0.0):
        return _slipping(report, factor)
    if margin is None or not np.isfinite(margin):
        return "nothing could hold the body then"
    return f"the body would tip, its weight {100.0 * -margin:.2g} cm outside where it can be held"


def _rough(report: Statics, factor: float) -> float:
    """The friction that some support would have to have."""
    return factor * max((support.friction for support in report.loading.solved), default=0.0)


def _slipping(report: Statics, factor: float) -> str:
    """The support that first has friction enough is the one that slips first."""
    rough: list[Any] = [replace(s, friction=s.friction * factor * 1.001) for s in report.loading.solved]
    held = statics(report.pose, report.loading.applied, rough)
    first = max(held.supports, key=lambda load: load.slip or 0.0)
    has = next(s.friction for s in report.loading.solved if s.site == first.site)
    return f"{first.site} would slip: it needs μ {factor * has:.2f}, it has {has:.2g}"
