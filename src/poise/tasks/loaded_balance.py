"""Balance on any supports and under any forces: the weight over the equilibrium region (Bretl & Lall 2008)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from poise.errors import InputError, PoiseError
from poise.forces.account import loaded
from poise.forces.loading import Loading
from poise.forces.region import region_of
from poise.forces.support import Support
from poise.tasks.force_pieces import LoadedOver

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
    loads = loading.loads(start)
    moment = loads.moment(start._core, np.zeros(3))
    if not region.bounded:
        far = start.center_of_mass - 1e3 * np.array([[1.0, 0.0, 0.0]])
        return LoadedOver(np.zeros(0), np.array([[1.0, 0.0, 0.0]]), far, 0.0, loads, moment)
    if len(region.corners) < 3:
        why = (
            "nowhere can these supports hold the body" if region.empty else "these supports leave no area to stand over"
        )
        raise InputError(f"task {name!r}: {why}, with the forces that are given")
    inward = region.inward
    widest = float((inward @ region.corners.mean(axis=0) - np.einsum("ij,ij->i", inward, region.corners)).min())
    if margin >= widest:
        raise InputError(f"the margin of task {name!r} leaves no room: at most {widest:.3f} m, not {margin:g} m")
    return LoadedOver(np.zeros(0), inward, np.array(region.corners), margin, loads, moment)


def _without_share(support: Support) -> Support:
    if support.share is None:
        return support
    return Support(support.site, friction=support.friction, normal=support.normal)
