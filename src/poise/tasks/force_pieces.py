"""Pieces about forces: moments left over, and the weight over the region where it can be held."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from poise import _core
from poise.forces.support_loads import ROUNDING, SupportLoad, shared_loads
from poise.support import room_inside
from poise.tasks.piece import Array, Bounds, Numbers, Piece, plain

if TYPE_CHECKING:
    from poise.figure.figure import Figure
    from poise.forces.loading import Loading
    from poise.pose import Pose
    from poise.tasks.task import Task


@dataclass(frozen=True, eq=False)
class Moment(Piece):
    """No moment of weight and loads about a point, the `goal`. Numbers: moment over `scale` (N): lever arms, m."""

    goal: Array
    loads: _core.Loads
    scale: float
    unit = "m"
    labels = ("x", "y", "z")

    def add(self, problem: _core.Problem, figure: Figure, weight: float) -> int:
        return _core.add_equilibrium(problem, self.loads, self.goal, self.scale, weight)

    def wanted(self, pose: Pose) -> Numbers:
        return (0.0, 0.0, 0.0)

    def reached(self, pose: Pose) -> Numbers:
        pull = pose.figure.mass * np.array(pose.figure.gravity)
        own = np.cross(pose.center_of_mass - self.goal, pull)
        return plain((own + self.loads.moment(pose._core, self.goal)) / self.scale)


@dataclass(frozen=True, eq=False)
class Cone(Piece):
    """What a support with a share must give lies inside its friction cone (Baerlocher 6.2.2).

    Told, not sought: given forces are as they are. Number: sideways force, N; wanted is at most what friction holds.
    """

    loading: Loading
    site: str
    unit = "N"

    @property
    def labels(self) -> tuple[str, ...]:
        return (f"sideways on {self.site}",)

    def add(self, problem: _core.Problem, figure: Figure, weight: float) -> int:
        return problem.add_remark()

    def residual(self, error: float, pose: Pose) -> float:
        return self._load(pose).beyond

    def tolerance(self, task: Task) -> float:
        """None, but for rounding."""
        return ROUNDING * self.loading.size

    def allowed(self, pose: Pose) -> Bounds:
        friction = next(s.friction for s in self.loading.shared if s.site == self.site)
        return (-math.inf, max(0.0, friction * self._split(pose)[0]))

    def wanted(self, pose: Pose) -> Numbers:
        return (self.allowed(pose)[1],)

    def reached(self, pose: Pose) -> Numbers:
        return (self._split(pose)[1],)

    def _load(self, pose: Pose) -> SupportLoad:
        return next(load for load in shared_loads(self.loading, pose) if load.site == self.site)

    def _split(self, pose: Pose) -> tuple[float, float]:
        """Push and sideways force, N."""
        support = next(s for s in self.loading.shared if s.site == self.site)
        normal, force = np.array(support.normal or self.loading.up), self._load(pose).force
        push = float(force @ normal)
        return push, float(np.linalg.norm(force - push * normal))


@dataclass(frozen=True, eq=False)
class LoadedOver(Piece):
    """The weight inside planes: `inward` normals (k, 3) at `corners` (k, 3), found when the loads had `moment`.

    A load that moves shifts the weight. `turn`: least and most moment of the loads about the vertical, N m, as far as
    it is bounded. Number: distance from the edge, negative outside, or as many metres of lever that the moment has
    left besides the margin. `again`: what comes after this one in another pose, None where supports and loads are as
    they were.
    """

    inward: Array
    corners: Array
    margin: float
    loads: _core.Loads
    moment: Array
    turn: tuple[float, float]
    again: Callable[[LoadedOver, Pose, float], LoadedOver | None]
    unit = "m"
    labels = ("inside",)

    def add(self, problem: _core.Problem, figure: Figure, weight: float) -> int:
        return _core.add_loaded_balance(
            problem, self.inward, self.corners, self.margin, self.loads, self.moment, *self.turn, weight
        )

    def refreshed(self, pose: Pose, moved: float) -> LoadedOver | None:
        return self.again(self, pose, moved)

    def allowed(self, pose: Pose) -> Bounds:
        return (self.margin, math.inf)

    def wanted(self, pose: Pose) -> Numbers:
        return (self.margin,)

    def reached(self, pose: Pose) -> Numbers:
        pull = pose.figure.mass * np.array(pose.figure.gravity)
        moment = self.loads.moment(pose._core, np.zeros(3))
        place = pose.center_of_mass + np.cross(pull, moment - self.moment) / float(pull @ pull)
        room = room_inside(self.inward, self.corners, place)
        size = float(np.linalg.norm(pull))
        upright = -float(moment @ pull) / size
        spare = min(upright - self.turn[0], self.turn[1] - upright) / size
        return (min(room, self.margin + spare),)


@dataclass(frozen=True, eq=False)
class Fallen(LoadedOver):
    """Where a pose has moved to, nothing can hold it: the planes are the last there were, `lack` is what is missing.

    `lack`: moment and force that are missing, over the weight: a lever arm, m.
    """

    lack: float

    def residual(self, error: float, pose: Pose) -> float:
        return self.margin + self.lack

    def reached(self, pose: Pose) -> Numbers:
        return (-self.lack,)
