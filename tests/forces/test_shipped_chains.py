"""The chains of Baerlocher's figs. 6.5 to 6.9: in equilibrium by hand, and with the least torques by scipy."""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest
from scipy.optimize import minimize

import poise

LINK, HINGES, WEIGHT = 0.2, 10, 2.0 * 9.81
TIP = np.array([1.1, 0.0, 0.0])


@cache
def solved(name: str) -> tuple[poise.Scene, poise.Solution]:
    scene = poise.Scene.load(f"baerlocher_{name}")
    return scene, scene.solve()


def tip_force(scene: poise.Scene) -> np.ndarray:
    """All that acts at the tip, N."""
    force = np.zeros(3)
    for given in scene.forces:
        force += given.vector
    for support in scene.supports:
        force[1] += support.share * WEIGHT
    return force


def moments(angles: np.ndarray, force: np.ndarray) -> np.ndarray:
    """(10,) about every hinge, of the links beyond it and the force at the tip: a plane chain by hand."""
    turned = np.cumsum(angles)
    ends = np.vstack([np.zeros(2), np.cumsum(LINK * np.column_stack([-np.sin(turned), np.cos(turned)]), axis=0)])
    middles = 0.5 * (ends[1:] + ends[:-1])
    found = []
    for i in range(HINGES):
        arm = ends[-1] - ends[i]
        weights = -(middles[i:, 0] - ends[i, 0]).sum() * WEIGHT / HINGES
        found.append(arm[0] * force[1] - arm[1] * force[0] + weights)
    return np.array(found)


def angles_of(pose: poise.Pose) -> np.ndarray:
    return np.array([pose[f"joint_{i}"] for i in range(1, HINGES + 1)])


def torque_norm(name: str) -> float:
    scene, solution = solved(name)
    return float(np.linalg.norm(poise.statics(solution.pose, scene.forces, scene.supports).torques))


NAMES = [f"6_5_{x}" for x in "abc"] + [f"6_7_{x}" for x in "abc"] + ["6_8_a", "6_8_b"] + [f"6_9_{x}" for x in "abc"]


@pytest.mark.parametrize("name", NAMES)
def test_the_base_feels_no_moment_and_torques_are_those_by_hand(name):
    scene, solution = solved(name)
    assert solution.status == "converged"
    assert all(task.residual < 1e-6 for task in solution.tasks)
    by_hand = moments(angles_of(solution.pose), tip_force(scene))
    assert abs(by_hand[0]) < 1e-6 * WEIGHT
    report = poise.statics(solution.pose, scene.forces, scene.supports)
    np.testing.assert_allclose(report.torques, -by_hand, atol=1e-9)


def test_6_5_the_chain_leans_against_the_force():
    centers = [solved(f"6_5_{x}")[1].pose.center_of_mass[0] for x in "abc"]
    assert abs(centers[0]) < 1e-9
    assert centers[1] < -0.5, "pulled to +x"
    assert centers[2] > 0.2, "pushed to −x"


def test_6_6_a_chain_under_its_weight_alone_needs_the_least_torques():
    norms = [torque_norm(f"6_5_{x}") for x in "abc"]
    assert norms[0] < 0.6 * min(norms[1:])


def test_6_7_the_weight_is_where_the_shares_say_and_the_root_may_be_at_either_end():
    for name, share in (("6_7_a", 0.5), ("6_7_b", 0.3), ("6_7_c", 0.5)):
        scene, solution = solved(name)
        assert solution.pose.center_of_mass[0] == pytest.approx(share * TIP[0], abs=1e-6)
        by_hand = moments(angles_of(solution.pose), tip_force(scene))
        np.testing.assert_allclose(free_and_rooted_at_the_tip(scene, solution.pose), -by_hand, atol=1e-8)


def free_and_rooted_at_the_tip(scene: poise.Scene, pose: poise.Pose) -> list[float]:
    """Torques of the same chain with a free base, its root at the other end, both ends held by shares."""
    chain = poise.figures.planar_chain(HINGES, 2.0, mass=2.0, axis="z", base="free")
    same = chain.pose({f"joint_{i}": pose[f"joint_{i}"] for i in range(1, HINGES + 1)}).rerooted("link_10")
    share = scene.supports[0].share
    supports = [poise.Support("base", share=1 - share), poise.Support("tip", share=share)]
    pushes = [poise.Force("base", tuple(-x for x in given.vector)) for given in scene.forces]
    report = poise.statics(same, [*scene.forces, *pushes], supports)
    assert report.balanced
    return [report.joint(f"joint_{i}")["angle"].torque for i in range(1, HINGES + 1)]


@pytest.mark.parametrize(("before", "after", "thesis"), [("6_8_a", "6_8_b", 0.72), ("6_9_a", "6_9_c", 0.65)])
def test_6_8_and_6_9_the_torques_fall_as_far_as_scipy_brings_them(before, after, thesis):
    scene, solution = solved(after)
    assert torque_norm(after) < thesis * torque_norm(before)
    force, found = tip_force(scene), angles_of(solution.pose)
    goal = np.array(scene.tasks[0].point)

    def lack(angles):
        tip = scene.figure.pose(dict(zip((f"joint_{i}" for i in range(1, 11)), angles, strict=True))).position("tip")
        return [tip[0] - goal[0], tip[1] - goal[1], moments(angles, force)[0]]

    rng = np.random.default_rng(0)
    best = min(
        minimize(
            lambda a: float(moments(a, force) @ moments(a, force)), found + 0.05 * rng.normal(size=HINGES),
            constraints={"type": "eq", "fun": lack}, method="SLSQP", options={"maxiter": 300, "ftol": 1e-12},
        ).fun
        for _ in range(3)
    )  # fmt: skip
    assert torque_norm(after) ** 2 <= best * (1 + 1e-6)


def test_6_9_the_postures_are_in_the_order_of_the_figure():
    crooked, other, arch = (torque_norm(f"6_9_{x}") for x in "abc")
    assert arch < other < 0.81 * crooked
