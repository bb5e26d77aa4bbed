"""The history of a solve: what every step left, what held it back, and what its pose would cost to hold."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from poise.arrays import sealed
from poise.figure.figure import Figure
from poise.pose import Pose

if TYPE_CHECKING:
    from poise.forces import Statics

WAYS = ("reused", "quick", "general", "projected", "jump", "pulled", "cycled")
"""How a step was found, in the order of the core's codes (core/solve/stepper.hpp): by the factorisation of the step
before, by the quick or the general way of the kernel, by projections (`method="cascaded"`); a jump, to an earlier pose,
to where another try ended or, as the first step of one, from where it began; by a pull (`method="transpose"`) or joint
by joint (`method="ccd"`)."""

Array = NDArray[np.float64]


class Circumstances(NamedTuple):
    """What acted on the body in a solve, and what carried it, as they were given."""

    forces: Any = ()
    supports: Any = ()
    world: Any = None


NOTHING_ELSE = Circumstances()


@dataclass(frozen=True, eq=False)
class History:
    """`residuals`: (steps, levels), the weighted error of every level after each step; read-only.

    `limits`: for each step the joint limits and couplings that held it back, named as in `Solution.limits`.
    `ways`: for each step how it was found, one of `WAYS`. `coordinates`: (steps, coordinates of the figure), read-only.
    """

    figure: Figure
    residuals: Array
    limits: tuple[tuple[str, ...], ...]
    ways: tuple[str, ...]
    coordinates: Array
    circumstances: Circumstances = NOTHING_ELSE

    def __len__(self) -> int:
        return len(self.limits)

    @cached_property
    def poses(self) -> tuple[Pose, ...]:
        """The pose after each step; the last is that of the solution."""
        return tuple(Pose(self.figure, row) for row in self.coordinates)

    @cached_property
    def statics(self) -> tuple[Statics, ...]:
        """What holds the pose after each step: `poise.statics` with the forces, supports and world of the solve.

        Worked out when first asked for. Supports need not carry a body on its way: what is missing then, a free base
        gives.
        """
        from poise.forces import statics

        forces, supports, world = self.circumstances
        return tuple(statics(pose, forces, supports, world=world) for pose in self.poses)

    @cached_property
    def torques(self) -> Array:
        """(steps, dof): what the joints must give to hold the pose after each step (N m, N along slides); read-only."""
        rows = [report.torques for report in self.statics]
        return sealed(np.array(rows).reshape(len(rows), self.figure.dof))

    def to_dict(self) -> dict[str, Any]:
        """Plain values for JSON; poses and torques are left out."""
        return {
            "residuals": self.residuals.tolist(),
            "limits": [list(names) for names in self.limits],
            "ways": list(self.ways),
        }

    def __repr__(self) -> str:
        return f"<History: {len(self)} steps, {self.residuals.shape[1]} levels>"
