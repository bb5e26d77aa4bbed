"""CustomTask: Python functions among the tasks of the core."""

from __future__ import annotations

import numpy as np
import pytest
import scenes

from poise import Pose
from poise.errors import InputError, TaskError
from poise.session import Session
from poise.solver import solve
from poise.tasks import CustomTask, Reach

HUMAN = scenes.human()
REST = HUMAN.rest()
FEET = scenes.feet()
GOAL = np.array([-0.25, 1.2, 0.5])


def to_goal(pose: Pose) -> np.ndarray:
    return GOAL - pose.position("right_hand")


def to_goal_slope(pose: Pose) -> np.ndarray:
    return -pose.jacobian("right_hand", part="position")


def test_a_reach_written_in_python_does_what_the_reach_of_the_core_does() -> None:
    given = solve(REST, [FEET, CustomTask(to_goal, jacobian=to_goal_slope)])
    measured = solve(REST, [FEET, CustomTask(to_goal)])
    assert given.status == measured.status == solve(REST, [FEET, Reach("right_hand", GOAL)]).status == "converged"
    np.testing.assert_allclose(given.pose.coordinates, measured.pose.coordinates, atol=1e-6)
    report = given.task("custom to_goal")
    assert report.residual == pytest.approx(float(np.linalg.norm(to_goal(given.pose))), abs=1e-12)
    assert report.worst.labels == ("error 1", "error 2", "error 3")


def test_out_of_reach_it_ends_where_the_reach_of_the_core_ends() -> None:
    far = np.array([-0.3, 1.2, 2.0])
    own = CustomTask(lambda pose: far - pose.position("right_hand"), jacobian=to_goal_slope)
    misses = [solve(REST, [FEET, task], max_steps=600).tasks[-1].residual for task in (own, Reach("right_hand", far))]
    assert misses[0] == pytest.approx(misses[1], abs=1e-3)


def test_the_report_says_how_the_jacobian_was_made() -> None:
    by_slope = solve(REST, [CustomTask(to_goal)])
    assert by_slope.task("custom to_goal").note == "Jacobian by finite differences"
    assert "custom to_goal: Jacobian by finite differences" in str(by_slope)
    assert by_slope.to_dict()["tasks"][0]["note"] == "Jacobian by finite differences"
    given = solve(REST, [CustomTask(to_goal, jacobian=to_goal_slope)])
    assert "finite differences" not in str(given)


def test_a_number_is_one_row_and_units_are_the_callers() -> None:
    def lean(pose: Pose) -> float:
        return 50.0 - pose.potential_energy

    task = CustomTask(lean, unit="J", tolerance=1e-3, name="energy")
    solution = solve(REST, [scenes.feet(), task], max_steps=300)
    assert solution.task("energy").unit == "J"
    assert " J " in str(solution)


def test_it_obeys_levels_recruits_and_sessions() -> None:
    task = CustomTask(to_goal, jacobian=to_goal_slope, joints="right_arm", name="hand")
    session = Session(REST, [FEET, task], criteria=())
    for _ in range(40):
        session.step(budget=0.05)
    assert scenes.foot_motion(session.pose, REST) < 1e-9
    assert session.pose["left_elbow"] == REST["left_elbow"]
    session.tasks["hand"].enabled = False
    assert session.tasks["hand"].report.enabled is False


class Fragile:
    """Right for some calls, then wrong in a chosen way."""

    def __init__(self, calls: int, answer) -> None:
        self.calls, self.answer = calls, answer

    def __call__(self, pose: Pose) -> np.ndarray:
        self.calls -= 1
        return to_goal(pose) if self.calls >= 0 else self.answer()


def raising() -> np.ndarray:
    raise ZeroDivisionError("oh dear")


@pytest.mark.parametrize(
    ("answer", "message"),
    [
        (raising, "its error raised ZeroDivisionError: oh dear"),
        (lambda: np.full(3, np.nan), "its error gave NaN or infinity"),
        (lambda: np.zeros(2), r"its error must give shape \(3,\), not shape \(2,\)"),
        (lambda: "three", "its error raised ValueError"),
    ],
)
@pytest.mark.parametrize("calls", [1, 6])
def test_failures_name_the_task_and_the_step(answer, message: str, calls: int) -> None:
    task = CustomTask(Fragile(calls, answer), jacobian=to_goal_slope, name="mine")
    before = REST.coordinates.tobytes()
    with pytest.raises(TaskError, match=message) as caught:
        solve(REST, [FEET, task], criteria=())
    assert caught.value.task == "mine"
    assert ("at the start" in str(caught.value)) == (caught.value.step == 0) == (calls == 1)
    assert REST.coordinates.tobytes() == before


def test_the_cause_is_kept() -> None:
    with pytest.raises(TaskError) as caught:
        solve(REST, [CustomTask(lambda pose: raising())])
    assert isinstance(caught.value.__cause__, ZeroDivisionError)


def test_a_session_goes_on_after_a_failure() -> None:
    """It stands at the last pose it accepted."""
    error = Fragile(5, raising)
    session = Session(REST, [FEET, CustomTask(error, jacobian=to_goal_slope, name="mine")], criteria=())
    with pytest.raises(TaskError, match="task 'mine' failed after step"):
        session.step(budget=60.0)
    held = session.pose
    assert held.within_limits
    error.calls = 10**6
    for _ in range(50):
        session.step()
    assert float(np.linalg.norm(to_goal(session.pose))) < 1e-6


def test_ctrl_c_inside_the_function_is_not_a_failure() -> None:
    def interrupted(pose: Pose) -> float:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        solve(REST, [CustomTask(interrupted)])


def test_mistakes_are_named() -> None:
    with pytest.raises(InputError, match="the error of CustomTask 'custom' must be a function"):
        CustomTask(3.0)  # type: ignore[arg-type]
    with pytest.raises(InputError, match="unit of CustomTask 'custom to_goal' must be a text"):
        CustomTask(to_goal, unit=3)  # type: ignore[arg-type]
    with pytest.raises(TaskError, match=r"must give a number or \(m,\) numbers, not shape \(0,\)"):
        solve(REST, [CustomTask(lambda pose: [])])
    with pytest.raises(TaskError, match=r"its jacobian must give shape \(3, \d+\), not shape \(3, 2\)"):
        solve(REST, [CustomTask(to_goal, jacobian=lambda pose: np.zeros((3, 2)))])
    with pytest.raises(InputError, match="has no goal that could change"):
        CustomTask(to_goal).with_goal(3)
