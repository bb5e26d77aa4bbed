"""The floor's shadow against closed forms and plain expectations."""

from __future__ import annotations

import numpy as np
import pytest

import poise
from poise.plot.floor import floor_colors, hidden_sky, shape_balls


def hidden(balls, x, z, height=0.0):
    return float(hidden_sky(np.array(balls, float), np.array([[float(x)]]), np.array([[float(z)]]), height)[0, 0])


def test_under_a_ball_the_form_factor_is_its_radius_by_distance_squared():
    assert hidden([(0, 2.0, 0, 0.5)], 0, 0) == pytest.approx(0.9 * (0.5 / 2.0) ** 2)


def test_beside_a_ball_it_falls_with_the_cosine():
    assert hidden([(0, 1.0, 0, 0.2)], 1, 0) == pytest.approx(0.9 * 0.04 / 2 / np.sqrt(2))


def test_far_up_things_cast_no_shadow_and_near_ones_more_than_far_ones():
    assert hidden([(0, 50.0, 0, 0.1)], 0, 0) == 0.0
    assert hidden([(0, 0.5, 0, 0.1)], 0, 0) > hidden([(0, 1.0, 0, 0.1)], 0, 0) > 0


def test_a_ball_sunk_into_the_floor_is_harmless():
    assert 0 < hidden([(0, -0.3, 0, 0.2)], 0, 0) <= 1


def test_the_image_is_dark_under_the_figure_and_background_at_the_rim():
    x, z = np.meshgrid(np.linspace(-1, 1, 200), np.linspace(-1, 1, 200))
    image = floor_colors(x, z, np.array([[0.0, 0.1, 0.0, 0.1]]), (0.0, 0.0), 1.0, 0.0)
    middle, corner = image[len(image) // 2, len(image) // 2], image[0, 0]
    assert middle.mean() < corner.mean() - 0.2
    assert image.min() >= 0
    assert image.max() <= 1


@pytest.mark.parametrize(
    "shape",
    [
        poise.Sphere(0.1), poise.Ellipsoid((0.1, 0.3, 0.1)), poise.Box((0.1, 0.2, 0.3)), poise.Cylinder(0.1, 0.5),
        poise.Capsule(0.1, 0.5, 0.05),
    ],
)  # fmt: skip
def test_balls_fill_a_shape_without_sticking_out_much(shape):
    placed = shape.moved(poise.Placement.turned((0, 1, 0), 0.5, (1, 2, 3)))
    balls = shape_balls(placed)
    assert (balls[:, 3] > 0).all()
    middle = np.average(balls[:, :3], axis=0, weights=balls[:, 3] ** 3)
    assert np.linalg.norm(middle - placed.center()) < 0.05
    assert (4 / 3 * np.pi * balls[:, 3] ** 3).sum() < 1.5 * shape.volume
