"""The weight of a joint is its willingness to move: of all short steps the one least in Σ v²/w (Whitney 1969)."""

from __future__ import annotations

import numpy as np
import pytest

import poise
from poise import Figure, Posture, Reach
from poise.solver import solve

WEIGHTS = {"joint_2": 4.0, "joint_4": 0.25}


def chain(weights: dict[str, float]) -> Figure:
    figure = poise.figures.planar_chain(5, 1.0, axis="x")
    joints = [j.edited(weight=weights.get(j.name, 1.0)) for j in figure.joints.values()]
    return figure._edited(joints=joints)


@pytest.mark.parametrize(("method", "off"), [("priority", 1e-10), ("cascaded", 1e-8)])  # cascaded steps are damped
def test_a_short_way_is_shared_by_weight(method: str, off: float) -> None:
    figure = chain(WEIGHTS)
    start = figure.pose({f"joint_{i}": 0.3 for i in range(1, 6)})
    goal = start.position("tip") + np.array([0.0, 1e-6, -2e-6])
    moved = start.difference(solve(start, [Reach("tip", goal, axes="yz")], method=method).pose)
    J = start.jacobian("tip")[1:3]
    weights = np.diag([WEIGHTS.get(f"joint_{i}", 1.0) for i in range(1, 6)])
    expected = weights @ J.T @ np.linalg.solve(J @ weights @ J.T, (goal - start.position("tip"))[1:3])
    np.testing.assert_allclose(moved, expected, atol=off)


def test_weights_change_the_way_and_not_what_is_best() -> None:
    """Out of reach, and with a posture below, only the goals decide."""
    ends = []
    for weights in ({}, WEIGHTS):
        figure = chain(weights)
        start = figure.pose({f"joint_{i}": 0.3 for i in range(1, 6)})
        wanted = figure.pose({f"joint_{i}": 0.1 for i in range(1, 6)})
        levels = [Reach("tip", (0.0, 0.2, 0.5), axes="yz"), Posture(wanted)]
        ends.append(solve(start, levels, max_steps=400).pose.coordinates)
    np.testing.assert_allclose(ends[0], ends[1], atol=1e-6)


def test_limits_and_levels_hold_all_the_same() -> None:
    human = poise.human()
    lazy = human._edited(joints=[j.edited(weight=0.1 if "hip" in j.name else 3.0) for j in human.joints.values()])
    pose = lazy.rest()
    levels = [
        [poise.Hold("left_foot"), poise.Hold("right_foot")],
        poise.Balance(),
        Reach("right_hand", (0.0, 1.2, 2.0)),
    ]
    solution = solve(pose, levels)
    assert solution.status == "compromise"
    assert solution.pose.limit_violation < 1e-9
    np.testing.assert_allclose(solution.pose.frame("left_foot"), pose.frame("left_foot"), atol=1e-9)
