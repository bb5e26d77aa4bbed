"""Solutions with a criterion are optima of that criterion on the poses that serve the tasks; scipy agrees."""

from __future__ import annotations

import numpy as np
import pytest
import scenes
from scipy.optimize import minimize

import poise
from poise import CriterionError, Figure, Pose
from poise.criteria import AwayFromLimits, Criterion, Extend, Flex, FunctionCriterion, MidRange, NearPose, SupportTorque
from poise.criteria.preferences import compiled
from poise.session import Session
from poise.solver import solve
from poise.tasks import Balance, Hold, Reach

LADDER = scenes.ladder()
ARM = scenes.arm(1.4)


def elbow(pose: Pose) -> float:
    return float(pose.position("p4")[1] ** 2 + 0.2 * np.sin(pose.position("p4")[2]))


CRITERIA: dict[str, list[Criterion]] = {
    "near pose": [NearPose(ARM.pose({f"q{i}": 0.3 for i in range(1, 7)}))],
    "mid range": [MidRange()],
    "away_from_limits": [AwayFromLimits()],
    "flex": [Flex(joints=["q2", "q3", "q5"]), MidRange(weight=0.1)],
    "extend": [Extend(joints=["q2", "q3", "q5"]), MidRange(weight=0.1)],
    "support torque": [SupportTorque(point=(0.0, 0.0, 0.0)), NearPose("rest", weight=0.1)],
    "function": [FunctionCriterion(elbow), NearPose("rest", weight=0.05)],
    "several": [MidRange(weight=0.5), AwayFromLimits(weight=2.0), NearPose("rest", weight=0.2)],
}


def cost(criteria: list[Criterion], pose: Pose) -> float:
    return sum(c.weight * c.value(pose) for c in criteria)


def scipy_optimum(start: Pose, site: str, goal: np.ndarray, criteria: list[Criterion], limit: float) -> float:
    """The least cost near `start` among hinge angles within ± limit that bring the site to the goal."""
    figure = start.figure
    ready = compiled(start, criteria)

    def posed(q: np.ndarray) -> Pose:
        return Pose(figure, q)

    def both(q: np.ndarray) -> tuple[float, np.ndarray]:
        parts = [(w, c.evaluate(posed(q)._core)) for c, w in ready]
        return sum(w * p[0] for w, p in parts), np.sum([w * p[1] for w, p in parts], axis=0)

    at_goal = {
        "type": "eq",
        "fun": lambda q: posed(q).position(site) - goal,
        "jac": lambda q: posed(q).jacobian(site, part="position"),
    }
    found = minimize(
        both, np.array(start.coordinates), jac=True, method="SLSQP", bounds=[(-limit, limit)] * figure.dof,
        constraints=[at_goal], options={"ftol": 1e-15, "maxiter": 500},
    )  # fmt: skip
    assert np.abs(at_goal["fun"](found.x)).max() < 1e-7
    return float(found.fun)


@pytest.mark.parametrize("name", CRITERIA)
@pytest.mark.parametrize("goal", [(0.35, 0.30, 0.65), (-0.2, 0.6, 0.3)])
def test_the_solution_is_scipys_optimum(name: str, goal: tuple[float, float, float]) -> None:
    criteria = CRITERIA[name]
    start = ARM.pose({f"q{i}": 0.25 * (-1) ** i for i in range(1, 7)})
    solution = solve(start, [Reach("p6", goal)], criteria=criteria, max_steps=1000)
    assert solution.status == "converged"
    best = scipy_optimum(solution.pose, "p6", np.array(goal), criteria, 1.4)
    assert cost(criteria, solution.pose) == pytest.approx(best, abs=1e-6 * (1.0 + best))


@pytest.mark.parametrize("weight", [0.05, 20.0])
def test_weights_trade_criteria_against_each_other(weight: float) -> None:
    low, high = LADDER.pose({"joint_5": -0.4}), LADDER.pose({"joint_5": 0.8})
    criteria = [NearPose(low), NearPose(high, weight=weight)]
    pose = solve(LADDER.rest(), [Hold("base")], criteria=criteria).pose
    assert pose["joint_5"] == pytest.approx((-0.4 + 0.8 * weight) / (1.0 + weight), abs=1e-6)


@pytest.mark.parametrize("wish", [MidRange(), AwayFromLimits(), Flex(), SupportTorque(), poise.RestPosture()], ids=repr)
def test_a_criterion_takes_nothing_from_the_tasks_of_a_person(wish: Criterion) -> None:
    rest = scenes.human().rest()
    levels = [scenes.feet(), Balance(), Reach("right_hand", (-0.3, 1.2, 0.4))]
    plain, solution = solve(rest, levels), solve(rest, levels, criteria=[wish])
    assert solution.status == plain.status == "converged"
    assert solution.pose.limit_violation < 1e-9
    assert wish.value(solution.pose) < wish.value(plain.pose) + 1e-9


