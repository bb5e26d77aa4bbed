"""NearPose and RestPosture: stay near a pose as far as the tasks allow (Boulic et al. 1996, 3.2.1 and 3.2.3)."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np

from poise import _core
from poise.criteria.criterion import Array, JointCriterion
from poise.criteria.joint_weights import JointWeights, Weight, normalized_base
from poise.criteria.support_torque import gyration_radius
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

    @property
    def _is_kept(self) -> bool:
        return True

    def _near(self, pose: Pose) -> _core.Criterion:
        """The criterion in the core that draws to a pose."""
        return _core.near_pose_criterion(pose.figure._core, np.array(pose.coordinates), *self._weighing(pose.figure))

    def _weighing(self, figure: Figure) -> tuple[Array, Array | None, float, float]:
        """(dof,) weights; and, when place, tilt and heading of the base are weighed apart, up, tilt and heading."""
        weights = np.array(self._freedom(figure))
        if self.base is None:
            return weights, None, 0.0, 0.0
        own = weights[figure.tangent_slice(figure.base.name)]
        if not isinstance(self.base, tuple):
            own[:] = self.base
            return weights, None, 0.0, 0.0
        place, tilt, heading = self.base
        own[:3], own[3:] = place, 0.0
        return weights, up_at_base(figure), tilt, heading


@dataclass(frozen=True)
class NearPose(_Nearness):
    """Of all poses that serve the tasks alike, prefer the one nearest to `pose`.

    `pose`: a pose of the same figure, or the name of one of its postures. Nearness is half the sum of squared joint
    motions, rad² (m² for slides and the place of the base). Weights of the coordinates of a ball joint weigh the
    components x, y, z of the rotation vector from `pose`, in the frame that turns with the joint: z is along the limb.
    """

    pose: Pose | str

    @property
    def _form(self) -> Hashable | None:
        if type(self) is not NearPose:
            return None
        pose = self.pose if isinstance(self.pose, str) else (self.pose.figure._core, self.pose.coordinates.tobytes())
        return type(self), self.weight, self.figure, self.joints, self.base, pose

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
    `by_weight`: True draws every joint the harder, the larger the moment is of the weight that it carries, seen from
    the root (Boulic et al. 1996, eq. 15): its part counts by the moment over m g L, with the whole mass m and the
    radius of gyration L at rest. What hangs straight down from its joint, or stands straight on it, is not drawn.
    """

    by_weight: bool = field(default=False, kw_only=True)

    def check(self, figure: Figure) -> None:
        """Raise when a joint is unknown, when there is no free base to weigh, or no weight to go by."""
        super().check(figure)
        if self.by_weight and (figure.mass <= 0.0 or not any(figure.gravity)):
            raise InputError(f"{self._name}: by_weight needs a figure with a weight, and {figure.name!r} has none")

    def compiled(self, start: Pose) -> _core.Criterion:
        figure, rest = start.figure, start.figure.rest()
        if not self.by_weight:
            return self._near(rest)
        scale = _whole_moments(figure)
        return _core.rest_by_weight_criterion(figure._core, np.array(rest.coordinates), scale, *self._weighing(figure))

    @classmethod
    def _weights_of(cls, figure: Figure, joints: JointWeights) -> dict[str, Weight]:
        weights = super()._weights_of(figure, joints)
        if joints is None and figure.base.model == "free":
            del weights[figure.base.name]
        return weights


def _whole_moments(figure: Figure) -> Array:
    """(dof,) the torque of the whole weight on a lever of one radius of gyration, N m; for slides its force, N."""
    weight = figure.mass * float(np.linalg.norm(figure.gravity))
    scale = np.full(figure.dof, weight * gyration_radius(figure))
    for name, joint in figure.joints.items():
        if joint.model == "slide":
            scale[figure.tangent_slice(name)] = weight
    return scale


def up_at_base(figure: Figure) -> Array:
    """The vertical in the frame of the base joint: against gravity, +Y where there is none."""
    gravity = np.array(figure.gravity)
    up = -gravity / np.linalg.norm(gravity) if gravity.any() else np.array([0.0, 1.0, 0.0])
    return np.asarray(figure.base.placement.matrix[:3, :3].T @ up)
