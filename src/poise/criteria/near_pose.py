"""NearPose and RestPosture: stay near a pose as far as the tasks allow (Boulic et al. 1996, 3.2.1 and 3.2.3)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from poise import _core
from poise.criteria.criterion import JointCriterion
from poise.pose import Pose
from poise.tasks.posture import pose_of

if TYPE_CHECKING:
    from poise.figure.figure import Figure


@dataclass(frozen=True)
class NearPose(JointCriterion):
    """Of all poses that serve the tasks alike, prefer the one nearest to `pose`.

    `pose`: a pose of the same figure, or the name of one of its postures. Nearness is half the sum of squared joint
    motions, rad² (m² for slides and the place of the base).
    """

    pose: Pose | str

    def check(self, figure: Figure) -> None:
        """Raise when the pose is of another figure, or the posture or a joint is unknown."""
        super().check(figure)
        pose_of(figure, self.pose, "the pose of NearPose")

    def compiled(self, start: Pose) -> _core.Criterion:
        figure = start.figure
        target = np.array(pose_of(figure, self.pose, "the pose of NearPose").coordinates)
        return _core.near_pose_criterion(figure._core, target, self._freedom(figure))


@dataclass(frozen=True)
class RestPosture(JointCriterion):
    """Prefer the shape that the figure has at rest, wherever it stands.

    Measured as `NearPose` measures. A free base is left out unless `joints` names it.
    """

    def compiled(self, start: Pose) -> _core.Criterion:
        figure = start.figure
        target = np.array(figure.rest().coordinates)
        return _core.near_pose_criterion(figure._core, target, self._freedom(figure))

    def _shares(self, figure: Figure) -> dict[str, float]:
        shares = super()._shares(figure)
        if self.joints is None and figure.base.model == "free":
            del shares[figure.base.name]
        return shares
