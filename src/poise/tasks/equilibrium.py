"""Equilibrium: no moment left over from forces that are given (Baerlocher 6.3)."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from poise.errors import InputError, PoiseError
from poise.figure.check import vec3
from poise.forces.loading import Loading
from poise.forces.wishes import checked_own
from poise.tasks.force_pieces import Moment
from poise.tasks.piece import Array, Piece
from poise.tasks.task import Task

if TYPE_CHECKING:
    from poise.figure.figure import Figure
    from poise.pose import Pose


@dataclass(frozen=True)
class Equilibrium(Task):
    """Shift the body until the given forces leave no moment: t(q) = 0 (eqs. 6.3 to 6.6).

    The supports need shares of the weight; the sum of forces is kept by the support that takes up the remainder. A
    figure that is fixed to the world stands on its base, which can carry any force but no moment. The error is the
    moment over the weight: the lever arm in metres. `point`: where moments are taken about, world; it matters only
    while the forces do not cancel, and is by default where the remainder is taken up. `forces`, `supports`: by default
    those of the solve.
    """

    point: Any = None
    forces: Any = field(default=None, kw_only=True)
    supports: Any = field(default=None, kw_only=True)

    word: ClassVar[str] = "equilibrium"
    goal_field: ClassVar[str | None] = "point"

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.point is not None:
            self._put("point", vec3(self.point, self._what("point")))
        checked_own(self)

    @property
    def sites(self) -> tuple[str, ...]:
        return ()

    def check(self, figure: Figure) -> None:
        """Raise when the forces do not fit the figure, or are not all given."""
        super().check(figure)
        loading = self._loading(figure)
        if loading.solved:
            advice = "Balance keeps a body in equilibrium whose support forces are free"
            site = loading.solved[0].site
            raise InputError(f"task {self.name!r}: support {site!r} needs a share of the weight; {advice}")

    def pieces(self, start: Pose) -> list[Piece]:
        loading = self._loading(start.figure)
        return [Moment(self._about(loading, start), loading.loads, loading.size)]

    def _loading(self, figure: Figure) -> Loading:
        try:
            return Loading(figure, self.forces or (), self.supports or ())
        except PoiseError as error:
            raise InputError(f"task {self.name!r}: {error}") from None

    def _about(self, loading: Loading, start: Pose) -> Array:
        if self.point is not None:
            return np.array(self.point)
        if loading.remainder is None:
            return np.array(start._core.segment_frame(0)[:3, 3])
        segment, point = loading.remainder.middle(start.figure)
        frame = start._core.segment_frame(segment)
        return np.array(frame[:3, :3] @ point + frame[:3, 3])
