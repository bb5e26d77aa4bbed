"""Loading: forces and supports of one figure, checked and ready for any of its poses."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from poise import _core
from poise.errors import InputError
from poise.figure.check import Vec3, vec3
from poise.forces.force import NOWHERE, Row, load_row
from poise.forces.support import Support
from poise.forces.wishes import checked
from poise.support import soles_down

if TYPE_CHECKING:
    from poise.figure.figure import Figure
    from poise.pose import Pose

Array = NDArray[np.float64]


class Loading:
    """What acts on a figure. `applied`: forces and weights; `shared` and `solved`: supports of either kind.

    `loads`: all given forces, the remainder included, as the core takes them. `remainder`: the shared support that
    takes up what the others leave of the sum of all forces: the one on the root segment, or else the first. None when
    forces are solved for, or when the base is not free and takes it all. `up`: unit vector against gravity. `weight`:
    of the figure, N.
    """

    def __init__(self, figure: Figure, forces: Any, supports: Any) -> None:
        self.figure = figure
        self.applied, every = checked(forces, supports)
        self.shared = tuple(s for s in every if s.share is not None)
        self.solved = tuple(s for s in every if s.share is None)
        self.fixed = figure.base.model != "free"
        self.up, size = _up(figure)
        self.weight = size * figure.mass
        self._check()
        self._share_rows = [self._share_row(s) for s in self.shared]
        self._applied_rows = [row for force in self.applied for row in force.rows(figure)]
        self._rows = [*self._applied_rows, *self._share_rows]
        self.remainder = self._remainder()
        self.loads = _core.Loads(np.array([*self._rows, *self._rest_rows()], dtype=float).reshape(-1, 12))
        self.footholds, self.counts = self._footholds()

    def turned(self, moment: float) -> _core.Loads:
        """All given forces and a moment about the vertical (N m) more."""
        x, y, z = self.up
        more = load_row(0, NOWHERE, NOWHERE, (moment * x, moment * y, moment * z))
        return _core.Loads(np.array([*self._rows, *self._rest_rows(), more], dtype=float))

    def pushed(self, pose: Pose, force: Array) -> _core.Loads:
        """All given forces and one more (3,), N, at the centre of mass."""
        frame = pose._core.segment_frame(0)
        point = frame[:3, :3].T @ (pose.center_of_mass - frame[:3, 3])
        more = load_row(0, vec3(point, "a point"), vec3(force, "a push"))
        return _core.Loads(np.array([*self._rows, *self._rest_rows(), more], dtype=float))

    def shares(self, pose: Pose) -> list[tuple[Support, int, Vec3, Array]]:
        """Each shared support with the segment and the point on it where it acts, and its force in the world."""
        return [(support, *support.middle(self.figure), force) for support, force in self.shared_forces(pose)]

    def shared_forces(self, pose: Pose) -> Iterator[tuple[Support, Array]]:
        """Each shared support with its force in the world."""
        for support, row in zip(self.shared, self._share_rows, strict=True):
            force = np.array(row[5:8])
            if support is self.remainder:
                given = _core.Loads(np.array(self._rows, dtype=float))
                force -= given.unbalanced(pose._core)[:3]
            yield support, force

    @property
    def size(self) -> float:
        """A force (N) to measure others by: the weight, or without one the given forces, or 1."""
        return self.weight or sum(math.hypot(*row[5:8]) for row in self._rows) or 1.0

    # ---- inside ---------------------------------------------------------------------------------

    def _check(self) -> None:
        names = [s.site for s in (*self.shared, *self.solved)]
        if len({*names}) < len(names):
            raise InputError(f"support {next(n for n in names if names.count(n) > 1)!r} is given twice")
        if not names and not self.fixed:
            raise InputError("no support: give supports=[Support(…)], or put a sole on the floor")
        if self.fixed and self.solved:
            raise InputError(
                f"the figure {self.figure.name!r} is fixed to the world by its base, which takes up what is left: "
                f"support {self.solved[0].site!r} needs a share"
            )
        total = sum(s.share or 0.0 for s in self.shared)
        if self.shared and not self.solved and not self.fixed and abs(total - 1.0) > 1e-9:
            raise InputError(f"the shares of the supports must sum to 1, not {total:g}")

    def _remainder(self) -> Support | None:
        if self.fixed or self.solved:
            return None
        root = self.figure._segment_ids[self.figure.root]
        on_root = (s for s, row in zip(self.shared, self._share_rows, strict=True) if row[0] == root)
        return next(on_root, self.shared[0])

    def _share_row(self, support: Support) -> Row:
        segment, point = support.middle(self.figure)
        carried = self.weight * (support.share or 0.0)
        x, y, z = self.up
        return load_row(segment, point, (carried * x, carried * y, carried * z))

    def _rest_rows(self) -> list[Row]:
        """What the remainder takes up: the opposite of every applied force, turning with it where that turns.

        And what rounding leaves of the shares.
        """
        if self.remainder is None:
            return []
        segment, point = self.remainder.middle(self.figure)
        lost = self.weight * (1.0 - sum(s.share or 0.0 for s in self.shared))
        x, y, z = self.up
        rows = [load_row(segment, point, (lost * x, lost * y, lost * z))]
        for row in self._applied_rows:
            turning = 2.0 + row[0] if row[1] == 1.0 else row[1]
            rows.append(load_row(segment, point, (-row[5], -row[6], -row[7]), turns=turning))
        return rows

    def _footholds(self) -> tuple[_core.Footholds, list[int]]:
        """The points of all solved supports as the core takes them, and how many each has."""
        by_support = [s.rows(self.figure, self.up) for s in self.solved]
        rows = [row for part in by_support for row in part]
        return _core.Footholds(np.array(rows, dtype=float).reshape(-1, 9)), [len(part) for part in by_support]


def floor_supports(pose: Pose, friction: float) -> list[Support]:
    """The soles that are on the floor (height 0) in a pose, their forces to be solved for."""
    return [Support(sole, friction=friction) for sole in soles_down(pose)]


def _up(figure: Figure) -> tuple[Vec3, float]:
    """The direction against gravity, the y axis where there is none; and the size of gravity."""
    gx, gy, gz = figure.gravity
    size = (gx * gx + gy * gy + gz * gz) ** 0.5
    return ((-gx / size, -gy / size, -gz / size) if size > 0.0 else (0.0, 1.0, 0.0)), size
