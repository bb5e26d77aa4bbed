"""What direct manipulation is compared with: general methods on an arm of hinges, from the same start."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import minimize

import poise

Array = NDArray[np.float64]


@dataclass
class Course:
    """How one method went: after every step, the seconds it had taken and how far the tip was from its goal (m)."""

    method: str
    seconds: Array
    errors: Array
    pose: poise.Pose

    def time_to(self, accuracy: float) -> float:
        """Seconds until the tip was that near (m) for good; not a number when it never was."""
        outside = np.flatnonzero(self.errors > accuracy)
        first = 0 if len(outside) == 0 else int(outside[-1]) + 1
        return float(self.seconds[first]) if first < len(self.errors) else float("nan")


def ours(method: str, start: poise.Pose, site: str, goal: Array, steps: int) -> Course:
    """One of our own methods, step by step."""
    session = poise.Session(start, [poise.Reach(site, goal)], method=method)
    seconds, errors = [0.0], [float(np.linalg.norm(start.position(site) - goal))]
    for _ in range(steps):
        began = time.thread_time()
        pose = session.step()
        seconds.append(seconds[-1] + time.thread_time() - began)
        errors.append(float(np.linalg.norm(pose.position(site) - goal)))
        if session.settled:
            break
    return Course(method, np.array(seconds), np.array(errors), session.pose)


def damped_least_squares(start: poise.Pose, site: str, goal: Array, steps: int) -> Course:
    """Δq = Jᵀ (J Jᵀ + λ² 1)⁻¹ e with λ = 0.05 m, as most textbooks have it (Wampler 1986)."""

    def walk() -> Iterator[poise.Pose]:
        pose = start
        for _ in range(steps):
            J = np.asarray(pose.jacobian(site))[:3]
            way = goal - pose.position(site)
            pose = pose.integrate(J.T @ np.linalg.solve(J @ J.T + 0.05**2 * np.eye(3), way)).clamped()
            yield pose

    return _timed("damped least squares", start, site, goal, walk())


def penalties(start: poise.Pose, site: str, goal: Array, steps: int) -> Course:
    """½ |e|² by scipy's L-BFGS, as Zhao and Badler do with an optimiser of that family; limits as penalties ½ |d|²."""
    seen = [start]

    def value(v: Array) -> tuple[float, Array]:
        pose = start.integrate(v)
        seen.append(pose)
        way = goal - pose.position(site)
        out = pose.clamped().difference(pose)
        return 0.5 * float(way @ way + out @ out), out - np.asarray(pose.jacobian(site))[:3].T @ way

    began = time.thread_time()
    minimize(
        value,
        np.zeros(start.figure.dof),
        jac=True,
        method="L-BFGS-B",
        options={"maxiter": steps, "ftol": 1e-30, "gtol": 1e-14},
    )
    spent = time.thread_time() - began
    errors = np.array([np.linalg.norm(pose.position(site) - goal) for pose in seen])
    return Course("L-BFGS", spent * np.arange(len(seen)) / len(seen), errors, seen[int(np.argmin(errors))])


def _timed(name: str, start: poise.Pose, site: str, goal: Array, walk: Iterator[poise.Pose]) -> Course:
    seconds, errors, pose = [0.0], [float(np.linalg.norm(start.position(site) - goal))], start
    began = time.thread_time()
    for pose in walk:
        seconds.append(time.thread_time() - began)
        errors.append(float(np.linalg.norm(pose.position(site) - goal)))
        if errors[-1] < 1e-13:
            break
    return Course(name, np.array(seconds), np.array(errors), pose)


Method = Callable[[poise.Pose, str, Array, int], Course]
METHODS: dict[str, Method] = {
    "transpose": lambda *a: ours("transpose", *a),
    "ccd": lambda *a: ours("ccd", *a),
    "priority": lambda *a: ours("priority", *a),
    "damped least squares": damped_least_squares,
    "L-BFGS": penalties,
}
