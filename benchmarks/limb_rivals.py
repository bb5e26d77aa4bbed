"""What closed form is compared with: the same goals given to general methods, which start from the rest pose."""

from __future__ import annotations

from typing import Any

import numpy as np
from scipy.optimize import minimize

import poise
from poise import AimGoal, AxisGoal, Limb

Errors = tuple[float, float]


def tasks_of(limb: Limb, goal: Any) -> list[poise.tasks.Task]:
    """A goal as tasks of the whole-body solver."""
    site, joints = limb.chain.site, list(limb.joints)
    if isinstance(goal, AimGoal):
        return [poise.LookAt(site, goal.point, joints=joints)]
    if isinstance(goal, AxisGoal):
        axis = poise.Orient(site, tuple(goal.direction), axis=tuple(goal.axis), joints=joints)
        return [poise.Reach(site, goal.point, joints=joints), axis]
    if np.ndim(goal) == 2:
        return [
            poise.Reach(site, goal[:3, 3], joints=joints),
            poise.Orient(site, goal[:3, :3], joints=joints),
        ]
    return [poise.Reach(site, goal, joints=joints)]


def errors_of(limb: Limb, goal: Any, pose: poise.Pose) -> Errors:
    """Metres and radians by which a pose misses a goal."""
    frame = pose.frame(limb.chain.site)
    if isinstance(goal, AimGoal):
        way = goal.point - frame[:3, 3]
        return 0.0, _angle(frame[:3, :3] @ goal.axis, way)
    if isinstance(goal, AxisGoal):
        return float(np.linalg.norm(frame[:3, 3] - goal.point)), _angle(frame[:3, :3] @ goal.axis, goal.direction)
    if np.ndim(goal) == 2:
        turn = frame[:3, :3].T @ goal[:3, :3]
        apart = np.linalg.norm(turn - turn.T) / np.sqrt(2)
        return float(np.linalg.norm(frame[:3, 3] - goal[:3, 3])), float(np.arctan2(apart, np.trace(turn) - 1))
    return float(np.linalg.norm(frame[:3, 3] - goal)), 0.0


def solved(limb: Limb, goal: Any) -> Errors:
    """Our own numeric solver."""
    return errors_of(limb, goal, poise.solve(limb.figure.rest(), tasks_of(limb, goal), criteria=()).pose)


def optimised(limb: Limb, goal: Any) -> Errors:
    """scipy's L-BFGS-B over the seven joint coordinates, as Zhao & Badler do; poses are clamped."""
    rest = limb.figure.rest()
    sizes = [len(limb.figure.joints[j].coordinates) for j in limb.joints]
    start = np.concatenate([np.atleast_1d(rest[j]) for j in limb.joints])

    def posed(x: np.ndarray) -> poise.Pose:
        parts = np.split(x, np.cumsum(sizes)[:-1])
        return limb.figure.pose(dict(zip(limb.joints, parts, strict=True))).clamped()

    def cost(x: np.ndarray) -> float:
        position, orientation = errors_of(limb, goal, posed(x))
        return position**2 + (0.1 * orientation) ** 2

    found = minimize(cost, start, method="L-BFGS-B", options={"maxiter": 200})
    return errors_of(limb, goal, posed(found.x))


def integrated(limb: Limb, goal: Any) -> Errors:
    """Resolved motion rate: small steps of the pseudo-inverse along a straight way (Whitney), clamped."""
    pose, site = limb.figure.rest(), limb.chain.site
    columns = np.concatenate([np.arange(limb.figure.dof)[limb.figure.tangent_slice(j)] for j in limb.joints])
    rows = 6 if np.ndim(goal) == 2 else 3
    for step in range(200):
        frame = pose.frame(site)
        want = np.zeros(6)
        want[:3] = (goal[:3, 3] if rows == 6 else goal) - frame[:3, 3]
        if rows == 6:
            want[3:] = _rotation_vector(goal[:3, :3] @ frame[:3, :3].T)
        share = 1.0 / max(1, 50 - step)
        v = np.zeros(limb.figure.dof)
        v[columns] = np.linalg.pinv(pose.jacobian(site)[:rows, columns], rcond=1e-3) @ (share * want[:rows])
        pose = pose.integrate(v).clamped()
    return errors_of(limb, goal, pose)


def _angle(a: np.ndarray, b: np.ndarray) -> float:
    return float(np.arctan2(np.linalg.norm(np.cross(a, b)), a @ b))


def _rotation_vector(turn: np.ndarray) -> np.ndarray:
    axis = np.array([turn[2, 1] - turn[1, 2], turn[0, 2] - turn[2, 0], turn[1, 0] - turn[0, 1]]) / 2
    sine = float(np.linalg.norm(axis))
    return axis * (np.arctan2(sine, (np.trace(turn) - 1) / 2) / sine) if sine > 1e-12 else axis
