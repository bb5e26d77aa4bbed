"""Every differentiable quantity of a pose, with its derivative: one entry each.

The registry is what the finite-difference check runs over, so a quantity whose derivative is wrong cannot hide; and
it is the list from which tasks and criteria are made.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from poise.pose import Pose

Array = NDArray[np.float64]
Of = Literal["figure", "site", "joint"]


@dataclass(frozen=True, slots=True)
class Quantity:
    """A quantity and its derivative by the tangent of the pose.

    `value(pose, name)` has some shape s; `derivative(pose, name)` has shape (*s, dof). `of` says what `name` names.
    A `rotation` has (3, 3) values, and its derivative is the (3, dof) rotation rate in the axes it is seen from.
    """

    name: str
    of: Of
    unit: str
    value: Callable[[Pose, str], Array]
    derivative: Callable[[Pose, str], Array]
    rotation: bool = False

    def names(self, pose: Pose) -> Iterator[str]:
        """What the quantity can be asked of, for this pose's figure."""
        if self.of == "figure":
            yield self.name
        elif self.of == "site":
            yield from pose.figure.sites
        else:
            yield from (n for n, j in pose.figure.joints.items() if j.dof)


def _seen_from_root(pose: Pose, site: str) -> Array:
    """T of a site as seen from the figure's first site."""
    seer = next(iter(pose.figure.sites))
    return np.asarray(np.linalg.solve(pose.frame(seer), pose.frame(site)))


def _jacobian_from_root(pose: Pose, site: str) -> Array:
    return pose.jacobian(site, frame=next(iter(pose.figure.sites)))


_TILTED = np.array([[0.36, 0.48, -0.8], [-0.8, 0.6, 0.0], [0.48, 0.64, 0.6]])  # an arbitrary control frame
_AXIS = (1.0, 2.0, -2.0)


def _coordinate_derivative(pose: Pose, joint: str) -> Array:
    derivative = np.zeros((len(pose.figure.joints[joint].coordinates), pose.figure.dof))
    derivative[:, pose.figure.tangent_slice(joint)] = pose.coordinate_rates(joint)
    return derivative


def _upper_derivative(pose: Pose, joint: str) -> Array:
    """The centre of what a joint carries moves as if it were a point of it for the joints below, and by the upper
    bodies inside it for those above: ∂G_j/∂q = Σ of the segments' centres, weighted by mass."""
    figure = pose.figure
    carried = [b.segment for b in _carried(pose, joint)]
    mass = sum(figure.segments[s].mass for s in carried)
    total = np.zeros((3, figure.dof))
    for segment in carried:
        frame = pose.segment_frame(segment)
        center = frame[:3, :3] @ np.array(figure.segments[segment].center) + frame[:3, 3]
        total += figure.segments[segment].mass * pose.point_jacobian(segment, center)[:3]
    return total / mass if mass > 0 else pose.point_jacobian(figure.root, pose.segment_frame(figure.root)[:3, 3])[:3]


def _carried(pose: Pose, joint: str) -> list[object]:
    figure = pose.figure
    index = figure._joint_ids[joint]
    kept = {index}
    for i, branch in enumerate(figure.branches):
        if branch.carrier in kept:
            kept.add(i)
    return [figure.branches[i] for i in sorted(kept)]
