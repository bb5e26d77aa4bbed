"""Equilibrium: no moment left over from forces that are given (Baerlocher 6.3)."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from poise.errors import InputError, PoiseError
from poise.figure.check import vec3
from poise.forces.loading import Loading
from poise.forces.support_loads import SupportLoad, shared_loads
from poise.forces.wishes import checked_own
from poise.tasks.body_task import BodyTask
from poise.tasks.force_pieces import Cone, Moment
from poise.tasks.piece import Array, Piece

if TYPE_CHECKING:
    from poise.figure.figure import Figure
    from poise.pose import Pose


@dataclass(frozen=True)
class Equilibrium(BodyTask):
    """Shift the body until the given forces leave no moment: t(q) = 0 (eqs. 6.3 to 6.6).

    The supports need shares of the weight; the sum of forces is kept by the support that takes up the remainder. A
    figure that is fixed to the world stands on its base, which can carry any force but no moment. Forces are given, so
    no pose helps when a support must give more than its friction holds: then the task is not met, and its part
    "sideways on …" says by how much (N). The error is the
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
        none = np.zeros(0)
        cones = (Cone(none, loading, load.site) for load in shared_loads(loading, start) if _may_slip(loading, load))
        return [Moment(self._about(loading, start), loading.loads, loading.size), *cones]

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


def _may_slip(loading: Loading, load: SupportLoad) -> bool:
    """Whether a support is outside its cone, or takes up a force that turns with the body and may get there."""
    turning = any(getattr(force, "frame", "world") == "site" for force in loading.applied)
    takes_up = loading.remainder is not None and load.site == loading.remainder.site
    return load.beyond > 0.0 or (takes_up and turning)
