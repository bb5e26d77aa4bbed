"""The residual of `Balance` is the distance to the nearest place where it would be met, and it ends nearest to it."""

from __future__ import annotations

import numpy as np
import pytest
from optimality import Rows, frame, improvement_left, outward_normals, place, stacked
from scipy.optimize import nnls
from test_solve_optimality import SMALL, unlimited_human

import poise
from poise import Pose
from poise.tasks import Balance, CenterOfMass, Hold, Reach

FEET = ("left_foot", "right_foot")


def edges(pose: Pose) -> tuple[np.ndarray, np.ndarray]:
    """Corners (n, 2) of the area stood on, x and z, and inward normals of the edges from them."""
    corners = pose.support_polygon()[:, [0, 2]]
    ways = np.roll(corners, -1, axis=0) - corners
    normals = np.stack([-ways[:, 1], ways[:, 0]], axis=1) / np.linalg.norm(ways, axis=1)[:, None]
    middle = corners.mean(axis=0)
    return corners, normals * np.sign(np.einsum("ij,ij->i", normals, middle - corners))[:, None]


def nearest(pose: Pose, margin: float, point: np.ndarray) -> np.ndarray:
    """The place (x, z) with that margin that is nearest to a point: least distance programming by non-negative least
    squares (Lawson & Hanson 1974, chapter 23)."""
    corners, normals = edges(pose)
    wanted = np.einsum("ij,ij->i", normals, corners - point) + margin  # normals · way ≥ wanted
    matrix, goal = np.vstack([normals.T, wanted]), np.array([0.0, 0.0, 1.0])
    left = matrix @ nnls(matrix, goal)[0] - goal
    return point - left[:2] / left[2]


def outside(pose: Pose, margin: float, start: Pose) -> np.ndarray:
    """The way (x, z) from the centre of mass to the nearest place with that margin over the soles of the start."""
    here = pose.center_of_mass[[0, 2]]
    return nearest(start, margin, here) - here


def test_the_residual_is_the_distance_to_the_region_where_two_edges_are_broken() -> None:
    rest = poise.human(stature=1.70).rest()
    feet = [Hold(foot) for foot in FEET]
    solution = poise.solve(rest, [feet, CenterOfMass((0, 0.9, 0.45)), Balance(margin=0.02)])
    found = solution.tasks[-1]
    assert found.residual == pytest.approx(np.linalg.norm(outside(solution.pose, 0.02, solution.pose)), abs=1e-7)
    assert found.residual == pytest.approx(0.273, abs=1e-3)


@pytest.mark.parametrize("margin", [0.0, 0.02, -0.03])
@pytest.mark.parametrize("angle", np.linspace(0.1, 2 * np.pi + 0.1, 9)[:-1])
def test_the_residual_is_the_distance_all_round(angle: float, margin: float) -> None:
    rest = poise.human().rest()
    feet = [Hold(foot) for foot in FEET]
    for radius in (0.1, 0.2, 0.5):
        goal = rest.center_of_mass + radius * np.array([np.cos(angle), 0.0, np.sin(angle)])
        solution = poise.solve(rest, [feet, CenterOfMass(goal), Balance(margin=margin)])
        pose, task = solution.pose, solution.tasks[-1]
        here = pose.center_of_mass[[0, 2]]
        assert task.residual == pytest.approx(np.linalg.norm(outside(pose, margin, pose)), abs=1e-7)
        corners, normals = edges(pose)
        room = np.einsum("ij,ij->i", normals, here - corners).min()
        reached = room if room >= 0 else -np.linalg.norm(outside(pose, 0.0, pose))
        assert task.reached[0] == pytest.approx(reached, abs=1e-7)


@pytest.mark.parametrize("seed", range(10))
def test_a_balance_that_cannot_be_met_ends_nearest_to_its_region(seed: int) -> None:
    """No motion that leaves feet and pelvis alone and stays inside the limits brings the weight nearer."""
    rng = np.random.default_rng([14, seed])
    start, margin = unlimited_human().rest(), float(rng.choice([0.0, 0.03]))
    angle = rng.uniform(0.0, 2 * np.pi)
    pelvis = start.position("pelvis") + 0.33 * np.array([np.cos(angle), -0.6, np.sin(angle)])
    feet = [Hold(foot) for foot in FEET]
    solution = poise.solve(start, [feet, Reach("pelvis", pelvis), Balance(margin=margin)], max_steps=600)
    pose = solution.pose
    way = outside(pose, margin, start)
    balance = solution.tasks[-1]
    assert balance.residual == pytest.approx(np.linalg.norm(way), abs=1e-6)
    if balance.met or not solution.tasks[-2].met:
        return
    weight = Rows(way, pose.center_of_mass_jacobian()[[0, 2]])
    held = stacked(*(frame(pose, foot, start.frame(foot)) for foot in FEET))
    left = improvement_left([held, place(pose, "pelvis", pelvis), weight], outward_normals(pose))
    assert max(left) < SMALL, left


def test_below_an_unmet_balance_the_weight_moves_along_the_edge_to_its_end_and_back() -> None:
    """What comes after may choose the place along the edge, but no place that is farther away."""
    rest = poise.human().rest()
    feet, front = [Hold(foot) for foot in FEET], CenterOfMass((0, 0, 0.32), axes="z")
    found = {}
    for side in (-1.0, 1.0, 0.02):
        aside = CenterOfMass((0.4 * side, 0, 0), axes="x", name="aside")
        solution = poise.solve(rest, [feet, front, Balance(0.0), aside], criteria=(), max_steps=600)
        pose = solution.pose
        corners, _ = edges(rest)
        assert next(t for t in solution.tasks if t.name == "balance").residual == pytest.approx(
            0.32 - corners[:, 1].max(), abs=1e-6
        )
        found[side] = pose.center_of_mass[0]
        ends = corners[corners[:, 1] > corners[:, 1].max() - 1e-6, 0]
        wanted = float(np.clip(0.4 * side, ends.min(), ends.max()))
        assert found[side] == pytest.approx(wanted, abs=1e-4), side
    session = poise.Session(
        rest, [feet, front, Balance(0.0), CenterOfMass((0.4, 0, 0), axes="x", name="aside")], criteria=()
    )
    for side in (1.0, 0.02, -1.0):
        session.tasks["aside"].goal = (0.4 * side, 0, 0)
        for _ in range(300):
            session.step()
        assert session.pose.center_of_mass[0] == pytest.approx(found[side], abs=1e-3), side


def test_across_the_edge_and_round_a_corner_nothing_jumps() -> None:
    """The weight follows a goal that circles just outside and inside: its residual changes by no more than it moves."""
    rest = poise.human().rest()
    corners, _ = edges(rest)
    middle = corners.mean(axis=0)
    last = None
    for part in np.linspace(0.0, 1.0, 241):
        k = part * len(corners) % len(corners)
        a, b = corners[int(k)], corners[(int(k) + 1) % len(corners)]
        goal = middle + (1.0 + 0.05 * np.sin(20 * part)) * (a + (k % 1.0) * (b - a) - middle)
        task = poise.solve(rest, [CenterOfMass((goal[0], 0, goal[1]), axes="xz"), Balance(0.0)]).tasks[-1]
        if last is not None:
            assert abs(task.residual - last[0]) <= np.linalg.norm(goal - last[1]) + 1e-6
        last = task.residual, goal
