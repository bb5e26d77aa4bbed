"""Habit: the table is one of `poise.human`, and the criterion measures from it as its docstring says."""

from __future__ import annotations

import math
import re

import numpy as np
import pytest

import poise
from poise import Figure, Habit, Hold, NearPose, PoiseError, Pose, Range, Reach, RestPosture, human, solve
from poise.figure.joint import MODELS
from poise.people.habits import PELVIS, UNSEEN, habits

HUMAN = human()
REST = HUMAN.rest()
MEAN = {
    name: usual.mean if len(usual.mean) > 1 else usual.mean[0] for name, usual in habits().items() if name != PELVIS
}
PITCH, TILT = habits()[PELVIS].mean[0], habits()[PELVIS].sigma[0]

PEOPLE = {
    "mean man": HUMAN,
    "small woman": human(percentile=5, sex="female"),
    "tall man with fingers": human(stature=2.0, hands=True),
    "scaled": HUMAN.scaled(0.6),
    "long arms": HUMAN.scaled({"left_forearm": 1.3, "right_forearm": 1.3}),
    "held at a foot": HUMAN.rerooted("left_foot"),
    "held at the chest": human(hands=True).rerooted("chest"),
}


def turned(axis: str, angle: float, pose: Pose) -> Pose:
    """The pose turned about an axis of the world, as one piece."""
    i, j = {"x": (1, 2), "y": (2, 0), "z": (0, 1)}[axis]
    turn = np.eye(4)
    turn[i, i] = turn[j, j] = math.cos(angle)
    turn[j, i], turn[i, j] = math.sin(angle), -math.sin(angle)
    return pose.with_joints({pose.figure.base.name: turn @ pose.segment_frame(pose.figure.root)})


def usual(figure: Figure) -> Pose:
    """The mean of what people do, made without the criterion's own helpers: pelvis pitched at the origin."""
    pose = figure.pose(MEAN)
    pelvis, root = (pose.segment_frame(segment) for segment in ("pelvis", figure.root))
    pitched = np.eye(4)
    pitched[1:3, 1:3] = [[math.cos(PITCH), -math.sin(PITCH)], [math.sin(PITCH), math.cos(PITCH)]]
    return pose.with_joints({figure.base.name: pitched @ np.linalg.inv(pelvis) @ root})


def test_the_table_names_every_coordinate_of_the_joints_that_were_captured() -> None:
    moving = {name for name, joint in HUMAN.joints.items() if joint.coordinates} - {HUMAN.base.name}
    assert set(habits()) - {PELVIS} == moving
    for name in moving:
        assert habits()[name].coordinates == MODELS[HUMAN.joints[name].model].coordinates
        assert all(math.radians(2) < s < math.radians(60) for s in habits()[name].sigma)


def test_the_table_is_symmetric() -> None:
    for name, value in MEAN.items():
        if name.startswith("left_"):
            other = MEAN[name.replace("left_", "right_")]
            signs = [-1 if c in ("swing_y", "twist") else 1 for c in habits()[name].coordinates]
            np.testing.assert_array_equal(np.atleast_1d(other), np.atleast_1d(value) * signs)
        elif not name.startswith("right_"):
            assert all(abs(v) < 1e-3 for v in np.atleast_1d(value)[1:])  # the middle leans and turns to no side


@pytest.mark.parametrize("who", PEOPLE)
def test_the_mean_is_a_pose_of_everybody_and_costs_nothing(who: str) -> None:
    pose = usual(PEOPLE[who])
    assert pose.limit_violation < math.radians(0.01)  # the table is rounded to that
    assert Habit().value(pose) == pytest.approx(0.0, abs=1e-5)
    np.testing.assert_allclose(Habit().derivative(pose), 0.0, atol=0.1)


@pytest.mark.parametrize("who", PEOPLE)
@pytest.mark.parametrize(
    ("joint", "coordinate"), [("left_knee", 0), ("right_elbow", 1), ("head", 0), ("left_wrist", 1)]
)
def test_one_sigma_off_costs_a_half(who: str, joint: str, coordinate: int) -> None:
    pose = usual(PEOPLE[who])
    value = list(pose[joint])
    value[coordinate] += habits()[joint].sigma[coordinate]
    assert Habit().value(pose.with_joints({joint: tuple(value)})) == pytest.approx(0.5, abs=1e-3)


def test_a_ball_joint_is_weighed_about_its_own_axes() -> None:
    pose = usual(HUMAN)
    for axis in range(3):
        step = np.zeros(HUMAN.dof)
        step[HUMAN.tangent_slice("left_shoulder")][axis] = habits()["left_shoulder"].sigma[axis]
        assert Habit().value(pose.integrate(step)) == pytest.approx(0.5, abs=1e-3)


def test_the_figure_may_stand_and_face_anywhere_but_not_lean() -> None:
    pose = usual(HUMAN)
    for angle in (0.4, 2.0, -3.0):
        elsewhere = np.array(turned("y", angle, pose).segment_frame("pelvis"))
        elsewhere[:3, 3] = 3.0, 1.0, -2.0
        assert Habit().value(pose.with_joints({"root": elsewhere})) == pytest.approx(0.0, abs=1e-5)
    for axis in "xz":
        assert Habit().value(turned(axis, TILT, pose)) == pytest.approx(0.5, abs=1e-3)


