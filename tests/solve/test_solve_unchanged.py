"""Nothing that is handed in is changed, tasks are values, and the same input gives the same output."""

from __future__ import annotations

import copy
import pickle
from dataclasses import FrozenInstanceError

import numpy as np
import pytest
import scenes

import poise.tasks
from poise import Ellipsoid, Force, Placement, Pose, Sphere, Support, Weight
from poise.criteria import NearPose
from poise.session import Session
from poise.solver import solve
from poise.tasks import (
    AnyOf,
    Avoid,
    Balance,
    CenterOfMass,
    CustomTask,
    Equilibrium,
    Grasp,
    Hold,
    Inertia,
    Keep,
    LookAt,
    OnSurface,
    Orient,
    Plane,
    Posture,
    Reach,
    Task,
    Together,
    Touch,
)


def elbow_height(pose: Pose) -> float:
    return 1.1 - float(pose.position("left_elbow")[1])


HUMAN = scenes.human()
REST = HUMAN.rest()
POINT = np.array([0.2, 1.3, 0.5])
TURN = Placement.turned((0, 1, 0), 0.3).matrix
JOINTS = {"left_elbow": 0.5, "left_shoulder": 1.0}
EVERY: dict[str, Task] = {
    "reach": Reach("left_hand", POINT, axes="xy", frame=TURN[:3, :3], joints=JOINTS, weight=2.0),
    "orient": Orient("chest", TURN[:3, :3]),
    "axis": Orient("chest", POINT, axis=POINT),
    "look_at": LookAt("eyes", POINT),
    "hold": Hold("left_foot"),
    "hold at": Hold("left_foot", frame=TURN),
    "balance": Balance(0.01),
    "loaded balance": Balance(0.01, forces=[Weight("left_hand", 2.0)], supports=[Support("left_foot", friction=0.6)]),
    "equilibrium": Equilibrium(forces=[Force("chest", (1, 0, 0), (0, 1, 0))], supports=[Support("pelvis", share=1)]),
    "keep a side": Keep("left_hand", (0.0, 1.2, 0.0), normal=(0.0, 1.0, 0.0)),
    "keep a distance": Keep("left_hand", (0.0, 1.2, 0.0), min=0.2, max=0.6),
    "balance over": Balance(over=(0.0, 0.02)),
    "keep from a site": Keep("left_hand", "chest", min=0.3),
    "keep from a line": Keep("left_hand", POINT, line=(0.0, 1.0, 0.0), max=0.5),
    "keep in a cone": Keep("chest", direction=(0.0, 1.0, 0.0), axis=(0.0, 1.0, 0.0), angle=0.2),
    "keep aimed": Keep("eyes", POINT, axis=(0.0, 0.0, 1.0), angle=0.4),
    "reach from a site": Reach("left_hand", (0.1, 0.0, 0.3), axes="xz", frame="chest"),
    "orient from a site": Orient("left_hand", TURN[:3, :3], frame="chest"),
    "inertia": Inertia(9.0, axis=(1.0, 0.0, 0.0)),
    "on a plane": OnSurface("left_hand", Plane((0.0, 1.0, 0.0), normal=(0.0, 1.0, 1.0))),
    "on a sphere": OnSurface("left_hand", Sphere(0.4, placement=Placement((0.0, 0.1, 0.0))), of="chest"),
    "on an ellipsoid": OnSurface("left_elbow", Ellipsoid((0.2, 0.3, 0.15), placement=Placement.turned((0, 1, 0), 0.3))),
    "structural": Hold("right_foot", structural=True, name="root"),
    "custom": CustomTask(elbow_height, unit="m"),
    "together": Together("left_hand", "right_hand", orientation=True),
    "center": CenterOfMass(POINT),
    "posture": Posture(HUMAN.pose("sitting"), joints=["left_knee"]),
    "any of": AnyOf(Reach("left_hand", POINT), Hold("right_hand"), weight=2.0, serving=1),
}


def test_no_task_is_forgotten() -> None:
    """But for those that need a world: they have tests of their own (tests/world)."""
    kinds = {getattr(poise.tasks, name) for name in poise.tasks.__all__} - {Task, Plane, Avoid, Touch, Grasp}
    assert {type(task) for task in EVERY.values()} == kinds


@pytest.mark.parametrize("name", EVERY)
def test_tasks_are_values(name: str) -> None:
    task = EVERY[name]
    assert copy.deepcopy(task) == task
    assert pickle.loads(pickle.dumps(task)) == task
    assert hash(copy.deepcopy(task)) == hash(task)
    with pytest.raises(FrozenInstanceError):
        task.weight = 3.0  # type: ignore[misc]


@pytest.mark.parametrize("name", EVERY)
def test_solving_changes_no_input(name: str) -> None:
    start = HUMAN.pose({"left_knee": -0.2})
    levels = [[Hold("right_foot")], EVERY[name]]
    criteria = [NearPose(REST)]
    before = pickle.dumps((start, levels, criteria))
    solve(start, levels, criteria=criteria)
    Session(start, levels, criteria=criteria).step()
    assert pickle.dumps((start, levels, criteria)) == before


def test_arrays_are_copied_and_not_locked() -> None:
    point, turn = POINT.copy(), TURN.copy()
    tasks = [Reach("left_hand", point), Hold("left_foot", frame=turn), Orient("chest", turn[:3, :3])]
    kept = copy.deepcopy(tasks)
    point[:] = 9.0
    turn[:] = 9.0
    assert tasks == kept
    assert point.flags.writeable
    assert turn.flags.writeable


def test_a_mapping_changed_later_does_not_reach_inside() -> None:
    shares = dict(JOINTS)
    task = Reach("left_hand", POINT, joints=shares)
    shares.clear()
    assert dict(task.joints) == JOINTS


def test_a_session_leaves_the_tasks_it_was_given_alone() -> None:
    task = Reach("left_hand", POINT)
    session = Session(REST, [task])
    session.tasks["reach left_hand"].goal = (0.0, 1.0, 0.5)
    session.tasks["reach left_hand"].enabled = False
    assert task == Reach("left_hand", POINT)


def test_the_same_input_gives_the_same_output_bit_for_bit() -> None:
    one, other = (solve(REST, scenes.standing(REST, scenes.FAR), criteria=[NearPose("t_pose")]) for _ in range(2))
    assert one.pose.coordinates.tobytes() == other.pose.coordinates.tobytes()
    assert one.steps == other.steps


def test_a_budget_in_pieces_gives_the_same_as_single_steps() -> None:
    """Interruptions do not change the way."""
    whole = solve(REST, scenes.standing(REST), criteria=(), max_steps=500)
    session = Session(REST, scenes.standing(REST), criteria=())
    while not session.settled:
        session.step()
    assert session.pose == whole.pose
