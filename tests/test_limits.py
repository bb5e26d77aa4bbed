"""What limits allow: measured against the definition, computed in another way."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import assume, given

import creature
import zoo
from poise import Cone, Ellipse, Polygon, Range, TwistTable
from poise._core import nearest_swing, twist_range
from poise.figure import direction_of_swing
from poise.figure.compile import swing_arrays, twist_rows
from strategies import allows, cap, directions, polygons, swing_limits, twist_tables
from test_swing_twist import swing_to

SQUARE = [(-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5)]
EDGE = 1e-7  # closer than this to a boundary, two ways of computing may disagree


@given(swing_limits, directions())
def test_a_limit_allows_what_its_definition_says(limit: Cone | Ellipse | Polygon, d: np.ndarray) -> None:
    _, violation = nearest_swing(*swing_arrays(limit), d)
    near = allows(limit, cap(d, EDGE, np.random.default_rng(0), 32))
    assume(near.all() or not near.any())
    assert (violation == 0.0) == bool(near.all())


@given(polygons(), directions())
def test_a_polygon_turned_round_allows_the_rest(polygon: Polygon, d: np.ndarray) -> None:
    _, inside = nearest_swing(*swing_arrays(polygon), d)
    _, outside = nearest_swing(*swing_arrays(Polygon(polygon.vertices[::-1])), d)
    assert min(inside, outside) == 0.0
    if max(inside, outside) > EDGE:
        assert (inside == 0.0) != (outside == 0.0)


@given(swing_limits, directions())
def test_the_nearest_direction_is_the_nearest(limit: Cone | Ellipse | Polygon, d: np.ndarray) -> None:
    rng = np.random.default_rng(1)
    nearest, violation = nearest_swing(*swing_arrays(limit), d)
    assert np.linalg.norm(nearest) == pytest.approx(1, abs=1e-12)
    assert zoo.angle_between(d, nearest) == pytest.approx(violation, abs=1e-12)
    assert allows(limit, cap(nearest, EDGE, rng, 2000)).any(), "the nearest direction is allowed"
    if violation > 2 * EDGE:
        assert not allows(limit, cap(d, violation - EDGE, rng)).any(), "nothing nearer is"


@pytest.mark.parametrize("model", ["swing", "ball"])
@given(swing_limits, directions())
def test_the_violation_is_the_angle_outside(model: str, limit: Cone | Ellipse | Polygon, d: np.ndarray) -> None:
    figure = zoo.one_joint(model, swing=limit)
    pose = figure.pose({"joint": swing_to(d) if model == "swing" else (*swing_to(d), 0.4)})
    _, expected = nearest_swing(*swing_arrays(limit), d)
    assert pose.limit_violation == pytest.approx(expected, abs=1e-10)
    if expected > 1e-9:
        assert not pose.within_limits
        assert (pose.worst_limit.joint, pose.worst_limit.limit) == ("joint", "swing")
        assert pose.worst_limit.violation == pose.limit_violation


def test_a_cone_by_hand() -> None:
    figure = zoo.one_joint("swing", swing=Cone(0.5))
    assert figure.pose({"joint": (0.3, 0.4)}).within_limits
    assert figure.pose({"joint": (0.6, 0.8)}).limit_violation == pytest.approx(0.5)


def test_an_ellipse_by_hand() -> None:
    """x is the largest rotation about x; on an axis the nearest point is on that axis."""
    figure = zoo.one_joint("swing", swing=Ellipse(0.8, 0.3))
    assert figure.pose({"joint": (0.79, 0.0)}).within_limits
    assert figure.pose({"joint": (0.0, 0.31)}).limit_violation == pytest.approx(0.01)
    assert figure.pose({"joint": (1.0, 0.0)}).limit_violation == pytest.approx(0.2)


def test_a_polygon_by_hand() -> None:
    figure = zoo.one_joint("swing", swing=Polygon.of_swings(SQUARE))
    assert figure.pose({"joint": (0.3, -0.3)}).within_limits
    out = figure.pose({"joint": (1.0, 0.0)})
    assert not out.within_limits
    assert out.clamped()["joint"].swing_y == pytest.approx(0, abs=1e-12)
    turned = zoo.one_joint("swing", swing=Polygon.of_swings(SQUARE[::-1]))
    assert not turned.pose({"joint": (0.3, -0.3)}).within_limits
    assert turned.pose({"joint": (3.0, 0.3)}).within_limits


@pytest.mark.parametrize("polygon", [Polygon.of_swings(SQUARE), Polygon.of_swings(creature.DENT)])
def test_the_vertices_of_a_polygon_are_allowed(polygon: Polygon) -> None:
    for way in (polygon, Polygon(polygon.vertices[::-1])):
        for vertex in way.vertices:
            assert nearest_swing(*swing_arrays(way), np.array(vertex))[1] == 0.0


@given(twist_tables(), directions())
def test_a_twist_table_blends_by_inverse_square_distance(table: TwistTable, d: np.ndarray) -> None:
    low, high = twist_range(twist_rows(table), d)
    squares = [float(np.sum((d - row[0]) ** 2)) for row in table.rows]
    assume(min(squares) > 1e-12)
    weights = (1 / np.array(squares)) / np.sum(1 / np.array(squares))
    assert low == pytest.approx(float(weights @ [r[1] for r in table.rows]), abs=1e-9)
    assert high == pytest.approx(float(weights @ [r[2] for r in table.rows]), abs=1e-9)
    assert low <= high


@given(twist_tables())
def test_a_twist_table_is_exact_at_its_rows(table: TwistTable) -> None:
    for direction, low, high in table.rows:
        assert twist_range(twist_rows(table), np.array(direction)) == (low, high)


@pytest.mark.parametrize(
    ("limits", "value", "coordinate", "violation"),
    [
        ({"flexion": Range(0, 2), "twist": Range(-1, 1)}, (2.5, 1.2), "flexion", 0.5),
        ({"flexion": Range(0, 2), "twist": Range(-1, 1)}, (2.1, -1.2), "twist", 0.2),
        ({"flexion": Range(0, math.inf)}, (9.0, -1.2), None, 0.0),
    ],
)
def test_the_worst_limit_of_an_elbow(
    limits: dict[str, Range], value: tuple[float, float], coordinate: str | None, violation: float
) -> None:
    pose = zoo.one_joint("elbow", **limits).pose({"joint": value})
    assert pose.limit_violation == pytest.approx(violation)
    assert (pose.worst_limit and pose.worst_limit.limit) == coordinate


@pytest.mark.parametrize(
    ("low", "high", "twist", "violation"),
    [(-0.5, 1, 1.3, 0.3), (3.0, 3.5, -3.0, 0.0), (3.0, 3.5, -2.5, 2 * math.pi - 6.0), (0.5, 0.5, -0.5, 1.0)],
)
def test_twist_is_measured_on_the_circle(low: float, high: float, twist: float, violation: float) -> None:
    pose = zoo.one_joint("ball", twist=Range(low, high)).pose({"joint": (0.2, 0.1, twist)})
    assert pose.limit_violation == pytest.approx(violation, abs=1e-12)


@pytest.mark.parametrize(
    ("limit", "twist"), [(Range(-math.inf, 1.0), 2.0), (Range(max=1.0), 2.0), (Range(min=-1.0), -2.0)]
)
def test_a_twist_range_open_at_one_end_holds_at_the_other(limit: Range, twist: float) -> None:
    pose = zoo.one_joint("ball", twist=limit).pose({"joint": (0.2, 0.1, twist)})
    assert pose.limit_violation == pytest.approx(1.0)
    assert pose.clamped()["joint.twist"] == pytest.approx(math.copysign(1.0, twist), abs=1e-12)


def test_directions_of_swings() -> None:
    np.testing.assert_allclose(direction_of_swing(math.pi / 2, 0), (0, -1, 0), atol=1e-15)
    np.testing.assert_allclose(direction_of_swing(0, math.pi / 2), (1, 0, 0), atol=1e-15)
