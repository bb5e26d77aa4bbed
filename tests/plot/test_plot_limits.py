"""Drawn limits are the limits: curves on the boundary, ticks inside, regions and fans where the pose may be."""

from __future__ import annotations

import math

import numpy as np
import pytest
from small_figures import bare_arm, doll

import poise
from poise.plot.limit_curves import allowed, boundary, inward, region, samples, swing_rotation, twist_range
from poise.plot.limits import limit_items

STAR = [(0.9, 0.0), (0.3, 0.3), (0.0, 1.2), (-0.3, 0.3), (-1.0, 0.0), (-0.3, -0.3), (0.0, -1.1), (0.3, -0.3)]
LIMITS = {
    "cone": poise.Cone(0.8),
    "wide cone": poise.Cone(2.6),
    "ellipse": poise.Ellipse(1.9, 0.5),
    "polygon": poise.Polygon.of_swings([(-1.0, -0.8), (0.9, -0.7), (1.1, 0.9), (-0.8, 1.0)]),
    "concave": poise.Polygon.of_swings(STAR),
    "clockwise": poise.Polygon.of_swings(STAR[::-1]),
}


def violation(limit, direction):
    """How far a one-joint figure is outside the limit when its limb points there, by the pose itself."""
    base, limb = poise.Joint("base", "fixed", None, "a"), poise.Joint("limb", "ball", "a", "b", limits={"swing": limit})
    figure = poise.Figure("probe", [poise.Segment("a"), poise.Segment("b")], [base, limb])
    return figure.pose({"limb": swing_rotation(direction)}).limit_violation


@pytest.mark.parametrize("limit", LIMITS.values(), ids=LIMITS)
def test_boundary_is_where_the_limit_begins(limit):
    curve = boundary(limit)
    np.testing.assert_allclose(np.linalg.norm(curve, axis=1), 1, atol=1e-12)
    inside = inward(curve)
    for point, tangent in zip(curve[1::7], inside[1::7], strict=True):
        assert violation(limit, point) < 1e-9
        assert violation(limit, math.cos(1e-3) * point - math.sin(1e-3) * tangent) > 1e-5
        assert violation(limit, math.cos(1e-3) * point + math.sin(1e-3) * tangent) == 0.0


@pytest.mark.parametrize("limit", LIMITS.values(), ids=LIMITS)
def test_boundary_is_fine_and_closed(limit):
    curve = boundary(limit, step=0.02)
    gaps = np.linalg.norm(np.roll(curve, -1, axis=0) - curve, axis=1)
    assert gaps.max() < 0.04


@pytest.mark.parametrize("limit", LIMITS.values(), ids=LIMITS)
def test_region_holds_only_allowed_directions(limit):
    patch = region(limit, sides=40)
    used = patch.vertices[np.unique(patch.faces)]
    assert max(violation(limit, v / np.linalg.norm(v)) for v in used[::5]) < 1e-9


def test_region_of_a_cone_has_its_area():
    assert region(poise.Cone(0.8), sides=120).area == pytest.approx(2 * math.pi * (1 - math.cos(0.8)), rel=0.01)


def test_clockwise_polygon_allows_the_rest_of_the_sphere():
    inner, outer = region(LIMITS["concave"]).area, region(LIMITS["clockwise"]).area
    assert inner + outer == pytest.approx(4 * math.pi, rel=0.02)


def test_allowed_agrees_with_poses():
    rng = np.random.default_rng(3)
    directions = rng.normal(size=(300, 3))
    directions /= np.linalg.norm(directions, axis=1, keepdims=True)
    for limit in LIMITS.values():
        inside, nearest = allowed(limit, directions)
        for direction, good, near in zip(directions, inside, nearest, strict=True):
            away = violation(limit, direction)
            assert good == (away == 0.0)
            assert math.acos(min(1.0, float(direction @ near))) == pytest.approx(away, abs=1e-6)


