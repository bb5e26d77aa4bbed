"""Small words that help: what a name is instead, which unit a number may have been meant in."""

from __future__ import annotations

import math
import re

import numpy as np
import pytest

import poise

HUMAN = poise.human(hands=True)
REST = HUMAN.rest()


def refusal(call) -> str:
    with pytest.raises(poise.PoiseError) as caught:
        call()
    return str(caught.value)


@pytest.mark.parametrize(
    ("call", "words"),
    [
        (lambda: poise.solve(REST, [poise.Hold("right_wrist")]), "right_wrist is a joint; sites are right_hand, "),
        (lambda: REST.position("left_shank"), "left_shank is a segment; sites are "),
        (lambda: REST.position("left_leg"), "left_leg is a limb; sites are left_foot, "),
        (lambda: REST["left_heel"], "left_heel is a site; joints are left_ankle, "),
        (lambda: REST.segment_frame("left_elbow"), "left_elbow is a site; segments are left_upper_arm, "),
        (lambda: HUMAN.joint("left_arm"), "left_arm is a limb; joints are left_wrist, "),
        (lambda: poise.Limb(HUMAN, "left_wrist"), "left_wrist is a joint; limbs are left_arm, "),
        (lambda: poise.statics(REST, supports=[poise.Support("left_knee_joint")]), "site or sole 'left_knee_joint'"),
        (
            lambda: poise.statics(REST, supports=[poise.Support("left_ankle")]),
            "left_ankle is a joint; choices are left_",
        ),
        (lambda: poise.statics(REST, forces=[poise.Weight("right_wrist", 2.0)]), "right_wrist is a joint; sites are"),
        (
            lambda: poise.solve(REST, [poise.Reach("left_hand", (0, 1, 0), joints=["head_top"])]),
            "head_top is a site; joints are head, ",
        ),
        (
            lambda: poise.solve(REST, [poise.Reach("left_hand", (0, 1, 0), joints="left_thigh")]),
            "left_thigh is a segment; choices are left_knee, left_hip, ",
        ),
        (lambda: HUMAN.pose("left_arm"), "left_arm is a limb; postures are "),
        (lambda: poise.solve(REST, [poise.Hold("left_foot")], root="left_hip"), "left_hip is a joint; segments are"),
        (lambda: REST.position("left_hnad"), "did you mean 'left_hand'"),
    ],
)
def test_a_name_of_something_else_is_told(call, words: str) -> None:
    assert words in refusal(call)


TABLE = poise.Obstacle("table", poise.Box((0.6, 0.02, 0.4)), placement=(0.0, 0.7, 0.5))
HERE = poise.World([TABLE])
FEW = [poise.Hold("left_foot")]


@pytest.mark.parametrize(
    ("call", "words"),
    [
        (lambda: poise.World({"table": poise.Sphere(0.1)}), "its name with it: World([Obstacle("),
        (lambda: poise.World([poise.Sphere(0.1)]), "a solid becomes one with a name: World([Obstacle("),
        (lambda: poise.solve(REST, FEW, world=[TABLE]), "World([Obstacle("),
        (lambda: poise.statics(REST, world=TABLE), "World([Obstacle("),
        (lambda: poise.solve(REST, [poise.Avoid(["table", "self"])], world=HERE), "Avoid('table', 'self')"),
        (lambda: poise.Touch("left_hand", (0.0, 1.0, 0.4)), "a point is reached by Reach"),
        (lambda: poise.Obstacle(poise.Sphere(0.1), "ball"), "the name of an obstacle must be"),
        (lambda: poise.Placement((0, 1, 0), (0, 0, 90)), "must be 4 numbers x y z w, not 3"),
    ],
)
def test_what_a_world_is_made_of_is_told(call, words: str) -> None:
    assert words in refusal(call)


def test_many_goals_tell_what_is_wrong_with_the_first() -> None:
    found = poise.solve_many(REST, [poise.Reach("left_hand", (0, 1, 0.4), name="a")], goals={"a": np.zeros((3, 2))})
    assert repr(found) == "<Solutions: 3 failed; item 0: the point of task 'a' must be 3 numbers, not 2>"


def test_an_option_of_another_format_is_told(tmp_path) -> None:
    file = tmp_path / "still.bvh"
    poise.Motion(HUMAN, [0, 1], [REST, REST]).save(file)
    told = refusal(lambda: poise.Motion.load(file, onto=HUMAN))
    assert "reading BVH has no option 'onto', which glTF and VRMA have; it has: unit, up" in told


def test_the_error_keeps_what_the_name_is() -> None:
    with pytest.raises(poise.UnknownNameError) as caught:
        REST.position("right_wrist")
    assert caught.value.elsewhere == "joint"
    assert caught.value.choices[0] == "right_hand"
    assert set(caught.value.choices) == set(HUMAN.sites)


# ---- inequalities in accounts --------------------------------------------------------------------------------------


def row(solution: poise.Solution, name: str) -> str:
    return next(line for line in str(solution).splitlines() if line.startswith(name))


