"""All solutions of a goal: what is left free, where it is allowed, and the pose for any value of it."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from poise.arrays import sealed
from poise.errors import InputError
from poise.figure.check import number, shown, vec3
from poise.limb.goals import AIM, AXIS, Array
from poise.limb.inputs import angles
from poise.limb.solution import LimbSolution

if TYPE_CHECKING:
    from poise import _core
    from poise.limb.limb import Limb


class Interval(NamedTuple):
    """Swivels that all limits allow, radians: start in [−π, π), stop ≥ start. `branch`: which way the hinge bends."""

    start: float
    stop: float
    branch: int

    @property
    def middle(self) -> float:
        """The swivel farthest from both ends."""
        return (self.start + self.stop) / 2


class Branch(NamedTuple):
    """One of the two ways a hinge can bend: its angle, and the metres by which the goal is then out of reach."""

    branch: int
    hinge: float
    miss: float


class LimbFamily:
    """The solutions of one goal for one value of its second angle, over the swivel φ."""

    __slots__ = ("_kind", "_numbers", "_stance", "angle", "limb")

    def __init__(self, limb: Limb, stance: _core.LimbStance, kind: int, numbers: Array, angle: float) -> None:
        self.limb = limb
        self.angle = angle
        self._stance = stance
        self._kind = kind
        self._numbers = numbers

    @property
    def intervals(self) -> list[Interval]:
        """The allowed swivels of every branch, in order; none out of reach or where limits forbid all."""
        return [Interval(*found) for found in self._stance.intervals(self._kind, self._numbers, self.angle)]

    @property
    def branches(self) -> list[Branch]:
        """Both ways to bend the hinge, the preferred one first."""
        return [Branch(*found) for found in self._stance.branches(self._kind, self._numbers, self.angle)]

    def at(self, swivel: float, branch: int | None = None) -> LimbSolution:
        """The pose at a swivel, allowed or not."""
        phi, way = number(swivel, "a swivel"), self._branch(branch)
        answer = self._stance.at(self._kind, self._numbers, self.angle, phi, way)
        return LimbSolution(self.limb, self._stance, self._kind, self._numbers, answer)

    def rates(self, swivel: float, branch: int | None = None) -> tuple[Array, Array]:
        """(figure.dof,) derivatives of the pose, as tangents: by the swivel, and by the second angle (zero without)."""
        phi, way = number(swivel, "a swivel"), self._branch(branch)
        return self._stance.rates(self._kind, self._numbers, self.angle, phi, way)

    def elbow(self, swivel: object, branch: int | None = None) -> Array:
        """(…, 3) where the elbow is at swivels (…): a circle (Tolani eq. 6)."""
        phi = angles(swivel, "a swivel")[..., None]
        center, u, v = self._stance.circle(self._kind, self._numbers, self.angle, self._branch(branch))
        points: Array = center + np.cos(phi) * u + np.sin(phi) * v
        return sealed(points)

    def swivel_toward(self, point: Array, branch: int | None = None) -> float:
        """The swivel that brings the elbow nearest to a point, limits or not (Tolani, figure 3)."""
        center, u, v = self._stance.circle(self._kind, self._numbers, self.angle, self._branch(branch))
        away = np.array(vec3(point, "a point for the elbow")) - center
        return float(np.arctan2(away @ v, away @ u))

    @property
    def has_angle(self) -> bool:
        """Whether the goal leaves a second angle free."""
        return self._kind in (AXIS, AIM)

    def _branch(self, branch: int | None) -> int:
        found = self.branches
        if branch is None:
            return found[0].branch
        if not isinstance(branch, int | np.integer) or branch not in (b.branch for b in found):
            raise InputError(
                f"the goal has no branch {shown(branch)}; it has {', '.join(str(b.branch) for b in found)}"
            )
        return branch
