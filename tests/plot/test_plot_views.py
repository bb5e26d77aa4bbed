"""Cameras: what is where in the picture, and that everything is in it."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import poise
from poise.plot.views import VIEWS, View, framed, view_of

CROSS = np.array([[1.0, 0, 0], [-1, 0, 0], [0, 1, 0], [0, -1, 0], [0, 0, 1], [0, 0, -1]])


@pytest.mark.parametrize(
    ("view", "right", "up"),
    [
        ("front", "+x", "+y"), ("back", "-x", "+y"), ("left", "-z", "+y"), ("right", "+z", "+y"), ("side", "+z", "+y"),
        ("top", "-x", "+z"),
    ],
)  # fmt: skip
def test_which_way_the_axes_point(view, right, up):
    places = framed(VIEWS[view], CROSS, 1.0).project(CROSS)
    names = ["+x", "-x", "+y", "-y", "+z", "-z"]
    assert names[int(places[:, 0].argmax())] == right
    assert names[int(places[:, 1].argmax())] == up


def test_axes_are_right_handed_and_unit():
    for view in VIEWS.values():
        np.testing.assert_allclose(view.axes @ view.axes.T, np.eye(3), atol=1e-12)
        assert np.linalg.det(view.axes) == pytest.approx(1.0)


@given(
    azimuth=st.floats(-4, 4), elevation=st.floats(-1.5, 1.5), perspective=st.booleans(), seed=st.integers(0, 10**6),
    aspect=st.floats(0.3, 3), margin=st.floats(0, 0.3),
)  # fmt: skip
def test_all_points_are_framed_and_the_picture_is_used(azimuth, elevation, perspective, seed, aspect, margin):
    points = np.random.default_rng(seed).normal(size=(30, 3)) * [0.5, 1.0, 0.3] + [3, 2, 1]
    places = framed(View(azimuth, elevation, perspective), points, aspect, margin).project(points)
    used = 1 - 2 * margin
    assert np.abs(places).max() <= used + 1e-9
    assert np.abs(places).max(axis=0).max() == pytest.approx(used, abs=1e-6)


def test_one_point_and_flat_scenes_can_be_framed():
    for view in VIEWS.values():
        assert np.isfinite(framed(view, np.zeros((1, 3)), 1.0).project([[0, 0, 0.0]])).all()


def test_unknown_view_lists_near_names():
    with pytest.raises(poise.UnknownNameError, match="no view 'fornt'; did you mean 'front'"):
        view_of("fornt")


@pytest.mark.parametrize("margin", [-0.1, 0.5, math.nan])
def test_margin_out_of_range_is_refused(margin):
    with pytest.raises(poise.InputError, match="margin"):
        framed(VIEWS["front"], CROSS, 1.0, margin)


def test_nearer_points_have_a_larger_nearness():
    for view in ("front", "three-quarter"):
        camera = framed(VIEWS[view], CROSS, 1.0)
        near, far = camera.nearness(np.array([[0, 0, 1.0], [0, 0, -1.0]]))
        assert near > far
