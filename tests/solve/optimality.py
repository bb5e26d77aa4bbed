"""First-order optimality of a pose, computed with numpy from the pose alone.

At a settled pose no level k may be improvable: there is no direction v with J_j v = 0 for all levels j above, leading
out of no limit that is reached, along which |e_k|² falls. By Farkas this means that the gradient g = J_kᵀ e_k is a
combination of the rows above (any sign) and of the outward normals of the limits reached (sign ≥ 0).

Levels are judged down to the first that is not met. Below it the rows above no longer describe what may move: at the
edge of the reach every sideways motion keeps J v = 0 and yet loses length, so what is left is a matter of second order.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from scipy.optimize import nnls

from poise import Cone, Figure, Pose, Range

MET = 1e-7
"""Metres and radians."""


@dataclass
class Rows:
    """Error e (wanted minus reached) and Jacobian J of one level: J v ≈ e is wanted."""

    error: np.ndarray
    jacobian: np.ndarray


def place(pose: Pose, site: str, point: object, axes: str = "xyz") -> Rows:
    kept = ["xyz".index(a) for a in axes]
    return Rows((np.asarray(point) - pose.position(site))[kept], pose.jacobian(site)[:3][kept])


def center(pose: Pose, point: object, axes: str = "xz") -> Rows:
    kept = ["xyz".index(a) for a in axes]
    return Rows((np.asarray(point) - pose.center_of_mass)[kept], pose.center_of_mass_jacobian()[kept])


def frame(pose: Pose, site: str, wanted: np.ndarray) -> Rows:
    """A held frame; only for errors that are (nearly) zero, where the rotation's error is its vector part."""
    R = wanted[:3, :3] @ pose.frame(site)[:3, :3].T
    turn = np.array([R[2, 1] - R[1, 2], R[0, 2] - R[2, 0], R[1, 0] - R[0, 1]]) / 2
    return Rows(np.r_[wanted[:3, 3] - pose.position(site), turn], pose.jacobian(site))


def stacked(*parts: Rows) -> Rows:
    return Rows(np.concatenate([p.error for p in parts]), np.vstack([p.jacobian for p in parts]))


def outward_normals(pose: Pose, slack: float = 1e-7) -> np.ndarray:
    """(k, dof) outward normals of ranges, cones and couplings that the pose has reached."""
    figure, rows = pose.figure, []
    for name, joint in figure.joints.items():
        where = figure.tangent_slice(name)
        rates = pose.coordinate_rates(name) if joint.dof else np.zeros((0, 0))
        values = pose.to_dict().get(name, {})
        for i, coordinate in enumerate(joint.coordinates):
            limit = joint.limits.get(coordinate)
            if isinstance(limit, Range):
                rows += _range_rows(figure, where, rates[i], values[coordinate], limit, slack)
        swing = joint.limits.get("swing")
        if isinstance(swing, Cone):
            s = np.array([values["swing_x"], values["swing_y"]])
            if np.linalg.norm(s) > swing.angle - slack:
                rows.append(_row(figure, where, s / np.linalg.norm(s) @ rates[:2]))
    return np.array(rows).reshape(-1, figure.dof)


def improvement_left(levels: list[Rows], normals: np.ndarray) -> list[float]:
    """The part of its gradient that nothing explains, for every level down to the first unmet; zero when optimal."""
    above, left = np.zeros((0, levels[0].jacobian.shape[1])), []
    for level in levels:
        gradient = level.jacobian.T @ level.error
        columns = np.vstack([above, -above, normals]).T
        left.append(
            float(nnls(columns, gradient, maxiter=10000)[1]) if columns.size else float(np.linalg.norm(gradient))
        )
        above = np.vstack([above, level.jacobian])
        if np.linalg.norm(level.error) > MET:
            break
    return left


def _range_rows(
    figure: Figure, where: slice, rate: np.ndarray, value: float, limit: Range, slack: float
) -> list[np.ndarray]:
    rows = [_row(figure, where, rate)] if value > limit.max - slack else []
    return [*rows, _row(figure, where, -rate)] if value < limit.min + slack else rows


def _row(figure: Figure, where: slice, values: np.ndarray) -> np.ndarray:
    row = np.zeros(figure.dof)
    row[where] = values
    return row
