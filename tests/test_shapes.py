"""Volumes, centroids and inertias of solids, against closed forms and quadrature."""

from __future__ import annotations

import math
from collections.abc import Callable
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from scipy.integrate import quad

from poise import Box, Capsule, Cylinder, Ellipsoid, Placement, Segment, Sphere
from poise.figure.shape import Shape
from strategies import quaternions

lengths = st.floats(0.01, 2.0)
SHAPES = [
    Sphere(0.3),
    Ellipsoid((0.1, 0.2, 0.4)),
    Box((0.1, 0.2, 0.4)),
    Cylinder(0.2, 0.5),
    Capsule(0.2, 0.5),
    Capsule(0.2, 0.5, 0.05),
    Capsule(0.05, 0.5, 0.3),
]


def test_a_sphere() -> None:
    shape = Sphere(0.3)
    mass = 1000 * 4 / 3 * math.pi * 0.3**3
    assert shape.volume * 1000 == pytest.approx(mass)
    np.testing.assert_allclose(shape.inertia(1000), np.eye(3) * 0.4 * mass * 0.3**2, rtol=1e-12)


def test_an_ellipsoid() -> None:
    a, b, c = 0.1, 0.2, 0.4
    mass = 1000 * 4 / 3 * math.pi * a * b * c
    expected = np.diag([b * b + c * c, a * a + c * c, a * a + b * b]) * mass / 5
    np.testing.assert_allclose(Ellipsoid((a, b, c)).inertia(1000), expected, rtol=1e-12)
    assert Ellipsoid((a, b, c)).volume == pytest.approx(mass / 1000)


def test_a_box() -> None:
    a, b, c = 0.1, 0.2, 0.4
    mass = 500 * a * b * c
    expected = np.diag([b * b + c * c, a * a + c * c, a * a + b * b]) * mass / 12
    np.testing.assert_allclose(Box((a, b, c)).inertia(500), expected, rtol=1e-12)


@given(lengths, lengths)
def test_a_cylinder(r: float, h: float) -> None:
    mass = 1000 * math.pi * r * r * h
    across = mass * (3 * r * r + h * h) / 12
    np.testing.assert_allclose(Cylinder(r, h).inertia(1000), np.diag([across, across, mass * r * r / 2]), rtol=1e-12)
    assert Cylinder(r, h).volume == pytest.approx(mass / 1000)


@given(lengths, lengths)
def test_a_capsule(r: float, h: float) -> None:
    """Cylinder and two half balls, as in the tables."""
    cylinder, ball = 1000 * math.pi * r * r * h, 1000 * 4 / 3 * math.pi * r**3
    along = cylinder * r * r / 2 + ball * 0.4 * r * r
    across = cylinder * (h * h / 12 + r * r / 4) + ball * (0.4 * r * r + h * h / 4 + 3 * h * r / 8)
    np.testing.assert_allclose(Capsule(r, h).inertia(1000), np.diag([across, across, along]), rtol=1e-10)
    assert Capsule(r, h).volume == pytest.approx((cylinder + ball) / 1000)


@given(lengths, lengths, lengths)
def test_a_tapered_capsule_against_quadrature(r0: float, r1: float, h: float) -> None:
    assume(abs(r0 - r1) < 0.95 * h)
    shape = Capsule(r0, h, r1)
    cuts = np.linspace(-h / 2 - r0, h / 2 + r1, 60)

    def integral(f: Callable[[float], float]) -> float:
        return sum(quad(f, a, b, epsabs=1e-14, epsrel=1e-11)[0] for a, b in pairwise(cuts))

    def area(z: float) -> float:
        return math.pi * hull_radius(z, r0, r1, h) ** 2

    volume = integral(area)
    mean = integral(lambda z: area(z) * z) / volume
    disc = integral(lambda z: area(z) ** 2 / (4 * math.pi))
    along = integral(lambda z: area(z) * (z - mean) ** 2)
    assert shape.volume == pytest.approx(volume, rel=1e-6)
    assert shape.center()[2] == pytest.approx(mean, rel=1e-5, abs=1e-7)
    np.testing.assert_allclose(np.diag(shape.inertia(1.0)), [disc + along, disc + along, 2 * disc], rtol=1e-5)


