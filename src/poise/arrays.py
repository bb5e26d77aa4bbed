"""Arrays that are handed out: nobody can change them."""

from __future__ import annotations

from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

A = TypeVar("A", bound=NDArray[Any])
Array = NDArray[np.float64]


def sealed(array: A) -> A:
    """The array itself, read-only from now on; for one that others may still write to, seal a copy."""
    array.flags.writeable = False
    return array
