"""Explanations of poses under forces say what would slip or tip."""

from __future__ import annotations

import re

import pytest
from random_scenes import human

from poise import Balance, Force, Hold, NearPose, Orient, Reach, Support, Weight, solve, statics
from poise.explain.falling import falling
from poise.explain.loads import loads_of

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
    solution = solve(REST, levels, forces=load, supports=[Support(name) for name in NAMES], criteria=())
    assert solution.status == "compromise"
    text = str(solution.explain())
    assert "balance (level 2) " in text
    assert "would tip, its weight" in text


def test_a_reach_that_would_make_a_support_slip_says_so():
    """Leaning with one hand on a wall, on a slippery floor: the farther forward, the harder feet and hand push."""
    lean = solve(REST, [FEET, Reach("left_hand", (0.2, 1.3, 0.65))], criteria=[NearPose(REST)]).pose
    supports = [Support(name, friction=0.1) for name in NAMES]
    supports.append(Support("left_hand", normal=(0, 0, -1), friction=0.2))
    levels = [[*FEET, Hold("left_hand")], Balance(), Reach("right_hand", (-0.3, 0.9, 1.15))]
    load = [Weight("right_hand", 20.0)]
    solution = solve(lean, levels, forces=load, supports=supports, max_steps=80)
    assert solution.task("balance").met
    assert not solution.task("reach right_hand").met
    text = str(solution.explain())
    found = re.search(r"balance \(level 2\) stops it: .* (\w+) would slip: it needs μ (\d\.\d\d), it has (0\.\d)", text)
    assert found
    assert {support.site: support.friction for support in supports}[found[1]] == float(found[3])
    assert float(found[2]) > float(found[3])


def test_a_force_that_turns_along_is_blamed_before_the_levels_that_turn_it():
    """At rest the hand's force presses down; reached and turned as wanted, it pushes backward, harder than soles hold.

    What is said to be enough is asked for in full: a weaker force, rougher soles.
    """
    turned = [[1, 0, 0], [0, -1, 0], [0, 0, -1]]
    above = [FEET, Reach("right_hand", (-0.3, 0.8, 0.4)), Orient("right_hand", turned)]
    size = 0.45 * human().mass * 9.81

    def asked(force: float, friction: float):
        push = [Force("right_hand", (0, 0, force), frame="site")]
        soles = [Support(name, friction=friction) for name in NAMES]
        wanted = [*above, Balance(margin=0.01)]
        return solve(REST, wanted, criteria=(), forces=push, supports=soles, max_steps=60)

    solution = asked(size, 0.5)
    assert solution.task("orient right_hand").met
    assert not solution.task("balance").met
    finding = solution.explain().task("balance")
    assert finding.stopped_by[:2] == ("force on right_hand", "friction of the supports")
    ((less, unit),) = finding.culprit("force on right_hand").relaxation.amounts
    ((rougher, _),) = finding.culprit("friction of the supports").relaxation.amounts
    assert unit == "N"
    assert 0 < less < size
    assert rougher > 0
    for weaker, friction in ((size - 1.05 * less, 0.5), (size, 0.5 + 1.1 * rougher)):
        mended = asked(weaker, friction)
        assert mended.task("balance").met
        push = [Force("right_hand", (0, 0, weaker), frame="site")]
        report = statics(mended.pose, push, [Support(name, friction=friction) for name in NAMES])
        assert report.possible
        assert report.margin > 0.005
    assert "the force on right_hand stops it: without it 0 mm; enough if it is" in str(solution.explain())


def test_weights_and_forces_on_one_site_have_names_of_their_own():
    task = Balance(
        forces=[Weight("right_hand", 2.0), Force("right_hand", (0, 0, 1.0)), Force("right_hand", (1.0, 0, 0))]
    )
    assert [*loads_of(task)] == ["weight at right_hand", "force on right_hand", "force on right_hand (2)"]
