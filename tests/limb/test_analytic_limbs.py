"""Limbs that are analytic inside a solve or a session: their goals in closed form, strictness and limits as always."""

from __future__ import annotations

import math

import numpy as np
import pytest
from random_arms import random_arm, with_limb_anywhere

import poise
from poise import Limb, Pose, Session, Site
from poise.limb.task_goals import limb_of

HUMAN = poise.human()
REST = HUMAN.rest()
ARM = Limb(HUMAN, "right_arm")
FEET = [poise.Hold("left_foot"), poise.Hold("right_foot")]


def hand_at(pose: Pose, **options: object) -> list[poise.tasks.Task]:
    frame = pose.frame("right_hand")
    return [
        poise.Reach("right_hand", frame[:3, 3], **options),
        poise.Orient("right_hand", frame[:3, :3], **options),
    ]


def test_a_goal_in_reach_is_met_without_a_step_and_the_body_stays() -> None:
    there = with_limb_anywhere(ARM, np.random.default_rng(91))
    found = poise.solve(REST, [FEET, poise.Balance(), hand_at(there)], criteria=(), analytic=["right_arm"])
    assert found.status == "converged"
    assert found.steps == 0
    assert np.abs(found.pose.frame("right_hand") - there.frame("right_hand")).max() < 1e-12
    body = np.setdiff1d(np.arange(HUMAN.size), ARM.slots)
    np.testing.assert_array_equal(found.pose.coordinates[body], REST.coordinates[body])


def test_the_arm_meets_its_goals_from_anywhere() -> None:
    rng = np.random.default_rng(92)
    for _ in range(40):
        start = HUMAN.random(rng)
        q = np.array(start.coordinates)
        q[list(ARM.slots)] = HUMAN.random(rng).coordinates[list(ARM.slots)]
        there = Pose(HUMAN, q)
        if not there.within_limits:  # a coupling ties the arm to the body
            continue
        levels = [hand_at(there, joints="right_arm")]
        found = poise.solve(start, levels, criteria=(), analytic=["right_arm"])
        assert found.status == "converged"
        assert found.pose.limit_violation < 1e-9


@pytest.mark.parametrize("goal", ["axis", "aim", "hold"])
def test_every_kind_of_goal_leaps(goal: str) -> None:
    there = with_limb_anywhere(ARM, np.random.default_rng(93))
    frame = there.frame("right_hand")
    tasks = {
        "axis": [poise.Reach("right_hand", frame[:3, 3]), poise.Orient("right_hand", frame[:3, 2], axis=(0, 0, 1))],
        "aim": [poise.LookAt("right_hand", frame[:3, 3] + frame[:3, 2])],
        "hold": [poise.Hold("right_hand", frame=frame)],
    }[goal]
    found = poise.solve(REST, [FEET, tasks], criteria=(), analytic=["right_arm"])
    assert found.status == "converged"
    assert found.steps == 0


def test_the_trunk_brings_a_far_goal_into_reach() -> None:
    far = REST.position("right_hand") + np.array([0.3, 0.3, 0.65])
    assert not ARM.solve(far).reached
    found = poise.solve(
        REST, [FEET, poise.Balance(), poise.Reach("right_hand", far)], criteria=(), analytic=["right_arm"]
    )
    assert found.status == "converged"
    assert not np.allclose(found.pose["lumbar"], REST["lumbar"], atol=1e-3)


def test_a_level_above_is_never_hurt() -> None:
    """The elbow is held above the hand: what closed form would do to it is refused."""
    elbow, frame = REST.position("right_elbow"), with_limb_anywhere(ARM, np.random.default_rng(94)).frame("right_hand")
    only = {"joints": "right_arm"}
    levels = [poise.Reach("right_elbow", elbow, **only), poise.Reach("right_hand", frame[:3, 3], **only)]
    plain, found = (poise.solve(REST, levels, criteria=(), analytic=limbs) for limbs in ((), ("right_arm",)))
    assert found.tasks[0].residual < 1e-6
    assert found.tasks[1].residual == pytest.approx(plain.tasks[1].residual, abs=1e-4)
    assert found.tasks[1].residual > 1e-2


def test_what_one_limb_may_not_do_does_not_stop_another() -> None:
    """The left elbow is held above the left hand: what its arm would do is taken back, the right hand arrives."""
    left, rng = Limb(HUMAN, "left_arm"), np.random.default_rng(94)
    there = with_limb_anywhere(ARM, rng)
    beyond = with_limb_anywhere(left, rng).position("left_hand")
    held = poise.Reach("left_elbow", REST.position("left_elbow"), joints="left_arm")
    levels = [held, hand_at(there, joints="right_arm"), poise.Reach("left_hand", beyond, joints="left_arm")]
    session = Session(REST, levels, criteria=(), analytic=["right_arm", "left_arm"])
    pose = session.step()
    assert np.abs(pose.frame("right_hand") - there.frame("right_hand")).max() < 1e-6
    assert np.linalg.norm(pose.position("left_elbow") - REST.position("left_elbow")) < 1e-6


def test_a_session_is_strict_at_every_step() -> None:
    rng = np.random.default_rng(95)
    levels = [FEET, poise.Balance(margin=0.05), poise.Reach("right_hand", REST.position("right_hand"), name="hand")]
    session = Session(REST, levels, criteria=(), analytic=["right_arm"])
    for _ in range(60):
        session.tasks["hand"].goal = with_limb_anywhere(ARM, rng).position("right_hand") + rng.normal(scale=0.2, size=3)
        for _ in range(3):
            pose = session.step()
            assert pose.limit_violation < 1e-9
            assert all(task.residual < 1e-6 for task in session.solution().tasks[:3])


