"""A figure that is one limb and nothing else meets what it can meet, from any start and without a name for the limb."""

from __future__ import annotations

import numpy as np
import pytest
from random_arms import random_arm

import poise
import poise.solver
from poise import Figure, Joint, Segment

ARMS = 40
"""Slopes alone end short of one in fifty."""


def wanted_of(figure: Figure, rng: np.random.Generator) -> tuple[poise.Pose, poise.Hold]:
    """A start and the frame that the site has in another pose, both inside all limits."""
    (site,) = figure.sites
    return figure.random(rng), poise.Hold(site, frame=figure.random(rng).frame(site))


def without_limbs(figure: Figure) -> Figure:
    """As a file of a robot has it."""
    return Figure(**{**figure._parts(), "limbs": []})


@pytest.mark.parametrize(("wrist", "left_by_slopes"), [("ball", 1), ("forearm", 0), ("hinges", 2)])
def test_reachable_frames_are_met(wrist: str, left_by_slopes: int, monkeypatch: pytest.MonkeyPatch) -> None:
    rng = np.random.default_rng(11)
    asked = [wanted_of(without_limbs(random_arm(rng, wrist=wrist)), rng) for _ in range(ARMS)]
    found = [poise.solve(start, [hold], criteria=()) for start, hold in asked]
    assert [solution.status for solution in found] == ["converged"] * ARMS
    assert all(solution.pose.within_limits for solution in found)
    assert max(part.residual for s in found for task in s.tasks for part in task.parts) < 1e-6
    monkeypatch.setattr(poise.solver, "answer_alone", lambda plan: None)
    slopes = [poise.solve(start, [hold], criteria=()) for start, hold in asked]
    missed = [i for i, solution in enumerate(slopes) if solution.status != "converged"]
    assert len(missed) == left_by_slopes
    for i, solution in enumerate(slopes):  # who meets it by slopes ends where they lead
        assert i in missed or np.array_equal(solution.pose.coordinates, found[i].pose.coordinates)


def test_out_of_reach_is_a_compromise_as_near_as_before(monkeypatch: pytest.MonkeyPatch) -> None:
    rng = np.random.default_rng(5)
    start, hold = wanted_of(random_arm(rng), rng)
    far = np.array(hold.goal)
    far[:3, 3] += (3.0, 0.0, 0.0)
    found = poise.solve(start, [poise.Hold(hold.site, frame=far)], criteria=())
    monkeypatch.setattr(poise.solver, "answer_alone", lambda plan: None)
    before = poise.solve(start, [poise.Hold(hold.site, frame=far)], criteria=())
    assert found.status == before.status == "compromise"
    assert np.array_equal(found.pose.coordinates, before.pose.coordinates)


def test_what_moves_besides_the_limb_is_no_limb_alone() -> None:
    rng = np.random.default_rng(3)
    arm = random_arm(rng, wrist="ball")
    rail = arm.with_part(Segment("lid"), Joint("hinge", "hinge", "base", "lid"))
    (site,) = arm.sites
    from poise.limb.alone import answer_alone
    from poise.planning import planned

    frame = arm.random(rng).frame(site)
    assert answer_alone(planned(arm.rest(), [[poise.Hold(site, frame=frame)]], ())) is not None
    assert answer_alone(planned(rail.rest(), [[poise.Hold(site, frame=frame)]], ())) is None
    assert answer_alone(planned(arm.rest(), [[poise.Hold(site, frame=frame, joints=["elbow"])]], ())) is None
