"""The equilibrium region: the support polygon on a level floor, and what linear programming finds elsewhere."""

from __future__ import annotations

import numpy as np
import pytest
from convex import EDGES, generators
from random_scenes import Scene, human, random_scene
from scipy.optimize import linprog

from poise import Force, Support, Weight, _core, statics

TOLERANCE, REACH = 5e-4, 20.0


def far(scene: Scene, direction: np.ndarray, around: bool) -> float:
    """How far the centre of mass may go from where it is in a level direction, by linear programming."""
    edges, owners = generators(scene, around)
    arms = scene.points[owners] - scene.pose.center_of_mass
    weight = scene.pose.figure.mass * np.array(scene.pose.figure.gravity)
    shift = [np.concatenate([np.zeros(3), np.cross(axis, weight)]) for axis in (np.eye(3)[0], np.eye(3)[2])]
    matrix = np.column_stack([np.hstack([edges, np.cross(arms, edges)]).T, *shift])
    scale = np.linalg.norm(weight)
    cost = np.zeros(matrix.shape[1])
    cost[-2:] = -direction[[0, 2]]
    bounds = [(0, None)] * len(edges) + [(-99, 99)] * 2
    found = linprog(cost, A_eq=matrix / scale, b_eq=-scene.load / scale, bounds=bounds, method="highs")
    return -found.fun if found.status == 0 else -np.inf


def test_on_a_level_floor_it_is_the_support_polygon():
    rest = human().rest()
    region = statics(rest).region
    polygon = np.array(rest.support_polygon())
    assert len(region.corners) == len(polygon)
    for corner in polygon:
        assert np.abs(region.corners[:, [0, 2]] - corner[[0, 2]]).max(axis=1).min() < 1e-6
    assert region.margin(rest.center_of_mass) == pytest.approx(_room(polygon, rest.center_of_mass), abs=1e-6)


def _room(polygon: np.ndarray, point: np.ndarray) -> float:
    edges = np.roll(polygon, -1, axis=0) - polygon
    inward = np.cross([0, 1, 0], edges)
    inward /= np.linalg.norm(inward, axis=1, keepdims=True)
    return float(np.einsum("ij,ij->i", inward, point - polygon).min())


def test_random_supports_agree_with_linear_programming():
    rng = np.random.default_rng(9)
    seen = 0
    while seen < 25:
        scene = random_scene(rng)
        corners, bounded = _core.Footholds(scene.footholds).region(
            scene.pose._core, _core.Loads(scene.loads), TOLERANCE, REACH
        )
        if not bounded:
            angles = np.arange(16) * np.pi / 8
            assert max(far(scene, np.array([np.cos(a), 0.0, np.sin(a)]), True) for a in angles) > REACH
            continue
        if len(corners) == 0:
            assert far(scene, np.array([1.0, 0.0, 0.0]), around=False) == -np.inf
            continue
        seen += 1
        for angle in rng.uniform(0, 2 * np.pi, 6):
            direction = np.array([np.cos(angle), 0.0, np.sin(angle)])
            found = float(((corners - scene.pose.center_of_mass) @ direction).max())
            assert found <= far(scene, direction, around=True) + 1e-6
            assert found >= far(scene, direction, around=False) - TOLERANCE


def test_pyramids_are_close_enough_to_judge_by():
    assert 1 / np.cos(np.pi / EDGES) - 1 < 0.003


def test_margin_changes_sign_where_the_pose_stops_being_possible():
    """Leaning further and further with a weight in the hand."""
    rest = human().rest()
    signs = []
    for kilograms in (1, 10, 50, 100, 200, 400):
        report = statics(rest, [Weight("left_hand", kilograms), Force("right_hand", (0, 0, 5))])
        assert (report.margin >= 0) == report.possible
        signs.append(report.possible)
    assert signs[0]
    assert not signs[-1]


def test_one_point_is_a_region_of_one_place():
    rest = human().rest()
    region = statics(rest, (), [Support("left_heel")]).region
    assert region.area == pytest.approx(0.0, abs=1e-9)
    assert region.margin(rest.center_of_mass) < 0


def test_hands_that_can_pull_leave_no_bounds():
    rest = human().rest()
    both = [Support("left_hand", grip=True), Support("right_foot"), Support("left_foot")]
    one = statics(rest, (), both)
    assert one.possible
    assert one.margin > 0.5


def test_a_push_too_hard_leaves_no_place():
    report = statics(human().rest(), [Force("chest", (0, 0, 900))])
    assert not report.possible
    assert report.region.empty
    assert report.margin == -np.inf
    assert report.friction_needed is None or report.friction_needed > 1


def test_without_gravity_there_is_no_region():
    pose = human().with_gravity((0, 0, 0)).rest()
    report = statics(pose)
    assert report.balanced
    assert report.region is None
    assert report.margin is None
    assert np.abs(report.torques).max() < 1e-9
