"""A session takes every change while it runs, keeps its pose, and loses nothing when a change is refused."""

from __future__ import annotations

import numpy as np
import pytest
import scenes

import poise
from poise import Coupling, InputError, Range, Session, UnknownNameError
from poise.criteria import NearPose
from poise.tasks import Balance, Hold, LookAt, Posture, Reach, Task
from refusals import refused

HUMAN = scenes.human()
REST = HUMAN.rest()
NEAR, OTHER = (-0.30, 1.20, 0.40), (-0.15, 1.30, 0.35)
HAND = "reach right_hand"


def settled(session: Session) -> Session:
    session.step(budget=600.0)
    assert session.settled
    return session


def reaching(*more: Task) -> Session:
    return Session(REST, [scenes.feet(), Reach("right_hand", NEAR), *more])


def names(session: Session) -> list[list[str]]:
    return [[task.name for task in level] for level in session.levels]


def test_tasks_are_added_to_a_level_or_below_all() -> None:
    session = settled(reaching())
    still = session.pose
    handle = session.add(LookAt("eyes", NEAR))
    session.add(Balance(0.02), level=1)
    assert names(session) == [["hold left_foot", "hold right_foot", "balance"], [HAND], ["look_at eyes"]]
    assert (handle.level, handle.name, session.tasks["look_at eyes"]) == (3, "look_at eyes", handle)
    assert session.pose == still
    assert not session.settled
    assert settled(session).solution().status == "converged"
    assert handle.report.met


def test_a_second_task_of_the_same_kind_gets_a_number_and_the_first_keeps_its_name() -> None:
    session = reaching()
    second = session.add(Reach("right_hand", OTHER), level=1)
    assert second.name == "reach right_hand 2"
    assert session.tasks[HAND].goal == NEAR
    assert second.goal == OTHER


def test_a_task_taken_out_can_be_put_back() -> None:
    session = settled(reaching(LookAt("eyes", NEAR)))
    before = session.levels
    handle = session.tasks[HAND]
    task = session.remove(HAND)
    assert names(session) == [["hold left_foot", "hold right_foot"], ["look_at eyes"]]
    assert HAND not in session.tasks
    refused(lambda: handle.goal, UnknownNameError, "the session has no task 'reach right_hand'")
    session.add(task)
    assert session.tasks[HAND].level == 3
    session.levels = before
    assert session.levels == before
    assert settled(session).solution().status == "converged"


def test_tasks_move_between_levels() -> None:
    """The task that comes first gets its way."""
    here, there = Reach("right_hand", NEAR, name="here"), Reach("right_hand", OTHER, name="there")
    session = settled(Session(REST, [scenes.feet(), here, there]))
    assert [session.tasks[n].report.met for n in ("here", "there")] == [True, False]
    session.tasks["here"].level = 4
    assert names(session)[1:] == [["there"], ["here"]]
    settled(session)
    assert [session.tasks[n].report.met for n in ("here", "there")] == [False, True]
    session.move("here", 2)
    assert names(session)[1:] == [["there", "here"]]
    settled(session)
    middle = (np.array(NEAR) + OTHER) / 2
    assert np.abs(session.pose.position("right_hand") - middle).max() < 1e-4


def test_weights_count_at_once() -> None:
    session = Session(
        REST, [scenes.feet(), [Reach("right_hand", NEAR, name="a"), Reach("right_hand", OTHER, name="b")]]
    )
    session.tasks["a"].weight = 3.0
    settled(session)
    wanted = 0.75 * np.array(NEAR) + 0.25 * np.array(OTHER)
    assert np.abs(session.pose.position("right_hand") - wanted).max() < 1e-4
    assert session.tasks["a"].weight == 3.0