def hull_radius(z: float, r0: float, r1: float, h: float) -> float:
    """Radius at height z of the hull of two balls, as the largest of the balls swept between the ends."""

    def squared(t: float) -> float:
        r, c = r0 + t * (r1 - r0), (t - 0.5) * h
        return r * r - (z - c) ** 2

    # r(t)² − (z − c(t))² is a concave parabola in t: its top, or the nearer end.
    slope, start = r1 - r0, -0.5 * h
    best = (r0 * slope + (z - start) * h) / (h * h - slope * slope)
    return math.sqrt(max(0.0, squared(min(max(best, 0.0), 1.0))))


@pytest.mark.parametrize("shape", SHAPES, ids=lambda s: type(s).__name__)
@given(turn=quaternions())
def test_a_turned_shape_has_a_turned_inertia(shape: Shape, turn: np.ndarray) -> None:
    outer = Placement((0.3, -0.2, 0.5), turn)
    moved = shape.moved(outer)
    r = outer.matrix[:3, :3]
    np.testing.assert_allclose(moved.inertia(1000), r @ shape.inertia(1000) @ r.T, atol=1e-9)
    np.testing.assert_allclose(moved.center(), outer.apply(shape.center()), atol=1e-12)
    assert moved.volume == shape.volume


@pytest.mark.parametrize("shape", SHAPES, ids=lambda s: type(s).__name__)
def test_scaled_shapes(shape: Shape) -> None:
    assert shape.scaled(2).volume == pytest.approx(8 * shape.volume)
    np.testing.assert_allclose(shape.scaled(2).inertia(1), 32 * shape.inertia(1), rtol=1e-12)


@pytest.mark.parametrize(
    "ends", [((0, 0, 0), (0, 0, 1)), ((1, 0, 0), (0, 0, 0)), ((0, 0, 1), (0, 0, 0)), ((1, 2, 3), (2, 1, 0))]
)
def test_a_capsule_between_two_points(ends: tuple[tuple[float, ...], tuple[float, ...]]) -> None:
    shape = Capsule.between(*ends, 0.2, 0.1)
    half = shape.length / 2
    np.testing.assert_allclose(shape.placement.apply((0, 0, -half)), ends[0], atol=1e-12)
    np.testing.assert_allclose(shape.placement.apply((0, 0, half)), ends[1], atol=1e-12)
    assert shape.radii == (0.2, 0.1)


def test_a_segment_of_shapes_adds_them_up() -> None:
    """Two balls on a stick without mass: the dumbbell of every textbook."""
    balls = [Sphere(0.1, placement=Placement((x, 0, 0))) for x in (-0.5, 0.5)]
    segment = Segment.of_shapes("dumbbell", balls, 1000)
    ball = 1000 * 4 / 3 * math.pi * 0.1**3
    assert segment.mass == pytest.approx(2 * ball)
    np.testing.assert_allclose(segment.center, 0, atol=1e-15)
    along, across = 2 * 0.4 * ball * 0.01, 2 * ball * (0.4 * 0.01 + 0.25)
    np.testing.assert_allclose(segment.inertia, np.diag([along, across, across]), atol=1e-12)


def test_a_moved_segment_is_the_same_matter() -> None:
    segment = Segment.of_shapes("s", [Box((0.1, 0.2, 0.3), placement=Placement((0.1, 0, 0)))])
    outer = Placement.turned((1, 2, 3), 0.8, (1, 2, 3))
    moved, r = segment.moved(outer), outer.matrix[:3, :3]
    np.testing.assert_allclose(moved.inertia, r @ np.array(segment.inertia) @ r.T, atol=1e-12)
    np.testing.assert_allclose(moved.center, outer.apply(segment.center), atol=1e-12)
    assert Segment.of_shapes("s", moved.shapes).mass == pytest.approx(segment.mass)
