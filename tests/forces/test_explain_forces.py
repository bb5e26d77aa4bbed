"""Explanations of poses under forces say what would slip or tip."""

from __future__ import annotations

import re

import pytest
from random_scenes import human

from poise import Balance, Force, Hold, Reach, Support, Weight, solve, statics
from poise.explain.falling import falling

REST = human().rest()
FEET = [Hold("left_foot"), Hold("right_foot")]
NAMES = ("left_foot", "left_toes", "right_foot", "right_toes")


def test_slipping_names_the_sole_and_the_friction():
    """A push low enough not to tip the body."""
    soles = [Support(name, friction=0.1) for name in NAMES]
    pushes = [Force("left_knee", (0, 0, -120.0))]
    report = statics(REST, pushes, soles)
    needed = report.friction_needed
    assert needed > 1
    words = falling(Balance(forces=pushes, supports=soles), REST)
    found = re.search(r"(\w+) would slip: it needs μ (\d\.\d\d), it has 0\.1", words)
    assert found
    assert found[1] in NAMES
    assert float(found[2]) == pytest.approx(0.1 * needed, abs=0.006)


def test_a_reach_that_would_tip_the_body_says_so():
    load = [Weight("right_hand", 20.0)]
    levels = [FEET, Balance(margin=0.01), Reach("right_hand", (-0.1, 0.9, 1.05))]
    solution = solve(REST, levels, forces=load, supports=[Support(name) for name in NAMES])
    assert solution.status == "compromise"
    text = str(solution.explain())
    assert "balance (level 2) " in text
    assert "would tip, its weight" in text
