"""Pictures that lie on meshes: from the bytes of a file, and meshes fine enough to show them by colours of vertices."""

from __future__ import annotations

import io
import warnings

import numpy as np

from poise.plot.mesh import Floats, Mesh

LARGEST = 1024
"""Pixels of a side: a character fills no more of any picture."""
GRAIN = 4.0
"""Pixels of a picture between vertices, as far as `MOST` triangles allow it."""
MOST = 150_000


def decoded(data: bytes) -> Floats | None:
    """(height, width, 3) colours 0 … 1 of a PNG or JPEG file, made smaller if need be; None when it cannot be read."""
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
    return np.asarray(small, float) / 255


def finer(mesh: Mesh, uv: Floats, pixels: tuple[int, ...]) -> tuple[Mesh, Floats]:
    """The mesh with every triangle cut into n² equal ones, and where their corners are on the picture.

    n is such that no edge is longer than `GRAIN` pixels, or smaller where that would be too many triangles.
    """
    scale = np.array([pixels[1], pixels[0]])
    corners = uv[mesh.faces] * scale
    longest = np.linalg.norm(corners - np.roll(corners, 1, axis=1), axis=2).max(axis=1)
    cuts = np.clip(np.ceil(longest / GRAIN), 1, 24)
    while (cuts**2).sum() > max(MOST, len(cuts)) and cuts.max() > 1:
        cuts = np.maximum(1, np.floor(cuts * 0.8))
    rows: list[tuple[Floats, Floats, Floats]] = []
    faces, start = [], 0
    for n in np.unique(cuts).astype(int):
        chosen = mesh.faces[cuts == n]
        shares, order = _cut(n)
        rows.append(
            tuple(np.einsum("ck,fkd->fcd", shares, part[chosen]).reshape(-1, part.shape[1])
                  for part in (mesh.vertices, mesh.normals, uv))
        )  # fmt: skip
        steps = start + len(shares) * np.arange(len(chosen))
        faces.append((order[None] + steps[:, None, None]).reshape(-1, 3))
        start += len(shares) * len(chosen)
    vertices, normals, places = (np.vstack(column) for column in zip(*rows, strict=True))
    length = np.linalg.norm(normals, axis=1, keepdims=True)
    return Mesh(vertices, normals / np.where(length > 0.0, length, 1.0), np.vstack(faces)), places


def _cut(n: int) -> tuple[Floats, np.ndarray]:
    """Shares (c, 3) of a triangle's corners at those of its n² parts, and the parts (n², 3)."""
    spots = [(i, j) for i in range(n + 1) for j in range(n + 1 - i)]
    number = {spot: k for k, spot in enumerate(spots)}
    shares = np.array([((n - i - j) / n, i / n, j / n) for i, j in spots])
    parts = [(number[i, j], number[i + 1, j], number[i, j + 1]) for i in range(n) for j in range(n - i)]
    parts += [
        (number[i + 1, j], number[i + 1, j + 1], number[i, j + 1]) for i in range(n - 1) for j in range(n - 1 - i)
    ]
    return shares, np.array(parts)
