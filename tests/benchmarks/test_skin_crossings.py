"""The count of crossings finds those that are there, and the skin has none where bodies bend most."""

from __future__ import annotations

import numpy as np
import pytest

import poise
from skin_crossings import crossings


def test_two_boxes_that_stick_into_each_other_cross() -> None:
    from poise.plot.mesh import ellipsoid

    one = ellipsoid((1.0, 1.0, 1.0), 16)
    vertices = np.vstack([one.vertices, np.add(one.vertices, (1.0, 0.0, 0.0))])
    faces = np.vstack([one.faces, one.faces + len(one.vertices)])
    assert len(crossings(vertices, faces)) > 20
    assert len(crossings(one.vertices, one.faces)) == 0


@pytest.mark.parametrize(("sex", "posture"), [("female", "sitting"), ("male", "squat")])
def test_who_sits_or_squats_does_not_cross(sex: str, posture: str) -> None:
    body = poise.human(sex=sex)
    mesh = poise.body_mesh(body)
    assert len(crossings(mesh.posed(body.pose(posture))[0], mesh.triangles)) == 0


@pytest.mark.parametrize(
    ("sex", "hands", "stance"),
    [
        ("male", True, "sitting"),
        ("female", False, "cross_legged"),
        ("female", True, "kneeling_on_one_knee"),
        ("male", False, "squatting"),
        ("male", True, "all_fours"),
        ("female", False, "lying_on_side"),
        ("male", True, "running"),
    ],
)
def test_hands_rest_on_thighs_and_elbows_bend_without_a_crossing(sex: str, hands: bool, stance: str) -> None:
    """Those that crossed most; `benchmarks/skin_crossings.py` has all stances."""
    body = poise.human(sex=sex, hands=hands)
    mesh = poise.body_mesh(body)
    assert len(crossings(mesh.posed(body.posture(stance))[0], mesh.triangles)) == 0
