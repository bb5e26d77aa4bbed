"""What cannot be solved is refused before any work, with words that name the task and the choices."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
import scenes

import zoo
from poise import Figure, InputError, Joint, PoiseError, Segment, Site, UnknownNameError
from poise.criteria import NearPose
from poise.session import Session
from poise.solver import solve
from poise.tasks import CenterOfMass, Hold, LookAt, Orient, Posture, Reach, Together
from refusals import refused

HUMAN = scenes.human()
REST = HUMAN.rest()
P = (0.1, 1.2, 0.3)
NAN = math.nan
OTHER = zoo.made("crane").rest()
CHOICES = "did you mean"
Case = tuple[Callable[[], object], type[PoiseError], str]


def solving(*levels: Any, **options: Any) -> Callable[[], object]:
    return lambda: solve(REST, list(levels), **options)


TASKS: dict[str, Case] = {
    "NaN point": (
        lambda: Reach("left_hand", (0, NAN, 0)),
        InputError,
        "the point of task 'reach left_hand' must be finite",
    ),
    "infinite point": (
        lambda: LookAt("eyes", (0, math.inf, 0)),
        InputError,
        "the point of task 'look_at eyes' must be finite",
    ),
    "short point": (
        lambda: Reach("left_hand", (0, 1)),
        InputError,
        "the point of task 'reach left_hand' must be 3 numbers, not 2",
    ),
    "point of the wrong shape": (
        lambda: Reach("left_hand", np.eye(3)),
        InputError,
        "the point of task 'reach left_hand' must be a number",
    ),
    "point of words": (
        lambda: CenterOfMass("here"),
        InputError,
        "the point of task 'center_of_mass' must be 3 numbers, not 'here'",
    ),
    "axes": (
        lambda: Reach("left_hand", P, axes="xw"),
        InputError,
        "the axes of task 'reach left_hand' must be some of the letters of 'xyz', each once, not 'xw'",
    ),
    "axes twice": (lambda: CenterOfMass(P, axes="xx"), InputError, "each once, not 'xx'"),
    "no axes": (lambda: CenterOfMass(P, axes=""), InputError, "the axes of task 'center_of_mass'"),
    "control frame": (
        lambda: Reach("left_hand", P, frame=np.ones((3, 3))),
        InputError,
        "the frame of task 'reach left_hand' is not a rotation",
    ),
    "no rotation": (
        lambda: Orient("left_hand", np.zeros((3, 3))),
        InputError,
        "the rotation of task 'orient left_hand' is not a rotation",
    ),
    "rotation of the wrong shape": (
        lambda: Orient("left_hand", (0, 0, 1)),
        InputError,
        "the rotation of task 'orient left_hand' must be a (3, 3) rotation or a quaternion x y z w",
    ),
    "ragged rotation": (
        lambda: Orient("left_hand", [[1], [2, 3]]),
        InputError,
        "the rotation of task 'orient left_hand' must be",
    ),
    "quaternion": (
        lambda: Orient("left_hand", (0, 0, 0, 2)),
        InputError,
        "the rotation of task 'orient left_hand' must be a unit quaternion",
    ),
    "zero axis": (
        lambda: LookAt("eyes", P, axis=(0, 0, 0)),
        InputError,
        "the axis of task 'look_at eyes' has no direction",
    ),
    "zero direction": (
        lambda: Orient("chest", (0, 0, 0), axis=(0, 0, 1)),
        InputError,
        "the direction of task 'orient chest' has no direction",
    ),
    "frame to hold": (
        lambda: Hold("left_foot", frame=np.eye(3)),
        InputError,
        "the frame of task 'hold left_foot' must have shape (4, 4), not (3, 3)",
    ),
    "frame that is none": (
        lambda: Hold("left_foot", frame=np.ones((4, 4))),
        InputError,
        "the frame of task 'hold left_foot' is not a placement",
    ),
    "together with itself": (
        lambda: Together("left_hand", "left_hand"),
        InputError,
        "task 'together left_hand left_hand' names one site twice",
    ),
    "together for nothing": (
        lambda: Together("left_hand", "right_hand", position=False),
        InputError,
        "task 'together left_hand right_hand' wants nothing",
    ),
    "site that is no text": (lambda: Reach(3, P), InputError, "the site of Reach 'reach 3' must be a text, not 3"),
    "posture": (lambda: Posture(3), InputError, "the pose of Posture 'posture' must be a Pose or a text, not 3"),
    "negative weight": (
        lambda: Reach("left_hand", P, weight=-1),
        InputError,
        "the weight of task 'reach left_hand' must be positive, not -1.0",
    ),
    "no weight": (lambda: Reach("left_hand", P, weight=0, name="grab"), InputError, "say enabled=False"),
    "weight of words": (lambda: Hold("left_foot", weight="much"), InputError, "must be a number, not 'much'"),
    "tolerance": (
        lambda: Hold("left_foot", tolerance=0),
        InputError,
        "the tolerance of task 'hold left_foot' must be positive",
    ),
    "tolerances": (
        lambda: Hold("left_foot", tolerance=(1, 2, 3)),
        InputError,
        "the tolerance of task 'hold left_foot' must be one number or a pair (metres, radians)",
    ),
    "name": (lambda: Hold("left_foot", name=" x"), InputError, "the name of a task must be a non-empty text"),
    "enabled": (lambda: Hold("left_foot", enabled=1), InputError, "must be True or False, not 1"),
    "joints": (
        lambda: Reach("left_hand", P, joints=3),
        InputError,
        "the joints option of task 'reach left_hand' must be a name, joint names or a mapping",
    ),
    "no joints": (lambda: Reach("left_hand", P, joints=[]), InputError, "lets nobody help"),
    "no shares": (lambda: Reach("left_hand", P, joints={"neck": 0}), InputError, "lets nobody help"),
    "share above one": (
        lambda: Reach("left_hand", P, joints={"neck": 1.5}),
        InputError,
        "the weight of 'neck' in the joints option of task 'reach left_hand' must be from 0 to 1, not 1.5",
    ),
    "joints of another type": (lambda: Reach("left_hand", P, joints=[1, 2]), InputError, "must hold joint names"),
    "criterion's pose": (
        lambda: NearPose(7),
        InputError,
        "the pose of NearPose must be a Pose or a text, not 7",
    ),
    "criterion's weight": (
        lambda: NearPose(REST, weight=-2),
        InputError,
        "the weight of criterion NearPose must be positive, not -2.0",
    ),
}
SOLVES: dict[str, Case] = {
    "unknown site": (
        solving(Reach("left_hnad", P)),
        UnknownNameError,
        "task 'reach left_hnad': the figure has no site 'left_hnad'; did you mean 'left_hand'",
    ),
    "unknown second site": (solving(Together("left_hand", "rigth_hand")), UnknownNameError, "no site 'rigth_hand'"),
    "unknown joint": (
        solving(Reach("left_hand", P, joints=["left_elbo"])),
        UnknownNameError,
        "task 'reach left_hand': the figure has no joint 'left_elbo'; did you mean 'left_elbow'",
    ),
    "unknown joint in shares": (
        solving(Reach("left_hand", P, joints={"left_elbo": 0.5})),
        UnknownNameError,
        "no joint 'left_elbo'",
    ),
    "unknown part": (
        solving(Reach("left_hand", P, joints="left_amr")),
        UnknownNameError,
        "has no group, limb or joint 'left_amr'; did you mean 'left_arm'",
    ),
    "unknown posture": (solving(Posture("siting")), UnknownNameError, "no posture 'siting'; did you mean 'sitting'"),
    "pose of another figure": (
        solving(Posture(OTHER)),
        InputError,
        "the pose of task 'posture' must be a pose of <Figure 'human'",
    ),
    "criterion of another figure": (
        solving(Hold("left_foot"), criteria=[NearPose(OTHER)]),
        InputError,
        "the pose of NearPose must be a pose of <Figure 'human'",
    ),
    "no levels": (solving(), InputError, "levels is empty: at least one task is needed"),
    "empty level": (solving(Hold("left_foot"), []), InputError, "level 2 is empty: it needs at least one task"),
    "no task": (
        solving([Hold("left_foot"), "left_hand"]),
        InputError,
        "level 1 holds 'left_hand', which is not a task",
    ),
    "a list in a level": (
        solving([[Hold("left_foot")]]),
        InputError,
        "which is not a task; a level is a task or a list of tasks, and not a list of lists",
    ),
    "class for a task": (solving(Hold), InputError, "level 1 must be a task or a list of tasks"),
    "text for a level": (
        solving("left_hand"),
        InputError,
        "level 1 must be a task or a list of tasks, not 'left_hand'",
    ),
    "bare task": (
        lambda: solve(REST, Hold("left_foot")),
        InputError,
        "levels must be a list of tasks or of lists of tasks; put task 'hold left_foot' in a list",
    ),
    "number for levels": (lambda: solve(REST, 3), InputError, "levels must be a list of tasks or of lists of tasks"),
    "nested twice": (solving([[Hold("left_foot")]]), InputError, "level 1 holds [Hold("),
    "name twice": (
        solving(Hold("left_foot", name="foot"), Hold("right_foot", name="foot")),
        InputError,
        "two tasks are named 'foot'",
    ),
    "figure for a pose": (
        lambda: solve(HUMAN, [Hold("left_foot")]),
        InputError,
        "pose of solve must be a Pose, not <Figure 'human'",
    ),
    "method": (
        solving(Hold("left_foot"), method="priorities"),
        UnknownNameError,
        "the solver has no method 'priorities'; did you mean 'priority'",
    ),
    "max_steps": (
        solving(Hold("left_foot"), max_steps=0),
        InputError,
        "max_steps must be a whole number of at least 1",
    ),
    "steps in parts": (solving(Hold("left_foot"), max_steps=1.5), InputError, "max_steps must be a whole number"),
    "attempts": (solving(Hold("left_foot"), attempts=0), InputError, "attempts must be a whole number of at least 1"),
    "attempts without rng": (
        solving(Hold("left_foot"), attempts=3),
        InputError,
        "attempts=3 starts from random poses: give rng=numpy.random.default_rng(seed)",
    ),
    "rng": (solving(Hold("left_foot"), attempts=3, rng=7), InputError, "rng must be a numpy Generator"),
    "criterion for criteria": (
        solving(Hold("left_foot"), criteria=NearPose(REST)),
        InputError,
        "criteria must be a list of criteria",
    ),
    "pose for a criterion": (
        solving(Hold("left_foot"), criteria=[REST]),
        InputError,
        "is not a criterion; there are AwayFromLimits, Dexterity, Extend, Flex",
    ),
    "unknown posture of a criterion": (
        solving(Hold("left_foot"), criteria=[NearPose("siting")]),
        UnknownNameError,
        "no posture 'siting'",
    ),
    "forces": (
        solving(Hold("left_foot"), forces=[1]),
        InputError,
        "forces must be a list of Force, Weight or Press, but it",
    ),
    "supports": (
        solving(Hold("left_foot"), supports=["left_foot"]),
        InputError,
        "supports must be a list of Support, but it holds",
    ),
    "world": (solving(Hold("left_foot"), world=object()), InputError, "the world must be a poise.World"),
    "session": (lambda: Session(REST, []), InputError, "levels is empty"),
}


@pytest.mark.parametrize("name", TASKS)
def test_tasks_are_refused_when_they_are_made(name: str) -> None:
    refused(*TASKS[name])


@pytest.mark.parametrize("name", SOLVES)
def test_solves_are_refused_before_any_work(name: str) -> None:
    refused(*SOLVES[name])


def test_a_figure_without_mass_has_no_centre_of_mass() -> None:
    bare = Figure("bare", [Segment("a")], [Joint("base", "free", None, "a")], sites=[Site("s", "a")])
    refused(lambda: solve(bare.rest(), [CenterOfMass(P)]), InputError, "the figure 'bare' has no mass")


def test_empty_forces_supports_and_world_are_fine() -> None:
    assert solve(REST, [Hold("left_foot")], forces=(), supports=[], world=None).status == "converged"


def test_options_are_keywords() -> None:
    with pytest.raises(TypeError):
        Reach("left_hand", P, "xyz")  # type: ignore[misc]
    with pytest.raises(TypeError):
        solve(REST, [Hold("left_foot")], [NearPose(REST)])  # type: ignore[misc]
