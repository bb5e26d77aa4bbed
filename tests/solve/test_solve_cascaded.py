"""Cascaded control keeps the order but not the optimum (Baerlocher 5.3.3 to 5.3.5)."""

from __future__ import annotations

import numpy as np
import scenes

from poise.criteria import NearPose
from poise.solver import solve
from poise.tasks import Balance, Hold, LookAt, Reach

CHAIN = scenes.ladder()
BENT = CHAIN.pose({f"joint_{i}": v for i, v in enumerate((0.3, 0.5, 0.2, 0.4, -0.3, -0.4, 0.2, 0.1), 1)})
KNEE = Reach("p4", BENT.position("p4"))
NEAR = Reach("p8", BENT.position("p8") + np.array([0.0, 0.1, -0.15]))
FAR = Reach("p8", (0.0, 1.2, 2.0))


def test_compatible_tasks_are_met_but_slowly() -> None:
    cascaded = solve(BENT, [KNEE, NEAR], method="cascaded", max_steps=2000)
    assert cascaded.status == "converged"
    assert cascaded.steps > 10 * solve(BENT, [KNEE, NEAR]).steps


def test_a_goal_out_of_reach_ends_beside_the_optimum() -> None:
    """Baerlocher's fig. 5.9: the upper task is kept, the lower one is left farther off than need be."""
    strict = solve(BENT, [KNEE, FAR])
    cascaded = solve(BENT, [KNEE, FAR], method="cascaded", max_steps=2000)
    assert cascaded.status == "compromise"
    assert cascaded.task("reach p4").residual < 1e-6
    assert cascaded.task("reach p8").residual > strict.task("reach p8").residual + 1e-3


def test_a_person_can_be_cascaded_and_stays_inside_the_limits() -> None:
    rest = scenes.human().rest()
    ball = (-0.10, 1.30, 0.55)
    levels = [scenes.feet(), Balance(0.02), LookAt("eyes", ball), Reach("right_hand", ball)]
    solution = solve(rest, levels, method="cascaded", max_steps=300)
    assert solution.status == "converged"
    assert solution.pose.limit_violation < 1e-9


def test_helpers_are_respected() -> None:
    task = Reach("p8", BENT.position("p8") + np.array([0.0, 0.05, 0.0]), joints=["joint_7", "joint_8"])
    moved = np.abs(BENT.difference(solve(BENT, [task], method="cascaded").pose))
    assert moved[:6].max() == 0.0
    assert moved[6:].max() > 1e-3


def test_criteria_use_what_is_left() -> None:
    target = CHAIN.pose({f"joint_{i}": 0.2 for i in range(1, 9)})
    solution = solve(BENT, [Hold("base")], method="cascaded", criteria=[NearPose(target)])
    assert np.abs(solution.pose.difference(target)).max() < 1e-6
