"""Pictures that lie on meshes, from the bytes of a file."""

from __future__ import annotations

import io
import warnings

import numpy as np
from numpy.typing import NDArray

LARGEST = 2048
"""Pixels of a side: a character fills no more of any picture."""


def decoded(data: bytes) -> NDArray[np.uint8] | None:
    """(height, width, 3) pixels of a PNG or JPEG file, made smaller if need be; None when it cannot be read."""
    from PIL import Image

    try:
        with warnings.catch_warnings():
            warnings.simplefilter("error", Image.DecompressionBombWarning)
            image = Image.open(io.BytesIO(data), formats=("PNG", "JPEG"))
            image.draft("RGB", (LARGEST, LARGEST))
            small = image.convert("RGB")
            small.thumbnail((LARGEST, LARGEST))
    except (OSError, ValueError, SyntaxError, Image.DecompressionBombError, Image.DecompressionBombWarning):
        return None
    return np.asarray(small, np.uint8)
