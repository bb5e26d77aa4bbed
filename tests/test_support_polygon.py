"""The area over which a figure balances."""

from __future__ import annotations

import numpy as np
import pytest

import zoo
from poise import Figure, Joint, Placement, Segment, Sole

SQUARE = ((-0.1, 0, -0.1), (0.1, 0, -0.1), (0.1, 0, 0.1), (-0.1, 0, 0.1))


def stool(gravity: tuple[float, float, float] = (0, -9.81, 0)) -> Figure:
    """Two feet side by side on slides, half a metre apart, with square soles."""
    joints = [Joint("base", "free", None, "seat")]
    for name, x in (("left", 0.25), ("right", -0.25)):
        joints.append(Joint(name, "slide", "seat", f"{name}_foot", Placement((x, 0, 0)), axis=(0, 1, 0)))
    soles = [Sole(f"{side}_sole", f"{side}_foot", SQUARE) for side in ("left", "right")]
    segments = [Segment("seat", 1.0), Segment("left_foot"), Segment("right_foot")]
    return Figure("stool", segments, joints, soles=soles, gravity=gravity)


def corners(polygon: np.ndarray) -> set[tuple[float, ...]]:
    return {tuple(np.round(p, 9) + 0.0) for p in polygon}


def area(polygon: np.ndarray) -> float:
    """Signed area seen from above: z is to the right of x there, so (z, x) is the plane's right-handed pair."""
    z, x = polygon[:, 2], polygon[:, 0]
    return float(np.sum(z * np.roll(x, -1) - np.roll(z, -1) * x)) / 2


def test_both_feet() -> None:
    polygon = stool().rest().support_polygon()
    assert corners(polygon) == {(-0.35, 0, -0.1), (0.35, 0, -0.1), (0.35, 0, 0.1), (-0.35, 0, 0.1)}
    assert area(polygon) == pytest.approx(0.7 * 0.2), "counter-clockwise from above"


def test_one_foot() -> None:
    polygon = stool().pose({"right": 0.1}).support_polygon()
    assert corners(polygon) == {(0.15, 0, -0.1), (0.35, 0, -0.1), (0.35, 0, 0.1), (0.15, 0, 0.1)}


def test_no_foot() -> None:
    assert stool().pose({"left": 0.1, "right": 0.1}).support_polygon().shape == (0, 3)
    assert zoo.hinges(2).rest().support_polygon().shape == (0, 3)


def test_the_floor_and_how_near_it_counts() -> None:
    pose = stool().pose({"base": (0, 0.5, 0, 0, 0, 0), "right": 0.05})
    assert pose.support_polygon().shape == (0, 3)
    assert len(pose.support_polygon(floor=0.5)) == 4
    assert np.ptp(pose.support_polygon(floor=0.5, within=0.06)[:, 0]) == pytest.approx(0.7)
    np.testing.assert_allclose(pose.support_polygon(floor=0.49)[:, 1], 0.49)


def test_a_tilted_foot_is_up() -> None:
    """All corners must be near the floor: a foot on its toe does not carry."""
    pose = stool().pose({"base": (0, 0, 0, 0.3, 0, 0)})
    assert pose.support_polygon().shape == (0, 3)


def test_any_place_and_turn_of_the_base() -> None:
    base = Placement.turned((0, 1, 0), 0.7, (3, 0, -2))
    polygon = stool().pose({"base": base.matrix}).support_polygon()
    assert area(polygon) == pytest.approx(0.14)
    expected = {tuple(np.round(base.apply(p), 9) + 0.0) for p in ((-0.35, 0, -0.1), (0.35, 0, 0.1))}
    assert expected <= corners(polygon)


def test_gravity_says_which_way_is_up() -> None:
    """For figures kept Z-up the floor is the plane z = 0."""
    figure = stool(gravity=(0, 0, -9.81))
    turn = Placement.turned((1, 0, 0), np.pi / 2)  # y to z
    polygon = figure.pose({"base": turn.matrix}).support_polygon()
    assert len(polygon) == 4
    np.testing.assert_allclose(polygon[:, 2], 0, atol=1e-12)
    assert np.ptp(polygon[:, 0]) == pytest.approx(0.7)


def test_points_inside_or_on_an_edge_are_left_out() -> None:
    outline = (*SQUARE, (0.0, 0, 0.0), (0.0, 0, 0.1), (0.1, 0, 0.1))
    figure = Figure(
        "pad", [Segment("pad")], [Joint("base", "fixed", None, "pad")], soles=[Sole("sole", "pad", outline)]
    )
    assert len(figure.rest().support_polygon()) == 4


def test_a_standing_human_is_above_its_feet() -> None:
    pose = zoo.made("human").rest()
    polygon = pose.support_polygon()
    low, high = polygon.min(axis=0), polygon.max(axis=0)
    assert (low[[0, 2]] < pose.center_of_mass[[0, 2]]).all()
    assert (pose.center_of_mass[[0, 2]] < high[[0, 2]]).all()
