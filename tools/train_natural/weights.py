"""The file of weights: little-endian, made to be read by a few lines of any language.

    8 bytes   "POISENN1"
    uint32    number of layers n
    uint32 ×  n + 1 widths: inputs, hidden …, outputs
    float16 × for every layer its weights, row by row (out × in), then its biases (out)

What it computes: h = relu(W₁ x + b₁); h ← h + relu(Wᵢ h + bᵢ) for every layer but the last; y = Wₙ h + bₙ.
"""

from __future__ import annotations

import itertools
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

MAGIC = b"POISENN1"
Layer = tuple[NDArray[np.float32], NDArray[np.float32]]


def write(path: Path, layers: list[Layer]) -> None:
    """In half precision."""
    widths = [layers[0][0].shape[1], *(len(b) for _, b in layers)]
    head = MAGIC + np.array([len(layers), *widths], "<u4").tobytes()
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(head + b"".join(part.astype("<f2").tobytes() for layer in layers for part in layer))


def read(path: Path) -> list[Layer]:
    """In single precision."""
    data = path.read_bytes()
    if data[:8] != MAGIC:
        raise ValueError(f"{path} holds no weights: it does not begin with {MAGIC!r}")
    (count,) = np.frombuffer(data, "<u4", 1, 8)
    widths = np.frombuffer(data, "<u4", count + 1, 12).astype(int)
    values = np.frombuffer(data, "<f2", -1, 16 + 4 * count).astype(np.float32)
    layers, start = [], 0
    for inside, outside in itertools.pairwise(widths):
        end = start + inside * outside
        layers.append((values[start:end].reshape(outside, inside), values[end : end + outside]))
        start = end + outside
    return layers
