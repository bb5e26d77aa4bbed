"""Limits, couplings and amounts in words."""

from __future__ import annotations

import math

import pytest
from small_figures import bare_arm, doll

import poise
from poise.cli.values import converted
from poise.cli.words import coupling_text, degrees_text, limit_data, limits_text, metres_text


@pytest.mark.parametrize(
    ("degrees", "text"),
    [(10, "10°"), (-10, "-10°"), (12.34, "12.3°"), (0, "0°"), (-0.001, "0°"), (99.99, "100°"), (math.inf, "∞")],
)
def test_degrees(degrees, text):
    assert degrees_text(math.radians(degrees)) == text


def test_metres():
    assert [metres_text(x) for x in (0.25, -1.0, math.inf, -math.inf)] == ["0.25 m", "-1 m", "∞", "-∞"]


@pytest.mark.parametrize(
    ("terms", "bounds", "text"),
    [
        ({"lift": 1.0}, (0.0, 0.0), "lift = 0°"),
        ({"lift": -0.5}, (-math.inf, 1.0), "-0.5·lift ≤ 57.3°"),
        ({"lift": 1.0}, (-math.pi / 2, math.pi / 2), "-90° ≤ lift ≤ 90°"),
        ({"reach": 2.0}, (0.1, math.inf), "2·reach ≥ 0.1 m"),
        ({"reach.distance": 1.0}, (0.1, 0.2), "0.1 m ≤ reach.distance ≤ 0.2 m"),
    ],
)
def test_couplings(terms, bounds, text):
    assert coupling_text(bare_arm(), poise.Coupling("c", terms, *bounds)) == text


def test_limits_of_joints():
    figure = doll()
    assert limits_text(figure.joints["left_ankle"]) == "angle -30° … 45°"
    assert limits_text(figure.joints["base"]) == "none"
    assert limits_text(bare_arm().joints["reach"]) == "distance 0 … 0.3 m"
    assert limits_text(figure.joints["left_shoulder"]).startswith("swing polygon of 6 (x -137.5° … ")


def test_a_polygon_that_forbids_its_inside_has_no_extent():
    swings = [(0.4, 0.4), (0.4, -0.4), (-0.4, -0.4), (-0.4, 0.4)]
    texts = set()
    for order in (swings, swings[::-1]):
        joint = poise.Joint("j", "swing", "a", "b", limits={"swing": poise.Polygon.of_swings(order)})
        texts.add(limits_text(joint))
    assert "swing polygon of 4" in texts
    assert any("polygon of 4 (x -24" in t for t in texts), "edges are great arcs and bulge beyond their corners"


def test_limits_as_data():
    assert limit_data(poise.Range(-math.inf, math.pi)) == {"min": None, "max": pytest.approx(180)}
    assert limit_data(poise.Range(0.1, 0.2), metres=True) == {"min": 0.1, "max": 0.2}
    assert limit_data(poise.Cone(math.pi / 4)) == {"cone": pytest.approx(45)}
    assert limit_data(poise.Ellipse(1.0, 0.5)) == {"ellipse": [pytest.approx(57.29578), pytest.approx(28.64789)]}
    table = poise.TwistTable.of_swings([(0.0, 0.5, -1.0, 1.0)])
    assert limit_data(table)["by_swing"] == [pytest.approx([0.0, 28.64789, -57.29578, 57.29578])]


def test_a_fixed_joint_has_no_value():
    with pytest.raises(poise.InputError, match="'base' is fixed: it has no value"):
        converted(bare_arm(), "base", 3)


def test_slides_are_metres_and_hinges_degrees():
    assert converted(bare_arm(), "reach", 0.2) == {"reach.distance": 0.2}
    assert converted(bare_arm(), "lift", 90) == {"lift.angle": pytest.approx(math.pi / 2)}
