"""A goal that moves alone is what the same task would have been with that goal from the beginning."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
import test_solve_unchanged as kinds
from scipy.spatial.transform import Rotation

from poise import InputError, Placement, Pose, Sphere
from poise.figure.placement import rotation_matrix
from poise.session import Session
from poise.tasks import Balance, Plane
from poise.tasks.axes import checked_rotation
from refusals import refused

TURN = Placement.turned((1, 2, 3), 0.7).matrix
POINT = np.array([0.1, 1.1, 0.4])
MOVED: dict[str, Any] = {
    "reach": POINT,
    "orient": TURN[:3, :3],
    "axis": TURN[:3, :3],
    "look_at": POINT,
    "hold": TURN,
    "hold at": None,
    "equilibrium": POINT,
    "keep a side": POINT,
    "balance over": POINT,
    "keep in a cone": POINT,
    "keep aimed": POINT,
    "reach from a site": POINT,
    "orient from a site": TURN[:3, :3],
    "inertia": 8.0,
    "on a plane": Plane((0.0, 0.9, 0.0), normal=(1.0, 1.0, 0.0)),
    "on a sphere": Sphere(0.3),
    "center": POINT,
    "posture": kinds.HUMAN.rest(),
}


@pytest.mark.parametrize("name", MOVED)
def test_a_moved_goal_is_as_asked_from_the_beginning(name: str) -> None:
    task = kinds.EVERY[name]
    moved, fresh = Session(kinds.REST, [task]), Session(kinds.REST, [task.with_goal(MOVED[name])])
    handle = moved.tasks[task.name]
    handle.goal = MOVED[name]
    assert handle.task == fresh.tasks[task.name].task
    assert moved.levels == fresh.levels
    assert handle.report.to_dict() == fresh.tasks[task.name].report.to_dict()
    assert np.abs(moved.step().coordinates - fresh.step().coordinates).max() < 1e-12


@pytest.mark.parametrize("name", MOVED)
def test_goals_alone_are_those_of_the_pieces(name: str) -> None:
    task = kinds.EVERY[name].with_goal(MOVED[name])
    alone, whole = task.goals(kinds.REST), [piece.goal for piece in task.pieces(kinds.REST)]
    assert [np.array(goal).tolist() for goal in alone] == [np.array(goal).tolist() for goal in whole]


def test_an_array_that_is_changed_later_changes_no_goal() -> None:
    session, point = Session(kinds.REST, [kinds.EVERY["look_at"]]), np.array(POINT)
    session.tasks["look_at eyes"].goal = point
    point[:] = 9.0
    assert session.tasks["look_at eyes"].goal == tuple(POINT)


def test_balance_over_a_point_needs_a_point() -> None:
    session = Session(kinds.REST, [Balance(over=(0.0, 0.02))])
    before: tuple[Any, Pose] = session.levels, session.pose
    words = "task 'balance' has no goal that could change; Balance(over=point) has one"
    refused(lambda: setattr(session.tasks["balance"], "goal", None), InputError, words)
    assert (session.levels, session.pose) == before


@pytest.mark.parametrize("seed", range(50))
def test_rotations_are_read_as_scipy_reads_them(seed: int) -> None:
    """Random turns, and half turns, where each component of the quaternion may be the largest."""
    rng = np.random.default_rng(seed)
    vector = rng.normal(size=3)
    if seed % 2:
        vector *= np.pi / np.linalg.norm(vector)
    rotation = Rotation.from_rotvec(vector)
    x, y, z, w = rotation.as_quat()
    found = checked_rotation(np.asfortranarray(rotation.as_matrix()), "a turn")
    assert found[3] >= 0.0
    assert min(np.abs(np.subtract(found, (x, y, z, w))).max(), np.abs(np.add(found, (x, y, z, w))).max()) < 1e-14
    assert np.abs(rotation_matrix(found) - rotation.as_matrix()).max() < 1e-14


@pytest.mark.parametrize(
    "matrix", [np.diag([1.0, 1.0, -1.0]), 1.001 * np.eye(3), np.ones((3, 3)), np.full((3, 3), np.nan)]
)
def test_what_is_no_rotation_changes_nothing(matrix: np.ndarray) -> None:
    session = Session(kinds.REST, [kinds.EVERY["orient"]])
    before = session.levels
    with pytest.raises(InputError, match="the rotation of task 'orient chest'"):
        session.tasks["orient chest"].goal = matrix
    assert session.levels == before
