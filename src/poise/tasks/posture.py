"""Posture: joints as another pose has them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from poise.errors import InputError
from poise.figure.check import shown
from poise.figure.differences import require_same_figure
from poise.filled import filled_quickly
from poise.pose import Pose
from poise.tasks.body_pieces import Likeness
from poise.tasks.body_task import BodyTask
from poise.tasks.piece import Goal, Piece
from poise.tasks.recruits import freedom_weights, recruited

if TYPE_CHECKING:
    from poise.figure.figure import Figure


@filled_quickly
@dataclass(frozen=True)
class Posture(BodyTask):
    """Bring the joints to where a pose has them, as an ordinary task of its level.

    `pose`: a pose of the same figure, or the name of one of its postures ("sitting"). With `joints`, only those
    are compared, each error times its weight. A free base is left out unless `joints` names it: a posture is the
    shape of the body, not its place in the world.
    """

    pose: Pose | str

    word: ClassVar[str] = "posture"
    goal_field: ClassVar[str | None] = "pose"

    def __post_init__(self) -> None:
        super().__post_init__()
        self._checked_goal(self.pose)

    @property
    def sites(self) -> tuple[str, ...]:
        return ()

    def check(self, figure: Figure) -> None:
        """Raise when the pose is of another figure, or the posture or a joint is unknown."""
        super().check(figure)
        self._wanted(figure)

    def goals(self, start: Pose) -> tuple[Goal, ...]:
        return (self._wanted(start.figure).coordinates,)

    def pieces(self, start: Pose) -> list[Piece]:
        wanted = self._wanted(start.figure)
        return [Likeness(np.array(wanted.coordinates), *self._compared(start.figure), wanted)]

    @property
    def _is_kept(self) -> bool:
        return True

    def _checked_goal(self, goal: Any) -> Pose | str:
        if not isinstance(goal, Pose | str):
            raise InputError(f"{self._what('pose')} must be a pose or the name of a posture, not {shown(goal)}")
        return goal

    def _compared(self, figure: Figure) -> tuple[tuple[str, ...], NDArray[np.float64]]:
        """The joints that are compared, and (dof,) how much every degree of freedom counts."""
        if self.joints is None:
            return _shape(figure)
        shares = recruited(figure, self.joints, f"task {self.name!r}: the figure")
        return tuple(j for j in figure.joints if j in shares), freedom_weights(figure, shares)

    def _wanted(self, figure: Figure) -> Pose:
        return pose_of(figure, self.pose, self._what("pose"))


def _shape(figure: Figure) -> tuple[tuple[str, ...], NDArray[np.float64]]:
    """All joints and ones, but for a free base, which is the first joint."""
    joints, weights = tuple(figure.joints), np.ones(figure.dof)
    if figure.base.model != "free":
        return joints, weights
    weights[: figure.base.dof] = 0.0
    return joints[1:], weights


def pose_of(figure: Figure, given: Pose | str, what: str) -> Pose:
    """A pose of this very figure, from a pose or the name of a posture."""
    if isinstance(given, str):
        return figure.pose(given)
    require_same_figure(figure, given.figure, what)
    return given
