"""Overlays: what is shown besides the body, worked out only when it is switched on."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Any

import numpy as np

from poise.errors import PoiseError
from poise.figure.figure import Figure
from poise.forces import statics
from poise.forces.joint_loads import JointLoad as Load
from poise.forces.loading import floor_supports
from poise.forces.report import Statics
from poise.forces.support import FRICTION
from poise.forces.wishes import Loads
from poise.memo import Same
from poise.people.anatomy import movement
from poise.pose import Pose
from poise.solution import Solution
from poise.studio.document.state import State
from poise.studio.engine.nearness import near_things
from poise.studio.protocol.frame import Contact, JointLoad, Overlays, TorquePart

MOST = 1e6
"""The largest use of a strength that is told: a joint without any would have no number."""
DECIMALS = 7
"""Of metres, to which soles are where they were: places are told to the page in 24 bits."""
MOST_AREAS = 16
_AREAS: dict[tuple[Same[Figure], bytes], bytes] = {}
"""Areas of support that were asked for lately, by figure and where its soles are."""
FORCES = ("region", "contacts", "cones", "torques", "loads")
"""Those that need statics."""
NONE = Overlays(
    com=None, support=None, region=None, contacts=None, loads=None, held=None, inertia=None, balanced=None, near=None
)  # fmt: skip


def overlays_of(state: State, pose: Pose, solution: Solution, shown: Mapping[str, bool]) -> Overlays:
    """What is switched on; nothing of what cannot be told, as forces of a body that stands on nothing."""
    near = near_things(state, pose, shown.get("distances", False))
    if not any(shown.values()):
        return NONE if near is None else replace(NONE, near=near)
    on = {name for name, wanted in shown.items() if wanted}
    given = "support" in on and bool(state.supports)  # a seat carries too, and soles alone would say too little
    report = _report(state, pose) if (given and not pose.members) or on & {*FORCES} else None
    return Overlays(
        com=_centers(pose) if "com" in on or "support" in on else None,
        support=_areas(state, pose, report if given else None) if "support" in on else None,
        region=_region(report) if "region" in on else None,
        contacts=_contacts(report) if report is not None and on & {"contacts", "cones"} else None,
        loads=joint_torques(report) if report is not None and on & {"torques", "loads"} else None,
        held=list(solution.limits) if "limits" in on else None,
        inertia=_gyration(pose) if "inertia" in on else None,
        balanced=None if report is None else report.balanced,
        near=near,
    )


def _centers(pose: Pose) -> list[float]:
    """The centre of mass of each figure: everybody balances for himself."""
    return [x for each in (pose.members or {"": pose}).values() for x in each.center_of_mass.tolist()]


def _areas(state: State, pose: Pose, report: Statics | None) -> list[bytes]:
    """Where each figure can have its weight: over its soles, or where its supports carry."""
    if not pose.members:
        area = _carried(report) if report is not None else None if state.supports else _stood_on(pose)
        return [] if area is None else [area]
    found = []
    for name, own in pose.members.items():
        forces, supports = Loads(state.forces, state.supports).of(name)
        alone = State(source=None, start=own, pose=own, forces=forces, supports=supports)
        found += _areas(alone, own, _report(alone, own) if supports else None)
    return found


def _stood_on(pose: Pose) -> bytes:
    """The area of support. Feet that are held do not move: it is asked again once they have, by more than is told."""
    figure = Same(pose.figure)
    frames = [pose._core.segment_frame(i) for i in _sole_segments(figure)]
    key = (figure, np.round(frames, DECIMALS).tobytes())
    if key not in _AREAS:
        if len(_AREAS) >= MOST_AREAS:
            _AREAS.clear()
        _AREAS[key] = _floats(pose.support_polygon())
    return _AREAS[key]


@lru_cache(8)
def _sole_segments(figure: Same[Figure]) -> tuple[int, ...]:
    names = list(figure.thing.segments)
    return tuple(sorted({names.index(sole.segment) for sole in figure.thing.soles.values()}))


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
    """The torque of every joint by component, and the largest use of its strength."""
    by_joint = dict[str, list[Load]]()
    for load in report.joints:
        by_joint.setdefault(load.joint, []).append(load)
    found = []
    for name, loads in by_joint.items():
        uses = [load.use for load in loads if load.use is not None]
        parts = [_part(load, axis) for load, axis in zip(loads, _axes(report.pose, name, loads), strict=True)]
        found.append(JointLoad(joint=name, parts=parts, use=min(max(uses), MOST) if uses else None))
    return found


def _part(load: Load, axis: Any) -> TorquePart:
    return TorquePart(
        coordinate=load.coordinate,
        movement=movement(load.joint, load.coordinate, load.torque > 0.0),
        axis=axis.tolist(),
        torque=load.torque,
        use=None if load.use is None else min(load.use, MOST),
    )


def _axes(pose: Pose, name: str, loads: Sequence[Load]) -> list[Any]:
    """The unit axes of the world about which the natural coordinates of a joint turn, or along which they slide.

    A ball has its own three axes as freedoms; those of its swing are not twisted with the limb (`natural_torques`).
    """
    joint = pose.figure.joints[name]
    freedoms = _twists(pose, joint.child)[:, pose.figure.tangent_slice(name)]
    if joint.parent is not None:
        freedoms = freedoms - _twists(pose, joint.parent)[:, pose.figure.tangent_slice(name)]
    axes = [column[:3] if np.linalg.norm(column[3:]) < 1e-9 else column[3:] for column in freedoms.T]
    if joint.model == "free":  # its slides are along the axes that it comes from
        axes[:3] = np.array(pose.rotation(name)) @ np.array(axes[:3])
    if joint.model in ("ball", "free"):
        twist, (x, y) = pose[f"{name}.twist"], axes[-3:-1]
        axes[-3] = math.cos(twist) * x - math.sin(twist) * y
        axes[-2] = math.sin(twist) * x + math.cos(twist) * y
    return [axis / max(float(np.linalg.norm(axis)), 1e-12) for axis in axes]


def _twists(pose: Pose, segment: str) -> Any:
    return pose.point_jacobian(segment, (0.0, 0.0, 0.0))


def _gyration(pose: Pose) -> list[float] | None:
    """Radii of gyration about the world's axes through the centre of mass."""
    if pose.figure.mass <= 0.0:
        return None
    return [math.sqrt(max(m, 0.0) / pose.figure.mass) for m in np.diag(pose.inertia()).tolist()]


def _floats(points: Any) -> bytes:
    return np.asarray(points, "<f4").tobytes()