def test_helpers_and_tolerance_change() -> None:
    session = reaching()
    session.tasks[HAND].joints = ["right_elbow"]
    assert not settled(session).tasks[HAND].report.met
    session.tasks[HAND].tolerance = 2.0
    assert session.tasks[HAND].report.met
    session.tasks[HAND].joints = None
    session.tasks[HAND].tolerance = None
    assert settled(session).tasks[HAND].report.met
    assert (session.tasks[HAND].joints, session.tasks[HAND].tolerance) == (None, None)


def test_any_field_of_a_task_can_be_edited() -> None:
    session = settled(reaching())
    session.edit(HAND, site="left_hand", point=(0.3, 1.2, 0.4))
    assert np.abs(settled(session).pose.position("left_hand") - (0.3, 1.2, 0.4)).max() < 1e-4
    refused(
        lambda: session.edit(HAND, pont=NEAR), UnknownNameError, "task 'reach right_hand' has no field to edit 'pont'"
    )
    session.replace(HAND, LookAt("eyes", OTHER))
    assert session.tasks[HAND].task == LookAt("eyes", OTHER, name=HAND)


def test_criteria_change() -> None:
    session = settled(Session(REST, [Posture("rest", joints=["left_knee"])]))
    bent = HUMAN.pose({"right_elbow.flexion": 1.0})
    session.criteria = (NearPose(bent) for _ in range(1))
    assert session.criteria == (NearPose(bent),)
    assert settled(session).pose["right_elbow"].flexion == pytest.approx(1.0, abs=1e-4)
    session.criteria = ()
    assert session.criteria == ()


def test_limits_change_while_it_runs() -> None:
    """A stiff elbow stops the hand; a free one lets it arrive; a stiff one again is obeyed at once."""
    goal = (-0.25, 1.35, 0.25)
    session = Session(REST, [scenes.feet(), Hold("pelvis"), Reach("right_hand", goal, joints="right_arm")])
    session.figure = HUMAN.with_limits("right_elbow", flexion=Range(0.0, 0.3))
    assert not settled(session).tasks[HAND].report.met
    assert "right_elbow.flexion" in session.solution().limits
    session.figure = HUMAN
    assert settled(session).tasks[HAND].report.met
    session.figure = HUMAN.with_limits("right_elbow", flexion=Range(0.0, 0.3))
    assert session.pose["right_elbow"].flexion <= 0.3 + 1e-9
    assert session.figure.joints["right_elbow"].limits["flexion"] == Range(0.0, 0.3)


def test_couplings_come_and_go_and_poses_in_tasks_go_along() -> None:
    arm = scenes.arm()
    bent = arm.pose({"q1": 1.0, "q2": 0.2})
    session = settled(Session(arm.rest(), [Posture(bent)], criteria=[NearPose(bent)]))
    session.figure = arm.with_coupling(Coupling("tied", {"q1": 1.0, "q2": -1.0}))
    assert settled(session).pose["q1"] == pytest.approx(session.pose["q2"], abs=1e-9)
    session.figure = arm
    assert settled(session).solution().status == "converged"


def test_another_body_is_refused() -> None:
    session = settled(reaching())
    before = session.pose, session.levels, session.figure

    def wear(figure: object) -> None:
        session.figure = figure  # type: ignore[assignment]

    refused(lambda: wear(scenes.arm()), InputError, "must keep its joints and sites")
    refused(lambda: wear(HUMAN.scaled(1.1)), InputError, "the figure of a session must keep its joints")
    refused(lambda: wear("human"), InputError, "Session.figure must be a Figure, not 'human'")
    assert (session.pose, session.levels, session.figure) == before
    assert session.settled


def test_the_pose_can_be_set() -> None:
    session = settled(reaching())
    end = session.pose
    session.pose = HUMAN.pose({"left_knee": 3.1})
    assert session.pose == HUMAN.pose({"left_knee": 3.1}).clamped()
    assert settled(session).solution().status == "converged"
    session.pose = end
    assert session.pose == end

    def place(pose: object) -> None:
        session.pose = pose  # type: ignore[assignment]

    refused(lambda: place(scenes.arm().rest()), InputError, "the pose of a session must be a pose of")
    refused(lambda: place("rest"), InputError, "Session.pose must be a Pose, not 'rest'")
    assert session.pose == end


