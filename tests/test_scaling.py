"""Larger and smaller figures."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import zoo
from poise import Capsule, Figure, Joint, Placement, Range, Segment, Site, Sole
from strategies import seeds

factors = st.floats(0.1, 10.0)
CASES = ["creature", "crane", "tree1", "human", "quadruped"]


@pytest.mark.parametrize("name", CASES)
@given(factor=factors)
def test_mass_grows_with_the_cube_and_inertia_with_the_fifth_power(name: str, factor: float) -> None:
    figure = zoo.made(name)
    scaled = figure.scaled(factor)
    assert scaled.mass == pytest.approx(figure.mass * factor**3)
    np.testing.assert_allclose(
        scaled.rest().inertia(), figure.rest().inertia() * factor**5, rtol=1e-9, atol=1e-9 * factor**5
    )


@pytest.mark.parametrize("name", CASES)
@given(factor=factors, seed=seeds)
def test_every_place_is_as_many_times_away(name: str, factor: float, seed: int) -> None:
    figure = zoo.made(name)
    scaled = figure.scaled(factor)
    pose = zoo.inside(figure, np.random.default_rng(seed))
    same = scaled.pose(stretched(pose.coordinates, figure, factor))
    for segment in figure.segments:
        a, b = pose.segment_frame(segment), same.segment_frame(segment)
        np.testing.assert_allclose(b[:3, 3], a[:3, 3] * factor, rtol=1e-9, atol=1e-12 * factor)
        np.testing.assert_allclose(b[:3, :3], a[:3, :3], atol=1e-12)
    for site in figure.sites:
        np.testing.assert_allclose(same.position(site), pose.position(site) * factor, rtol=1e-9, atol=1e-12 * factor)
    assert same.limit_violation <= 1e-9


def stretched(coordinates: np.ndarray, figure: Figure, factor: float) -> np.ndarray:
    """The same posture of the scaled figure: lengths among the coordinates grow too."""
    q = np.array(coordinates)
    for name, joint in figure.joints.items():
        lengths = {"free": 3, "slide": 1}.get(joint.model, 0)
        start = figure.coordinate_slice(name).start
        q[start : start + lengths] *= factor
    return q


@pytest.mark.parametrize("name", CASES)
def test_scaling_there_and_back(name: str) -> None:
    figure = zoo.made(name)
    back = figure.scaled(2.0).scaled(0.5)  # powers of two are exact
    for segment in figure.segments.values():
        assert back.segment(segment.name).mass == segment.mass
        assert back.segment(segment.name).shapes == segment.shapes
    assert dict(back.sites) == dict(figure.sites)
    assert dict(back.soles) == dict(figure.soles)
    assert {n: j.placement for n, j in back.joints.items()} == {n: j.placement for n, j in figure.joints.items()}


def arm() -> Figure:
    segments = [
        Segment.of_shapes("upper", [Capsule.between((0, 0, 0), (0, 0, 0.3), 0.05)]),
        Segment.of_shapes("lower", [Capsule.between((0, 0, 0), (0, 0, 0.25), 0.04)]),
    ]
    joints = [
        Joint("base", "fixed", None, "upper", Placement((0, 1, 0))),
        Joint(
            "elbow",
            "slide",
            "upper",
            "lower",
            Placement((0, 0, 0.3)),
            axis=(0, 0, 1),
            limits={"distance": Range(0, 0.1)},
        ),
    ]
    sole = Sole("pad", "lower", ((0, 0, 0.25), (0.1, 0, 0.25), (0, 0.1, 0.25)))
    return Figure("arm", segments, joints, sites=[Site("tip", "lower", Placement((0, 0, 0.25)))], soles=[sole])


def test_one_segment_alone() -> None:
    figure = arm()
    longer = figure.scaled({"upper": 2.0})
    np.testing.assert_allclose(longer.rest().position("tip"), (0, 1, 0.3 * 2 + 0.25))
    assert longer.segment("upper").mass == pytest.approx(8 * figure.segment("upper").mass)
    assert longer.segment("lower") == figure.segment("lower")
    assert longer.joint("elbow").limits["distance"] == Range(0, 0.2)
    np.testing.assert_allclose(longer.pose({"elbow": 0.2}).position("tip"), (0, 1, 1.05))


def test_the_last_segment_alone() -> None:
    longer = arm().scaled({"lower": 2.0})
    np.testing.assert_allclose(longer.rest().position("tip"), (0, 1, 0.3 + 0.5))
    assert longer.soles["pad"].outline[1] == (0.2, 0.0, 0.5)
    assert longer.joint("elbow").limits["distance"] == Range(0, 0.1)


def test_a_uniform_factor_scales_the_resting_height_too() -> None:
    human = zoo.made("human")
    half = human.scaled(0.5)
    assert half.rest().position("head_top")[1] == pytest.approx(human.rest().position("head_top")[1] / 2)
    assert half.rest().support_polygon().shape == human.rest().support_polygon().shape


def test_shapes_scale_with_their_segment() -> None:
    figure = arm()
    twice = figure.scaled(2)
    assert twice.segment("upper").shapes[0].volume == pytest.approx(8 * figure.segment("upper").shapes[0].volume)
    density = twice.segment("upper").mass / twice.segment("upper").shapes[0].volume
    assert density == pytest.approx(1000.0)
