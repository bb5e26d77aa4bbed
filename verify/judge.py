"""Whether a pose does what was asked, judged by its frames alone: nothing that a solver said of it is believed."""

from __future__ import annotations

import math
from collections.abc import Iterator

import numpy as np
from scipy.optimize import brentq
from scipy.spatial import ConvexHull
from scipy.spatial.transform import Rotation

import poise

METRES, RADIANS = 1e-4, 1e-3
"""The tolerances of tasks that name none, as docs/asking.md promises them."""
OUTSIDE = 1e-9
"""How far a pose may be outside of a limit: rounding (m, rad)."""

Missing = tuple[float, float]
"""How far a part of a task is off, and what will do."""


def turn(quaternion: tuple[float, ...]) -> np.ndarray:
    """The matrix of a quaternion x y z w."""
    return np.asarray(Rotation.from_quat(quaternion).as_matrix())


def angle_of(rotation: np.ndarray) -> float:
    """The angle of a rotation matrix, well conditioned at 0 and at π."""
    skew = (rotation[2, 1] - rotation[1, 2], rotation[0, 2] - rotation[2, 0], rotation[1, 0] - rotation[0, 1])
    return math.atan2(math.hypot(*skew), np.trace(rotation) - 1.0)


def between(first: np.ndarray, second: np.ndarray) -> float:
    """The angle between two directions."""
    return math.atan2(float(np.linalg.norm(np.cross(first, second))), float(first @ second))


def missing(task: poise.tasks.Task, start: poise.Pose, pose: poise.Pose) -> list[Missing] | None:
    """What each part of a task lacks in a pose; None for a task that is not judged here."""
    judge = JUDGES.get(type(task))
    return None if judge is None else [(float(off), float(enough)) for off, enough in judge(task, start, pose)]


def _reach(task: poise.Reach, start: poise.Pose, pose: poise.Pose) -> Iterator[Missing]:
    R = np.eye(3) if task.frame is None else turn(task.frame)
    off = R.T @ (pose.position(task.site) - np.asarray(task.point))
    yield float(np.linalg.norm([off["xyz".index(axis)] for axis in task.axes])), METRES


def _orient(task: poise.Orient, start: poise.Pose, pose: poise.Pose) -> Iterator[Missing]:
    R = pose.frame(task.site)[:3, :3]
    if task.axis is not None:
        yield between(R @ np.asarray(task.axis), np.asarray(task.rotation)), RADIANS
    else:
        yield angle_of(R.T @ turn(task.rotation)), RADIANS


def _look_at(task: poise.LookAt, start: poise.Pose, pose: poise.Pose) -> Iterator[Missing]:
    T = pose.frame(task.site)
    yield between(T[:3, :3] @ np.asarray(task.axis), np.asarray(task.point) - T[:3, 3]), RADIANS


def _frames(reached: np.ndarray, wanted: np.ndarray) -> Iterator[Missing]:
    yield float(np.linalg.norm(reached[:3, 3] - wanted[:3, 3])), METRES
    yield angle_of(reached[:3, :3].T @ wanted[:3, :3]), RADIANS


def _hold(task: poise.Hold, start: poise.Pose, pose: poise.Pose) -> Iterator[Missing]:
    wanted = start.frame(task.site)
    if task.frame is not None:
        wanted = np.eye(4)
        wanted[:3, :3], wanted[:3, 3] = turn(task.frame.rotation), task.frame.position
    yield from _frames(pose.frame(task.site), wanted)


def _together(task: poise.Together, start: poise.Pose, pose: poise.Pose) -> Iterator[Missing]:
    position, turned = _frames(pose.frame(task.site_a), pose.frame(task.site_b))
    if task.position:
        yield position
    if task.orientation:
        yield turned


def _center(task: poise.CenterOfMass, start: poise.Pose, pose: poise.Pose) -> Iterator[Missing]:
    off = pose.center_of_mass - np.asarray(task.point)
    yield float(np.linalg.norm([off["xyz".index(axis)] for axis in task.axes])), METRES


def room(corners: np.ndarray, point: np.ndarray) -> float:
    """How far a point of the plane is inside the hull of others; negative outside, to the line of the worst edge."""
    return -float((ConvexHull(corners).equations @ [*point, 1.0]).max())


def _balance(task: poise.Balance, start: poise.Pose, pose: poise.Pose) -> Iterator[Missing]:
    """Over a point, or over soles. With loads or after the soles have moved, another area counts: not judged here."""
    ground = pose.center_of_mass[[0, 2]]
    if task.over is not None:
        over = np.asarray(task.over)
        yield float(np.linalg.norm(ground - (over if len(over) == 2 else over[[0, 2]]))), METRES
        return
    soles = [corner for name, sole in start.figure.soles.items() for corner in _corners(start, name, sole)]
    moved = [corner for name, sole in start.figure.soles.items() for corner in _corners(pose, name, sole)]
    still = soles and np.abs(np.array(soles) - np.array(moved)).max() < 1e-6
    down = np.array([corner[[0, 2]] for corner in soles if abs(corner[1]) < 1e-3])
    grey = any(1e-3 <= abs(corner[1]) < 0.05 for corner in soles)  # nearly on the floor: nobody's business here
    if still and not grey and not task.forces and not task.supports and len(down) > 2:
        yield max(0.0, task.margin - room(down, ground)), METRES