def test_flexed_legs_bend_without_losing_a_task() -> None:
    """Baerlocher's fig. 7.14: the body flexes while feet, balance and the hand keep their places."""
    human: Figure = scenes.human()
    rest = human.rest()
    levels = [scenes.feet(), Balance(), Reach("right_hand", (-0.25, 1.0, 0.4))]
    bent = solve(rest, levels, criteria=[Flex(joints=["left_knee", "right_knee"])]).pose
    assert min(bent["left_knee"][0], bent["right_knee"][0]) > rest["left_knee"][0] + 0.3


@pytest.mark.parametrize("wish", [MidRange(), poise.RestPosture()], ids=repr)
def test_closed_paths_return_under_any_posture_criterion(wish: Criterion) -> None:
    """Two laps of the tip end within 1e-6 rad of each other (Tolani et al. 3.6)."""
    centre = np.array([0.0, 0.9, 0.6])
    ways = [centre + 0.15 * np.array([0.0, np.cos(a), np.sin(a)]) for a in np.linspace(0.0, 2 * np.pi, 13)[1:]]
    session = Session(LADDER.pose({"joint_2": 0.4, "joint_5": 0.3}), [Reach("p8", ways[-1])], criteria=[wish])
    ends = []
    for _ in range(3):
        for point in ways:
            session.tasks["reach p8"].goal = point
            for _ in range(500):
                session.step()
                if session.settled:
                    break
            assert session.settled
        ends.append(session.pose)
    assert np.abs(ends[1].difference(ends[2])).max() < 1e-6


# ---- functions that fail ---------------------------------------------------------------------------


def raising(pose: Pose) -> float:
    raise ZeroDivisionError("oops")


@pytest.mark.parametrize(
    ("function", "text"),
    [
        (raising, "criterion 'raising' failed at the start: its function raised ZeroDivisionError: oops"),
        (FunctionCriterion(lambda pose: float("nan"), name="mine"), "'mine' failed at the start: its function gave"),
        (FunctionCriterion(lambda pose: [1.0, 2.0], name="two"), "its function must give a number, not shape (2,)"),
        (FunctionCriterion(elbow, gradient=lambda pose: [0.0]), "its gradient must give shape (6,), not shape (1,)"),
    ],
)  # fmt: skip
def test_a_function_that_fails_is_named(function: object, text: str) -> None:
    start = ARM.rest()
    before = start.coordinates.tobytes()
    with pytest.raises(CriterionError) as caught:
        solve(start, [Reach("p6", (0.35, 0.30, 0.65))], criteria=[function])
    assert text in str(caught.value)
    assert start.coordinates.tobytes() == before


def test_a_function_that_fails_later_tells_the_step() -> None:
    def fails_when_bent(pose: Pose) -> float:
        if float(np.abs(pose.coordinates).max()) > 0.4:
            raise ValueError("too bent")
        return float(pose.coordinates @ pose.coordinates)

    with pytest.raises(CriterionError) as caught:
        solve(ARM.pose({"q2": 0.1}), [Reach("p6", (0.35, 0.30, 0.65))], criteria=[fails_when_bent])
    assert caught.value.criterion == "fails_when_bent"
    assert isinstance(caught.value.__cause__, ValueError)


@pytest.mark.parametrize("offset", [-100.0, 0.0, 100.0])
def test_what_a_function_costs_beyond_its_differences_does_not_matter(offset: float) -> None:
    """A function may cost less than nothing."""
    arm = scenes.arm()
    start = arm.pose({f"q{i}": 0.4 for i in range(1, 7)})
    out, held = np.array([0.6, 0.5, 0.4]), [Reach("p2", start.position("p2"))]

    def reached(base: float) -> float:
        solution = solve(start, held, criteria=[lambda p: base - out @ p.position("p6")], max_steps=400)
        return float(out @ solution.pose.position("p6"))

    assert reached(offset) == pytest.approx(reached(10.0), abs=1e-6)
    assert reached(offset) > out @ start.position("p6") + 0.05


@pytest.mark.parametrize("goal", [(0.159850, 1.707037, 0.201065), (-0.109382, 1.455685, 0.144654)])
def test_a_solve_whose_last_step_left_the_criteria_out_is_not_at_its_end(goal: tuple[float, float, float]) -> None:
    """A rejected step is tried again for the hand alone; it meets the goal, while the habits still want 0.7 rad."""
    rest = poise.human().rest()
    feet = [Hold(f"{side}_foot", frame=rest.frame(f"{side}_foot")) for side in ("left", "right")]
    levels = [feet, Balance(margin=0.02), poise.LookAt("eyes", goal), Reach("right_hand", goal)]
    habit = poise.Habit()
    ended = solve(rest, levels, criteria=[habit]).pose
    went_on = solve(ended, levels, criteria=[habit]).pose
    assert habit.value(ended) == pytest.approx(habit.value(went_on), rel=1e-6)
