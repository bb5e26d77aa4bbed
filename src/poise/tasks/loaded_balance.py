"""Balance on any supports and under any forces: the weight over the equilibrium region (Bretl & Lall 2008)."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from poise.errors import InputError, PoiseError
from poise.forces.account import loaded
from poise.forces.loading import Loading
from poise.forces.region import EquilibriumRegion, region_of
from poise.forces.support import Support
from poise.tasks.body_pieces import kept_margin
from poise.tasks.force_pieces import Fallen, LoadedOver

if TYPE_CHECKING:
    from poise.pose import Pose

TOLERANCE = 2e-3
"""How far (m) the planes may be inside a curved edge; fewer planes are faster."""
ROOM = 0.01
"""Room (m) to stand over, besides the margin, where loads turn the body as far as they may."""
HALVINGS = 12
ANY = (-1e6, 1e6)
"""A moment over the weight (m) without bounds."""


def loaded_area(start: Pose, forces: Any, supports: Any, asked: float | None, name: str) -> LoadedOver:
    """The planes that the weight must stay behind. Supports push where they are in `start`, whatever their shares."""
    try:
        given = loaded(start, forces or (), supports or ())
        loading = Loading(start.figure, given.applied, [_without_share(s) for s in (*given.shared, *given.solved)])
    except PoiseError as error:
        raise InputError(f"task {name!r}: {error}") from None
    region = region_of(loading, start, TOLERANCE)
    if region.bounded and len(region.corners) < 3:
        why = (
            "nowhere can these supports hold the body" if region.empty else "these supports leave no area to stand over"
        )
        raise InputError(f"task {name!r}: {why}, with the forces that are given")
    margin = kept_margin(asked, region.widest)
    if margin >= region.widest:
        raise InputError(f"the margin of task {name!r} leaves no room: at most {region.widest:.3f} m, not {margin:g} m")
    return _planes(_Stand(loading, margin, _state(loading, start), ANY, _state(loading, start)[-1]), start, region)


@dataclass(frozen=True, eq=False)
class _Stand:
    """What planes were found for, and how to find those of another pose.

    `state`: what they depend on besides the weight, its last number the moment of the loads about the vertical over
    the weight. `turn`: bounds of that number. `sure`: one that leaves room to stand over.
    """

    loading: Loading
    margin: float
    state: NDArray[np.float64]
    turn: tuple[float, float]
    sure: float

    def __call__(self, last: LoadedOver, pose: Pose, moved: float) -> LoadedOver | None:
        """The planes of another pose. Where it leaves no room, its loads may turn the body only as far as there is."""
        state = _state(self.loading, pose)
        if np.abs(state - self.state).max() < moved:
            return None
        here = replace(self, state=state)
        region = region_of(self.loading, pose, TOLERANCE)
        if _leaves_room(region, self.margin):
            return _planes(here, pose, region)
        found = here.most_turned(pose)
        if found is None:
            return here.fallen(last, pose)
        limit, region = found
        turn = (self.turn[0], limit) if state[-1] > limit else (limit, self.turn[1])
        return _planes(replace(here, turn=turn), pose, region)

    def most_turned(self, pose: Pose) -> tuple[float, EquilibriumRegion] | None:
        """By halving, the moment nearest to the pose's that leaves a little more room than the margin; its region."""
        now, found = float(self.state[-1]), None
        low, high = self.sure, now
        for _ in range(HALVINGS):
            middle = low if found is None else 0.5 * (low + high)
            loads = self.loading.turned((middle - now) * self.loading.weight)
            region = region_of(self.loading, pose, TOLERANCE, loads)
            if _leaves_room(region, self.margin + ROOM):
                low, found = middle, (middle, region)
            elif found is None:
                return None
            else:
                high = middle
        return found

    def fallen(self, last: LoadedOver, pose: Pose) -> Fallen:
        """Nothing holds this pose, however its loads turn it."""
        _, _, missing, *_ = self.loading.footholds.forces(pose._core, self.loading.loads, 0.0)
        lack = float(np.linalg.norm(missing[:3]) + np.linalg.norm(missing[3:])) / self.loading.weight
        planes = last.inward, last.corners, self.margin, last.loads, last.moment, last.turn
        return Fallen(last.goal, *planes, self, lack)


def _leaves_room(region: EquilibriumRegion, margin: float) -> bool:
    """Whether there is an area to stand over; a margin below zero makes none of nothing."""
    return (not region.bounded or len(region.corners) > 2) and region.widest > margin


def _planes(stand: _Stand, pose: Pose, region: EquilibriumRegion) -> LoadedOver:
    loads, none = stand.loading.loads, np.zeros(0)
    moment = loads.moment(pose._core, np.zeros(3))
    low, high = (bound * stand.loading.weight for bound in stand.turn)
    if region.bounded:
        planes = region.inward, np.array(region.corners), stand.margin
    else:
        planes = np.array([[1.0, 0.0, 0.0]]), pose.center_of_mass - np.array([[1e3, 0.0, 0.0]]), 0.0
    return LoadedOver(none, *planes, loads, moment, (low, high), stand)


def _state(loading: Loading, pose: Pose) -> NDArray[np.float64]:
    """Where contacts are and push, the sum of loads, and their moment about the vertical, over the weight.

    The level part of that moment shifts the region without changing it, which the planes know.
    """
    contacts = loading.footholds.points(pose._core).ravel()
    loads = loading.loads
    total = loads.unbalanced(pose._core)[:3] / loading.weight
    upright = float(loads.moment(pose._core, np.zeros(3)) @ loading.up) / loading.weight
    return np.array([*contacts, *total, upright])


def _without_share(support: Support) -> Support:
    if support.share is None:
        return support
    return Support(support.site, friction=support.friction, normal=support.normal)
