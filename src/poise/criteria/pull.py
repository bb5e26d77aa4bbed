"""Several criteria as one pull: towards which pose the freedom left should go."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

import numpy as np

from poise.criteria.criterion import Criterion
from poise.criteria.near_pose import NearPose
from poise.errors import InputError
from poise.pose import Pose

if TYPE_CHECKING:
    from poise.figure.figure import Figure


def pull_of(figure: Figure, criteria: Any) -> Pose | None:
    """The pose that all criteria together pull to; None when there are none.

    Only the weights among criteria matter: no task competes with them.
    """
    nearness = _checked(figure, criteria)
    total = sum(c.weight for c in nearness)
    return _mean([(c.target(figure), c.weight / total) for c in nearness]) if nearness else None


def _mean(targets: list[tuple[Pose, float]]) -> Pose:
    """The pose with the least weighted sum of squared distances to all targets; the shares add up to 1.

    Squared distances to several points sum to a squared distance to their mean. Rotations curve, so the mean is
    found by averaging in its own tangent space until it stands still (Karcher).
    """
    pose = targets[0][0]
    if len(targets) == 1:
        return pose
    for _ in range(50):
        away = np.sum([share * pose.difference(target) for target, share in targets], axis=0)
        pose = pose.integrate(away)
        if float(np.abs(away).max(initial=0.0)) < 1e-12:
            break
    return pose


def _checked(figure: Figure, criteria: Any) -> list[NearPose]:
    if isinstance(criteria, Criterion | str) or not isinstance(criteria, Iterable):
        raise InputError(f"criteria must be a list of criteria, not {criteria!r}")
    found = list(criteria)
    for criterion in found:
        if not isinstance(criterion, NearPose):
            raise InputError(f"{criterion!r} is not a criterion; there is NearPose(pose, weight=1.0)")
        criterion.check(figure)
    return found
