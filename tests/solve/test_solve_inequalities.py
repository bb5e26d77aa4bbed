"""Balance and Keep: inequalities at any level. Inside they want nothing; no lower level may leave them."""

from __future__ import annotations

import numpy as np
import pytest
import scenes

from poise.errors import InputError
from poise.session import Session
from poise.solver import solve
from poise.tasks import Balance, CenterOfMass, Keep, Posture, Reach

HUMAN = scenes.human()
REST = HUMAN.rest()
FEET = scenes.feet()


def room(pose: scenes.Pose, corners: np.ndarray) -> float:
    """How far the centre of mass is inside the polygon, computed in the plane: cross products in x and z."""
    flat = np.array(pose.center_of_mass)[[2, 0]]
    points = corners[:, [2, 0]]  # seen from above, +z then +x is counter-clockwise
    edges = np.roll(points, -1, axis=0) - points
    away = flat - points
    cross = edges[:, 0] * away[:, 1] - edges[:, 1] * away[:, 0]
    return float((cross / np.linalg.norm(edges, axis=1)).min())


CORNERS = np.array(REST.support_polygon())


@pytest.mark.parametrize("margin", [0.0, 0.03])
@pytest.mark.parametrize("goal", [(0.3, 1.2, 1.0), (-0.9, 1.2, 0.2), (-0.3, 0.1, 0.9), (-0.2, 1.0, 3.0)])
def test_balance_holds_while_the_hand_reaches_out(goal: tuple[float, float, float], margin: float) -> None:
    solution = solve(REST, [FEET, Balance(margin), Reach("right_hand", goal)], max_steps=400)
    assert solution.task("balance").met
    assert room(solution.pose, CORNERS) > margin - 1e-6
    assert solution.pose.limit_violation <= 1e-9


def test_balance_lets_the_body_sway_inside() -> None:
    """An inequality costs the reach nothing as long as it holds; an equality over the middle does."""
    goal = (-0.25, 1.1, 3.0)
    swaying = solve(REST, [FEET, Balance(), Reach("right_hand", goal)], max_steps=400)
    stiff = solve(REST, [FEET, CenterOfMass(CORNERS.mean(axis=0)), Reach("right_hand", goal)], max_steps=400)
    assert swaying.tasks[-1].residual < stiff.tasks[-1].residual - 0.02
    assert room(swaying.pose, CORNERS) + 1e-6 > 0.0


def test_a_figure_out_of_balance_is_brought_back() -> None:
    tilted = solve(REST, [FEET, CenterOfMass((0.0, 0.0, 0.45))], max_steps=400).pose
    assert room(tilted, CORNERS) < -0.05
    solution = solve(tilted, [FEET, Balance(0.01)], max_steps=400)
    assert solution.status == "converged"
    assert room(solution.pose, CORNERS) == pytest.approx(0.01, abs=2e-3)  # no farther than wanted


@pytest.mark.parametrize("order", ["keep first", "reach first"])
def test_keep_a_site_above_a_plane(order: str) -> None:
    table = Keep("right_hand", (0.0, 1.0, 0.0), normal=(0, 1, 0))
    under = Reach("right_hand", (-0.25, 0.8, 0.4))
    levels = [FEET, table, under] if order == "keep first" else [FEET, under, table]
    height = float(solve(REST, levels, max_steps=400).pose.position("right_hand")[1])
    assert height == pytest.approx(1.0 if order == "keep first" else 0.8, abs=1e-5)


def test_keep_a_distance() -> None:
    center = REST.position("chest")
    shell = Keep("right_hand", center, min=0.30, max=0.45)
    for goal, distance in ((center, 0.30), (np.array([-0.9, 1.3, 0.5]), 0.45)):
        pose = solve(REST, [FEET, shell, Reach("right_hand", goal)], max_steps=400).pose
        assert np.linalg.norm(pose.position("right_hand") - center) == pytest.approx(distance, abs=2e-5)
    free = solve(REST, [FEET, Keep("right_hand", center, max=5.0), Reach("right_hand", (-0.3, 1.1, 0.4))])
    assert free.status == "converged"


def test_in_every_pose_of_a_session_the_inequality_above_holds() -> None:
    stand = [*FEET, Posture(REST, joints=["left_toes", "right_toes"])]  # toes that bend would move the polygon
    session = Session(REST, [stand, Balance(0.02), Reach("right_hand", (-0.3, 1.2, 1.5))])
    for _ in range(120):
        session.step()
        assert room(session.pose, CORNERS) > 0.02 - 1e-6
    session.tasks["reach right_hand"].goal = (0.9, 0.4, -0.6)
    for _ in range(120):
        session.step()
        assert room(session.pose, CORNERS) > 0.02 - 1e-6


def test_a_plane_that_moves() -> None:
    session = Session(REST, [FEET, Keep("right_hand", (0.0, 0.2, 0.0), normal=(0, 1, 0))])
    session.step()
    assert session.pose == REST  # inside: nothing is wanted
    session.tasks["keep right_hand"].goal = (0.0, 1.1, 0.0)
    for _ in range(60):
        session.step()
    assert session.pose.position("right_hand")[1] > 1.1 - 1e-6


def test_mistakes_are_named() -> None:
    with pytest.raises(InputError, match="must have 0 ≤ min ≤ max"):
        Keep("right_hand", (0, 0, 0), min=2.0, max=1.0)
    with pytest.raises(InputError, match="has no direction"):
        Keep("right_hand", (0, 0, 0), normal=(0, 0, 0))
    with pytest.raises(InputError, match="leaves no room: at most"):
        solve(REST, [Balance(margin=1.0)])
    flying = REST.with_joints({"root": (0, 3, 0, 0, 0, 0)})
    with pytest.raises(InputError, match="no sole is on the floor"):
        solve(flying, [Balance()])
