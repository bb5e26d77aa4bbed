"""The shipped scenes show what the figures they are named after show."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.optimize import least_squares
from solved_scenes import scene, solved

import poise

SHIPPED = list(poise.shipped_scenes())


def met(name: str) -> list[bool]:
    """Which enabled tasks are met, in order."""
    return [task.met for task in solved(name).tasks if task.enabled]


def missed(name: str, task: str) -> float:
    return solved(name).task(task).residual


@pytest.mark.parametrize("name", SHIPPED)
def test_every_scene_has_words_and_comes_back(name, tmp_path):
    shipped = scene(name)
    assert shipped.name
    assert shipped.notes
    shipped.save(tmp_path / "copy.yaml")
    assert poise.Scene.load(tmp_path / "copy.yaml") == shipped


@pytest.mark.parametrize("name", SHIPPED)
def test_every_solution_is_inside_the_limits(name):
    assert solved(name).pose.limit_violation < 1e-9


# ---- chains: figures 5.1 to 5.4 and 7.5 -----------------------------------------------------------------


def least_squares_cost(asked: poise.Scene, starts: int) -> float:
    """The least sum of squared errors of the tasks, found by scipy from many starts."""
    figure, tasks = asked.figure, [t for t in asked.tasks if t.enabled]
    joints = [j for j in figure.joints if figure.joints[j].dof]

    def errors(q):
        pose = figure.pose(dict(zip(joints, q, strict=True)))
        return np.concatenate([np.sqrt(t.weight) * (pose.position(t.site) - t.point) for t in tasks])

    rng = np.random.default_rng(0)
    begins = [np.zeros(len(joints)), *rng.uniform(-2, 2, (starts, len(joints)))]
    return min(2 * least_squares(errors, q).cost for q in begins)


def cost(name: str) -> float:
    asked = scene(name)
    return sum(t.weight * missed(name, t.name) ** 2 for t in asked.tasks if t.enabled)


@pytest.mark.parametrize("name", ["baerlocher_5_1_a", "baerlocher_5_1_b", "baerlocher_5_3"])
def test_5_1_and_5_3_are_least_squares_solutions(name):
    assert not any(met(name))
    assert cost(name) == pytest.approx(least_squares_cost(scene(name), 12), rel=1e-6)


def test_5_1_new_goals_on_the_lower_link_move_it():
    before, after = (solved(f"baerlocher_5_1_{x}").pose["joint_1"] for x in "ab")
    assert after - before > np.radians(10), "towards the new goals, which are on the left"


def test_5_2_fewer_goals_are_met_better():
    assert met("baerlocher_5_2_a") == [False] * 5
    assert cost("baerlocher_5_2_a") == pytest.approx(least_squares_cost(scene("baerlocher_5_2_a"), 2), rel=1e-5)
    assert met("baerlocher_5_2_b").count(True) == 1
    assert cost("baerlocher_5_2_b") < 0.5 * cost("baerlocher_5_2_a")
    assert met("baerlocher_5_2_c") == [True] * 3


def test_5_3_the_errors_are_those_of_the_figure():
    elbow, tip = missed("baerlocher_5_3", "reach elbow"), missed("baerlocher_5_3", "reach tip")
    assert elbow == pytest.approx(0.075, abs=1e-5)
    assert tip == pytest.approx(0.175, abs=1e-5)
    assert np.hypot(elbow, tip) == pytest.approx(0.190, abs=5e-4)


def test_5_4_weights_partition_and_priority():
    assert met("baerlocher_5_4_a") == [True, True]
    right, left = (missed("baerlocher_5_4_b", f"reach {side}_tip") for side in ("right", "left"))
    assert min(right, left) > 0.1
    assert 4 * right == pytest.approx(left, abs=1e-4), "errors share out as the weights say"
    assert met("baerlocher_5_4_c") == [True, False]
    assert met("baerlocher_5_4_d") == [True, False]
    assert missed("baerlocher_5_4_d", "reach left_tip") == pytest.approx(0.70, abs=1e-4), (
        "arms in one line: 1.9 m − 1.2 m"
    )
    goals = [t.point for t in scene("baerlocher_5_4_a").tasks]
    assert [t.point for t in scene("baerlocher_5_4_c").tasks] == goals, "(a) shows that (c) could be met"


def test_5_9_by_priority_the_second_goal_is_as_near_as_the_first_allows():
    assert met("baerlocher_5_9_a") == [True, False]
    main, second = (np.array(t.point) for t in scene("baerlocher_5_9_a").tasks)
    arms = 1.2  # metres from tip to tip, stretched
    best = np.linalg.norm(main - second) - arms
    assert missed("baerlocher_5_9_a", "reach left_tip") == pytest.approx(best, abs=1e-5)


def test_5_10_by_priority_the_chain_is_in_balance_all_the_way():
    way, balance = path_of_the_tip("baerlocher_5_10_a")
    assert met("baerlocher_5_10_a") == [True, True]
    assert max(balance) < 1e-6
    length, straight = np.linalg.norm(np.diff(way, axis=0), axis=1).sum(), np.linalg.norm(way[-1] - way[0])
    assert length < 1.5 * straight


def test_5_9_cascaded_projections_end_beside_the_best_pose():
    assert met("baerlocher_5_9_b") == [True, False]
    tip = "reach left_tip"
    assert missed("baerlocher_5_9_b", tip) > missed("baerlocher_5_9_a", tip) + 0.05


def test_5_10_cascaded_projections_creep():
    assert met("baerlocher_5_10_b") == [True, True]
    assert solved("baerlocher_5_10_b").steps > 10 * solved("baerlocher_5_10_a").steps


def path_of_the_tip(name: str) -> tuple[np.ndarray, list[float]]:
    """Where the tip is after each step, and how far the centre of mass is off its line."""
    asked = scene(name)
    session = poise.Session(asked.start, asked.demands(), criteria=asked.criteria)
    poses = [asked.start]
    while not session.settled and len(poses) < 100:
        poses.append(session.step())
    return np.array([p.position("tip") for p in poses]), [abs(float(p.center_of_mass[0])) for p in poses]


def test_7_5_the_loop_holds_however_it_is_pulled():
    assert met("baerlocher_7_5_a") == [True]
    assert met("baerlocher_7_5_b") == [True, False, False]
    assert missed("baerlocher_7_5_b", "together base tip") < 1e-9
    pulled = solved("baerlocher_7_5_b").pose
    sides = [np.linalg.norm(pulled.position(a) - pulled.position(b)) for a, b in (("base", "at_4"), ("at_4", "at_8"))]
    np.testing.assert_allclose(sides, 0.8, atol=2e-3, err_msg="stretched to a triangle of three straight sides")


# ---- inertia: figures 7.7 and 7.8 --------------------------------------------------------------------------


def moment(name: str, axis: str) -> float:
    return solved(name).pose.moment_of_inertia(np.eye(3)["xyz".index(axis)])


def test_7_7_the_loop_spreads_as_far_as_the_levels_above_allow():
    assert met("baerlocher_7_7_b") == [True, True]
    assert met("baerlocher_7_7_c") == met("baerlocher_7_7_d") == [True, True, False]
    before, held, free = (moment(f"baerlocher_7_7_{x}", "z") for x in "bcd")
    assert before < held < free
    pose = solved("baerlocher_7_7_d").pose
    corners = np.array([pose.joint_frame(f"joint_{i}")[:3, 3] for i in range(1, 10)])
    spokes = np.linalg.norm(corners - corners.mean(axis=0), axis=1)
    radius = 0.2 / (2 * np.sin(np.pi / 9))  # of nine links of 0.2 m in a ring
    np.testing.assert_allclose(spokes, radius, atol=1e-3, err_msg="a regular polygon has the most inertia")


def test_7_8_the_man_stretches_and_curls_up_in_balance():
    names = [f"baerlocher_7_8_{x}" for x in "bcdef"]
    moments = [moment(name, "x") for name in names]
    assert moments == sorted(moments, reverse=True)
    assert moments[1:4] == pytest.approx([10, 7, 5], abs=1e-2)
    assert all(met(name)[0] for name in names), "balance goes before"
    heights = [solved(name).pose.position("head_top")[1] for name in names]
    assert heights[0] > 1.7, "stretched"
    assert heights[-1] < 0.6, "curled up"
    arm = solved(names[0]).pose.position("hand")[1]
    assert arm > heights[0], "arms over the head"


# ---- people: figures 7.4 and 7.11 to 7.14, and the dance ---------------------------------------------------


def hip_less_knee(name: str) -> float:
    pose = solved(name).pose
    return float(np.degrees(pose["left_hip"].swing_x - pose["left_knee"].flexion))


def test_7_4_hamstrings_bend_the_knees():
    assert all(met("baerlocher_7_4_a") + met("baerlocher_7_4_b"))
    assert hip_less_knee("baerlocher_7_4_a") > 90
    assert hip_less_knee("baerlocher_7_4_b") <= 70 + 1e-6
    knees = [np.degrees(solved(f"baerlocher_7_4_{x}").pose["left_knee"].flexion) for x in "ab"]
    assert knees[0] < 1
    assert knees[1] > 30


def test_7_11_the_eyes_follow_while_feet_and_balance_are_kept():
    assert all(met("baerlocher_7_11_d"))
    assert all(met("baerlocher_7_11_e"))
    assert all(met("baerlocher_7_12_g") + met("baerlocher_7_12_h"))
    assert met("baerlocher_7_11_f") == [True, True, True, False]
    assert solved("baerlocher_7_11_f").limits, "joint limits stop the gaze"


def test_7_11_the_pelvis_goes_down_over_the_feet_with_an_upright_back():
    assert all(met("baerlocher_7_11_c"))
    low, start = solved("baerlocher_7_11_c").pose, poise.Scene.load("baerlocher_7_11_c").start
    assert low.position("pelvis")[1] < start.position("pelvis")[1] - 0.2
    assert np.degrees(low["left_knee"].flexion) > 60
    assert np.degrees(np.linalg.norm(low.difference(start)[low.figure.tangent_slice("lumbar")])) < 3


def test_7_12_shifting_the_weight_brings_the_hand_nearer():
    for name in ("baerlocher_7_12_i", "baerlocher_7_12_j"):
        assert met(name) == [True, True, True, True, False]
    hand = "reach right_hand"
    assert missed("baerlocher_7_12_j", hand) < missed("baerlocher_7_12_i", hand) - 0.1
    left = solved("baerlocher_7_12_j").pose
    assert abs(left.center_of_mass[0] - left.position("left_foot")[0]) < 0.01


def test_7_13_balance_goes_before_gaze_and_reach():
    assert all(met("baerlocher_7_13_b"))
    assert met("baerlocher_7_13_c") == [True, True, True, True, True, False]
    near, far = (solved(f"baerlocher_7_13_{x}").pose for x in "bc")
    assert far.position("pelvis")[2] < near.position("pelvis")[2] - 0.1, "the weight moves back"


def test_7_13_staying_out_of_the_cylinder_goes_before_balance():
    assert met("baerlocher_7_13_d")[:4] == [True, True, True, False]
    assert solved("baerlocher_7_13_d").status == "compromise", "it settles"
    pose, world = solved("baerlocher_7_13_d").pose, poise.Scene.load("baerlocher_7_13_d").world
    assert world is not None
    assert abs(world.distances(pose)[0].distance) < 1e-6, "it is against the body, and not inside"
    assert pose.position("pelvis")[2] < -0.15, "the waist gives way"
    assert 0.05 < missed("baerlocher_7_13_d", "center_of_mass") < 0.15, "pushed out of balance, as little as can be"


def test_7_11_and_7_14_legs_bend_by_a_criterion_and_disturb_no_task():
    for name in ("baerlocher_7_11_b", "baerlocher_7_14_b"):
        assert all(met(name))
        assert np.degrees(solved(name).pose["left_knee"].flexion) > 90
    stand, squat = (solved(f"baerlocher_7_14_{x}").pose for x in "ab")
    assert np.degrees(stand["left_knee"].flexion) < 30
    assert squat.position("pelvis")[1] < stand.position("pelvis")[1] - 0.3
    for hand in ("left_hand", "right_hand"):
        np.testing.assert_allclose(squat.position(hand), stand.position(hand), atol=1e-4)


def test_the_dance_is_found_and_its_balance_kept_on_the_way():
    assert all(met("dance"))
    assert len(solved("dance").limits) >= 5, "many joints are at their limits"
    errors = {method: balance_errors(method) for method in ("priority", "weighted")}
    assert max(errors["priority"][5:]) < 1e-6, "balanced early, and ever after"
    assert max(errors["weighted"][5:]) > 1e-3, "weights sway until the end"


def balance_errors(method: str) -> list[float]:
    """How far the centre of mass is off after each step."""
    dance = scene("dance")
    levels = dance.demands() if method == "priority" else [dance.tasks]
    session = poise.Session(dance.start, levels, criteria=dance.criteria)
    return [_off(session.step()) for _ in range(12)]


def _off(pose: poise.Pose) -> float:
    goal = np.array([0.085, 0.068])
    return float(np.linalg.norm(pose.center_of_mass[[0, 2]] - goal))