def test_held_at_a_foot_a_lean_counts_less_the_more_joints_are_between() -> None:
    between = [s for j in ("left_hip", "left_knee", "left_ankle") for s in habits()[j].sigma]
    sigma = math.sqrt(TILT**2 + sum(s**2 for s in between))
    assert Habit().value(turned("z", sigma, usual(HUMAN.rerooted("left_foot")))) == pytest.approx(0.5, abs=1e-3)


@pytest.mark.parametrize("who", PEOPLE)
def test_derivatives(who: str) -> None:
    pose = PEOPLE[who].random(np.random.default_rng(4))
    found, step = Habit().derivative(pose), 1e-6
    for k in range(pose.figure.dof):
        way = np.zeros(pose.figure.dof)
        way[k] = step
        slope = (Habit().value(pose.integrate(way)) - Habit().value(pose.integrate(-way))) / (2 * step)
        assert found[k] == pytest.approx(slope, rel=1e-4, abs=1e-4)


def test_fingers_are_relaxed() -> None:
    figure = human(hands=True)
    pose = usual(figure)
    bent = pose.with_joints({"left_thumb_ip": figure.rest()["left_thumb_ip"] + UNSEEN})
    assert Habit().value(bent) == pytest.approx(0.5, abs=1e-3)


def test_joints_say_whose_habits_count() -> None:
    pose = REST
    alone = [Habit(joints=[name]).value(pose) for name in habits() if name != PELVIS]
    tilt = Habit(joints=[HUMAN.base.name]).value(pose)
    assert math.fsum(alone) + tilt == pytest.approx(Habit().value(pose), rel=1e-9)
    assert Habit(joints={"left_knee": 3.0}).value(pose) == pytest.approx(3 * Habit(joints="left_knee").value(pose))


def test_a_locked_joint_is_left_where_it_is() -> None:
    stiff = HUMAN.with_limits("left_knee", flexion=Range.degrees(0, 10)).with_limits(
        "right_elbow", flexion=Range(0.2, 0.2)
    )
    goal = np.add(stiff.rest().position("right_hand"), (0.05, 0.1, 0.1))
    solution = solve(stiff.rest(), [Hold("left_foot"), Reach("right_hand", goal)], criteria=[Habit()])
    assert solution.pose.within_limits
    assert solution.pose["right_elbow.flexion"] == pytest.approx(0.2, abs=1e-9)
    fixed = HUMAN.with_joint("left_toes", model="fixed", limits={})
    assert Habit().value(usual(HUMAN)) == pytest.approx(
        Habit().value(fixed.pose(dict(MEAN) | {"left_toes": ()})), abs=0.02
    )


def test_alone_it_leads_to_the_mean() -> None:
    for who in ("mean man", "tall man with fingers"):
        figure = PEOPLE[who]
        pose = solve(figure.rest(), [[Reach("pelvis", figure.rest().position("pelvis"))]], criteria=[Habit()]).pose
        assert Habit().value(pose) < 1e-5
        for name, value in MEAN.items():
            np.testing.assert_allclose(pose[name], value, atol=1e-3)


def test_people_bend_their_knees_to_reach_the_floor_and_rest_posture_does_not() -> None:
    low = (-0.2, 0.25, 0.45)
    levels = [[Hold("left_foot"), Hold("right_foot")], Reach("right_hand", low)]
    habit, rest = (solve(REST, levels, criteria=[wish]).pose for wish in (Habit(), RestPosture()))
    for pose in (habit, rest):
        assert np.linalg.norm(pose.position("right_hand") - low) < 1e-6
    assert habit["left_knee.flexion"] > math.radians(40)
    assert Habit().value(habit) < 0.7 * Habit().value(rest)


def test_it_is_near_pose_with_weights() -> None:
    weights = {name: tuple(s**-2 for s in usual.sigma) for name, usual in habits().items() if name != PELVIS}
    near = NearPose(usual(HUMAN), joints=weights, base=(0.0, TILT**-2, 0.0))
    pose = HUMAN.random(np.random.default_rng(2))
    assert near.value(pose) == pytest.approx(Habit().value(pose), rel=1e-4)


@pytest.mark.parametrize("figure", [poise.figures.bird(), poise.figures.quadruped(), poise.figures.chain(3)], ids=repr)
def test_other_figures_are_refused(figure: Figure) -> None:
    words = f"criterion Habit knows poise.human, but the figure {figure.name!r} has no joint 'lumbar'"
    with pytest.raises(PoiseError, match=re.escape(words)):
        solve(figure.rest(), [Reach(next(iter(figure.sites)), (0, 0, 0))], criteria=[Habit()])


def test_a_joint_of_another_model_is_named() -> None:
    odd = HUMAN.with_joint("left_toes", model="swing", limits={})
    with pytest.raises(PoiseError, match="has a joint 'left_toes' of model swing; RestPosture prefers the rest of any"):
        Habit().value(odd.rest())
