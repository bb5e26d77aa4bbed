"""Several criteria as one pull: towards which pose the freedom left should go."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from poise.criteria.near_pose import NearPose
from poise.pose import Pose
from poise.tasks.posture import pose_of

if TYPE_CHECKING:
    from poise.figure.figure import Figure


def pull_of(figure: Figure, criteria: Any) -> Pose | None:
    """The pose that all criteria together pull to; None when there are none.

    Only the weights among criteria matter: no task competes with them.
    """
    nearness = [c for c in criteria if isinstance(c, NearPose)]
    total = sum(c.weight for c in nearness)
    return (
        _mean([(pose_of(figure, c.pose, "the pose of NearPose"), c.weight / total) for c in nearness])
        if nearness
        else None
    )


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