def test_fans_stand_inside_and_off_the_boundary():
    limit = LIMITS["polygon"]
    points = samples(limit, step=0.3)
    assert len(points) > 10
    assert allowed(limit, points)[0].all()
    nearest = np.arccos(np.clip((points @ boundary(limit).T).max(axis=1), -1, 1))
    assert nearest.min() >= 0.15 - 1e-9


def test_samples_without_a_limit_cover_the_sphere():
    points = samples(None, step=0.5)
    assert np.linalg.norm(points.mean(axis=0)) < 0.15


def test_swing_rotation_takes_z_there_without_twist():
    rng = np.random.default_rng(5)
    for direction in [*rng.normal(size=(50, 3)), np.array([0, 0, 1.0]), np.array([0, 0, -1.0])]:
        unit = direction / np.linalg.norm(direction)
        rotation = swing_rotation(unit)
        np.testing.assert_allclose(rotation[:, 2], unit, atol=1e-12)
        np.testing.assert_allclose(rotation @ rotation.T, np.eye(3), atol=1e-12)
        assert abs(rotation[1, 0] - rotation[0, 1]) < 1e-12  # a turn about an axis across z has no twist
        assert np.linalg.det(rotation) == pytest.approx(1)


def test_twist_ranges_by_direction():
    z, x = np.array([0, 0, 1.0]), np.array([1.0, 0, 0])
    table = poise.TwistTable(((tuple(z), -1.0, 0.5), (tuple(x), -0.2, 1.5)))
    assert twist_range(None, z) == (-math.inf, math.inf)
    assert twist_range(poise.Range(-1, 2), x) == (-1, 2)
    assert twist_range(table, z) == (-1.0, 0.5)
    middle = (x + z) / math.sqrt(2)
    np.testing.assert_allclose(twist_range(table, middle), (-0.6, 1.0), atol=1e-12)


def test_sphere_is_drawn_about_the_joint_before_it_moves():
    pose = doll().pose("wave")
    ball = limit_items(pose, ["left_shoulder"], 1.0)[0].mesh
    center = (ball.vertices.min(axis=0) + ball.vertices.max(axis=0)) / 2
    np.testing.assert_allclose(center, pose.joint_base("left_shoulder")[:3, 3], atol=1e-9)


def test_limb_mark_points_along_the_limb():
    pose = doll().pose("wave")
    stick = limit_items(pose, ["left_shoulder"], 1.0)[-1].mesh
    frame = pose.joint_frame("left_shoulder")
    along = (stick.vertices - frame[:3, 3]) @ frame[:3, :3]
    assert along[:, 2].max() > 0.1
    assert np.abs(along[:, :2]).max() < 0.02


def test_every_model_with_limits_draws_something():
    for pose in (doll().rest(), bare_arm().rest()):
        for name, joint in pose.figure.joints.items():
            if joint.limits:
                assert sum(len(i.mesh.faces) for i in limit_items(pose, [name], 1.0)) > 50, name


def test_true_means_all_and_a_name_may_stand_alone():
    pose = doll().rest()
    assert len(limit_items(pose, "neck", 1.0)) < len(limit_items(pose, True, 1.0))
    assert limit_items(pose, False, 1.0) == []


def test_hinge_sector_ends_at_its_limits():
    figure = bare_arm()
    sector = limit_items(figure.pose({"lift": 0.4}), ["lift"], 1.0)[0].mesh
    center = figure.rest().joint_base("lift")[:3, 3]
    rim = sector.vertices[1:] - center
    np.testing.assert_allclose(rim[0] / np.linalg.norm(rim[0]), [0, 0, -1], atol=1e-9)
    np.testing.assert_allclose(rim[-1] / np.linalg.norm(rim[-1]), [0, 0, 1], atol=1e-9)


def test_joints_without_limits_and_unknown_joints_are_named():
    pose = doll().rest()
    with pytest.raises(poise.InputError, match="joint 'base' has no limits to draw"):
        limit_items(pose, ["base"], 1.0)
    with pytest.raises(poise.UnknownNameError, match="left_shoulder"):
        limit_items(pose, ["left_sholder"], 1.0)
