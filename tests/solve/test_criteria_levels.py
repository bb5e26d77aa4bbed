"""Criteria in levels: each decides what those before it leave open, and nothing else; scipy agrees, level by level."""

from __future__ import annotations

import numpy as np
import pytest
import scenes
from scipy.optimize import minimize

import poise
from poise import CriterionError, InputError, Pose
from poise.criteria import AwayFromLimits, Criterion, Extend, Flex, FunctionCriterion, MidRange, NearPose, RestPosture
from poise.session import Session
from poise.solver import solve
from poise.tasks import Balance, Reach

ARM = scenes.arm(1.4)
"""Six hinges, each within 1.4 rad."""
START = ARM.pose({f"q{i}": 0.25 * (-1) ** i for i in range(1, 7)})
GOALS = [(0.35, 0.30, 0.65), (-0.2, 0.6, 0.3)]
FAR = ARM.pose({f"q{i}": 0.6 for i in range(1, 7)})
FOUND = 2e-7
"""rad: how well scipy finds an angle."""


def least(
    start: Pose, goal: np.ndarray, criterion: Criterion, kept: dict[int, float], limit: float = 1.4
) -> tuple[float, np.ndarray]:
    """The least value, and where, among hinge angles that bring the tip to the goal; those of `kept` stay as they were
    found. Were they held more exactly, there might be no such angles: with a hinge at its limit nothing else is free.
    """
    ready = criterion.compiled(start)
    bounds = [(kept[i] - FOUND, kept[i] + FOUND) if i in kept else (-limit, limit) for i in range(ARM.dof)]
    found = minimize(
        lambda q: ready.evaluate(Pose(ARM, q)._core)[:2], np.array(start.coordinates), jac=True, method="SLSQP",
        bounds=bounds, options={"ftol": 1e-16, "maxiter": 500},
        constraints=[{
            "type": "eq",
            "fun": lambda q: Pose(ARM, q).position("p6") - goal,
            "jac": lambda q: Pose(ARM, q).jacobian("p6", part="position"),
        }],
    )  # fmt: skip
    assert np.abs(Pose(ARM, found.x).position("p6") - goal).max() < 1e-7
    return float(found.fun), found.x


SECOND: dict[str, Criterion] = {
    "near pose": NearPose(FAR),
    "mid range": MidRange(),
    "away_from_limits": AwayFromLimits(),
    "flex": Flex(joints=["q4", "q5", "q6"]),
    "rest by coordinates": RestPosture(joints={"q4": 0.1, "q5": 2.0, "q6": 1.0}),
}


@pytest.mark.parametrize("name", SECOND)
@pytest.mark.parametrize("goal", GOALS)
def test_the_second_level_is_scipys_optimum_where_the_first_is_at_its_own(
    name: str, goal: tuple[float, float, float]
) -> None:
    """The first speaks of three joints alone. Where it is least they have one place each, and the rest is free."""
    first, second = NearPose(ARM.pose({"q1": 0.2, "q2": -0.3, "q3": 0.4}), joints=["q1", "q2"]), SECOND[name]
    solution = solve(START, [Reach("p6", goal)], criteria=[[first], second], max_steps=1000)
    assert solution.status == "converged"
    best, at = least(solution.pose, np.array(goal), first, {})
    assert first.value(solution.pose) == pytest.approx(best, abs=1e-9 * (1.0 + best))
    kept = {0: float(at[0]), 1: float(at[1])}
    rest, _ = least(solution.pose, np.array(goal), second, kept)
    assert second.value(solution.pose) == pytest.approx(rest, abs=1e-6 * (1.0 + rest))


def test_a_third_level_decides_what_two_leave() -> None:
    goal = np.array(GOALS[0])
    levels = [NearPose(FAR, joints=["q1"]), NearPose(FAR, joints=["q2"]), MidRange()]
    pose = solve(START, [Reach("p6", goal)], criteria=[[levels[0]], [levels[1]], [levels[2]]], max_steps=1000).pose
    kept: dict[int, float] = {}
    for i, criterion in enumerate(levels):
        best, at = least(pose, goal, criterion, kept)
        assert criterion.value(pose) == pytest.approx(best, abs=1e-6 * (1.0 + best)), i
        kept[i] = float(at[i]) if i < 2 else 0.0


def test_where_nothing_is_left_the_first_level_is_alone() -> None:
    """A distance from all joints is least in one place only."""
    reach = [Reach("p6", GOALS[0])]
    alone = solve(START, reach, criteria=[NearPose(FAR)]).pose
    both = solve(START, reach, criteria=[[NearPose(FAR)], Flex()], max_steps=1000).pose
    np.testing.assert_allclose(both.coordinates, alone.coordinates, atol=1e-6)


def test_a_first_level_that_is_met_stays_met() -> None:
    """It costs nothing at its best, and the second level moves along where it costs nothing."""
    first = NearPose(ARM.pose({"q1": 0.5, "q3": -0.2}), joints=["q1", "q3"])
    pose = solve(START, [Reach("p4", START.position("p4"), axes="y")], criteria=[[first], MidRange()]).pose
    assert first.value(pose) < 1e-18
    pair = solve(START, [Reach("p4", START.position("p4"), axes="y")], criteria=[first, MidRange()]).pose
    assert first.value(pair) > 1e-3, "weighed against each other both give way"


