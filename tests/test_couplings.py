"""Couplings: they hold after clamping, with ranges and with swing regions, and the way there is the shortest."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.optimize import minimize, nnls

import zoo
from poise import Cone, Coupling, Ellipse, Figure, Joint, Placement, Polygon, Pose, Range, Segment
from strategies import seeds
from test_clamping import assert_settled

HOLDS = 1e-9


def values(pose: Pose) -> np.ndarray:
    """Angles of a chain of hinges."""
    return np.array(pose.coordinates)


def coupled(seed: int) -> tuple[Figure, np.ndarray, list[tuple[np.ndarray, float, float]]]:
    """Hinges with random ranges and couplings that some point satisfies; also (row, min, max) of each."""
    rng = np.random.default_rng(seed)
    n = int(rng.integers(2, 6))
    point = rng.uniform(-1, 1, n)
    ranges = {
        i: Range(point[i] - rng.uniform(0, 1), point[i] + rng.uniform(0, 1)) for i in range(n) if rng.random() < 0.6
    }
    couplings, rows = [], []
    for k in range(int(rng.integers(1, 4))):
        row = np.where(rng.random(n) < 0.7, rng.normal(size=n), 0.0)
        row[int(rng.integers(n))] = 1.0
        low, high = ((0.0, 0.0), (rng.uniform(0, 0.5), rng.uniform(0, 0.5)), (math.inf, 0.2))[
            int(rng.integers(3 if k else 2))
        ]
        at = float(row @ point)
        rows.append((row, at - low, at + high))
        couplings.append(Coupling(f"c{k}", {f"q{i + 1}": f for i, f in enumerate(row)}, at - low, at + high))
    return zoo.hinges(n, ranges, tuple(couplings)), rng.normal(0.0, 3.0, n), rows


@given(seeds)
def test_couplings_of_hinges_hold_after_clamping(seed: int) -> None:
    figure, asked, rows = coupled(seed)
    pose = figure.pose(asked).clamped()
    assert_settled(pose)
    for row, low, high in rows:
        assert low - HOLDS * np.linalg.norm(row) <= row @ values(pose) <= high + HOLDS * np.linalg.norm(row)


@given(seeds)
def test_the_nearest_coupled_pose_meets_the_conditions_of_a_minimum(seed: int) -> None:
    """Karush–Kuhn–Tucker: the way back to what was asked is a sum of the active normals, each pushing outward."""
    figure, asked, rows = coupled(seed)
    found = values(figure.pose(asked).clamped())
    ranges = [j.limits.get("angle", Range()) for j in list(figure.joints.values())[1:]]
    every = [*rows, *((axis, r.min, r.max) for axis, r in zip(np.eye(len(found)), ranges, strict=True))]
    normals = [row for row, _, high in every if row @ found > high - 1e-8]
    normals += [-row for row, low, _ in every if row @ found < low + 1e-8]
    _, left = nnls(np.array([*normals, np.zeros_like(asked)]).T, asked - found)
    assert left < 1e-6


@pytest.mark.parametrize("seed", range(12))
def test_the_nearest_coupled_pose_is_what_an_optimizer_finds(seed: int) -> None:
    figure, asked, rows = coupled(seed)
    found = values(figure.pose(asked).clamped())
    bounds = [(r.min, r.max) for r in (j.limits.get("angle", Range()) for j in list(figure.joints.values())[1:])]
    conditions = [{"type": "eq", "fun": lambda x, r=r, b=low: r @ x - b} for r, low, high in rows if low == high]
    for r, low, high in rows:
        if low < high:
            conditions.append({"type": "ineq", "fun": lambda x, r=r, b=high: b - r @ x})
            if math.isfinite(low):
                conditions.append({"type": "ineq", "fun": lambda x, r=r, b=low: r @ x - b})
    best = minimize(
        lambda x: float(np.sum((x - asked) ** 2)), values(figure.rest()), jac=lambda x: 2 * (x - asked),
        method="SLSQP", bounds=bounds, constraints=conditions, options={"ftol": 1e-11, "maxiter": 500},
    )  # fmt: skip
    assert best.success
    np.testing.assert_allclose(found, best.x, atol=1e-5)


def test_the_nearest_point_by_hand() -> None:
    """x = y with 0 ≤ x ≤ 1: from (5, 0) the nearest is (1, 1); clamping x first would lead to (½, ½)."""
    equal = Coupling("equal", {"q1": 1.0, "q2": -1.0})
    figure = zoo.hinges(2, {0: Range(0, 1)}, (equal,))
    np.testing.assert_allclose(values(figure.pose([5.0, 0.0]).clamped()), [1, 1], atol=1e-9)
    np.testing.assert_allclose(values(figure.pose([0.2, 0.6]).clamped()), [0.4, 0.4], atol=1e-9)


def test_the_distance_to_a_coupling_is_reported() -> None:
    figure = zoo.hinges(2, couplings=(Coupling("sum", {"q1": 3.0, "q2": 4.0}, -5.0, 10.0),))
    pose = figure.pose([0.0, 5.0])
    assert pose.worst_limit == (None, "sum", pytest.approx(2.0))
    assert pose.limit_violation == pytest.approx(2.0)
    assert figure.pose([0.0, 2.5]).within_limits


REGIONS = [Cone(0.7), Ellipse(0.9, 0.4), Polygon.of_swings([(-0.6, -0.6), (0.6, -0.6), (0.6, 0.6), (-0.6, 0.6)])]


@pytest.mark.parametrize("region", REGIONS, ids=lambda r: type(r).__name__)
@pytest.mark.parametrize("model", ["swing", "ball"])
@given(seed=seeds)
def test_couplings_over_a_swing_hold_together_with_its_region(
    region: Cone | Ellipse | Polygon, model: str, seed: int
) -> None:
    rng = np.random.default_rng(seed)
    figure = spine(model, region, [Coupling("follow", {"one.swing_x": 1.0, "two.swing_x": -0.5})])
    pose = figure.pose(scattered(figure, rng)).clamped()
    assert_settled(pose)
    assert pose["one.swing_x"] == pytest.approx(0.5 * pose["two.swing_x"], abs=2e-9)


@pytest.mark.parametrize("model", ["swing", "ball"])
@given(seed=seeds, low=st.floats(-0.6, 0.4))
def test_inequalities_over_a_swing_hold_together_with_its_region(model: str, seed: int, low: float) -> None:
    between = Coupling("sum", {"one.swing_x": 1.0, "one.swing_y": 1.0, "two.swing_y": 1.0}, low, low + 0.1)
    figure = spine(model, Ellipse(0.8, 0.5), [between])
    pose = figure.pose(scattered(figure, np.random.default_rng(seed))).clamped()
    assert_settled(pose)
    total = pose["one.swing_x"] + pose["one.swing_y"] + pose["two.swing_y"]
    assert low - 2e-9 <= total <= low + 0.1 + 2e-9


@given(seeds)
def test_a_twist_coupling_holds_together_with_twist_ranges(seed: int) -> None:
    share = Coupling("share", {"one.twist": 2.0, "two.twist": -1.0})
    figure = spine("ball", Cone(0.8), [share], twist=Range(-0.3, 0.5))
    pose = figure.pose(scattered(figure, np.random.default_rng(seed))).clamped()
    assert_settled(pose)
    assert 2 * pose["one.twist"] == pytest.approx(pose["two.twist"], abs=3e-9)


@pytest.mark.parametrize("overlap", [0.0, 1e-6, 1e-3, 1e-2])
def test_a_coupling_that_hardly_touches_a_region(overlap: float) -> None:
    """x near the cone's angle leaves a sliver at its rim, or one direction: found, from wherever one starts."""
    figure = spine("swing", Cone(0.5), [Coupling("far", {"one.swing_x": 1.0}, 0.5 - overlap, math.inf)])
    for start in ((0.0, 0.3), (0.0, -1.0), (2.0, 0.1), (-1.0, 0.2)):
        assert_settled(figure.pose({"one": start, "two": (0.0, 0.0)}).clamped())


