"""How little would do: closed forms, and the relaxed problem solved by hand."""

from __future__ import annotations

import math
from dataclasses import replace

import conflicts
import numpy as np
import pytest
import scenes

import poise
from poise import Cone, Range
from poise.explain import Finding
from poise.explain.limits import widened, wider
from poise.tasks import Balance, Hold, Posture, Reach

CONFLICTS = conflicts.conflicts()
CLOSED = {
    # name → culprit, least relaxation: the goal's coordinate minus the limit
    "a hinge's range": ("j.angle", 0.5),
    "a slide's range": ("j.distance", 0.3),
    "an elbow's flexion": ("j.flexion", 0.4),
    "an elbow's twist": ("j.twist", 0.5),
    "a swing within a cone": ("j.swing", 0.4),
    "a ball within a cone": ("j.swing", 0.4),
    "an ellipse": ("j.swing", 0.4),
    "a range of twist": ("j.twist", 0.5),
    "a twist by swing": ("j.twist", 0.6),
    "an equality": ("tie", 0.6),
    "an inequality": ("slack", 0.25),
    "a posture above": ("posture", 0.9),
    "a plane to keep to": ("keep tip", 1.5 - conflicts.tip_at(0.3, 0.9)[2]),
    "a distance to keep": ("keep tip", math.hypot(*conflicts.tip_at(0.3, 0.9)) - 1.0),
    "an orientation above": ("orient tip", 0.3),
    "a loop": ("together tip nail", math.dist(conflicts.tip_at(0.3, 0.9), (0, 0, 2))),
}


def found(name: str) -> Finding:
    conflict = CONFLICTS[name]
    return conflict.solved().explain(conflict.victim).task(conflict.victim)


@pytest.mark.parametrize("name", CLOSED)
def test_closed_forms(name: str) -> None:
    culprit, least = CLOSED[name]
    relaxation = found(name).culprit(culprit).relaxation
    assert relaxation is not None
    assert relaxation.amounts[0][0] == pytest.approx(least, rel=0.01, abs=2e-3)
    assert relaxation.amounts[0][1] == (
        "m" if "keep" in culprit or "distance" in culprit or "nail" in culprit else "rad"
    )


def test_the_goal_itself_may_come_nearer() -> None:
    """To the unreachable point at 3 m a chain of 2 m lacks a metre; the tolerance is a gift."""
    relaxation = found("out of reach").relaxation
    assert relaxation.amounts == ((pytest.approx(1.0 - 1e-4, abs=1e-6), "m"),)
    assert relaxation.words == "a goal 1 m nearer"


def test_a_widened_limit_does_and_a_narrower_one_does_not() -> None:
    conflict = CONFLICTS["a polygon"]
    relaxation = found("a polygon").culprit("j.swing").relaxation
    assert relaxation is not None
    ((by, unit),) = relaxation.amounts
    assert unit == "rad"
    for factor, met in ((1.0, True), (0.9, False)):
        wide = widened(conflict.figure, "j.swing", factor * by)
        assert poise.solve(wide.rest(), conflict.levels).tasks[0].met is met


def test_a_smaller_margin_of_balance_does() -> None:
    conflict = CONFLICTS["balance"]
    relaxation = found("balance").culprit("balance").relaxation
    assert relaxation is not None
    ((less, unit),) = relaxation.amounts
    assert unit == "m"
    assert relaxation.words.endswith("cm smaller")
    for spare, met in ((1e-3, True), (-5e-3, False)):
        levels = [Balance(0.02 - less - spare), conflict.levels[1]]
        solution = poise.solve(conflict.figure.rest(), levels, attempts=12, rng=np.random.default_rng(0))
        assert solution.task("reach hand").met is met


def test_a_foot_that_may_move() -> None:
    """The foot is given the step that was named; then the hand arrives."""
    relaxation = found("one foot").culprit("hold left_foot").relaxation
    assert relaxation is not None
    assert [unit for _, unit in relaxation.amounts] == ["m", "rad"]
    assert relaxation.words.startswith("if it may move ")
    moved = Hold("left_foot", tolerance=tuple(1.001 * value for value, _ in relaxation.amounts))
    levels = [CONFLICTS["one foot"].levels[1], moved]
    assert poise.solve(scenes.human().rest(), levels).status == "converged"


def test_wider_limits_hold_what_narrower_ones_did() -> None:
    hole = poise.Polygon.of_swings([(0.5, -0.5), (-0.5, -0.5), (-0.5, 0.5), (0.5, 0.5)])  # all but the square
    rng = np.random.default_rng(2)
    for limit in (
        Cone(3.0),
        poise.Ellipse(0.4, 3.0),
        hole,
        conflicts.limits()["a polygon"].figure.joints["j"].limits["swing"],
    ):
        narrow, wide = (conflicts.stick("ball", {"swing": x}) for x in (limit, wider(limit, 0.3)))
        for _ in range(50):
            pose = narrow.random(rng)
            assert wide.pose(pose.coordinates).within_limits
    assert wider(Range(-1, 2), 0.5) == Range(-1.5, 2.5)


def test_a_task_of_the_same_level_may_give_way() -> None:
    figure = conflicts.two_links()
    a, b = (Posture(figure.pose({"a": x}), joints=["a"], name=f"{x}") for x in (0.0, 0.4))
    finding = poise.solve(figure.rest(), [[a, replace(b, weight=3.0)]]).explain().task("0.4")
    relaxation = finding.culprit("0.0").relaxation
    assert finding.residual == pytest.approx(0.1, abs=1e-4)
    assert relaxation is not None
    assert relaxation.amounts == ((pytest.approx(0.4, abs=1e-4), "rad"),)


def test_reach_against_reach_names_the_distance() -> None:
    figure = conflicts.two_links()
    here, there = conflicts.tip_at(0.4, 0.8), conflicts.tip_at(0.5, 0.8)
    levels = [Reach("tip", here, name="here"), Reach("tip", there, name="there")]
    finding = poise.solve(figure.rest(), levels).explain().task("there")
    assert finding.culprit("here").relaxation is not None
    assert finding.residual == pytest.approx(math.dist(here, there), abs=1e-6)
    assert finding.culprit("here").relaxation.amounts[0][0] == pytest.approx(math.dist(here, there), abs=1e-6)
