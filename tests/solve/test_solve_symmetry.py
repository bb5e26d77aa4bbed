"""Symmetric questions, symmetric answers; where none serves as well, the body leans to the same side every time."""

from __future__ import annotations

import itertools
from typing import Any

import numpy as np
import pytest

import poise
from poise import Balance, CustomTask, Hold, LookAt, NearPose, Pose, Reach, RestPosture, Session, solve
from poise.tasks import Task

HUMAN = poise.human()
REST = HUMAN.rest()
FEET: list[Task] = [Hold("left_foot"), Hold("right_foot")]


def crooked(pose: Pose) -> float:
    return float(np.abs(pose.difference(pose.mirrored())).max())


def hands(ahead: float, apart: float, high: float) -> list[Task]:
    return [Reach("left_hand", (apart, high, ahead)), Reach("right_hand", (-apart, high, ahead))]


@pytest.mark.parametrize("criteria", [(), (NearPose(REST),), (RestPosture(),)])
@pytest.mark.parametrize("goal", [(0.4, 0.2, 1.2), (0.9, 0.1, 1.0), (0.3, 0.9, 1.6), (0.0, 0.05, 2.6), (0.3, 0.1, 0.1)])
def test_two_hands_to_mirrored_points(goal: tuple[float, float, float], criteria: tuple[poise.Criterion, ...]) -> None:
    solution = solve(REST, [FEET, Balance(), hands(*goal)], criteria=criteria)
    assert solution.aside or crooked(solution.pose) < 1e-9


def test_the_order_of_tasks_in_a_level_does_not_change_a_bit() -> None:
    """Out of reach, too, and where nothing but the way decides."""
    level = [*hands(0.9, 0.2, 0.5), Reach("pelvis", (0.0, 0.8, 0.0), axes="xy"), Reach("chest", (0.0, 1.0, 0.1))]
    poses = [solve(REST, [FEET, list(order)]).pose for order in itertools.permutations(level)]
    assert len({pose.coordinates.tobytes() for pose in poses}) == 1
    assert crooked(poses[0]) < 1e-9


def test_the_order_of_edits_does_not_either() -> None:
    start = [FEET, Balance(), Reach("pelvis", (0.0, 0.8, 0.0), axes="xy")]
    poses = []
    for order in (hands(0.4, 0.2, 1.2), hands(0.4, 0.2, 1.2)[::-1]):
        session = Session(REST, start)
        for task in order:
            session.add(task, level=3)
        session.step(budget=60.0)
        poses.append(session.pose)
    assert np.abs(poses[0].difference(poses[1])).max() < 1e-9


def test_any_plane_will_do() -> None:
    """A person who stands somewhere else and looks elsewhere is as symmetric."""
    base = poise.Placement((1.0, REST.position("pelvis")[1], -2.0), (0.0, 0.6, 0.0, 0.8))
    turned = REST.with_joints({"root": base.matrix})
    down = turned.position("pelvis") - (0.0, 0.3, 0.0)
    solution = solve(turned, [FEET, Balance(), Reach("pelvis", down, axes="y")])
    assert solution.status == "converged"
    knees = [solution.pose[f"{side}_knee"][0] for side in ("left", "right")]
    assert abs(knees[0] - knees[1]) < 1e-9 < knees[0]


def test_a_question_that_is_not_symmetric_is_not_forced() -> None:
    level = [Reach("left_hand", (0.3, 1.2, 0.4)), Reach("right_hand", (-0.3, 1.201, 0.4))]
    solution = solve(REST, [FEET, level])
    assert max(task.residual for task in solution.tasks) < 1e-9
    assert crooked(solution.pose) > 1e-6


def test_a_body_that_must_lean_does_so_to_the_same_side_and_says_so() -> None:
    """Who looks behind with the pelvis held turns round over one shoulder: either is as good, symmetric is worse."""
    behind = LookAt("eyes", (0.0, 1.6, -3.0))
    held: list[Task] = [*FEET, Hold("pelvis")]
    solution, again = (solve(REST, [held, behind]) for _ in range(2))
    assert np.array_equal(solution.pose.coordinates, again.pose.coordinates)
    assert solution.aside
    assert solution.to_dict()["aside"] is True
    assert crooked(solution.pose) > 0.5
    assert "leans to one side" in str(solution)


def test_it_does_not_lean_for_little() -> None:
    """A squat by all axes gains half a centimetre by twisting: it stays symmetric, and says nothing."""
    solution = solve(REST, [FEET, Reach("pelvis", REST.position("pelvis") - (0.0, 0.3, 0.0))])
    assert solution.status == "compromise"
    assert not solution.aside
    assert crooked(solution.pose) < 1e-9
    assert "leans" not in str(solution)