def test_what_is_refused_changes_nothing() -> None:
    session = settled(reaching())
    before = session.pose, session.levels, session.criteria

    def put(**values: object) -> None:
        for field, value in values.items():
            setattr(session, field, value)

    def handle(field: str, value: object) -> None:
        setattr(session.tasks[HAND], field, value)

    refused(lambda: session.add(Reach("tail", NEAR)), UnknownNameError, "task 'reach tail': the figure has no site")
    refused(lambda: session.add(Reach("left_hand", NEAR, name=HAND)), InputError, "has a task named 'reach right_hand'")
    refused(lambda: session.add("reach"), InputError, "task of Session.add must be a Task, not 'reach'")  # type: ignore[arg-type]
    refused(lambda: session.add(Balance(), level=9), InputError, "a whole number from 1 to 3, not 9")
    refused(lambda: session.move(HAND, 0), InputError, "a whole number from 1 to 3, not 0")
    refused(lambda: session.remove("reach left_hand"), UnknownNameError, "did you mean 'reach right_hand'")
    refused(lambda: session.replace(HAND, 3), InputError, "task of Session.replace must be a Task, not 3")  # type: ignore[arg-type]
    refused(lambda: handle("weight", -1.0), InputError, "the weight of task 'reach right_hand' must be positive")
    refused(lambda: handle("joints", ["wing"]), UnknownNameError, "has no joint 'wing'")
    refused(lambda: handle("enabled", 1), InputError, "can be enabled with True or False")
    refused(lambda: put(levels=[]), InputError, "levels is empty")
    refused(lambda: put(levels=[scenes.feet(), "reach"]), InputError, "level 2 must be a task")
    refused(lambda: put(criteria=[3]), InputError, "3 is not a criterion")
    assert (session.pose, session.levels, session.criteria) == before
    assert session.settled


def test_structural_tasks_stay_above_all_levels() -> None:
    session = Session(REST, [Hold("right_foot", structural=True), Reach("right_hand", NEAR)], root="left_foot")
    session.add(LookAt("eyes", NEAR), level=1)
    session.tasks[HAND].weight = 2.0
    session.move(HAND, 2)
    assert [session.tasks[n].level for n in ("root left_foot", "hold right_foot", "look_at eyes", HAND)] == [0, 0, 1, 2]
    assert settled(session).solution().status == "converged"
    assert scenes.foot_motion(session.pose, REST) < 1e-6


def test_the_last_task_stays() -> None:
    session = Session(REST, [Hold("left_foot")])
    refused(lambda: session.remove("hold left_foot"), InputError, "levels is empty")
    assert list(session.tasks) == ["hold left_foot"]


def test_steps_and_seconds_of_all_changes_are_counted() -> None:
    session = settled(reaching())
    steps = session.solution().steps
    session.add(LookAt("eyes", OTHER))
    settled(session)
    assert session.solution().steps > steps > 0


def test_a_session_explains_itself() -> None:
    session = Session(REST, [scenes.feet(), Reach("right_hand", scenes.FAR, joints="right_arm")])
    session.tasks[HAND].goal = (-0.2, 1.2, 0.9)
    finding = settled(session).solution().explain().task(HAND)
    assert "" in finding.stopped_by  # all joints
    solution = settled(Session(REST, session.levels)).solution()
    assert solution.explain() == session.solution().explain()


def test_the_tasks_handed_in_are_left_alone() -> None:
    levels = [scenes.feet(), Reach("right_hand", NEAR)]
    session = Session(REST, levels)
    session.tasks[HAND].weight = 2.0
    session.remove("hold left_foot")
    assert levels == [scenes.feet(), Reach("right_hand", NEAR)]
    assert poise.solve(REST, levels).task("hold left_foot").met
