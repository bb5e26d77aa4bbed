"""Supports with a share stay inside their friction cones (Baerlocher 6.2.2), or the pose cannot be held."""

from __future__ import annotations

import json

import numpy as np
import pytest

import poise
from poise import Force, Session, Support, solve, statics
from poise.tasks import Equilibrium, Hold

REST = poise.human().rest()
WEIGHT = 9.81 * REST.figure.mass


def feet(friction: float, left: float = 0.5, **options: object) -> list[Support]:
    return [
        Support("left_foot", share=left, friction=friction, **options),
        Support("right_foot", share=1 - left, friction=friction, **options),
    ]


def test_a_push_that_friction_cannot_take_up_is_not_possible_and_says_who_and_by_how_much() -> None:
    """200 N at the hand on friction 0.1: one foot takes them up, on half of the weight."""
    report = statics(REST, [Force("right_hand", (0, 0, -200))], feet(0.1))
    assert not report.possible
    assert not report.balanced
    (slips,) = report.slipping
    needs = 200 / (0.5 * WEIGHT)
    assert slips.friction == pytest.approx(needs)
    assert slips.slip == pytest.approx(needs / 0.1)
    # How far a force is from a cone: across its mantle.
    assert slips.beyond == pytest.approx((200 - 0.1 * 0.5 * WEIGHT) / np.hypot(1, 0.1))
    assert f"{slips.site} needs μ {needs:.2f}, it has 0.1" in str(report)
    told = json.loads(json.dumps(report.to_dict()))
    assert told["slipping"] == [slips.site]
    assert {s["site"]: s["beyond"] for s in told["supports"]}[slips.site] == slips.beyond
    assert report.friction_needed == pytest.approx(needs / 0.1)


@pytest.mark.parametrize("factor", [0.999, 1.001])
def test_the_cone_is_where_mu_says(factor: float) -> None:
    push = factor * 0.3 * 0.5 * WEIGHT
    report = statics(REST, [Force("right_hand", (push, 0, 0))], feet(0.3))
    assert report.possible == (factor < 1)
    assert bool(report.slipping) == (factor > 1)


def test_a_support_that_is_pulled_away_is_outside_every_cone() -> None:
    report = statics(REST, [Force("right_hand", (0, 2 * WEIGHT, 0))], feet(0.9))
    (slips,) = report.slipping
    assert slips.slip == np.inf
    assert slips.beyond == pytest.approx(1.5 * WEIGHT)
    assert "is pulled away" in str(report)
    assert report.friction_needed is None
    assert report.friction_at_least == np.inf
    assert json.loads(json.dumps(report.to_dict()))["supports"][0]["slip"] is None


def test_a_tilted_surface_has_a_tilted_cone() -> None:
    slope = np.radians(20)
    for mu, holds in ((np.tan(slope) + 0.01, True), (np.tan(slope) - 0.01, False)):
        tilted = feet(mu, normal=(np.sin(slope), np.cos(slope), 0))
        assert statics(REST, (), tilted).possible == holds


def test_a_negative_share_is_a_load_and_has_no_cone() -> None:
    load = Support("left_hand", share=-0.2, friction=0.1, normal=(1, 0, 0))
    assert statics(REST, (), [Support("left_foot", share=0.6), Support("right_foot", share=0.6), load]).possible


@pytest.mark.parametrize("friction", [0.1, 0.9])
def test_equilibrium_is_met_only_inside_the_cones(friction: float) -> None:
    push, held = [Force("right_hand", (0, 0, -200))], [Hold("left_foot"), Hold("right_foot")]
    solution = solve(REST, [held, Equilibrium()], forces=push, supports=feet(friction), max_steps=600)
    report = statics(solution.pose, push, feet(friction))
    task = solution.tasks[-1]
    assert np.linalg.norm(report.missing_moment) < 1.0  # the moment is gone in either case
    assert report.balanced == task.met or not report.balanced
    assert task.met == (friction > 0.5)
    assert (solution.light == "green") == (friction > 0.5)
    if friction < 0.5:
        (slips,) = report.slipping
        assert (task.unit, task.residual) == ("N", pytest.approx(slips.beyond))
        assert task.worst.labels == (f"sideways on {slips.site}",)
        assert task.reached[0] == pytest.approx(200, abs=1e-6)
        assert task.wanted[0] == pytest.approx(friction * 0.5 * WEIGHT)


def test_explain_names_the_force_and_the_friction() -> None:
    push, held = [Force("right_hand", (0, 0, -200))], [Hold("left_foot"), Hold("right_foot")]
    solution = solve(REST, [held, Equilibrium()], forces=push, supports=feet(0.3), max_steps=600)
    text = str(solution.explain())
    assert "friction of the supports" in text
    assert "force on right_hand" in text


def test_a_session_tells_as_soon_as_a_force_that_turns_with_the_hand_leaves_the_cone() -> None:
    push = [Force("right_hand", (0, 0, -100), frame="site")]
    levels = [[Hold("left_foot"), Hold("right_foot")], Equilibrium()]
    session = Session(REST, levels, forces=push, supports=feet(0.3))
    for _ in range(30):
        session.step()
    beyond = [load.beyond for load in statics(session.pose, push, feet(0.3)).supports]
    parts = next(t for t in session.solution().tasks if t.name == "equilibrium").parts
    assert max(beyond) == pytest.approx(parts[-1].residual, abs=1e-6)
