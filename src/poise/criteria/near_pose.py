"""NearPose and RestPosture: stay near a pose as far as the tasks allow (Boulic et al. 1996, 3.2.1 and 3.2.3)."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np

from poise import _core
from poise.criteria.criterion import Array, JointCriterion
from poise.criteria.joint_weights import Weight, normalized_base
from poise.errors import InputError
from poise.pose import Pose
from poise.tasks.posture import pose_of

if TYPE_CHECKING:
    from poise.figure.figure import Figure


@dataclass(frozen=True)
class _Nearness(JointCriterion):
    """Half the sum of squared motions of the joints from a pose, by their weights.

    `base`: how much a free base counts, in place of what `joints` says of it: one number, or (place, tilt, heading).
    The tilt is what of its turn moves the vertical, by the angle it has moved it; the heading is the turn about the
    vertical that goes before. One number for all weighs the whole angle of the turn.
    """

    base: Any = field(default=None, kw_only=True)

    def __post_init__(self) -> None:
        super().__post_init__()
        self._put("base", normalized_base(self.base, f"the base option of {self._name}"))

    def check(self, figure: Figure) -> None:
        """Raise when a joint is unknown, or when there is no free base to weigh."""
        super().check(figure)
        if self.base is not None and figure.base.model != "free":
            root = figure.base
            raise InputError(
                f"{self._name}: base weighs a free base, but the joint {root.name!r} that holds the figure "
                f"{figure.name!r} is {root.model}; leave base out, or weigh its joints with joints"
            )

    def _near(self, pose: Pose) -> _core.Criterion:
        """The criterion in the core that draws to a pose."""
        figure, target = pose.figure, np.array(pose.coordinates)
        weights = np.array(self._freedom(figure))
        if self.base is None:
            return _core.near_pose_criterion(figure._core, target, weights)
        own = weights[figure.tangent_slice(figure.base.name)]
        if not isinstance(self.base, tuple):
            own[:] = self.base
            return _core.near_pose_criterion(figure._core, target, weights)
        place, tilt, heading = self.base
        own[:3], own[3:] = place, 0.0
        return _core.near_pose_criterion(figure._core, target, weights, up_at_base(figure), tilt, heading)


@dataclass(frozen=True)
class NearPose(_Nearness):
    """Of all poses that serve the tasks alike, prefer the one nearest to `pose`.

    `pose`: a pose of the same figure, or the name of one of its postures. Nearness is half the sum of squared joint
    motions, rad² (m² for slides and the place of the base). Weights of the coordinates of a ball joint weigh the
    components x, y, z of the rotation vector from `pose`, in the frame that turns with the joint: z is along the limb.
    """

    pose: Pose | str

    def check(self, figure: Figure) -> None:
        """Raise when the pose is of another figure, or the posture or a joint is unknown."""
        super().check(figure)
        pose_of(figure, self.pose, "the pose of NearPose")

    def compiled(self, start: Pose) -> _core.Criterion:
        return self._near(pose_of(start.figure, self.pose, "the pose of NearPose"))


@dataclass(frozen=True)
class RestPosture(_Nearness):
    """Prefer the shape that the figure has at rest, wherever it stands.

    Measured as `NearPose` measures. A free base is left out unless `joints` names it or `base` weighs it.
    """

    def compiled(self, start: Pose) -> _core.Criterion:
        return self._near(start.figure.rest())

    def _weights_by_joint(self, figure: Figure) -> dict[str, Weight]:
        weights = super()._weights_by_joint(figure)
        if self.joints is None and figure.base.model == "free":
            del weights[figure.base.name]
        return weights


def up_at_base(figure: Figure) -> Array:
    """The vertical in the frame of the base joint: against gravity, +Y where there is none."""
    gravity = np.array(figure.gravity)
    up = -gravity / np.linalg.norm(gravity) if gravity.any() else np.array([0.0, 1.0, 0.0])
    return np.asarray(figure.base.placement.matrix[:3, :3].T @ up)
