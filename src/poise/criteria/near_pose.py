"""NearPose: stay near a pose as far as the tasks allow (Boulic et al. 1996, 2.4)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from poise.criteria.criterion import Criterion
from poise.errors import InputError
from poise.pose import Pose
from poise.tasks.posture import pose_of

if TYPE_CHECKING:
    from poise.figure.figure import Figure


@dataclass(frozen=True)
class NearPose(Criterion):
    """Of all poses that serve the tasks alike, prefer the one nearest to `pose`.

    `pose`: a pose of the same figure, or the name of one of its postures. Nearness is the sum of squared joint
    motions, rad² (m² for slides and the base).
    """

    pose: Pose | str

    def __post_init__(self) -> None:
        super().__post_init__()
        if not isinstance(self.pose, Pose | str):
            raise InputError(f"the pose of NearPose must be a pose or the name of a posture, not {self.pose!r}")

    def check(self, figure: Figure) -> None:
        """Raise when the pose is of another figure or the posture is unknown."""
        self.target(figure)

    def target(self, figure: Figure) -> Pose:
        """The pose to stay near."""
        return pose_of(figure, self.pose, "the pose of NearPose")
