"""What each support carries, where, and how near it is to slipping."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from poise.arrays import sealed

if TYPE_CHECKING:
    from poise.forces.loading import Loading
    from poise.forces.support import Support
    from poise.pose import Pose

Array = NDArray[np.float64]
ROUNDING = 1e-9
"""A force that is outside its cone by this part of the weight is on it."""


@dataclass(frozen=True, eq=False)
class SupportLoad:
    """The load of one support. World axes.

    `force` (3,): N, on the body. `point` (3,): where it acts; of a sole, the centre of pressure. `share`: its part of
    all that the supports carry upwards, body and loads. `friction`: sideways force over push; `slip` is that over the
    coefficient the support has: at 1 it slips. Both None for ropes, grips and supports that carry nothing, infinite
    where a support with a share is pulled away. `points`, `forces` (n, 3): the same contact point by point. `beyond`:
    by how much (N) its force is outside its friction cone; forces that are solved for never are.
    """

    site: str
    force: Array
    point: Array
    share: float
    friction: float | None
    slip: float | None
    points: Array
    forces: Array
    beyond: float = 0.0


def solved_loads(loading: Loading, pose: Pose, forces: Array) -> Iterator[SupportLoad]:
    """Of supports whose forces were solved for; `forces` (n, 3) of all their points."""
    rows = loading.footholds.points(pose._core)
    at = 0
    for support, count in zip(loading.solved, loading.counts, strict=True):
        own = slice(at, at + count)
        at += count
        yield _load(loading, support, rows[own, :3], forces[own], rows[own.start, 3:])


def shared_loads(loading: Loading, pose: Pose) -> Iterator[SupportLoad]:
    """Of supports with a given share; the one that takes up the remainder has it added."""
    for support, segment, point, force in loading.shares(pose):
        frame = pose._core.segment_frame(segment)
        normal = np.array(support.normal or loading.up)
        at = (frame[:3, :3] @ point + frame[:3, 3])[None]
        if not support.has_cone:
            yield _report(support.site, force, at[0], None, None, at, force[None])
            continue
        load = _load(loading, support, at, force[None], normal)
        beyond = outside_cone(force, normal, support.friction)
        if beyond <= ROUNDING * loading.size:
            yield load
        elif load.slip is None:  # pulled away
            yield replace(load, friction=np.inf, slip=np.inf, beyond=beyond)
        else:
            yield replace(load, beyond=beyond)


def within_cones(loading: Loading, pose: Pose) -> bool:
    """Whether no support with a share has to give a force outside its friction cone."""
    return all(
        outside_cone(force, support.normal or loading.up, support.friction) <= ROUNDING * loading.size
        for support, force in loading.shared_forces(pose)
        if support.has_cone
    )


def outside_cone(force: Array, normal: Array | tuple[float, ...], friction: float) -> float:
    """Distance (N) of a force from Coulomb's cone |f − (f · n) n| ≤ μ f · n; 0 inside.

    By plain numbers: for three of them numpy takes five times as long, and every report of shares asks.
    """
    f, n = [float(x) for x in force], [float(x) for x in normal]
    push = sum(a * b for a, b in zip(f, n, strict=True))
    sideways = math.dist(f, [push * x for x in n])
    if friction * sideways <= -push:  # the tip is nearest
        return math.hypot(*f)
    return max(0.0, (sideways - friction * push) / math.hypot(1.0, friction))


def with_shares(loading: Loading, loads: list[SupportLoad]) -> tuple[SupportLoad, ...]:
    """The loads with what each carries of all; 0 where nothing is carried upwards."""
    up = np.array(loading.up)
    carried = [float(load.force @ up) for load in loads]
    total = sum(carried)
    if total <= ROUNDING * loading.size:
        return tuple(loads)
    return tuple([replace(load, share=part / total) for load, part in zip(loads, carried, strict=True)])


def base_load(loading: Loading, pose: Pose) -> SupportLoad:
    """Of a base that is fixed to the world and takes up all that is left over."""
    origin = pose._core.segment_frame(0)[:3, 3]
    force = -loading.loads.unbalanced(pose._core)[:3]
    return _report(loading.figure.base.name, force, origin, None, None, origin[None], force[None])


def _load(loading: Loading, support: Support, points: Array, forces: Array, normal: Array) -> SupportLoad:
    force = forces.sum(axis=0)
    pushes = forces @ normal
    push = float(pushes.sum())
    point = pushes @ points / push if abs(push) > 1e-9 else points.mean(axis=0)
    friction = slip = None
    if support.rope is None and not support.grip and push > 1e-9:
        friction = float(np.linalg.norm(force - push * normal)) / push
        slip = friction / support.friction
    return _report(support.site, force, point, friction, slip, points, forces)


def _report(
    site: str, force: Array, point: Array, friction: float | None, slip: float | None,
    points: Array, forces: Array,
) -> SupportLoad:  # fmt: skip
    """Without its share, which is known once all loads are."""
    arrays = [sealed(np.array(a)) for a in (force, point, points, forces)]
    return SupportLoad(site, arrays[0], arrays[1], 0.0, friction, slip, arrays[2], arrays[3])