@pytest.mark.parametrize(
    ("task", "words"),
    [
        (poise.Keep("eyes", axis=(0, 0, 1), direction=(0, 0, 1), angle=math.radians(35)), "angle <= 35.0°"),
        (poise.Keep("left_hand", (0, 0, 0), normal=(0, 1, 0)), "side >= 0.000"),
        (poise.Keep("left_hand", (0, 1, 0), max=0.5), "distance <= 0.500"),
        (poise.Keep("left_hand", (0, 1, 0), min=0.1), "distance >= 0.100"),
        (poise.Keep("left_hand", (0, 1, 0), min=0.1, max=0.6), "distance 0.100 to 0.600"),
        (poise.Keep("left_hand", (0, 1, 0), line=(0, 1, 0), max=0.4), "distance <= 0.400"),
        (poise.Keep("left_hand", "right_hand", min=0.05), "distance >= 0.050"),
        (poise.Balance(0.02), "inside >= 20 mm"),
        (poise.Balance(0.02, supports=[poise.Support("left_foot"), poise.Support("right_foot")]), "inside >= 20 mm"),
    ],
)
def test_an_inequality_says_what_is_allowed(task: poise.Task, words: str) -> None:
    solution = poise.solve(REST, [task])
    report = solution.tasks[0]
    assert words in row(solution, report.name)
    low, high = report.parts[0].allowed
    assert report.wanted[0] in (low, high)
    assert low <= report.reached[0] <= high
    allowed = report.to_dict()["allowed"]
    assert allowed == {"min": low if math.isfinite(low) else None, "max": high if math.isfinite(high) else None}


def test_given_forces_say_what_friction_allows() -> None:
    supports = [poise.Support("left_foot", 0.5, friction=0.2), poise.Support("right_foot", 0.5, friction=0.2)]
    push = poise.Force("chest", (0, 0, -400.0))
    solution = poise.solve(REST, [poise.Equilibrium()], forces=[push], supports=supports)
    cone = next(p for p in solution.tasks[0].parts if p.labels[0].startswith("sideways"))
    weight = HUMAN.mass * 9.81
    assert cone.allowed == (-math.inf, pytest.approx(0.2 * 0.5 * weight))
    assert not cone.met
    assert solution.tasks[0].worst is not cone or f"<= {0.1 * weight:.3f}" in str(solution)


def test_a_goal_is_no_range() -> None:
    report = poise.solve(REST, [poise.Reach("left_hand", (0.3, 1.2, 0.3))]).tasks[0]
    assert report.parts[0].allowed is None
    assert "allowed" not in report.to_dict()


# ---- units ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("call", "words"),
    [
        (lambda: poise.Keep("eyes", axis=(0, 0, 1), direction=(0, 0, 1), angle=35), "35 degrees are 0.6109"),
        (lambda: poise.Cone(45), "45 degrees are 0.7854"),
        (lambda: poise.Ellipse(30, 0.5), "30 degrees are 0.5236"),
        (lambda: poise.human(stature=175), "175 centimetres are 1.75"),
        (lambda: poise.human(stature=1690), "1690 millimetres are 1.69"),
        (lambda: poise.solve(REST, [poise.Balance(20)]), "20 millimetres are 0.02"),
    ],
)
def test_a_number_in_another_unit_is_told(call, words: str) -> None:
    assert words in refusal(call)


@pytest.mark.parametrize("call", [lambda: poise.Cone(4.0), lambda: poise.Cone(-1.0), lambda: poise.human(stature=0.5)])
def test_other_mistakes_have_no_such_hint(call) -> None:
    assert "here:" not in refusal(call)


@pytest.mark.parametrize(
    ("call", "words"),
    [
        (
            lambda: poise.Joint("knee", "hinge", None, "shank", limits={"angle": poise.Range(0, 120)}),
            "120 degrees are 2.09",
        ),
        (lambda: HUMAN.with_limits("left_knee", flexion=poise.Range(-1, 150)), "limit of joint 'left_knee' is 150"),
        (
            lambda: poise.Joint("arm", "ball", None, "arm", limits={"twist": poise.Range(-90, 2)}),
            "-90 degrees are -1.57",
        ),
        (
            lambda: poise.Joint("a", "ball", None, "b", limits={"twist": poise.TwistTable.of_swings([(0, 0, -45, 1)])}),
            "-45 degrees are -0.785",
        ),
        (lambda: poise.Placement.turned((0, 1, 0), 90), "90 degrees are 1.57"),
    ],
)
def test_an_angle_that_looks_like_degrees_is_warned_of(call, words: str) -> None:
    with pytest.warns(UserWarning, match=re.escape(words)):
        call()


def test_a_joint_may_turn_round_several_times() -> None:
    """Warnings are errors here."""
    for turns in (1.0, 2.5, 10.0):
        bound = turns * 2.0 * math.pi
        poise.Joint("winch", "hinge", None, "drum", limits={"angle": poise.Range(-bound, bound)})
        poise.Placement.turned((0, 1, 0), bound)
    poise.Joint("rail", "slide", None, "cart", limits={"distance": poise.Range(0, 120)})
    poise.Joint("wheel", "hinge", None, "rim", limits={"angle": poise.Range()})


