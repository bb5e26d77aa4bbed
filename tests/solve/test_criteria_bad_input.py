"""Criteria that cannot be used are refused, and the message names the criterion and the valid choices."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
import scenes

import poise
import zoo
from poise import Figure, InputError, Joint, PoiseError, Pose, Segment, Site, UnknownNameError
from poise.criteria import (
    AwayFromLimits,
    Criterion,
    Flex,
    FunctionCriterion,
    MidRange,
    NearPose,
    RestPosture,
    SupportTorque,
)
from refusals import refused

HUMAN = scenes.human()
WEIGHTLESS = Figure(
    "ghost", [Segment("a"), Segment("b")],
    [Joint("base", "free", None, "a"), Joint("slide", "slide", "a", "b")], sites=[Site("tip", "b")],
)  # fmt: skip
FIXED = Figure(
    "statue", [Segment("a"), Segment("b")],
    [Joint("base", "fixed", None, "a"), Joint("hinge", "hinge", "a", "b")], sites=[Site("tip", "b")],
)  # fmt: skip
MAKING: dict[str, tuple[Callable[[], object], type[PoiseError], str]] = {
    "weight": (
        lambda: AwayFromLimits(weight=0.0),
        InputError,
        "the weight of criterion AwayFromLimits must be positive, not 0.0",
    ),
    "nan weight": (lambda: Flex(weight=float("nan")), InputError, "the weight of criterion Flex"),
    "joints": (
        lambda: MidRange(joints=[1]),
        InputError,
        "the joints option of criterion MidRange must hold joint names",
    ),
    "share": (
        lambda: MidRange(joints={"neck": -2.0}),
        InputError,
        "the weight of 'neck' in the joints option of criterion MidRange must be 0 or more, not -2.0",
    ),
    "nan share": (
        lambda: MidRange(joints={"neck": float("nan")}),
        InputError,
        "the weight of 'neck' in the joints option of criterion MidRange must be finite",
    ),
    "share of a coordinate": (
        lambda: RestPosture(joints={"neck": (1.0, float("nan"), 1.0)}),
        InputError,
        "entry 2 of the weight of 'neck' in the joints option of criterion RestPosture must be finite, not nan",
    ),
    "negative share of a coordinate": (
        lambda: RestPosture(joints={"neck": (1.0, 1.0, -1.0)}),
        InputError,
        "entry 3 of the weight of 'neck' in the joints option of criterion RestPosture must be 0 or more, not -1.0",
    ),
    "word for a share": (
        lambda: NearPose("rest", joints={"neck": "much"}),
        InputError,
        "the weight of 'neck' in the joints option of criterion NearPose must be a number, not 'much'",
    ),
    "no shares": (
        lambda: NearPose("rest", joints={"neck": ()}),
        InputError,
        "the weight of 'neck' in the joints option of criterion NearPose must be a number, or one for each coordinate",
    ),
    "nobody": (
        lambda: AwayFromLimits(joints={"neck": (0, 0, 0), "left_knee": 0}),
        InputError,
        "the joints option of criterion AwayFromLimits lets nobody count",
    ),
    "base of two": (
        lambda: RestPosture(base=(1, 2)),
        InputError,
        "the base option of criterion RestPosture must be one number or three (place, tilt, heading), not (1, 2)",
    ),
    "negative tilt": (
        lambda: RestPosture(base=(1, -2, 3)),
        InputError,
        "the tilt entry of the base option of criterion RestPosture must be 0 or more, not -2.0",
    ),
    "infinite base": (
        lambda: NearPose("rest", base=float("inf")),
        InputError,
        "the base option of criterion NearPose must be finite",
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
        AwayFromLimits(joints=["left_kne"]),
        HUMAN.rest(),
        UnknownNameError,
        "criterion AwayFromLimits: the figure has no joint 'left_kne'; did you mean 'left_knee'",
    ),
    "unknown part": (
        RestPosture(joints="left_am"),
        HUMAN.rest(),
        UnknownNameError,
        "criterion RestPosture: the figure has no group, limb or joint 'left_am'",
    ),
    "unknown joint with weights": (
        NearPose("rest", joints={"left_kne": (1, 2)}),
        HUMAN.rest(),
        UnknownNameError,
        "criterion NearPose: the figure has no joint 'left_kne'; did you mean 'left_knee'",
    ),
    "too few weights": (
        NearPose("rest", joints={"left_shoulder": (1, 2)}),
        HUMAN.rest(),
        InputError,
        "criterion NearPose: the weights of 'left_shoulder', a joint of model ball, must be one number or 3 "
        "(swing_x, swing_y, twist), not 2",
    ),
    "too many weights": (
        MidRange(joints={"left_elbow": (1, 2, 3)}),
        HUMAN.rest(),
        InputError,
        "criterion MidRange: the weights of 'left_elbow', a joint of model elbow, must be one number or 2 "
        "(flexion, twist), not 3",
    ),
    "weights of a hinge": (
        MidRange(joints={"slide": (1, 2)}),
        WEIGHTLESS.rest(),
        InputError,
        "criterion MidRange: the weights of 'slide', a joint of model slide, must be one number, not 2",
    ),
    "weights of a base": (
        NearPose("rest", joints={HUMAN.base.name: (1, 2, 3)}),
        HUMAN.rest(),
        InputError,
        f"criterion NearPose: the weights of {HUMAN.base.name!r} must be one number, since it is free",
    ),
    "one swing limit": (
        AwayFromLimits(joints={"left_shoulder": (1, 2, 3)}),
        HUMAN.rest(),
        InputError,
        "criterion AwayFromLimits: the weights of 'left_shoulder' must be alike for swing_x and swing_y",
    ),
    "fixed base": (
        RestPosture(base=(1, 1, 1)),
        FIXED.rest(),
        InputError,
        "criterion RestPosture: base weighs a free base, but the joint 'base' that holds the figure 'statue' is fixed",
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


@pytest.mark.parametrize("given", [["rest"], [AwayFromLimits], [None], 7, AwayFromLimits()], ids=repr)
def test_what_is_no_criterion(given: Any) -> None:
    with pytest.raises(InputError, match="criteri"):
        poise.solve(HUMAN.rest(), [poise.Hold("left_foot")], criteria=given)
