"""What is not a limb, and what is not a goal: refused before any work, with words that name the thing."""

from __future__ import annotations

from typing import Any

import numpy as np

import poise
from poise import (
    AimGoal,
    AxisGoal,
    Figure,
    FigureError,
    InputError,
    Joint,
    Limb,
    Placement,
    Segment,
    Site,
    UnknownNameError,
)
from refusals import refused

HUMAN = poise.human()
ARM = Limb(HUMAN, "right_arm")


def chain(*models: Any, gap: float = 0.0) -> Figure:
    """Segments s0 … joined by the given models (hinge axes x, y, x …), the last two 0.1 m on from those before."""
    segments, joints = [Segment("s0")], [Joint("base", "fixed", None, "s0")]
    for i, model in enumerate(models):
        segments.append(Segment(f"s{i + 1}"))
        at = Placement((0.0, 0.0, gap if i == 1 else 0.1 if i >= len(models) - 2 else 0.0))
        axis = (1, 0, 0) if i % 2 == 0 else (0, 1, 0)
        joints.append(Joint(f"j{i}", model, f"s{i}", f"s{i + 1}", at, axis=axis))
    return Figure("chain", segments, joints, sites=[Site("tip", f"s{len(models)}")])


def test_unknown_names() -> None:
    refused(lambda: Limb(HUMAN, "right_wing"), UnknownNameError, "no limb 'right_wing'")
    refused(lambda: Limb.between(HUMAN, "right_hip", "right_knees", "right_ankle"), UnknownNameError, "right_knee")
    refused(lambda: Limb("human", "arm"), InputError, "must be a Figure")  # type: ignore[arg-type]


def test_a_joint_that_does_not_fit_is_named() -> None:
    def between(*models: Any, middle: int, gap: float = 0.0) -> Limb:
        return Limb.between(chain(*models, gap=gap), "j0", f"j{middle}", f"j{len(models) - 1}")

    refused(lambda: between("ball", "slide", "ball", middle=1), FigureError, "joint 'j1' moves along a line")
    refused(lambda: between("ball", "ball", "ball", middle=1), FigureError, "joint 'j1' is in the middle and must be")
    refused(lambda: between("hinge", "hinge", "ball", middle=1), FigureError, "joint 'j0' and the others before")
    refused(lambda: between("ball", "hinge", "swing", middle=1), FigureError, "joint 'j2' and the others after")
    six = ("hinge", "hinge", "hinge", "hinge", "ball")
    refused(lambda: between(*six, middle=3, gap=0.01), FigureError, "has an axis that misses those")
    assert between(*six, middle=3).joints == ("j0", "j1", "j2", "j3", "j4")
    refused(lambda: between("ball", "hinge", "ball", middle=0), FigureError, "does not lie between")


def test_a_figure_held_by_its_hand_has_no_arm_to_solve() -> None:
    held = HUMAN.rerooted("right_hand")
    refused(lambda: Limb(held, "right_arm"), FigureError, "joint 'right_")


def test_the_site_must_be_said_when_there_is_not_just_one() -> None:
    figure = chain("ball", "hinge", "ball").with_site(Site("other", "s3"))
    refused(lambda: Limb.between(figure, "j0", "j1", "j2"), InputError, "say which site the limb moves")
    assert Limb.between(figure, "j0", "j1", "j2", site="other").chain.site == "other"


def test_bad_goals() -> None:
    refused(lambda: ARM.solve("here"), InputError, "a goal of a limb is a point (3,)")
    refused(lambda: ARM.solve((1.0, 2.0)), InputError, "an array of shape (2,)")
    refused(lambda: ARM.solve((np.nan, 0, 0)), InputError, "a goal must be finite")
    refused(lambda: ARM.solve(2 * np.eye(4)), InputError, "a frame must be a rigid placement")
    refused(lambda: ARM.solve(np.zeros((5, 3))), InputError, "solve takes one goal")
    refused(lambda: AxisGoal((0, 0), (0, 0, 1)), InputError, "the point of an AxisGoal must be three numbers")
    refused(lambda: AimGoal("there"), InputError, "the point of an AimGoal must be three numbers")
    refused(lambda: ARM.solve(AxisGoal((0, 1, 0), (0, 0, 0))), InputError, "a direction of no length")


def test_bad_choices() -> None:
    goal = HUMAN.rest().position("right_hand")
    refused(lambda: ARM.solve(goal, swivel=float("inf")), InputError, "the wanted swivel must be finite")
    refused(lambda: ARM.solve(goal, branch=2), InputError, "a branch is 0 or 1")
    refused(lambda: ARM.solve(goal, angle=1.0), InputError, "leaves no second angle free")
    refused(lambda: ARM.solve(goal, swivel=0.0, elbow=(0, 1, 0)), InputError, "give one of them")
    refused(
        lambda: ARM.solve(goal, pose=poise.figures.hand().rest()), InputError, "the pose of a limb must be a pose of"
    )
    refused(lambda: ARM.family(goal).at(0.0, branch=5), InputError, "the goal has no branch 5")
    refused(lambda: Limb(HUMAN, "left_arm", reference=(0, 0, 0)), InputError, "the reference direction of a limb")
