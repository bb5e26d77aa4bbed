"""`Statics.robust`: held with less friction and under a push from any side, as linear programming sees it."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.optimize import linprog

import poise
from poise import Force, InputError, Support, statics

REST = poise.human().rest()
WEIGHT = 9.81 * REST.figure.mass


def withstands(report: poise.Statics, friction: float, push: np.ndarray, inside: bool) -> bool:
    """Whether forces exist under a push at the centre of mass, with pyramids of 96 edges inside or around the cones."""
    edges, points, count = [], [], 96
    for support, load in zip(report.loading.solved, report.supports, strict=True):
        normal = np.array(support.normal or (0.0, 1.0, 0.0))
        across = np.cross(normal, np.eye(3)[np.argmin(np.abs(normal))])
        across /= np.linalg.norm(across)
        angles = 2 * np.pi * np.arange(count) / count
        ring = np.cos(angles)[:, None] * across + np.sin(angles)[:, None] * np.cross(normal, across)
        mu = support.friction * friction / (1.0 if inside else np.cos(np.pi / count))
        for point in load.points:
            edges.append(normal + mu * ring)
            points.append(np.repeat(point[None], count, axis=0))
    edges, arms = np.vstack(edges), np.vstack(points) - report.center_of_mass
    load = np.r_[0, -WEIGHT, 0, 0, 0, 0].astype(float)
    for force in report.loading.applied:
        arm = REST.position(force.site) - report.center_of_mass
        load += np.r_[force.vector, np.cross(arm, force.vector)]
    load[:3] += push
    matrix = np.hstack([edges, np.cross(arms, edges)]).T
    return bool(linprog(np.ones(len(edges)), A_eq=matrix, b_eq=-load / WEIGHT, method="highs").status == 0)


@pytest.mark.parametrize("seed", range(6))
def test_it_is_what_linear_programming_says_of_pushes_all_round(seed: int) -> None:
    rng = np.random.default_rng([11, seed])
    soles = [Support(s, friction=rng.uniform(0.1, 0.7)) for s in ("left_foot", "left_toes", "right_foot", "right_toes")]
    applied = [Force("chest", rng.normal(size=3) * [20, 10, 20])]
    report = statics(REST, applied, soles)
    spare = float(rng.uniform(0.0, 0.5))
    force = float(rng.uniform(0.0, 0.15)) * WEIGHT
    angles = np.linspace(0, 2 * np.pi, 37)[:-1]
    ring = [np.array([np.cos(a), 0, np.sin(a)]) for a in angles]
    if report.robust(spare, force):
        assert all(withstands(report, 1 - spare, force * way, inside=False) for way in ring)
    else:
        assert not all(withstands(report, 1 - spare, 1.01 * force * way, inside=True) for way in ring)


def test_the_seeds_have_both_answers() -> None:
    """The check above would be empty if one answer were always given."""
    answers = {statics(REST).robust(0.2, force) for force in (0.01 * WEIGHT, WEIGHT)}
    assert answers == {True, False}


def test_both_kinds_of_slack_count() -> None:
    soles = [Support(s, friction=0.5) for s in ("left_foot", "left_toes", "right_foot", "right_toes")]
    report = statics(REST, [Force("left_foot", (0, 0, 0.25 * WEIGHT))], soles)
    assert report.balanced
    assert report.robust(0.0, 0.0)
    assert not report.robust(0.6, 0.0)  # slips
    assert not report.robust(0.0, 0.5 * WEIGHT)  # is pushed over


def test_shares_are_what_supports_carry_not_all_they_can() -> None:
    balanced = [Support("left_foot", share=0.5), Support("right_foot", share=0.5)]
    feet = [poise.Hold("left_foot"), poise.Hold("right_foot")]
    pose = poise.solve(REST, [feet, poise.Equilibrium()], supports=balanced).pose
    report = statics(pose, (), balanced)
    assert report.balanced
    assert report.robust(0.2, 5.0)
    assert not report.robust(0.2, 300.0)
    assert not statics(REST, [Force("chest", (0, 0, 900))]).robust(0.0, 0.0)  # nothing holds it at all


def test_a_body_that_is_fixed_to_the_world_withstands_everything() -> None:
    assert statics(poise.figures.planar_chain(4).rest()).robust(force=1e6)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"friction": 1.0}, "friction to spare is a part of it"),
        ({"friction": -0.1}, "friction to spare is a part of it"),
        ({"force": -1.0}, "force to spare is a number of newtons"),
        ({"force": "much"}, "force to spare"),
    ],
)
def test_nonsense_is_refused(options: dict, message: str) -> None:
    with pytest.raises(InputError, match=message):
        statics(REST).robust(**options)
