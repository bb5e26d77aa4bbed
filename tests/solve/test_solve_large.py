"""Figures with so many degrees of freedom that Hessians are kept over the tree of joints."""

from __future__ import annotations

import numpy as np
import pytest

import poise

BALLS = 50  # 150 degrees of freedom
NEAR, FAR, SEEN = (0.3, 0.5, 0.2), (0.5, 1.5, 0.3), (1.0, 0.2, 0.4)
TURNED = np.array([[0.0, 0.0, 1.0], [0.6, 0.8, 0.0], [-0.8, 0.6, 0.0]])


def chain_with_a_middle() -> poise.Figure:
    chain = poise.figures.chain(BALLS, 1.0)
    return chain.with_site(poise.Site("middle", list(chain.segments)[BALLS // 2]))


def angles(pose: poise.Pose) -> np.ndarray:
    """The turn of every ball from rest as a rotation vector, by its quaternion (x, y, z, w)."""
    q = np.array(pose.coordinates).reshape(-1, 4)
    q = q * np.where(q[:, 3:] < 0.0, -1.0, 1.0)
    sine = np.linalg.norm(q[:, :3], axis=1)
    return 2.0 * np.arctan2(sine, q[:, 3])[:, None] * q[:, :3] / np.maximum(sine, 1e-300)[:, None]


def slopes(pose: poise.Pose, function) -> np.ndarray:
    """Derivatives by all degrees of freedom, by central differences; a column each."""
    h = 1e-6
    units = np.eye(pose.figure.dof)
    return np.array([(function(pose.integrate(h * e)) - function(pose.integrate(-h * e))) / (2.0 * h) for e in units]).T


def beside_the_gaze(pose: poise.Pose) -> np.ndarray:
    """Zero where the middle's z axis points at what it shall see."""
    way = np.array(SEEN) - pose.position("middle")
    return np.cross(np.asarray(pose.frame("middle"))[:3, 2], way / np.linalg.norm(way))


def left_across(slope: np.ndarray, rows: np.ndarray) -> float:
    """The largest part of a slope that is no combination of rows."""
    return float(np.abs(slope - rows.T @ np.linalg.lstsq(rows.T, slope, rcond=None)[0]).max())


@pytest.mark.parametrize("levels", ["point", "point and gaze", "turn"])
def test_a_criterion_ends_where_its_slope_is_held_by_the_tasks(levels):
    """First-order optimality (Karush, Kuhn and Tucker), with finite differences of the poses themselves."""
    rest = chain_with_a_middle().rest()
    asked = {
        "point": [poise.Reach("tip", NEAR)],
        "point and gaze": [poise.Reach("tip", NEAR), poise.LookAt("middle", SEEN)],
        "turn": [[poise.Reach("tip", NEAR), poise.Orient("middle", TURNED)]],
    }[levels]
    solution = poise.solve(rest, asked, criteria=[poise.RestPosture()])
    assert max(task.residual for task in solution.tasks) < 1e-9
    pose = solution.pose
    cost = slopes(pose, lambda p: 0.5 * np.sum(angles(p) ** 2))
    rows = [slopes(pose, lambda p: p.position("tip"))]
    if levels == "turn":
        rows.append(slopes(pose, lambda p: np.asarray(p.frame("middle"))[:3, :3].reshape(-1)))
    if levels == "point and gaze":
        rows.append(slopes(pose, beside_the_gaze))
    assert left_across(cost, np.vstack(rows)) < 1e-6


@pytest.mark.parametrize("criteria", [[], [poise.RestPosture()], [poise.MidRange()], [poise.NearPose]])
def test_out_of_reach_a_chain_is_straight(criteria):
    """Its length is 1: what is missing is the distance less that, whatever is preferred."""
    rest = poise.figures.chain(BALLS, 1.0).rest()
    bent = rest.integrate(np.full(rest.figure.dof, 0.01))
    preferred = [poise.NearPose(bent)] if criteria == [poise.NearPose] else criteria
    solution = poise.solve(rest, [poise.Reach("tip", FAR)], criteria=preferred)
    assert solution.status == "compromise"
    assert solution.tasks[0].residual == pytest.approx(np.linalg.norm(FAR) - 1.0, abs=2e-9)


def test_levels_below_one_out_of_reach_do_not_disturb_it():
    goals = [poise.Reach("tip", FAR), poise.Reach("middle", (0.4, 0.1, 0.2))]
    solution = poise.solve(chain_with_a_middle().rest(), goals, criteria=[poise.RestPosture()])
    assert solution.tasks[0].residual == pytest.approx(np.linalg.norm(FAR) - 1.0, abs=2e-9)


def test_a_posture_above_a_criterion_takes_what_it_wants():
    """A level that wants every joint somewhere leaves nothing to a criterion."""
    rest = poise.figures.chain(BALLS, 1.0).rest()
    bent = rest.integrate(0.05 * np.sin(np.arange(rest.figure.dof)))
    solution = poise.solve(rest, [poise.Posture(bent)], criteria=[poise.RestPosture()])
    np.testing.assert_allclose(angles(solution.pose), angles(bent), atol=1e-8)
