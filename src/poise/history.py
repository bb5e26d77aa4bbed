"""The history of a solve: what every step left, and what held it back."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

WAYS = ("reused", "quick", "general", "projected", "jump", "pulled", "cycled")
"""How a step was found, in the order of the core's codes (core/solve/stepper.hpp): by the factorisation of the step
before, by the quick or the general way of the kernel, by projections (`method="cascaded"`), a jump to an earlier pose,
by a pull (`method="transpose"`) or joint by joint (`method="ccd"`)."""


@dataclass(frozen=True, eq=False)
class History:
    """`residuals`: (steps, levels), the weighted error of every level after each step; read-only.

    `limits`: for each step the joint limits and couplings that held it back, named as in `Solution.limits`.
    `ways`: for each step how it was found, one of `WAYS`.
    """

    residuals: NDArray[np.float64]
    limits: tuple[tuple[str, ...], ...]
    ways: tuple[str, ...] = ()

    def __len__(self) -> int:
        return len(self.limits)

    def to_dict(self) -> dict[str, Any]:
        """Plain values for JSON."""
        return {
            "residuals": self.residuals.tolist(),
            "limits": [list(names) for names in self.limits],
            "ways": list(self.ways),
        }

    def __repr__(self) -> str:
        return f"<History: {len(self)} steps, {self.residuals.shape[1]} levels>"
