"""`friction_needed` is within 0.1 % of what linear programming finds, or says that it does not know."""

from __future__ import annotations

import dataclasses

import numpy as np
import pytest
from convex import EDGES, generators
from random_scenes import Scene, random_scene
from scipy.optimize import linprog

import poise
from poise import Force, Support, statics
from poise.forces.friction import DECADES, friction_need


class Asked:
    """What `friction_need` reads of a report, for a random scene."""

    def __init__(self, scene: Scene) -> None:
        self.pose, self.supports = scene.pose, ()
        self.loading = self
        self.shared, self.solved = (), (None,)
        self.footholds = poise._core.Footholds(scene.footholds)
        self.loads = poise._core.Loads(scene.loads)


def held(scene: Scene, factor: float, around: bool) -> bool:
    """With pyramids of many edges inside the cones, or around them."""
    rows = scene.footholds.copy()
    rows[:, 8] *= factor
    edges, owners = generators(dataclasses.replace(scene, footholds=rows), around, 4 * EDGES)
    sizes = np.linalg.norm(edges, axis=1)  # columns of one size: large factors make them long
    edges = edges / sizes[:, None]
    arms = scene.points[owners] - scene.pose.center_of_mass
    matrix = np.hstack([edges, np.cross(arms, edges)]).T
    load = scene.load / np.linalg.norm(scene.load)
    return bool(linprog(np.ones(len(edges)), A_eq=matrix, b_eq=-load, method="highs").status == 0)


def test_the_factor_is_within_a_thousandth_of_linear_programming() -> None:
    """Pyramids of 192 edges differ from the cone by 0.013 %."""
    rng = np.random.default_rng(9)
    known = unknown = 0
    while known < 60:
        scene = random_scene(rng)
        if not (scene.kinds == 0.0).any():
            continue
        need = friction_need(Asked(scene))
        if need.needed is None:
            unknown += 1
            if need.at_least > 0.0:
                assert not held(scene, 0.998 * need.at_least, around=False)
            continue
        known += 1
        assert need.at_least <= need.needed <= 1.001 * need.at_least
        if need.needed == 0.0:
            assert held(scene, 2e-6, around=True)
        else:
            assert held(scene, 1.0012 * need.needed, around=False), need
            assert not held(scene, 0.9985 * need.needed, around=False), need
    assert unknown < 60


def test_where_no_friction_is_enough_it_says_at_least() -> None:
    report = statics(poise.human().rest(), [Force("chest", (0, 2000, 0))])  # lifted off the floor
    assert report.friction_needed is None
    assert report.friction_at_least == pytest.approx(DECADES[-1])
    assert "at least 1000 times" in str(report)
    assert report.to_dict()["friction_at_least"] == report.friction_at_least


def test_of_given_forces_it_is_what_the_supports_use() -> None:
    rest = poise.human().rest()
    shares = [Support("left_foot", share=0.5, friction=0.4), Support("right_foot", share=0.5, friction=0.2)]
    report = statics(rest, [Force("right_hand", (0, 0, -30))], shares)
    taking = max(report.supports, key=lambda load: load.friction)
    assert report.friction_needed == pytest.approx(taking.slip)
    assert taking.friction == pytest.approx(30 / (0.5 * 9.81 * rest.figure.mass))