def _corners(pose: poise.Pose, name: str, sole: poise.Sole) -> list[np.ndarray]:
    T = pose.segment_frame(sole.segment)
    return [T[:3, :3] @ np.asarray(corner) + T[:3, 3] for corner in sole.outline]


def _inertia(task: poise.Inertia, start: poise.Pose, pose: poise.Pose) -> Iterator[Missing]:
    axis, mass = np.asarray(task.axis), pose.figure.mass
    radius = math.sqrt(task.moment / mass)
    yield abs(float(axis @ pose.inertia() @ axis) - task.moment), mass * METRES * (2 * radius + METRES)


def _surface(task: poise.OnSurface, start: poise.Pose, pose: poise.Pose) -> Iterator[Missing]:
    point, shape = pose.position(task.site), task.surface
    if isinstance(shape, poise.Plane):
        yield abs(float((point - np.asarray(shape.point)) @ np.asarray(shape.normal))), METRES
        return
    local = np.abs(point - np.asarray(shape.placement.position))
    if isinstance(shape, poise.Sphere):
        yield abs(float(np.linalg.norm(local)) - shape.radius), METRES
    else:
        yield from_ellipsoid(local, np.asarray(shape.radii)), METRES


def from_ellipsoid(point: np.ndarray, radii: np.ndarray) -> float:
    """Distance of a point of the first octant. Its foot is xᵢ = aᵢ² pᵢ / (aᵢ² + t), t the root of Σ (xᵢ/aᵢ)² = 1."""
    p = np.maximum(point, 1e-12)  # in a plane of symmetry the foot may lie on either side: take one
    k = int((radii * p - radii**2).argmax())
    least = radii**2 - radii[k] ** 2 + radii[k] * p[k]  # aᵢ² + t where the largest of the three terms is 1

    def outside(more: float) -> float:
        return float(((radii * p / (least + more)) ** 2).sum()) - 1.0

    high = float(radii.max() * np.linalg.norm(p)) + radii.max() ** 2
    more = 0.0 if outside(0.0) <= 0.0 else brentq(outside, 0.0, high, xtol=1e-18)
    return float(np.linalg.norm(p - radii**2 * p / (least + more)))


def _keep(task: poise.Keep, start: poise.Pose, pose: poise.Pose) -> Iterator[Missing]:
    T = pose.frame(task.site)
    here = T[:3, 3]
    point = None if task.point is None else np.asarray(task.point)
    if task.angle is not None:
        way = np.asarray(task.direction) if point is None else point - here
        yield max(0.0, between(T[:3, :3] @ np.asarray(task.axis), way) - task.angle), RADIANS
        return
    away = here - point
    if task.normal is not None:
        yield max(0.0, -float(away @ np.asarray(task.normal))), METRES
        return
    across = away if task.line is None else np.cross(away, np.asarray(task.line))
    far = float(np.linalg.norm(across))
    low = 0.0 if task.min is None else task.min
    high = math.inf if task.max is None else task.max
    yield max(0.0, low - far, far - high), METRES


def _posture(task: poise.Posture, start: poise.Pose, pose: poise.Pose) -> Iterator[Missing]:
    lack = np.array(pose.difference(task.pose))
    if pose.figure.base.model == "free":
        lack[pose.figure.tangent_slice(pose.figure.base.name)] = 0.0
    yield float(np.linalg.norm(lack)), RADIANS


def _custom(task: poise.CustomTask, start: poise.Pose, pose: poise.Pose) -> Iterator[Missing]:
    yield float(np.linalg.norm(task.error(pose))), METRES


JUDGES = {
    poise.Reach: _reach, poise.Orient: _orient, poise.LookAt: _look_at, poise.Hold: _hold, poise.Together: _together,
    poise.CenterOfMass: _center, poise.Balance: _balance, poise.Inertia: _inertia, poise.OnSurface: _surface,
    poise.Keep: _keep, poise.Posture: _posture, poise.CustomTask: _custom,
}  # fmt: skip


def outside(pose: poise.Pose) -> float:
    """How far ranges and cones are exceeded; regions of other forms, and couplings, by what the pose itself says."""
    worst = pose.limit_violation
    for joint in pose.figure.joints.values():
        for name, limit in joint.limits.items():
            if isinstance(limit, poise.Range) and joint.model in ("hinge", "slide", "elbow"):
                value = pose[joint.name] if joint.model != "elbow" else getattr(pose[joint.name], name)
                worst = max(worst, limit.min - value, value - limit.max)
            elif isinstance(limit, poise.Cone):
                held = pose[joint.name]
                worst = max(worst, math.hypot(held.swing_x, held.swing_y) - limit.angle)
    return float(worst)
