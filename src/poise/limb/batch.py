"""What a limb answers to many goals at once."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from poise.arrays import sealed
from poise.errors import InputError
from poise.figure.check import shown
from poise.limb.goals import Array

if TYPE_CHECKING:
    from poise import _core
    from poise.limb.limb import Limb
    from poise.pose import Pose


class LimbBatch:
    """Answers in the shape of the goals, broadcast with the swivels. All arrays are read-only.

    `reached` (…) bool; `certain` (…) bool, whether an answer that is not reached is proven to be the best there is (see
    `LimbSolution.status`); `verdict` (…) int, see `reason`; `swivel`, `angle`, `hinge` (…) radians; `branch` (…) int;
    `values` (…, k) the limb's stored coordinates, which stand at `limb.slots` of a pose's coordinates.
    """

    __slots__ = (
        "_base",
        "_lack",
        "_stance",
        "angle",
        "branch",
        "certain",
        "hinge",
        "limb",
        "reached",
        "swivel",
        "values",
        "verdict",
    )

    def __init__(
        self, limb: Limb, stance: _core.LimbStance, base: Array, shape: tuple[int, ...], values: Array, angles: Array,
        words: Array,
    ) -> None:  # fmt: skip
        self.limb = limb
        self._base = base
        self._stance = stance
        self.values: Array = values.reshape(*shape, values.shape[-1])
        self.swivel, self.angle, self.hinge, self._lack = (angles[:, i].reshape(shape) for i in range(4))
        self.verdict: NDArray[np.int64] = _integers(words[:, 0], shape)
        self.branch: NDArray[np.int64] = _integers(words[:, 1], shape)
        reached: NDArray[np.bool_] = np.asarray(self.verdict == 0)
        certain: NDArray[np.bool_] = np.asarray(words[:, 2].reshape(shape) != 0.0)
        self.reached, self.certain = sealed(reached), sealed(certain)

    @property
    def coordinates(self) -> Array:
        """(…, figure.size) coordinates of whole poses."""
        full = np.empty((*self.values.shape[:-1], len(self._base)))
        full[...] = self._base
        full[..., self.limb.slots] = self.values
        return sealed(full)

    @property
    def limit_violation(self) -> Array:
        """(…) the largest violation of any limit in each whole pose, radians or metres; 0 inside."""
        flat = np.ascontiguousarray(self.values.reshape(-1, self.values.shape[-1]))
        return sealed(self._stance.violations(flat).reshape(self.reached.shape))

    def pose(self, *index: int) -> Pose:
        """The pose of one goal."""
        from poise.pose import Pose

        q = np.array(self._base)
        q[list(self.limb.slots)] = self.values[self._index(index)]
        return Pose(self.limb.figure, q)

    def reason(self, *index: int) -> str:
        """Why one goal is not reached; empty when it is."""
        at = self._index(index)
        return self.limb.reason(int(self.verdict[at]), float(self._lack[at]))

    def _index(self, index: tuple[Any, ...]) -> tuple[int, ...]:
        """Where one goal stands among all; raises for what is no place there."""
        shape = self.reached.shape
        whole = all(isinstance(i, int | np.integer) and not isinstance(i, bool) for i in index)
        if not whole or len(index) != len(shape) or any(not -n <= i < n for i, n in zip(index, shape, strict=True)):
            raise InputError(f"an index into goals of shape {shape} is {len(shape)} whole numbers, not {shown(index)}")
        return index

    def status(self, *index: int) -> str:
        """What is promised of one answer, see `LimbSolution.status`."""
        at = self._index(index)
        return "reached" if self.reached[at] else "nearest" if self.certain[at] else "best found"

    def __len__(self) -> int:
        return len(self.values)

    def __repr__(self) -> str:
        return f"<LimbBatch of {self.limb.name!r}: {int(self.reached.sum())} of {self.reached.size} goals reached>"


def _integers(numbers: Array, shape: tuple[int, ...]) -> NDArray[np.int64]:
    return sealed(numbers.astype(np.int64).reshape(shape))
