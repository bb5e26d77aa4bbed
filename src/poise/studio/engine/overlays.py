"""Overlays: what is shown besides the body, worked out only when it is switched on."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

import numpy as np

from poise.errors import PoiseError
from poise.figure.joint import Joint
from poise.forces import statics
from poise.forces.loading import floor_supports
from poise.forces.report import Statics
from poise.forces.support import FRICTION
from poise.pose import Pose
from poise.solution import Solution
from poise.studio.document.state import State
from poise.studio.protocol.frame import Contact, JointLoad, Overlays

FORCES = ("region", "contacts", "cones", "torques", "loads")
"""Those that need statics."""
NONE = Overlays(
    com=None, support=None, region=None, contacts=None, loads=None, held=None, inertia=None, balanced=None
)  # fmt: skip


def overlays_of(state: State, pose: Pose, solution: Solution, shown: Mapping[str, bool]) -> Overlays:
    """What is switched on; nothing of what cannot be told, as forces of a body that stands on nothing."""
    if not any(shown.values()):
        return NONE
    on = {name for name, wanted in shown.items() if wanted}
    given = "support" in on and bool(state.supports)  # a seat carries too, and soles alone would say too little
    report = _report(state, pose) if given or on & {*FORCES} else None
    return Overlays(
        com=pose.center_of_mass.tolist() if "com" in on or "support" in on else None,
        support=(_carried(report) if given else _floats(pose.support_polygon())) if "support" in on else None,
        region=_region(report) if "region" in on else None,
        contacts=_contacts(report) if report is not None and on & {"contacts", "cones"} else None,
        loads=joint_torques(report) if report is not None and on & {"torques", "loads"} else None,
        held=list(solution.limits) if "limits" in on else None,
        inertia=_gyration(pose) if "inertia" in on else None,
        balanced=None if report is None else report.balanced,
    )


def _report(state: State, pose: Pose) -> Statics | None:
    """The forces that hold the pose: those of the scene, or of the soles on the floor."""
    supports = state.supports or tuple(floor_supports(pose, FRICTION))
    try:
        return statics(pose, state.forces, supports)
    except PoiseError:
        return None


def _region(report: Statics | None) -> bytes | None:
    region = None if report is None else report.region
    return None if region is None else _floats(region.corners)


def _carried(report: Statics | None) -> bytes | None:
    """The region as seen from above, on the floor, where the weight is shown too."""
    if report is None or report.region is None:
        return None
    region, up = report.region, np.array(report.loading.up)
    return _floats(region.corners - np.outer(region.corners @ up, up))


def _contacts(report: Statics) -> list[Contact]:
    """The force at every point of every support."""
    surfaces = {support.site: support for support in (*report.loading.solved, *report.loading.shared)}
    contacts = []
    for load in report.supports:
        support = surfaces.get(load.site)
        slippery = support is not None and support.has_cone
        normal = list(support.normal or report.loading.up) if support is not None and slippery else None
        friction = support.friction if support is not None and slippery else None
        for point, force in zip(load.points.tolist(), load.forces.tolist(), strict=True):
            contacts.append(Contact(site=load.site, point=point, force=force, normal=normal, friction=friction))
    return contacts


def joint_torques(report: Statics) -> list[JointLoad]:
    """The torque of every joint as a vector of the world, and the largest use of its strength."""
    pose, by_joint = report.pose, dict[str, list[Any]]()
    for load in report.joints:
        by_joint.setdefault(load.joint, []).append(load)
    found = []
    for name, loads in by_joint.items():
        uses = [load.use for load in loads if load.use is not None]
        use = min(max(uses), 1e6) if uses else None
        found.append(JointLoad(joint=name, torque=_torque(pose, pose.figure.joints[name], report.torques), use=use))
    return found


def _torque(pose: Pose, joint: Joint, torques: Any) -> list[float]:
    """The torque of a joint in the world, N m, so that it does the work of each of its axes; of a slide its force, N.

    With the axes A (3, n) that the joint's freedoms turn about, the torque t in their span with Aᵀ t = τ.
    """
    own = pose.figure.tangent_slice(joint.name)
    axes = _twists(pose, joint.child)[:, own]
    if joint.parent is not None:
        axes = axes - _twists(pose, joint.parent)[:, own]
    part = axes[:3] if joint.model == "slide" else axes[3:]
    return (np.linalg.pinv(part.T) @ torques[own]).tolist()  # type: ignore[no-any-return]


def _twists(pose: Pose, segment: str) -> Any:
    return pose.point_jacobian(segment, (0.0, 0.0, 0.0))


def _gyration(pose: Pose) -> list[float] | None:
    """Radii of gyration about the world's axes through the centre of mass."""
    if pose.figure.mass <= 0.0:
        return None
    return [math.sqrt(max(m, 0.0) / pose.figure.mass) for m in np.diag(pose.inertia()).tolist()]


def _floats(points: Any) -> bytes:
    return np.asarray(points, "<f4").tobytes()
