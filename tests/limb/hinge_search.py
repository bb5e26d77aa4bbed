"""Arms of seven hinges, and numeric searches over their angles: products of exponentials and scipy, nothing of limbs.

The three have axes, lengths and limits after robots with narrow limits: Romeo, the simple humanoid of
example-robot-data, and iCub.
"""

from __future__ import annotations

import numpy as np
from scipy.optimize import NonlinearConstraint, minimize

from poise import Figure, Joint, Limb, LimbChain, Placement, Range, Segment, Site

Array = np.ndarray
X, Y, Z = np.eye(3)

ARMS = {
    "romeo": (
        (Y, Z, X, Z, X, Z, Y),
        ((-1.44, 2.22), (-1.14, 0.43), (-2.09, 2.09), (0.0, 1.57), (-0.52, 3.67), (-0.44, 0.44), (-0.98, 0.98)),
        (0.205 * X, 0.1823 * X, 0.0 * X),
    ),
    "humanoid": (
        (Y, X, Z, Y, Z, Y, X),
        ((-1.57, 0.79), (0.01, 2.87), (-2.43, 2.43), (-2.23, 0.0), (-2.51, 2.51), (-1.37, 1.37), (-0.68, 0.68)),
        (-0.263 * Z, -0.247 * Z, -0.05 * Z),
    ),
    "icub": (
        (Y, X, Z, Y, Z, X, Y),
        ((-1.66, 0.09), (0.0, 2.81), (-0.65, 1.75), (0.1, 1.85), (-0.87, 0.87), (-1.13, 0.17), (-0.44, 0.44)),
        (-0.153 * Z + 0.015 * X, -0.138 * Z, -0.06 * Z - 0.02 * Y),
    ),
}
"""(axes, ranges, upper arm, forearm and hand at zero angles) by name."""


def hinge_arm(name: str) -> Limb:
    """The arm as a limb, its shoulder at the origin."""
    axes, ranges, (upper, lower, hand) = ARMS[name]
    joints, parent = [Joint("world", "fixed", None, "base")], "base"
    for i, (axis, (low, high)) in enumerate(zip(axes, ranges, strict=True)):
        at = Placement(tuple({3: upper, 4: lower}.get(i, 0.0 * X)))
        limits = {"angle": Range(low, high)}
        joints.append(Joint(f"j{i + 1}", "hinge", parent, f"s{i + 1}", at, axis=tuple(axis), limits=limits))
        parent = f"s{i + 1}"
    segments = [Segment(n) for n in ("base", *(f"s{i}" for i in range(1, 8)))]
    chain = LimbChain("arm", "j1", "j4", "j7", "tool")
    figure = Figure(name, segments, joints, sites=[Site("tool", "s7", Placement(tuple(hand)))], limbs=[chain])
    return Limb(figure, "arm")


def rows_crossed(a: Array, b: Array) -> Array:
    """`numpy.cross` of rows, without what it asks of its arguments first: searches spend most of their time here."""
    return a[:, [1, 2, 0]] * b[:, [2, 0, 1]] - a[:, [2, 0, 1]] * b[:, [1, 2, 0]]


class Chain:
    """The same arm by itself."""

    def __init__(self, name: str) -> None:
        self.axes, ranges, self.parts = ARMS[name]
        self.bounds = np.array(ranges)
        self.crosses = [np.cross(axis, np.eye(3)).T for axis in self.axes]  # K of Rodrigues' formula
        self.squares = [cross @ cross for cross in self.crosses]
        upper, lower, _ = self.parts
        self.steps = [{3: upper, 4: lower}.get(i) for i in range(len(self.axes))]

    def forward(self, q: Array) -> tuple[Array, Array, Array, Array]:
        """Site, axes of the hand, and by joint: axes in the world, and where they stand."""
        turn, at, axes, pivots = np.eye(3), np.zeros(3), [], []
        sines, rests = np.sin(q), 1 - np.cos(q)
        for i, axis in enumerate(self.axes):
            if self.steps[i] is not None:
                at = at + turn @ self.steps[i]
            axes.append(turn @ axis)
            pivots.append(at)
            turn = turn + turn @ (sines[i] * self.crosses[i] + rests[i] * self.squares[i])
        return at + turn @ self.parts[2], turn, np.array(axes), np.array(pivots)

    def distance(self, q: Array, goal: Array) -> tuple[float, Array]:
        """½|site − goal|² and its slope."""
        site, _, axes, pivots = self.forward(q)
        return 0.5 * float((site - goal) @ (site - goal)), rows_crossed(axes, site - pivots) @ (site - goal)

    def turned(self, q: Array, wanted: Array) -> tuple[float, Array]:
        """1 − cos of the angle between the hand and the wanted axes, and its slope."""
        _, turn, axes, _ = self.forward(q)
        return (3 - float(np.sum(turn * wanted))) / 2, -0.5 * axes @ rows_crossed(turn.T, wanted.T).sum(axis=0)

    def starts(self, count: int, seed: int) -> Array:
        """Poses inside the limits, half of their angles at an end."""
        rng = np.random.default_rng(seed)
        share = np.clip(rng.uniform(-0.5, 1.5, size=(count, 7)), 0, 1)
        return self.bounds[:, 0] + share * (self.bounds[:, 1] - self.bounds[:, 0])

    def least_distance(self, goal: Array, starts: int) -> float:
        """The nearest that L-BFGS-B comes from many starts, metres."""
        options = {"maxiter": 400, "ftol": 1e-16, "gtol": 1e-12}
        found = [
            minimize(self.distance, q, (goal,), "L-BFGS-B", jac=True, bounds=self.bounds, options=options).fun
            for q in self.starts(starts, 5)
        ]
        return float(np.sqrt(2 * min(found)))

    def least_turn(self, goal: Array, within: float, starts: int) -> float:
        """The least angle that SLSQP finds between the hand and the frame, `within` metres of its origin; radians."""
        near = NonlinearConstraint(
            lambda q: self.distance(q, goal[:3, 3])[0], -np.inf, within**2 / 2,
            jac=lambda q: self.distance(q, goal[:3, 3])[1],
        )  # fmt: skip
        best = np.inf
        for q in self.starts(starts, 6):
            found = minimize(
                self.turned, q, (goal[:3, :3],), "SLSQP", jac=True, bounds=self.bounds, constraints=[near],
                options={"maxiter": 200, "ftol": 1e-14},
            )  # fmt: skip
            if np.sqrt(2 * self.distance(found.x, goal[:3, 3])[0]) <= within + 1e-8:
                best = min(best, float(np.arccos(np.clip(1 - found.fun, -1, 1))))
        return best


def random_turn(rng: np.random.Generator) -> Array:
    """A rotation, any as likely as another."""
    q, r = np.linalg.qr(rng.normal(size=(3, 3)))
    q = q * np.sign(np.diag(r))
    return q * np.sign(np.linalg.det(q))