@pytest.mark.parametrize("levels", [[FEET], [FEET, Balance()]])
@pytest.mark.parametrize("down", [0.2, 0.3, 0.45])
def test_a_millimetre_beside_the_middle_nobody_turns_aside(levels: list[Any], down: float) -> None:
    """The goal is missed by 9 to 23 cm. A twisted squat would gain 4 mm of that."""
    goal = REST.position("pelvis") - (0.0, down, 0.0)
    middle, *beside = (
        solve(REST, [*levels, Reach("pelvis", np.add(goal, (x, 0.0, 0.0)))], criteria=()) for x in (0.0, 0.001, -0.001)
    )
    for solution in beside:
        assert crooked(solution.pose) < 0.02
        assert solution.tasks[-1].residual < middle.tasks[-1].residual + 1e-6
        assert not solution.aside
    assert np.abs(beside[0].pose.difference(beside[1].pose.mirrored())).max() < 0.02


def test_who_turns_aside_from_a_question_that_is_nearly_symmetric_says_so() -> None:
    """No symmetric pose has the pelvis 10 cm lower at a point, a twisted one does: who asks beside it gets that."""
    goal = REST.position("pelvis") - (-0.001, 0.1, 0.0)
    solution = solve(REST, [FEET, Reach("pelvis", goal)])
    assert solution.status == "converged"
    assert crooked(solution.pose) > 0.5
    assert solution.aside


@pytest.mark.parametrize("criteria", [(), (RestPosture(),)])
@pytest.mark.parametrize("down", [0.05, 0.1, 0.3, 0.5])
def test_who_carries_a_kilogram_squats_upright(down: float, criteria: tuple[poise.Criterion, ...]) -> None:
    """The weight is 3 mm beside the middle. The hips went 12 cm to one side, or 11 to the other."""
    carries = Balance(forces=[poise.Weight("left_hand", 1.0)])
    lower = Reach("pelvis", REST.position("pelvis") - (0.0, down, 0.0), axes="y")
    solution = solve(REST, [FEET, carries, lower], criteria=criteria)
    assert solution.status == "converged"
    assert not solution.aside
    assert crooked(solution.pose) < 0.1
    assert abs(solution.pose.position("pelvis")[0]) < 0.01


def test_a_session_dragged_a_millimetre_beside_the_middle_stays_upright() -> None:
    session = Session(REST, [FEET, Reach("pelvis", REST.position("pelvis"))])
    for down in (0.05, 0.15, 0.2, 0.3, 0.4):
        session.tasks["reach pelvis"].goal = REST.position("pelvis") - (-0.001, down, 0.0)
        session.step(budget=60.0)
        assert crooked(session.pose) < 0.05


@pytest.mark.parametrize("criteria", [(), (RestPosture(),)])
def test_who_carries_a_kilogram_is_dragged_down_upright(criteria: tuple[poise.Criterion, ...]) -> None:
    """Once only solves were straightened: dragged down, the body leant to the edge of its support, and stayed there."""
    carries = Balance(forces=[poise.Weight("left_hand", 1.0)])
    lower = Reach("pelvis", REST.position("pelvis"), axes="y")
    session = Session(REST, [FEET, carries, lower], criteria=criteria)
    for down in np.arange(1, 11) * 0.05:
        session.tasks["reach pelvis"].goal = REST.position("pelvis") - (0.0, down, 0.0)
        session.step(budget=60.0)
        solution = session.solution()
        assert solution.status == "converged"
        assert not solution.aside
        assert crooked(session.pose) < 0.1
        assert abs(session.pose.center_of_mass[0] - REST.center_of_mass[0]) < 0.02


@pytest.mark.parametrize("criteria", [(), (RestPosture(),)])
def test_a_session_that_a_far_goal_led_aside_comes_back_upright(criteria: tuple[poise.Criterion, ...]) -> None:
    """A goal that leaps may be met aside at first; from where the session began an upright pose meets it."""
    carries = Balance(forces=[poise.Weight("left_hand", 1.5)])
    session = Session(REST, [FEET, carries, Reach("head_top", REST.position("head_top"))], criteria=criteria)
    rng = np.random.default_rng(5)
    for down, ahead in zip(rng.uniform(0.02, 0.5, 12), rng.uniform(0.0, 0.2, 12), strict=True):
        session.tasks["reach head_top"].goal = np.add(REST.position("head_top"), (0.001, -down, ahead))
        session.step(budget=60.0)
        assert session.solution().aside or abs(session.pose.position("pelvis")[0]) < 0.03


def test_functions_of_the_user_are_asked_at_poses_of_the_solve_only() -> None:
    seen: list[Pose] = []

    def error(pose: Pose) -> np.ndarray:
        seen.append(pose)
        return pose.position("pelvis")[1:2] - 0.8

    solve(REST, [FEET, CustomTask(error)])
    assert len(seen) > 1000  # most of them to find slopes
    assert all(crooked(pose) < 0.05 for pose in seen[::10])


def test_a_session_stays_symmetric_while_its_goals_do() -> None:
    session = Session(REST, [FEET, Balance(), *[hands(0.3, 0.2, 1.2)], LookAt("eyes", (0.0, 1.5, 3.0))])
    for ahead in np.linspace(0.3, 1.2, 10):
        session.tasks["reach left_hand"].goal = (0.2, 1.2, ahead)
        session.tasks["reach right_hand"].goal = (-0.2, 1.2, ahead)
        session.step(budget=60.0)
        assert session.solution().aside or crooked(session.pose) < 1e-9
