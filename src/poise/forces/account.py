"""`poise.statics`: can this pose be held, and how hard is it?"""

from __future__ import annotations

from typing import Any

import numpy as np

from poise.arrays import sealed
from poise.errors import InputError
from poise.forces.footing import footed, standing
from poise.forces.loading import Loading, floor_supports
from poise.forces.report import Statics
from poise.forces.support import FRICTION
from poise.forces.support_loads import within_cones
from poise.pose import Pose
from poise.readable import readable

PRICE = 0.05
"""What contact forces cost beside joint torques, in metres: 20 N are as dear as 1 N m. It shares a load among the
corners of a sole and keeps feet from pushing against each other for nothing."""
NOTHING = sealed(np.zeros(6))


@readable
def statics(pose: Pose, forces: Any = (), supports: Any = (), *, world: Any = None) -> Statics:
    """The forces and torques that hold a pose still.

    `forces`: `Force` and `Weight`, what acts on the body besides its own weight. `supports`: `Support`, what carries
    it; without any, the soles that are on the floor or on obstacles of `world`. Forces of supports without a share are
    solved for: inside their friction cones, in equilibrium, with the least effort Σ τ² + (5 cm)² Σ f². Those of
    supports with a share are given, and must be inside their cones as well (Baerlocher 6.2.2). A figure whose base is
    fixed to the world is held by it.
    """
    if not isinstance(pose, Pose):
        raise InputError(f"statics needs a pose, not {pose!r}")
    if pose.figure.members:
        names = ", ".join(map(repr, pose.figure.members))
        raise InputError(f"statics are each figure's own: ask with one of the poses in pose.members ({names})")
    loading = loaded(pose, forces, supports, world)
    _check_ropes(loading, pose)
    return _solved(loading, pose) if loading.solved else _given(loading, pose)


def loaded(pose: Pose, forces: Any, supports: Any, world: Any = None) -> Loading:
    """The loading of a pose; soles on the floor, and on obstacles, carry it when no supports are given."""
    supports = footed(pose, supports, world)
    nothing = isinstance(supports, tuple | list) and not supports
    if nothing and pose.figure.base.model == "free":
        supports = floor_supports(pose, FRICTION) if world is None else standing(pose, world, FRICTION)
    return Loading(pose.figure, forces, supports)


def _check_ropes(loading: Loading, pose: Pose) -> None:
    for support in loading.solved:
        if support.rope is not None:
            segment, point = support.middle(loading.figure)
            frame = pose._core.segment_frame(segment)
            if float(np.linalg.norm(frame[:3, :3] @ point + frame[:3, 3] - support.rope)) < 1e-9:
                raise InputError(f"the rope of support {support.site!r} has no length: it ends where it starts")


def _given(loading: Loading, pose: Pose) -> Statics:
    loads = loading.loads
    missing = NOTHING if loading.fixed else loads.unbalanced(pose._core)
    return Statics(
        pose, loading, within_cones(loading, pose), missing[:3], missing[3:], loads.torques(pose._core), None, None
    )


def _solved(loading: Loading, pose: Pose) -> Statics:
    loads = loading.loads
    possible, forces, missing, motion, torques = loading.footholds.forces(pose._core, loads, PRICE)
    proof = motion if motion.any() else None
    possible = possible and within_cones(loading, pose)
    return Statics(pose, loading, possible, missing[:3], missing[3:], torques, forces, proof)
