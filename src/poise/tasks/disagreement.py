"""Where a derivative that somebody wrote differs from the one that was measured."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    from poise.figure.figure import Figure

AGREEMENT = 1e-5
"""Of the largest entry, or of 1 when that is less: central differences over 2e-6 are good to 1e-9."""


def disagreement(
    figure: Figure, written: NDArray[np.float64], measured: NDArray[np.float64]
) -> tuple[int, str, float, float] | None:
    """The row, the degree of freedom, the measured and the written value where two (m, dof) differ most; else None."""
    off = np.abs(written - measured)
    if off.max(initial=0.0) <= AGREEMENT * max(1.0, float(np.abs(measured).max(initial=0.0))):
        return None
    row, column = np.unravel_index(int(off.argmax()), off.shape)
    return int(row), freedom_name(figure, int(column)), float(measured[row, column]), float(written[row, column])


def freedom_name(figure: Figure, column: int) -> str:
    """The joint that a column of a Jacobian belongs to, and which of its degrees of freedom it is."""
    for name, joint in figure.joints.items():
        place = figure.tangent_slice(name)
        if place.start <= column < place.stop:
            return f"joint {name!r}" if joint.dof == 1 else f"joint {name!r} (degree of freedom {column - place.start})"
    raise IndexError(column)
