"""The shipped scenes after Boulic et al. 1996, 4.1: balance as a criterion, and below or beside a reach."""

from __future__ import annotations

from functools import cache
from itertools import pairwise

import numpy as np
import pytest

import poise


@cache
def solved(name: str) -> tuple[poise.Scene, poise.Solution]:
    scene = poise.Scene.load(f"boulic_{name}")
    return scene, scene.solve()


def test_10_the_fern_unrolls_to_its_full_height_and_its_torques_vanish():
    scene, solution = solved("10")
    wish = scene.criteria[0]
    assert wish.value(scene.start) > 0.01
    assert wish.value(solution.pose) < 1e-20
    np.testing.assert_allclose(solution.pose.position("tip"), (0.0, 0.6, 0.0), atol=1e-6)
    assert np.abs(poise.statics(solution.pose).torques).max() < 1e-6, "fig. 11: joint torques vanish as well"


def test_11_the_support_torques_fall_in_every_step_and_the_weight_rises():
    scene, _ = solved("10")
    session = poise.Session(scene.start, scene.demands(), criteria=scene.criteria)
    wish = scene.criteria[0]
    costs, heights = [wish.value(scene.start)], [float(scene.start.center_of_mass[1])]
    while not session.settled and len(costs) < 1000:
        pose = session.step()
        costs.append(wish.value(pose))
        heights.append(float(pose.center_of_mass[1]))
    assert all(after <= before * (1 + 1e-12) for before, after in pairwise(costs))
    assert heights[-1] > heights[0] + 0.03


def test_12_and_13_only_cascaded_control_keeps_the_bird_in_balance():
    rest = solved("12")[0].start.center_of_mass[2]
    off = {name: float(solved(name)[1].pose.center_of_mass[2] - rest) for name in ("12", "13_a", "13_b")}
    assert all(solved(name)[1].status == "converged" for name in off)
    assert abs(off["12"]) < 1e-6
    assert off["13_a"] > 0.08
    assert 0.01 < off["13_b"] < off["13_a"]
    assert room_over_the_toes("12") > 0.02
    assert room_over_the_toes("13_a") < 0, "it falls on its beak"


def room_over_the_toes(name: str) -> float:
    """How far (m) the centre of mass is inside the toes, along the only way the bird can fall."""
    pose = solved(name)[1].pose
    ends, center = pose.support_polygon()[:, 2], pose.center_of_mass[2]
    return float(min(center - ends.min(), ends.max() - center))


@pytest.mark.parametrize("name", ["14", "16"])
def test_14_and_16_one_foot_carries_it_all(name):
    scene, solution = solved(name)
    assert solution.status == "converged"
    report = poise.statics(solution.pose, scene.forces, scene.supports)
    assert report.balanced
    assert report.margin > 0.01 - 1e-6
    assert {s.site for s in report.supports} == {"right_foot", "right_toes"}
    assert solution.pose.position("left_foot")[1] > 0.05
    unbalanced = [level for level in scene.demands() if not any(isinstance(t, poise.Balance) for t in level)]
    alone = poise.solve(scene.start, unbalanced, criteria=scene.criteria)
    assert poise.statics(alone.pose, (), scene.supports).margin < -0.04, "without balance it would fall"


def test_16_three_sites_meet():
    _, solution = solved("16")
    places = [solution.pose.position(site) for site in ("left_hand", "right_hand", "left_toe")]
    assert max(np.ptp(places, axis=0)) < 1e-6
