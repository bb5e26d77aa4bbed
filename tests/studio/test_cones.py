"""A force or a share that is dragged stops at the friction cone of the support that takes it up."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

import poise
from poise import Force, Support
from poise.studio.document.fresh import person as standing
from poise.studio.document.state import State
from poise.studio.engine.gestures import FieldGesture
from poise.studio.protocol.requests import GrabField

REST = poise.human().rest()
WEIGHT = 9.81 * REST.figure.mass
FEET = (Support("left_foot", share=0.5, friction=0.3), Support("right_foot", share=0.5, friction=0.3))


def person(force: Force, supports: tuple[Support, ...] = FEET) -> State:
    state = standing()
    return replace(state, levels=state.levels[:1], forces=(force,), supports=supports)  # the feet are held, no more


def dragged(state: State, list: str, at: int, field: str, *values: object) -> State:
    gesture = FieldGesture(state, GrabField(id=1, list=list, at=at, field=field))
    for value in values:
        gesture.pull(value)
    return gesture.released(True)[0]


def test_a_force_stops_where_friction_ends_and_comes_back() -> None:
    state = person(Force("right_hand", (0, 0, -10)))
    after = dragged(state, "forces", 0, "vector", [0, 0, -1000])
    assert after.forces[0].vector == pytest.approx((0, 0, -0.3 * 0.5 * WEIGHT), rel=1e-6)
    assert poise.statics(REST, after.forces, after.supports).possible
    back = dragged(state, "forces", 0, "vector", [0, 0, -1000], [0, 0, -20])
    assert back.forces[0].vector == (0, 0, -20)
    inside = dragged(state, "forces", 0, "vector", [0, 0, -0.29 * 0.5 * WEIGHT])
    assert inside.forces[0].vector[2] == pytest.approx(-0.29 * 0.5 * WEIGHT)


@pytest.mark.parametrize("at", [0, 1])
def test_a_share_stops_where_the_support_that_takes_up_a_push_becomes_too_light(at: int) -> None:
    push = 0.1 * WEIGHT
    state = person(Force("right_hand", (0, 0, -push)))
    report = poise.statics(REST, state.forces, state.supports)
    taking = max(range(2), key=lambda i: report.supports[i].friction)
    wanted = 0.0 if at == taking else 1.0
    after = dragged(state, "supports", at, "share", wanted)
    shares = [s.share for s in after.supports]
    assert sum(shares) == pytest.approx(1.0)
    assert shares[taking] == pytest.approx(push / (0.3 * WEIGHT), rel=1e-6)


def test_supports_whose_forces_are_solved_for_stop_nothing() -> None:
    free = tuple(Support(s.site, friction=0.3) for s in FEET)
    after = dragged(person(Force("right_hand", (0, 0, -10)), free), "forces", 0, "vector", [0, 0, -1000])
    assert after.forces[0].vector == (0, 0, -1000)


def test_from_outside_every_way_is_open() -> None:
    state = person(Force("right_hand", (0, 0, -500)))
    assert dragged(state, "forces", 0, "vector", [0, 0, -600]).forces[0].vector == (0, 0, -600)


def test_what_is_no_vector_is_refused_and_changes_nothing() -> None:
    state = person(Force("right_hand", (0, 0, -10)))
    gesture = FieldGesture(state, GrabField(id=1, list="forces", at=0, field="vector"))
    for nonsense in ([1, 2], "up", [0, 0, np.nan]):
        with pytest.raises(poise.PoiseError):
            gesture.pull(nonsense)
    assert gesture.released(True)[0].forces == state.forces
