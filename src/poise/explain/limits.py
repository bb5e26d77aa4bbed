"""Figures with some limits taken away, or widened by an amount."""

from __future__ import annotations

import math
from collections.abc import Collection, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from poise.figure.check import Vec3, unit3
from poise.figure.compile import split_key
from poise.figure.limit import Cone, Ellipse, Limit, Polygon, Range, TwistTable

if TYPE_CHECKING:
    from poise.figure.figure import Figure
    from poise.figure.joint import Joint
    from poise.pose import Pose

_WIDEST = math.pi - 1e-6


def without_limits(figure: Figure, limits: Collection[str], couplings: Collection[str]) -> Figure:
    """Without limits, named "joint.limit", and without couplings; everything else, postures too, as it was."""
    joints = [_freed(joint, limits) for joint in figure.joints.values()]
    kept = [coupling for coupling in figure.couplings.values() if coupling.name not in couplings]
    return figure._relimited(joints, kept)


def widened(figure: Figure, name: str, by: float) -> Figure:
    """With one limit, "joint.limit", or one coupling wider by an amount (rad, m) at every edge."""
    if name in figure.couplings:
        coupling = figure.couplings[name]
        return figure.with_coupling(replace(coupling, min=coupling.min - by, max=coupling.max + by))
    joint, key = name.rsplit(".", 1)
    return figure.with_limits(joint, **{key: wider(figure.joints[joint].limits[key], by)})


def wider(limit: Limit, by: float) -> Limit:
    """A limit whose edges are all moved out by an amount."""
    match limit:
        case Range():
            return Range(limit.min - by, limit.max + by)
        case Cone():
            return Cone(min(limit.angle + by, _WIDEST))
        case Ellipse():
            return Ellipse(min(limit.x + by, _WIDEST), min(limit.y + by, _WIDEST))
        case Polygon():
            return Polygon(tuple(_moved_out(np.array(v), _middle(limit), by) for v in limit.vertices))
        case TwistTable():
            return TwistTable(tuple((d, low - by, high + by) for d, low, high in limit.rows))


def excess(pose: Pose, name: str) -> float:
    """How much wider the limit or coupling, the only one that the pose breaks, must be to allow the pose."""
    coupling = pose.figure.couplings.get(name)
    if coupling is None:
        return pose.limit_violation
    value = sum(factor * pose[term] for term, factor in coupling.terms.items())
    return float(max(coupling.min - value, value - coupling.max, 0.0))


def joints_of(figure: Figure, name: str) -> list[str]:
    """The joints that a limit, "joint.limit", or a coupling is about."""
    if name not in figure.couplings:
        return [name.rsplit(".", 1)[0]]
    return list(dict.fromkeys(split_key(figure, term)[0] for term in figure.couplings[name].terms))


def unit_of(figure: Figure, name: str) -> str:
    """ "m" for the limit of a slide, else "rad"."""
    return "m" if name.endswith(".distance") and name not in figure.couplings else "rad"


def _freed(joint: Joint, limits: Collection[str]) -> Joint:
    kept: Mapping[str, Limit] = {k: v for k, v in joint.limits.items() if f"{joint.name}.{k}" not in limits}
    return joint if len(kept) == len(joint.limits) else joint.edited(limits=kept)


def _middle(polygon: Polygon) -> NDArray[np.float64]:
    """Where vertices move away from: the middle of the allowed side, which is to the left of the edges."""
    corners = np.array(polygon.vertices)
    left = np.cross(corners, np.roll(corners, -1, axis=0)).sum(axis=0)
    return np.asarray(left / (np.linalg.norm(left) or 1.0))


def _moved_out(vertex: NDArray[np.float64], middle: NDArray[np.float64], by: float) -> Vec3:
    """The vertex turned away from the middle by an angle, along the great circle through both."""
    away = vertex - (vertex @ middle) * middle
    length = float(np.linalg.norm(away))
    if length < 1e-9:
        return unit3(vertex, "a vertex of a polygon")
    angle = min(math.atan2(length, float(vertex @ middle)) + by, _WIDEST)
    return unit3(math.cos(angle) * middle + math.sin(angle) * away / length, "a vertex of a polygon")
