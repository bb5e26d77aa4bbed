"""Every number an oracle and we both know about a pose, and how far two such sets are apart."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

import poise

TOLERANCE = 1e-10


class Numbers(NamedTuple):
    """Frames (n, 4, 4) and Jacobians (n, 6, dof) of n sites; centre of mass and its Jacobian; inertia about it;
    potential energy; gravity torques."""

    frames: np.ndarray
    jacobians: np.ndarray
    center: np.ndarray
    center_jacobian: np.ndarray
    inertia: np.ndarray
    energy: float
    torques: np.ndarray


def ours(pose: poise.Pose, sites: list[str]) -> Numbers:
    """What Poise says."""
    return Numbers(
        np.array([pose.frame(s) for s in sites]),
        np.array([pose.jacobian(s) for s in sites]),
        pose.center_of_mass,
        pose.center_of_mass_jacobian(),
        pose.inertia(),
        pose.potential_energy,
        pose.gravity_torques(),
    )


def turned(numbers: Numbers, turn: np.ndarray) -> Numbers:
    """The same pose seen from a world turned by the (3, 3) rotation `turn`; tangents stay."""
    big = np.eye(4)
    big[:3, :3] = turn
    twice = np.kron(np.eye(2), turn)
    return numbers._replace(
        frames=big @ numbers.frames,
        jacobians=twice @ numbers.jacobians,
        center=turn @ numbers.center,
        center_jacobian=turn @ numbers.center_jacobian,
        inertia=turn @ numbers.inertia @ turn.T,
    )


def mapped(numbers: Numbers, columns: np.ndarray) -> Numbers:
    """With tangents mapped: their velocity = `columns` (their dof, our dof) · our velocity."""
    return numbers._replace(
        jacobians=numbers.jacobians @ columns,
        center_jacobian=numbers.center_jacobian @ columns,
        torques=columns.T @ numbers.torques,
    )


def distances(a: Numbers, b: Numbers) -> dict[str, float]:
    """The largest difference of each number; both must have the same shapes."""
    found = {}
    for key, x, y in zip(Numbers._fields, a, b, strict=True):
        assert np.shape(x) == np.shape(y), f"{key}: {np.shape(x)} and {np.shape(y)}"
        found[key] = float(np.abs(np.asarray(x) - np.asarray(y)).max(initial=0.0))
    return found


def random_coordinates(figure: poise.Figure, rng: np.random.Generator) -> np.ndarray:
    """Coordinates anywhere at all, limits or not: kinematics must not care."""
    q = np.empty(figure.size)
    for name, joint in figure.joints.items():
        own = q[figure.coordinate_slice(name)]
        own[:] = rng.uniform(-3.0, 3.0, own.shape)
        if joint.model == "swing":
            own *= 0.7
        if joint.model in ("ball", "free"):
            own[-4:] = rng.normal(size=4)
            own[-4:] /= np.linalg.norm(own[-4:])
    return q


def agreement(figure, oracle, sites: list[str], count: int, seed: int = 0) -> dict[str, float]:
    """The worst difference of every number over `count` random poses."""
    rng = np.random.default_rng(seed)
    worst = dict.fromkeys(Numbers._fields, 0.0)
    for _ in range(count):
        pose = figure.pose(random_coordinates(figure, rng))
        found = distances(ours(pose, sites), oracle(pose))
        worst = {key: max(worst[key], found[key]) for key in worst}
    return worst


def check(worst: dict[str, float]) -> None:
    """All numbers agree."""
    bad = {key: value for key, value in worst.items() if not value < TOLERANCE}
    assert not bad, f"differences: {bad}"