@pytest.mark.parametrize("name", ["human", "human with hands", "hand", "creature"])
def test_couplings_of_built_figures_hold(name: str) -> None:
    figure = zoo.made(name)
    rng = np.random.default_rng(4)
    assert figure.couplings
    for _ in range(30):
        pose = zoo.anywhere(figure, rng).clamped()
        for coupling in figure.couplings.values():
            total = sum(f * pose[term] for term, f in coupling.terms.items())
            length = math.sqrt(sum(f * f for f in coupling.terms.values()))
            assert coupling.min - HOLDS * length <= total <= coupling.max + HOLDS * length


def spine(model: str, region: Cone | Ellipse | Polygon, couplings: list[Coupling], **more: Range) -> Figure:
    """Two limbs on one another, "one" and "two", with the same region of swing."""
    joints = [
        Joint("base", "fixed", None, "a"),
        Joint("one", model, "a", "b", limits={"swing": region, **more}),
        Joint("two", model, "b", "c", Placement((0, 0, 0.2)), limits={"swing": region, **more}),
    ]
    return Figure("spine", [Segment("a"), Segment("b"), Segment("c")], joints, couplings=couplings)


def scattered(figure: Figure, rng: np.random.Generator) -> dict[str, np.ndarray]:
    count = len(figure.joint("one").coordinates)
    return {"one": rng.normal(0, 0.8, count), "two": rng.normal(0, 0.8, count)}