def test_a_closed_path_of_the_hand_closes_in_the_joints() -> None:
    center = ARM.shoulder() + np.array([-0.1, -0.1, 0.35])
    session = Session(REST, [FEET, poise.Reach("right_hand", center, name="hand")], criteria=(), analytic=["right_arm"])
    rounds = []
    for turn in np.linspace(0, 4 * math.pi, 41)[:-1] % (2 * math.pi):
        session.tasks["hand"].goal = center + 0.1 * np.array([math.cos(turn), math.sin(turn), 0.0])
        rounds.append(session.step(budget=60.0).coordinates)
    np.testing.assert_allclose(rounds[20:], rounds[:20], atol=1e-12)


def test_limbs_may_change_while_a_session_runs() -> None:
    there = with_limb_anywhere(ARM, np.random.default_rng(96))
    session = Session(REST, [FEET, hand_at(there)], criteria=())
    assert session.analytic == ()
    session.analytic = ["right_arm"]
    session.step()
    assert np.abs(session.pose.frame("right_hand") - there.frame("right_hand")).max() < 1e-9
    with pytest.raises(poise.UnknownNameError, match="no limb 'right_wing'"):
        session.analytic = ["right_wing"]
    assert session.analytic == ("right_arm",)
    session.add(poise.LookAt("eyes", (0, 1, 2)))
    assert session.analytic == ("right_arm",)


def test_tasks_that_the_limb_may_not_help_are_left_alone() -> None:
    goal = REST.position("right_hand") + np.array([0.0, 0.02, 0.05])
    trunk = [poise.Reach("right_hand", goal, joints=["lumbar", "thoracolumbar", "thoracic"])]
    found = poise.solve(REST, [FEET, trunk], criteria=(), analytic=["right_arm"])
    slots = list(ARM.slots)
    np.testing.assert_array_equal(found.pose.coordinates[slots], REST.coordinates[slots])


def test_any_site_of_the_last_segment_will_do() -> None:
    rng = np.random.default_rng(97)
    figure = random_arm(rng).with_site(Site("tip", "hand", poise.Placement((0.1, 0.0, 0.05))))
    start, there = figure.random(rng), figure.random(rng)
    levels = [[poise.Reach("tip", there.position("tip")), poise.Orient("tip", there.frame("tip")[:3, :3])]]
    found = poise.solve(start, levels, analytic=["arm"])
    assert found.steps == 0
    assert found.status == "converged"


def test_attempts_find_the_answer_on_the_other_side_of_a_gap() -> None:
    """The swivels that limits allow may be two intervals; the elbow is wanted in the one where it is not."""
    rng = np.random.default_rng(98)
    for _ in range(60):
        figure = random_arm(rng, "polygon", "range").with_site(Site("elbow", "lower"))
        pose = figure.random(rng)
        family = Limb(figure, "arm").family(pose.frame("tool"), pose=pose)
        spans = sorted((i for i in family.intervals if i.branch == family.intervals[0].branch), key=lambda i: i.start)
        if len(spans) < 2 or min(i.stop - i.start for i in spans) < 0.1:
            continue
        start, there = (family.at(i.middle, i.branch).pose for i in spans[:2])
        hand = [poise.Reach("tool", pose.position("tool")), poise.Orient("tool", pose.frame("tool")[:3, :3])]
        levels = [hand, poise.Reach("elbow", there.position("elbow"))]
        if poise.solve(start, levels, criteria=()).status == "compromise":
            break
    else:
        pytest.fail("no limb was drawn that one start does not bring across")
    options = {"analytic": ["arm"], "attempts": 40}
    found, same = (poise.solve(start, levels, criteria=(), rng=np.random.default_rng(5), **options) for _ in range(2))
    assert found.status == "converged"
    np.testing.assert_array_equal(found.pose.coordinates, same.pose.coordinates)


@pytest.mark.parametrize(
    ("names", "message"),
    [
        (["right_wing"], "no limb 'right_wing'"),
        ([3], "no limb 3"),
        (3, "analytic must be the names of limbs, not 3"),
        (["right_arm", "right_arm"], "analytic names a limb twice: 'right_arm', 'right_arm'"),
    ],
)
def test_what_is_no_limb_is_refused(names: object, message: str) -> None:
    levels = [poise.Reach("right_hand", (0, 1, 0.3))]
    for ask in (poise.solve, Session, poise.Scene):
        with pytest.raises(poise.PoiseError, match=message):
            ask(REST, levels, analytic=names)


@pytest.mark.parametrize("wrist", ["ball", "forearm"])
def test_the_present_swivel_gives_the_present_pose(wrist: str) -> None:
    rng = np.random.default_rng(99)
    for _ in range(10):
        pose = random_arm(rng, "cone", "range", wrist).random(rng)
        limb = limb_of(pose.figure, "arm")
        for goal in (pose.position("tool"), pose.frame("tool")):
            stance = limb._standing(pose)
            found = [
                limb.solve(goal, pose=pose, swivel=stance.present_swivel(int(np.ndim(goal) == 2)), branch=b).pose
                for b in (0, 1)
            ]
            assert min(np.abs(pose.difference(p)).max() for p in found) < 1e-7
