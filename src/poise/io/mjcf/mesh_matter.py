"""The matter within a surface of triangles, by MuJoCo's rules: as a solid, or as a shell.

A solid is summed from the tetrahedra between each triangle and one point c. For a closed, outward surface their signed
volumes give the exact answer ("exact"). MuJoCo's own default ("legacy") counts all volumes as positive, which a concave
mesh makes too heavy: c is the centroid of the surface when the centre of mass is sought, then that centre.

    a, b, d: corners from c    s = a + b + d    V = a · (b × d) / 6    centre = Σ V s / 4 / Σ V
    second moments Σ V (s sᵀ + a aᵀ + b bᵀ + d dᵀ) / 20;  of a shell: Σ A (s sᵀ + a aᵀ + b bᵀ + d dᵀ) / 12
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from poise.io.robot.mesh_file import Triangles

Rule = Literal["legacy", "exact", "shell"]
RULES: tuple[Rule, ...] = ("legacy", "exact", "shell")


@dataclass(frozen=True, slots=True, eq=False)
class Matter:
    """`size`: m³, of a shell m²; `center` (3,) m; `inertia` (3, 3) about it per unit of density."""

    size: float
    center: NDArray[np.float64]
    inertia: NDArray[np.float64]


def matter_of(triangles: Triangles, rule: Rule) -> Matter:
    """The matter of a surface in m at density 1. Its `size` is zero or less where nothing is enclosed."""
    areas = np.linalg.norm(np.cross(triangles[:, 1] - triangles[:, 0], triangles[:, 2] - triangles[:, 0]), axis=1) / 2
    total = float(areas.sum())
    if total <= 0:
        return Matter(0.0, np.zeros(3), np.zeros((3, 3)))
    middle = areas @ triangles.mean(axis=1) / total
    if rule == "shell":
        return Matter(total, middle, _inertia(triangles - middle, areas / 12))
    volumes = _volumes(triangles - middle, rule)
    enclosed = float(volumes.sum())
    if enclosed <= 0:
        return Matter(enclosed, middle, np.zeros((3, 3)))
    center = middle + volumes @ (triangles - middle).sum(axis=1) / 4 / enclosed
    volumes = _volumes(triangles - center, rule)
    return Matter(float(volumes.sum()), center, _inertia(triangles - center, volumes / 20))


def _volumes(triangles: Triangles, rule: Rule) -> NDArray[np.float64]:
    a, b, d = triangles[:, 0], triangles[:, 1], triangles[:, 2]
    signed = np.einsum("ti,ti->t", a, np.cross(b, d)) / 6
    return np.asarray(np.abs(signed) if rule == "legacy" else signed)


def _inertia(triangles: Triangles, weights: NDArray[np.float64]) -> NDArray[np.float64]:
    s = triangles.sum(axis=1)
    second = np.einsum("t,ti,tj->ij", weights, s, s) + np.einsum("t,tci,tcj->ij", weights, triangles, triangles)
    return np.asarray(np.trace(second) * np.eye(3) - second)