@given(seeds)
def test_couplings_over_anything_hold_together_with_all_limits(seed: int) -> None:
    """Every joint model and limit at once; the couplings go through a pose that is known to be inside."""
    rng = np.random.default_rng(seed)
    figure = mixed(rng)
    pose = zoo.anywhere(figure, rng).clamped()
    assert_settled(pose)
    for coupling in figure.couplings.values():
        total = sum(f * pose[term] for term, f in coupling.terms.items())
        assert coupling.min - 1e-8 <= total <= coupling.max + 1e-8


def mixed(rng: np.random.Generator) -> Figure:
    """The crane's kinds of joints and more in a chain, with one to three couplings over random coordinates."""
    region = REGIONS[int(rng.integers(3))]
    limits = {
        "hinge": {"angle": Range(-1, 1)},
        "slide": {"distance": Range(0, 0.5)},
        "elbow": {"flexion": Range(0, 2), "twist": Range(-1, 1)},
        "swing": {"swing": region},
        "ball": {"swing": region, "twist": Range(-0.4, 0.6)},
    }
    models = [*limits, *rng.choice(list(limits), 3)]
    joints = [Joint("base", "fixed", None, "s0")]
    for i, model in enumerate(models):
        joints.append(Joint(f"j{i}", model, f"s{i}", f"s{i + 1}", Placement((0, 0, 0.1)), limits=limits[model]))
    figure = Figure("mixed", [Segment(f"s{i}") for i in range(len(models) + 1)], joints)
    inside = figure.random(rng)
    terms = [f"{j.name}.{c}" for j in figure.joints.values() for c in j.coordinates]
    for k in range(int(rng.integers(1, 4))):
        chosen = {str(t): float(rng.normal()) for t in rng.choice(terms, int(rng.integers(1, 4)), replace=False)}
        at = sum(f * inside[t] for t, f in chosen.items())
        low, high = ((0.0, 0.0), (0.1, 0.2), (math.inf, 0.05))[int(rng.integers(3))]
        figure = figure.with_coupling(Coupling(f"c{k}", chosen, at - low, at + high))
    return figure


@pytest.mark.parametrize("total", [1.5, 2.0, 2.4, 2.45, 2.5, 2.6])
def test_a_coupling_at_the_tip_of_an_ellipse(total: float) -> None:
    """The rim is strongly curved there; the largest possible total is about 2.63."""
    joints = [
        Joint("base", "fixed", None, "a"),
        Joint("wrist", "swing", "a", "b", limits={"swing": Ellipse(0.9, 0.4)}),
        Joint("arm", "hinge", "b", "c", limits={"angle": Range(-1, 1)}),
    ]
    terms = {"wrist.swing_x": 1.5616, "wrist.swing_y": -0.0625, "arm": -1.2233}
    figure = Figure(
        "tip", [Segment("a"), Segment("b"), Segment("c")], joints, couplings=[Coupling("sum", terms, total, total)]
    )
    rng = np.random.default_rng(0)
    for _ in range(10):
        assert_settled(figure.pose(rng.normal(size=figure.size)).clamped())


@given(seeds)
def test_a_small_step_out_is_taken_back_by_a_small_step(seed: int) -> None:
    """The pose it left is inside, so the nearest one is about as near or nearer: no jumps."""
    rng = np.random.default_rng(seed)
    figure = mixed(rng)
    step = rng.normal(size=figure.dof)
    pose = figure.random(rng).integrate(1e-3 * step / np.linalg.norm(step))
    assert np.linalg.norm(pose.difference(pose.clamped())) < 1.5e-3


TIED = {
    "tendon": {"left_index_tendon"},
    "leg": {"left_hamstrings", "left_calf"},
    "fingers": {"right_index_middle", "right_middle_ring", "right_ring_little"},
}
"""Couplings of a person that share joints, and none with others."""


@pytest.mark.parametrize("part", TIED)
def test_couplings_that_share_no_joint_are_met_each_by_itself(part: str) -> None:
    figure, rng = zoo.made("human with hands"), np.random.default_rng(7)
    alone = figure
    for other in set(figure.couplings) - TIED[part]:
        alone = alone.without_coupling(other)
    for _ in range(20):
        asked = zoo.anywhere(figure, rng)
        together, there = asked.clamped(), Pose(alone, asked.coordinates).clamped()
        assert_settled(together)
        for term in (term for name in TIED[part] for term in figure.couplings[name].terms):
            assert together[term] == pytest.approx(there[term], abs=1e-8)
