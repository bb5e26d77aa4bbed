"""Balance on any supports and under any forces: the weight over the equilibrium region (Bretl & Lall 2008)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from poise.errors import InputError, PoiseError
from poise.forces.account import loaded
from poise.forces.loading import Loading
from poise.forces.region import EquilibriumRegion, region_of
from poise.forces.support import Support
from poise.tasks.body_pieces import MOVED
from poise.tasks.force_pieces import Fallen, LoadedOver

if TYPE_CHECKING:
    from poise.pose import Pose

TOLERANCE = 2e-3
"""How far (m) the planes may be inside a curved edge; fewer planes are faster."""


def loaded_area(start: Pose, forces: Any, supports: Any, margin: float, name: str) -> LoadedOver:
    """The planes that the weight must stay behind. Supports push where they are in `start`, whatever their shares."""
    try:
        given = loaded(start, forces or (), supports or ())
        loading = Loading(start.figure, given.applied, [_without_share(s) for s in (*given.shared, *given.solved)])
    except PoiseError as error:
        raise InputError(f"task {name!r}: {error}") from None
    region = region_of(loading, start, TOLERANCE)
    if not region.bounded:
        return _planes(loading, start, region, margin)
    if len(region.corners) < 3:
        why = (
            "nowhere can these supports hold the body" if region.empty else "these supports leave no area to stand over"
        )
        raise InputError(f"task {name!r}: {why}, with the forces that are given")
    area = _planes(loading, start, region, margin)
    widest = float((area.inward @ area.corners.mean(axis=0) - np.einsum("ij,ij->i", area.inward, area.corners)).min())
    if margin >= widest:
        raise InputError(f"the margin of task {name!r} leaves no room: at most {widest:.3f} m, not {margin:g} m")
    return area


def _planes(loading: Loading, pose: Pose, region: EquilibriumRegion, margin: float) -> LoadedOver:
    loads, none = loading.loads(pose), np.zeros(0)
    moment = loads.moment(pose._core, np.zeros(3))
    again = _Again(loading, margin, _state(loading, pose))
    if not region.bounded:
        far = pose.center_of_mass - 1e3 * np.array([[1.0, 0.0, 0.0]])
        return LoadedOver(none, np.array([[1.0, 0.0, 0.0]]), far, 0.0, loads, moment, again)
    return LoadedOver(none, region.inward, np.array(region.corners), margin, loads, moment, again)


@dataclass(frozen=True, eq=False)
class _Again:
    """The planes for another pose. `state`: what the last ones depend on besides the weight."""

    loading: Loading
    margin: float
    state: NDArray[np.float64]

    def __call__(self, last: LoadedOver, pose: Pose) -> LoadedOver | None:
        state = _state(self.loading, pose)
        if np.abs(state - self.state).max() < MOVED:
            return None
        region = region_of(self.loading, pose, TOLERANCE)
        if region.bounded and len(region.corners) < 3:
            return self._fallen(last, pose, state)
        return _planes(self.loading, pose, region, self.margin)

    def _fallen(self, last: LoadedOver, pose: Pose, state: NDArray[np.float64]) -> Fallen:
        _, _, missing, *_ = self.loading.footholds.forces(pose._core, self.loading.loads(pose), 0.0)
        lack = float(np.linalg.norm(missing[:3]) + np.linalg.norm(missing[3:])) / self.loading.weight
        again = _Again(self.loading, self.margin, state)
        planes = last.inward, last.corners, self.margin, last.loads, last.moment
        return Fallen(last.goal, *planes, again, lack)


def _state(loading: Loading, pose: Pose) -> NDArray[np.float64]:
    """Where contacts are and push, and the moment of the loads about the vertical, over the weight, m.

    Its level part shifts the region without changing it, which the planes know. Loads that turn along count by how
    they point.
    """
    contacts = loading.footholds.points(pose._core).ravel()
    loads = loading.loads(pose)
    total = loads.unbalanced(pose._core)[:3] / loading.weight
    upright = float(loads.moment(pose._core, np.zeros(3)) @ loading.up) / loading.weight
    return np.array([*contacts, *total, upright])


def _without_share(support: Support) -> Support:
    if support.share is None:
        return support
    return Support(support.site, friction=support.friction, normal=support.normal)
