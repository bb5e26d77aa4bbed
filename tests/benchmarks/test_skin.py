"""The skin of people is as thick and heavy as they are, and does not cross itself."""

from __future__ import annotations

import numpy as np
import pytest

import poise
from skin import WHO, Body, compared
from skin_crossings import crossings


@pytest.mark.parametrize("number", [1, 5])  # the mean man, the largest woman; `benchmarks/skin.py` has all six
def test_sizes_and_masses_are_those_of_the_survey(number: int) -> None:
    items = compared(Body(*WHO[number]), number)
    assert not {name: item.cell for name, item in items.items() if abs(item.off) > item.allowed}


def test_crossing_triangles_are_counted() -> None:
    """Two squares of many triangles that cross in a line: as many pairs as edges meet; none when they are apart."""
    at = np.linspace(-1.0, 1.0, 8)
    x, y = (g.ravel() for g in np.meshgrid(at, at))
    corner = np.array([8 * i + j for i in range(7) for j in range(7)])
    square = np.vstack(
        [np.column_stack([corner, corner + 1, corner + 9]), np.column_stack([corner, corner + 9, corner + 8])]
    )
    flat, upright = np.column_stack([x, y, 0.01 + 0 * x]), np.column_stack([x, 0.03 + 0 * x, y])
    both = np.vstack([square, square + 64])
    assert len(crossings(np.vstack([flat, upright]), both)) >= 7
    assert not len(crossings(np.vstack([flat, upright + np.array([0.0, 5.0, 0.0])]), both))


@pytest.mark.parametrize(("sex", "posture"), [("male", "sitting"), ("female", "hands_flat")])
def test_the_skin_does_not_cross_itself_in_everyday_postures(sex: str, posture: str) -> None:
    body = poise.human(sex=sex, hands=True)
    mesh = poise.body_mesh(body)
    assert not len(crossings(mesh.posed(body.pose(posture))[0], mesh.triangles))
