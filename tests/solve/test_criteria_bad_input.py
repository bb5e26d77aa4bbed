"""Criteria that cannot be used are refused, and the message names the criterion and the valid choices."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
import scenes

import poise
import zoo
from poise import Figure, InputError, Joint, PoiseError, Pose, Segment, Site, UnknownNameError
from poise.criteria import Comfort, Criterion, Flex, FunctionCriterion, MidRange, NearPose, RestPosture, SupportTorque
from refusals import refused

HUMAN = scenes.human()
WEIGHTLESS = Figure(
    "ghost", [Segment("a"), Segment("b")],
    [Joint("base", "free", None, "a"), Joint("slide", "slide", "a", "b")], sites=[Site("tip", "b")],
)  # fmt: skip
MAKING: dict[str, tuple[Callable[[], object], type[PoiseError], str]] = {
    "weight": (lambda: Comfort(weight=0.0), InputError, "the weight of criterion Comfort must be positive, not 0.0"),
    "nan weight": (lambda: Flex(weight=float("nan")), InputError, "the weight of criterion Flex"),
    "joints": (
        lambda: MidRange(joints=[1]),
        InputError,
        "the joints option of criterion MidRange must hold joint names",
    ),
    "share": (
        lambda: MidRange(joints={"neck": 2.0}),
        InputError,
        "the weight of 'neck' in the joints option of criterion MidRange must be from 0 to 1",
    ),
    "point": (lambda: SupportTorque(point=(1, 2)), InputError, "the point of SupportTorque"),
    "site and point": (
        lambda: SupportTorque("left_foot", point=(0, 0, 0)),
        InputError,
        "SupportTorque takes a site or a point, not both",
    ),
    "no function": (
        lambda: FunctionCriterion(7),
        InputError,
        "the function of FunctionCriterion 'int' must be a function, not 7",
    ),
    "no gradient": (
        lambda: FunctionCriterion(len, gradient=7),
        InputError,
        "the gradient of FunctionCriterion 'len' must be a function or None, not 7",
    ),
    "name": (lambda: FunctionCriterion(len, name=7), InputError, "the name of a criterion must be text, not 7"),
}
ASKING: dict[str, tuple[Criterion, Pose, type[PoiseError], str]] = {
    "unknown joint": (
        Comfort(joints=["left_kne"]),
        HUMAN.rest(),
        UnknownNameError,
        "criterion Comfort: the figure has no joint 'left_kne'; did you mean 'left_knee'",
    ),
    "unknown part": (
        RestPosture(joints="left_am"),
        HUMAN.rest(),
        UnknownNameError,
        "criterion RestPosture: the figure has no group, limb or joint 'left_am'",
    ),
    "nothing bends": (Flex(), WEIGHTLESS.rest(), InputError, "criterion Flex: no joint of base, slide can bend"),
    "another figure": (NearPose(zoo.made("crane").rest()), HUMAN.rest(), InputError, "the pose of NearPose must be"),
    "unknown site": (
        SupportTorque("left_fot"),
        HUMAN.rest(),
        UnknownNameError,
        "criterion SupportTorque: the figure has no site 'left_fot'; did you mean 'left_foot'",
    ),
    "no weight": (SupportTorque("tip"), WEIGHTLESS.rest(), InputError, "the figure 'ghost' has no weight"),
    "no soles": (
        SupportTorque(),
        zoo.made("crane").rest(),
        InputError,
        "the figure 'crane' has no soles; say which site or point carries it",
    ),
    "in the air": (
        SupportTorque(),
        HUMAN.rest().with_joints({HUMAN.base.name: (0.0, 3.0, 0.0, 0.0, 0.0, 0.0, 1.0)}),
        InputError,
        "no sole is on the floor (height 0) in the start pose",
    ),
}


@pytest.mark.parametrize("name", MAKING)
def test_refused_when_made(name: str) -> None:
    refused(*MAKING[name])


@pytest.mark.parametrize("name", ASKING)
def test_refused_when_asked(name: str) -> None:
    criterion, pose, kind, text = ASKING[name]
    refused(lambda: criterion.value(pose), kind, text)
    refused(lambda: poise.solve(pose, [poise.Hold(next(iter(pose.figure.sites)))], criteria=[criterion]), kind, text)


@pytest.mark.parametrize("given", [["rest"], [Comfort], [None], 7, Comfort()], ids=repr)
def test_what_is_no_criterion(given: Any) -> None:
    with pytest.raises(InputError, match="criteri"):
        poise.solve(HUMAN.rest(), [poise.Hold("left_foot")], criteria=given)