def test_degrees_in_a_pose_are_told() -> None:
    pose = HUMAN.pose({"left_knee": 45})
    assert "were degrees given?" in repr(pose)
    assert "were degrees given?" in str(poise.solve(pose, [poise.Hold("left_foot")]))
    wanted = poise.solve(REST, [poise.Posture(pose, joints=["left_knee"])])
    assert "were degrees given?" in str(wanted)
    assert "degrees" in wanted.tasks[0].note
    bent = HUMAN.pose({"left_knee": 3.0})  # outside, but an angle
    for text in (repr(bent), str(poise.solve(bent, [poise.Hold("left_foot")]))):
        assert "outside" in text
        assert "degrees given" not in text


@pytest.mark.parametrize(("factor", "word"), [(100.0, "centimetres"), (1000.0, "millimetres")])
def test_a_goal_in_smaller_units_is_told(factor: float, word: str) -> None:
    feet = [poise.Hold("left_foot"), poise.Hold("right_foot")]
    far = poise.solve(REST, [feet, poise.Reach("left_hand", np.array([0.35, 1.45, 0.8]) * factor)])
    assert f"were {word} given?" in str(far)


@pytest.mark.parametrize("goal", [(0.3, 1.4, 3.0), (0.0, 40.0, 0.0), (3e5, 0.0, 1e6)])
def test_a_goal_out_of_reach_that_may_be_meant_has_no_hint(goal: tuple[float, float, float]) -> None:
    feet = [poise.Hold("left_foot"), poise.Hold("right_foot")]
    assert "given?" not in str(poise.solve(REST, [feet, poise.Reach("left_hand", goal)]))


def test_a_goal_far_away_that_is_reached_has_no_hint() -> None:
    reached = poise.solve(REST, [poise.Reach("left_hand", (35.0, 145.0, 80.0))], max_steps=1000)
    assert reached.status == "converged"
    assert "given?" not in str(reached)


# ---- functions of the caller's own ---------------------------------------------------------------------------------


def height(pose: poise.Pose) -> float:
    return pose.position("left_hand")[1] - 1.2


def slope(pose: poise.Pose) -> np.ndarray:
    return pose.jacobian("left_hand")[1:2]


def test_a_function_that_returns_nothing_is_told_by_name() -> None:
    for task in (poise.CustomTask(lambda pose: None, name="mine"), poise.CustomTask(height, jacobian=lambda p: None)):
        words = refusal(lambda task=task: poise.solve(REST, [task]))
        assert re.search(r"task '(mine|custom height)' failed .* returned None", words)
    forgetful = poise.FunctionCriterion(lambda pose: None, name="mine")
    words = refusal(lambda: poise.solve(REST, [poise.Hold("left_foot")], criteria=[forgetful]))
    assert "criterion 'mine' failed" in words
    assert "returned None" in words


def test_a_right_jacobian_passes_its_check() -> None:
    task = poise.CustomTask(height, jacobian=slope, check_jacobian=True)
    assert poise.solve(REST, [task]).status == "converged"


def test_a_wrong_jacobian_is_told_where() -> None:
    elbow = HUMAN.tangent_slice("left_elbow").start

    def wrong(pose: poise.Pose) -> np.ndarray:
        J = np.vstack([pose.jacobian("left_hand")[:3]])
        J[1, elbow] += 0.25
        return J

    task = poise.CustomTask(lambda p: p.position("left_hand"), jacobian=wrong, check_jacobian=True, name="hand")
    expected = REST.jacobian("left_hand")[1, elbow]
    words = refusal(lambda: poise.solve(REST, [task]))
    assert "task 'hand'" in words
    assert "row 1" in words
    assert "'left_elbow' (degree of freedom 0)" in words
    assert f"expected {expected:.6g}" in words
    assert f"found {expected + 0.25:.6g}" in words
    unchecked = poise.CustomTask(lambda p: p.position("left_hand") - (0.3, 1.2, 0.3), jacobian=wrong)
    assert poise.solve(REST, [unchecked]) is not None


def test_a_wrong_gradient_is_told_where() -> None:
    def gradient(pose: poise.Pose) -> np.ndarray:
        return pose.center_of_mass_jacobian()[1] * 2.0

    for check, works in ((False, True), (True, False)):
        criterion = poise.FunctionCriterion(
            lambda p: float(p.center_of_mass[1]), gradient=gradient, check_gradient=check, name="low"
        )
        solve = lambda c=criterion: poise.solve(REST, [poise.Hold("left_foot")], criteria=[c])  # noqa: E731
        if works:
            assert solve() is not None
        else:
            words = refusal(solve)
            assert "criterion 'low'" in words
            assert "joint 'root'" in words
            assert "expected 1" in words
            assert "found 2" in words
