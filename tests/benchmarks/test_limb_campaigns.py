"""The campaigns of limbs: nothing is found where nothing is wrong, and a fault is seen."""

from __future__ import annotations

import math

import numpy as np
import pytest

import analytic_limbs
import limb_hinges
import limb_sweep
import poise
from poise import Limb
from poise.limb import Interval, LimbFamily

STEP = math.radians(1.0)


@pytest.mark.parametrize("kinds", limb_sweep.KINDS, ids="-".join)
def test_a_short_sweep_finds_nothing(kinds: tuple[str, str, str]) -> None:
    assert limb_sweep.sweep("-".join(kinds), limb_sweep.of_kind(kinds), 4, STEP)


def test_a_short_sweep_of_a_person_finds_nothing() -> None:
    assert limb_sweep.sweep("leg", limb_sweep.of_person(Limb(poise.human(), "left_leg")), 3, STEP)


@pytest.mark.parametrize("widened", [0.1, -0.1])
def test_intervals_that_are_wrong_are_seen(widened: float, monkeypatch: pytest.MonkeyPatch) -> None:
    true = LimbFamily.intervals.fget
    assert true is not None
    wrong = property(lambda self: [Interval(i.start, i.stop + widened, i.branch) for i in true(self)])
    monkeypatch.setattr(LimbFamily, "intervals", wrong)
    assert not limb_sweep.sweep("wrong", limb_sweep.of_kind(("cone", "range", "ball")), 6, STEP)


def test_hinges_without_the_core_are_where_the_figure_has_them() -> None:
    rng = np.random.default_rng(3)
    limb = Limb(limb_sweep.random_arm(rng, wrist="hinges"), "arm")
    poses = [limb.figure.random(rng) for _ in range(5)]
    values = np.array([[float(p[j]) for j in limb.joints] for p in poses])
    turn, place = limb_hinges._placed(*limb_hinges._twists(limb), values)
    np.testing.assert_allclose(turn, [p.frame("tool")[:3, :3] for p in poses], atol=1e-12)
    np.testing.assert_allclose(place, [p.position("tool") for p in poses], atol=1e-12)
    axes = limb_hinges._twists(limb)[0]
    for part in (slice(0, 3), slice(4, 7)):
        other = values.copy()
        other[:, part] = limb_hinges._other_way(axes[part], values[:, part])
        assert np.abs(other - values).max() > 0.1
        np.testing.assert_allclose(limb_hinges._placed(*limb_hinges._twists(limb), other)[0], turn, atol=1e-9)


def test_analytic_limbs_meet_no_fewer_goals() -> None:
    assert analytic_limbs.compared("the arm alone", analytic_limbs.arm_alone, 8)
    assert analytic_limbs.compared("both hands", analytic_limbs.both_hands, 2)