def test_lists_are_levels_and_a_row_is_one() -> None:
    reach, wishes = [Reach("p6", GOALS[0])], [MidRange(weight=0.5), NearPose(FAR)]
    row, one = solve(START, reach, criteria=wishes).pose, solve(START, reach, criteria=[wishes]).pose
    assert row.coordinates.tobytes() == one.coordinates.tobytes()
    a, b, c = NearPose(FAR, joints=["q1"]), NearPose("rest", joints=["q1", "q2"]), MidRange()
    turned = START.with_joints({"q6": 0.8})  # by which the first level wins nothing
    grouped = solve(turned, reach, criteria=[[a, b], c], max_steps=1000).pose
    first = solve(turned, reach, criteria=[a, b], max_steps=1000).pose
    assert a.value(grouped) + b.value(grouped) == pytest.approx(a.value(first) + b.value(first), abs=1e-9)
    assert c.value(grouped) < c.value(first) - 1e-3


def test_weights_count_within_a_level_only() -> None:
    reach = [Reach("p6", GOALS[1])]
    poses = [
        solve(START, reach, criteria=[[NearPose(FAR, joints=["q1", "q2"])], MidRange(weight=w)], max_steps=1000).pose
        for w in (1.0, 1e3)
    ]
    np.testing.assert_allclose(poses[0].coordinates, poses[1].coordinates, atol=1e-5)


def test_a_person_loses_nothing_of_the_first_level() -> None:
    rest = scenes.human().rest()
    levels = [scenes.feet(), Balance(), Reach("right_hand", (-0.3, 1.2, 0.4))]
    first = RestPosture(joints="spine") if "spine" in rest.figure.groups else RestPosture(joints=["neck"])
    second = Flex(joints=["left_knee", "right_knee"])
    alone = solve(rest, levels, criteria=[first], max_steps=1000)
    both = solve(rest, levels, criteria=[[first], second], max_steps=1000)
    assert both.status == "converged"
    assert first.value(both.pose) <= first.value(alone.pose) + 1e-9
    assert second.value(both.pose) < second.value(alone.pose) - 1e-3


def test_tasks_out_of_reach_come_first_all_the_same() -> None:
    goal = (0.9, 0.9, 0.9)
    plain = solve(START, [Reach("p6", goal)], max_steps=1000)
    both = solve(START, [Reach("p6", goal)], criteria=[[NearPose(FAR, joints=["q1"])], MidRange()], max_steps=1000)
    assert both.tasks[0].residual == pytest.approx(plain.tasks[0].residual, abs=1e-6)


def test_a_session_takes_levels_of_criteria() -> None:
    wishes = [[NearPose(FAR, joints=["q1", "q2"])], MidRange()]
    session = Session(START, [Reach("p6", GOALS[0])], criteria=wishes)
    for _ in range(500):
        session.step()
        if session.settled:
            break
    found = solve(START, [Reach("p6", GOALS[0])], criteria=wishes, max_steps=1000).pose
    assert MidRange().value(session.pose) == pytest.approx(MidRange().value(found), abs=1e-6)
    assert session.criteria == ((wishes[0][0],), wishes[1])  # type: ignore[index]


# ---- functions -----------------------------------------------------------------------------------------


def height(pose: Pose) -> float:
    return float(pose.position("p4")[1] ** 2)


def height_slope(pose: Pose) -> np.ndarray:
    return np.asarray(2.0 * pose.position("p4")[1] * pose.jacobian("p4", part="position")[1])


def test_a_function_may_stand_above() -> None:
    first = FunctionCriterion(height, gradient=height_slope)
    reach = [Reach("p6", GOALS[0], axes="xz")]
    alone = solve(START, reach, criteria=[first], max_steps=1000).pose
    pose = solve(START, reach, criteria=[[first], MidRange()], max_steps=1000).pose
    assert height(pose) <= height(alone) + 1e-9
    assert MidRange().value(pose) < MidRange().value(alone) - 1e-3


def test_what_cannot_stand_above_is_refused() -> None:
    reach = [Reach("p6", GOALS[0])]
    with pytest.raises(InputError, match="criterion 'height' stands above other criteria and needs a gradient"):
        solve(START, reach, criteria=[[height], MidRange()])
    below = FunctionCriterion(lambda p: -1.0, gradient=lambda p: np.zeros(6), name="deep")
    with pytest.raises(CriterionError, match=r"deep.*must not be negative above other criteria, but gave -1\.0"):
        solve(START, reach, criteria=[[below], MidRange()])
    with pytest.raises(InputError, match="level 2 of the criteria is empty"):
        solve(START, reach, criteria=[[MidRange()], []])
    with pytest.raises(InputError, match="is not a criterion"):
        solve(START, reach, criteria=[[MidRange()], ["rest"]])
    with pytest.raises(InputError, match="is not a criterion"):
        solve(START, reach, criteria=[[[MidRange()]], Extend()])


def test_the_account_tells_levels_apart() -> None:
    wishes = [[NearPose(FAR, joints=["q1"]), AwayFromLimits(weight=0.5)], MidRange()]
    solution = solve(START, [Reach("p6", GOALS[0])], criteria=wishes, max_steps=1000)
    told = [(c.level, c.name, c.weight) for c in solution.criteria]
    assert told == [(1, "NearPose", 1.0), (1, "AwayFromLimits", 0.5), (2, "MidRange", 1.0)]
    assert solution.criteria[2].value == pytest.approx(MidRange().value(solution.pose), rel=1e-12)
    assert "criteria: level 1: NearPose" in str(solution)
    assert "level 2: MidRange" in str(solution)
    assert solution.to_dict()["criteria"][0]["level"] == 1
    row = solve(START, [Reach("p6", GOALS[0])], criteria=[MidRange(), AwayFromLimits()])
    assert "criteria: MidRange, AwayFromLimits" in str(row)
    assert [c.level for c in row.criteria] == [1, 1]
    assert poise.solve(START, [Reach("p6", GOALS[0])]).criteria == ()
