"""Matrices that are no rigid placement are refused wherever one is taken."""

from __future__ import annotations

import re

import numpy as np
import pytest

import poise
from poise.figure.placement import Placement
from poise.pose import Pose

HUMAN = poise.human()
REST = HUMAN.rest()
T = Placement.turned((1, 2, 3), 0.7, (0.3, 1.1, -0.4)).matrix


def bad_row(row: list[float]) -> np.ndarray:
    matrix = T.copy()
    matrix[3] = row
    return matrix


SCALED = np.diag([2.0, 2.0, 2.0, 1.0]) @ T
MIRRORED = np.diag([-1.0, 1.0, 1.0, 1.0]) @ T
BAD = {
    "transposed": T.T,
    "row of zeros": bad_row([0, 0, 0, 0]),
    "projective": bad_row([0.1, 0, 0, 1]),
    "not a number": bad_row([0, 0, float("nan"), 1]),
    "scaled": SCALED,
    "mirrored": MIRRORED,
}


@pytest.mark.parametrize("matrix", BAD.values(), ids=BAD.keys())
@pytest.mark.parametrize(
    ("take", "what"),
    [
        (Placement.from_matrix, "the matrix of a placement"),
        (lambda m: poise.Hold("left_foot", frame=m), "the frame of task 'hold left_foot'"),
        (lambda m: poise.Hold("left_foot", frame=m.tolist()), "the frame of task 'hold left_foot'"),
        (lambda m: poise.Hold("left_foot").with_goal(m), "the frame of task 'hold left_foot'"),
        (lambda m: poise.Obstacle("box", poise.Sphere(0.1), placement=m), "the placement of obstacle 'box'"),
        (lambda m: HUMAN.pose({"root": m}), "the frame of joint 'root'"),
        (lambda m: REST.with_joints({"root": m}), "the frame of joint 'root'"),
        (lambda m: poise.Limb(HUMAN, "left_arm").solve(m), "a frame|a goal"),
        (lambda m: poise.Limb(HUMAN, "left_arm").family(m), "a goal"),
        (lambda m: poise.Limb(HUMAN, "left_arm").solve_many([m]), "goal 0"),
    ],
)
def test_no_frame_is_refused_by_name(take, what: str, matrix: np.ndarray) -> None:
    with pytest.raises(poise.PoiseError, match=f"^({what})"):
        take(matrix)


def test_a_transposed_frame_is_told() -> None:
    with pytest.raises(poise.PoiseError, match=re.escape("last row must be 0, 0, 0, 1, not 0.3, 1.1, -0.4, 1; was it")):
        poise.Hold("left_foot", frame=T.T)


@pytest.mark.parametrize("rotation", [2 * np.eye(3), -np.eye(3), np.ones((3, 3)), np.full((3, 3), np.nan)])
def test_no_rotation_is_refused(rotation: np.ndarray) -> None:
    takers = [
        lambda m: poise.Orient("left_hand", m),
        lambda m: poise.Reach("left_hand", (0, 1, 0), frame=m),
        lambda m: HUMAN.pose({"left_hip": m}),
        lambda m: REST.jacobian("left_hand", frame=m),
        lambda m: poise.Limb(HUMAN, "left_arm").solve(poise.OrientGoal(m)),
        Placement.from_matrix,
    ]
    for take in takers:
        with pytest.raises(poise.PoiseError):
            take(rotation)


def test_rounding_of_products_and_inverses_is_let_pass() -> None:
    other = Placement.turned((3, -1, 1), 2.1, (40.0, -3.0, 7.0)).matrix
    noisy = np.linalg.inv(other) @ other @ T
    noisy[3] += (1e-12, -1e-12, 0.0, 3e-12)
    assert np.allclose(Placement.from_matrix(noisy).matrix, T, atol=1e-12)
    assert isinstance(REST.with_joints({"root": noisy}), Pose)
    assert poise.Hold("left_foot", frame=noisy).goal.position == pytest.approx(T[:3, 3], abs=1e-11)
    assert poise.Limb(HUMAN, "left_arm").solve(noisy) is not None


def test_numpy_takes_a_placement_for_its_matrix() -> None:
    placed = poise.Placement.turned((0, 1, 0), 0.3, (1, 2, 3))
    np.testing.assert_array_equal(np.asarray(placed), placed.matrix)
    assert np.asarray(placed, dtype=np.float32).dtype == np.float32
    with pytest.raises(ValueError, match="without a copy"):
        np.array(placed, copy=False)
