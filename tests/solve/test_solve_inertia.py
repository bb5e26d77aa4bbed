"""Inertia: curling up and stretching out (Baerlocher 7.3.3, figs. 7.7 and 7.8)."""

from __future__ import annotations

import math

import numpy as np
import pytest
import scenes

import poise
from poise.errors import InputError
from poise.session import Session
from poise.solver import solve
from poise.tasks import Balance, Inertia, Together

MAN = poise.figures.planar_man()
LATERAL = (1.0, 0.0, 0.0)


@pytest.mark.parametrize("share", [0.6, 0.9])
def test_the_moment_that_was_asked_for_is_reached(share: float) -> None:
    human = scenes.human().rest()
    wanted = share * human.moment_of_inertia(LATERAL)
    solution = solve(human, [scenes.feet(), Inertia(wanted, axis=LATERAL)], max_steps=400)
    assert solution.status == "converged"
    assert solution.pose.moment_of_inertia(LATERAL) == pytest.approx(wanted, rel=1e-4)
    report = solution.task("inertia")
    assert report.unit == "kg m²"
    assert report.residual == pytest.approx(abs(solution.pose.moment_of_inertia(LATERAL) - wanted), abs=1e-12)
    assert "moment " in str(solution)
    assert "kg m²" in str(solution)


def test_a_body_is_longest_when_too_much_is_asked_for_and_curls_up_when_little_is() -> None:
    """Fig. 7.8: balance above, a goal out of reach below."""
    rest = MAN.rest()
    moments = []
    for wanted in (1000.0, 4.0, 0.0):
        levels = [Balance(over=tuple(rest.support_polygon().mean(axis=0))), Inertia(wanted, axis=LATERAL)]
        solution = solve(rest, levels, max_steps=600)
        assert solution.task("balance").met
        moments.append(solution.pose.moment_of_inertia(LATERAL))
    assert moments[0] > moments[1] > moments[2] > 0.0
    assert moments[0] > rest.moment_of_inertia(LATERAL)


def test_a_loop_stretches_to_its_greatest_moment() -> None:
    """Fig. 7.7: nine equal links, tip bound to base. Of all closed polygons the regular one is spread the most."""
    chain = poise.figures.planar_chain(9, 1.8)
    chain = chain.with_site(poise.Site("base", chain.root))
    hinges = [name for name, joint in chain.joints.items() if joint.dof]
    start = chain.pose({name: 0.3 + 0.1 * (i % 3) for i, name in enumerate(hinges)})
    regular = chain.pose({name: math.radians(40.0) for name in hinges})
    assert float(np.linalg.norm(regular.position("tip") - regular.position("base"))) < 1e-12
    solution = solve(start, [Together("tip", "base"), Inertia(100.0, axis=LATERAL)], max_steps=600)
    assert solution.task("together tip base").met
    assert not solution.task("inertia").met
    assert solution.pose.moment_of_inertia(LATERAL) == pytest.approx(regular.moment_of_inertia(LATERAL), rel=1e-6)


def test_the_goal_moves_in_a_session_and_the_tolerance_is_in_kg_m2() -> None:
    session = Session(scenes.human().rest(), [Inertia(9.0, axis=LATERAL, tolerance=0.5)])
    session.tasks["inertia"].goal = 8.0
    for _ in range(60):
        session.step()
    assert session.pose.moment_of_inertia(LATERAL) == pytest.approx(8.0, abs=1e-3)
    assert session.tasks["inertia"].report.worst.tolerance == 0.5


def test_the_default_tolerance_is_a_tenth_of_a_millimetre_of_the_radius_of_gyration() -> None:
    human = scenes.human()
    mass, moment = human.mass, 9.0
    radius = math.sqrt(moment / mass)
    report = solve(human.rest(), [Inertia(moment, axis=LATERAL)]).task("inertia")
    assert report.worst.tolerance == pytest.approx(mass * (radius + 1e-4) ** 2 - moment, rel=1e-9)


def test_mistakes_are_named() -> None:
    with pytest.raises(InputError, match="moment of task 'inertia' must not be negative"):
        Inertia(-1.0, axis=LATERAL)
    with pytest.raises(InputError, match="axis of task 'inertia' has no direction"):
        Inertia(1.0, axis=(0, 0, 0))
    light = poise.Figure("dot", [poise.Segment("a")], [poise.Joint("j", "free", None, "a")])
    with pytest.raises(InputError, match="has no mass, so no inertia"):
        solve(light.rest(), [Inertia(1.0, axis=LATERAL)])
