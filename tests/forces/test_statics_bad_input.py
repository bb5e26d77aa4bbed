"""Bad forces and supports are refused with words that name the thing."""

from __future__ import annotations

import numpy as np
import pytest
from random_scenes import human

import poise
from poise import Force, InputError, Support, UnknownNameError, Weight, statics
from poise.figures import planar_chain
from refusals import refused

REST = human().rest()
CASES = {
    "no friction": (lambda: Support("left_foot", friction=0.0), InputError, "friction of support 'left_foot' must be"),
    "less friction": (lambda: Support("left_foot", friction=-1), InputError, "must be positive, not -1"),
    "nan friction": (lambda: Support("left_foot", friction=np.nan), InputError, "must be finite, not nan"),
    "nan share": (lambda: Support("left_foot", share=np.nan), InputError, "the share of support 'left_foot'"),
    "no normal": (lambda: Support("left_foot", normal=(0, 0, 0)), InputError, "has no direction"),
    "rope and share": (lambda: Support("chest", share=1, rope=(0, 2, 0)), InputError, "one of share, rope and grip"),
    "grip": (lambda: Support("chest", grip="yes"), InputError, "must be True or False"),
    "nan force": (lambda: Force("chest", (0, np.nan, 0)), InputError, "the force on 'chest' must be finite"),
    "two numbers": (lambda: Force("chest", (0, 1)), InputError, "must be 3 numbers, not 2"),
    "infinite torque": (lambda: Force("chest", (0, 1, 0), (np.inf, 0, 0)), InputError, "the torque on 'chest'"),
    "frame": (lambda: Force("chest", (0, 1, 0), frame="body"), UnknownNameError, "has no frame 'body'"),
    "no weight": (lambda: Weight("left_hand", 0), InputError, "must be positive, not 0 kg"),
    "unknown site": (lambda: statics(REST, [Weight("left_hnd", 1)]), UnknownNameError, "did you mean 'left_hand'"),
    "unknown support": (lambda: statics(REST, (), [Support("left_fot")]), UnknownNameError, "did you mean 'left_foot'"),
    "shares": (
        lambda: statics(REST, (), [Support("left_foot", share=0.3), Support("right_foot", share=0.6)]),
        InputError, "must sum to 1, not 0.9",
    ),
    "no support": (lambda: statics(REST.with_joints({"root": (0, 9, 0, 0, 0, 0, 1)})), InputError, "no support"),
    "twice": (lambda: statics(REST, (), [Support("left_foot"), Support("left_foot")]), InputError, "is given twice"),
    "not a pose": (lambda: statics(human()), InputError, "statics needs a pose"),
    "not a list": (lambda: statics(REST, Force("chest", (0, 1, 0))), InputError, "forces must be a list of Force, W"),
    "not a force": (lambda: statics(REST, [Support("chest")]), InputError, "but it holds Support"),
    "not a support": (lambda: statics(REST, (), ["left_foot"]), InputError, "but it holds 'left_foot'"),
    "fixed": (
        lambda: statics(planar_chain(3).rest(), (), [Support("tip")]), InputError, "fixed to the world by its base",
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", CASES)
def test_refused(name):
    refused(*CASES[name])


def test_a_sole_of_no_area():
    line = poise.Sole("line", "pelvis", ((0, 0, 0), (0, 0, 1), (0, 0, 2)))
    pose = human().with_sole(line).rest()
    refused(lambda: statics(pose, (), [Support("line")]), InputError, "support 'line': the sole has no area")


def test_a_rope_that_starts_where_it_ends():
    rope = Support("chest", rope=REST.position("chest"))
    refused(
        lambda: statics(REST, (), [Support("left_foot"), rope]), InputError, "the rope of support 'chest' has no length"
    )
