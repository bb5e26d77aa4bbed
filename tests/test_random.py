"""Random poses: inside the limits, everywhere inside them, and the same for the same seed."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given

import zoo
from poise import Cone, Ellipse, Polygon, Range
from strategies import swing_limits


@pytest.mark.parametrize("name", zoo.ZOO)
def test_random_poses_are_inside_all_limits(name: str) -> None:
    figure = zoo.made(name)
    rng = np.random.default_rng(0)
    for _ in range(20):
        assert figure.random(rng).limit_violation <= 1e-9


@given(swing_limits)
def test_random_directions_are_inside_any_region(limit: Cone | Ellipse | Polygon) -> None:
    figure = zoo.one_joint("ball", swing=limit, twist=Range(-0.3, 0.4))
    rng = np.random.default_rng(1)
    for _ in range(5):
        assert figure.random(rng).limit_violation <= 1e-9


@pytest.mark.parametrize("name", ["creature", "human", "crane"])
def test_the_same_seed_gives_the_same_poses(name: str) -> None:
    figure = zoo.made(name)
    one, two = np.random.default_rng(42), np.random.default_rng(42)
    np.random.seed(1)
    first = [figure.random(one).coordinates for _ in range(3)]
    np.random.seed(2)
    second = [figure.random(two).coordinates for _ in range(3)]
    np.testing.assert_array_equal(first, second)
    assert not np.array_equal(first[0], first[1])
    assert one.integers(1000) == two.integers(1000)


def test_the_base_stays_at_rest() -> None:
    human = zoo.made("human")
    assert human.random(np.random.default_rng(3))["root"] == human.rest()["root"]


def test_directions_are_uniform_on_the_allowed_part_of_the_sphere() -> None:
    """Heights of points uniform on a cap are uniform (Archimedes)."""
    figure = zoo.one_joint("swing", swing=Cone(1.2))
    rng = np.random.default_rng(4)
    heights = np.array([figure.random(rng).position("tip")[2] for _ in range(3000)])
    share = (1 - heights) / (1 - math.cos(1.2))
    assert np.abs(np.histogram(share, 10, (0, 1))[0] / 300 - 1).max() < 0.25
    assert heights.min() > math.cos(1.2) - 1e-12


def test_angles_are_uniform_in_their_range() -> None:
    figure = zoo.one_joint("hinge", angle=Range(-0.5, 1.5))
    rng = np.random.default_rng(5)
    values = np.array([figure.random(rng)["joint"] for _ in range(3000)])
    assert np.abs(np.histogram(values, 10, (-0.5, 1.5))[0] / 300 - 1).max() < 0.25


def test_unlimited_joints_turn_all_the_way() -> None:
    rng = np.random.default_rng(6)
    turns = [zoo.one_joint("hinge").random(rng)["joint"] for _ in range(300)]
    assert -math.pi <= min(turns) < -3
    assert 3 < max(turns) <= math.pi
    slides = [zoo.one_joint("slide").random(rng)["joint"] for _ in range(300)]
    assert -1 <= min(slides) < -0.9
    assert 0.9 < max(slides) <= 1
    half = [zoo.one_joint("hinge", angle=Range(min=1.0)).random(rng)["joint"] for _ in range(100)]
    assert min(half) >= 1.0
