"""Contact forces by somebody else's convex solvers: cones as pyramids of many edges, inside or around them."""

from __future__ import annotations

import numpy as np
from random_scenes import Scene
from scipy.optimize import linprog, nnls

EDGES = 48


def generators(scene: Scene, around: bool, count: int = EDGES) -> tuple[np.ndarray, np.ndarray]:
    """Edges of all pyramids (n, 3), `count` for each cone, and the contact each belongs to."""
    edges, owners = [], []
    for i, (normal, kind, mu) in enumerate(zip(scene.normals, scene.kinds, scene.friction, strict=True)):
        own = [normal] if kind == 1.0 else _box() if kind == 2.0 else _pyramid(normal, mu, around, count)
        edges += list(own)
        owners += [i] * len(own)
    return np.array(edges), np.array(owners)


def can_be_held(scene: Scene) -> bool | None:
    """By linear programming, with more edges where pyramids inside and around the cones differ; None where all do."""
    for count in (12, EDGES, 16 * EDGES, 128 * EDGES):
        if _feasible(scene, False, count):
            return True
        if not _feasible(scene, True, count):
            return False
    return None


def least_price(scene: Scene, torque_map: np.ndarray, torques: np.ndarray, price: float, around: bool) -> float:
    """min Σ (τ − M f)² + price² Σ f² by non-negative least squares; equilibrium by a heavy weight.

    `torque_map` (dof, 3 n): torques that contact forces spare.
    """
    edges, owners = generators(scene, around)
    spread = np.zeros((3 * len(scene.points), len(edges)))
    for k, (edge, i) in enumerate(zip(edges, owners, strict=True)):
        spread[3 * i : 3 * i + 3, k] = edge
    arms = scene.points - scene.pose.center_of_mass
    wrench = np.hstack([np.vstack([np.eye(3), _cross(arm)]) for arm in arms])
    heavy = 1e4
    matrix = np.vstack([heavy * wrench, torque_map, price * np.eye(3 * len(arms))]) @ spread
    wanted = np.concatenate([-heavy * scene.load, torques, np.zeros(3 * len(arms))])
    scale = np.linalg.norm(scene.load)
    weights, _ = nnls(matrix, wanted / scale, maxiter=100 * matrix.shape[1])
    forces = scale * (spread @ weights)
    return float(((torques - torque_map @ forces) ** 2).sum() + price**2 * (forces**2).sum())


def _feasible(scene: Scene, around: bool, count: int) -> bool:
    edges, owners = generators(scene, around, count)
    arms = scene.points[owners] - scene.pose.center_of_mass
    matrix = np.hstack([edges, np.cross(arms, edges)]).T
    scale = np.linalg.norm(scene.load)
    found = linprog(np.ones(len(edges)), A_eq=matrix, b_eq=-scene.load / scale, method="highs")
    return bool(found.status == 0)


def _pyramid(normal: np.ndarray, mu: float, around: bool, count: int) -> np.ndarray:
    across = np.cross(normal, np.eye(3)[np.argmin(np.abs(normal))])
    across /= np.linalg.norm(across)
    angles = 2 * np.pi * np.arange(count) / count
    ring = np.cos(angles)[:, None] * across + np.sin(angles)[:, None] * np.cross(normal, across)
    return normal + (mu / np.cos(np.pi / count) if around else mu) * ring


def _box() -> np.ndarray:
    return np.vstack([np.eye(3), -np.eye(3)])


def _cross(v: np.ndarray) -> np.ndarray:
    return np.array([[0, -v[2], v[1]], [v[2], 0, -v[0]], [-v[1], v[0], 0]])
