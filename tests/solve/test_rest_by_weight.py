"""RestPosture(by_weight=True): every joint is drawn by the moment of what it carries (Boulic et al. 1996, eq. 15)."""

from __future__ import annotations

import numpy as np
import pytest
import scenes
from scipy.optimize import minimize

import poise
import zoo
from poise import Figure, InputError, Joint, Placement, Pose, Segment
from poise.criteria import RestPosture
from poise.criteria.support_torque import gyration_radius

WISH = RestPosture(by_weight=True)
BIRD = poise.figures.bird()
SOFT = 1e-3
"""Moments below it (of m g L) count by their square."""


def beyond(figure: Figure, joint: str) -> set[str]:
    """The segments that a joint carries, seen from the root."""
    carried = {figure.joints[joint].child}
    while True:
        more = {j.child for j in figure.joints.values() if j.parent in carried} | carried
        if more == carried:
            return carried
        carried = more


def moment(pose: Pose, joint: str) -> float:
    """m_a h of eq. 15 over m L: the mass beyond a joint and how far beside it its centre is, by the segments."""
    figure = pose.figure
    part = [figure.segments[name] for name in beyond(figure, joint)]
    mass = sum(s.mass for s in part)
    centre = sum(s.mass * (pose.segment_frame(s.name) @ (*s.center, 1.0))[:3] for s in part) / mass
    at = (pose.segment_frame(figure.joints[joint].parent) @ figure.joints[joint].placement.matrix)[:3, 3]
    h = np.hypot(*(centre - at)[[0, 2]])
    size = mass * h / (figure.mass * gyration_radius(figure))
    return float(np.sqrt(size**2 + SOFT**2) - SOFT)


def test_every_joint_of_the_bird_counts_by_the_moment_of_what_it_carries() -> None:
    rng = np.random.default_rng(1)
    rest = BIRD.rest()
    for _ in range(5):
        pose = zoo.inside(BIRD, rng)
        known = sum(
            0.5 * moment(pose, name) * float(pose[name] - rest[name]) ** 2
            for name, joint in BIRD.joints.items()
            if joint.dof
        )
        assert WISH.value(pose) == pytest.approx(known, rel=1e-9)


def test_a_ball_joint_counts_by_the_whole_moment() -> None:
    """The torque of a weight about a point is that of its lever, whichever way the joint's axes lie."""
    figure = Figure(
        "lamp",
        [Segment("foot", mass=2.0), Segment("arm", mass=1.0, center=(0.1, 0.2, 0.3))],
        [
            Joint("base", "fixed", None, "foot"),
            Joint("ball", "ball", "foot", "arm", placement=Placement((0.0, 0.5, 0.0), (0.5, 0.5, 0.5, 0.5))),
        ],
    )
    rng = np.random.default_rng(2)
    for _ in range(5):
        pose = zoo.anywhere(figure, rng)
        way = pose.difference(figure.rest())
        known = 0.5 * moment(pose, "ball") * float(way @ way)
        assert WISH.value(pose) == pytest.approx(known, rel=1e-9)


def test_with_the_moments_as_they_are_the_slope_is_equation_15() -> None:
    """What is left of the gradient is the slope of the moments."""
    rng = np.random.default_rng(3)
    pose, rest = zoo.inside(BIRD, rng), BIRD.rest()
    names = [n for n, j in BIRD.joints.items() if j.dof]
    away = np.array([float(pose[n] - rest[n]) for n in names])
    drawn = np.array([moment(pose, n) for n in names]) * away
    eased = np.zeros(BIRD.dof)
    for k in range(BIRD.dof):
        h = 1e-6 * np.eye(BIRD.dof)[k]
        ahead, behind = ([moment(pose.integrate(s * h), n) for n in names] for s in (1.0, -1.0))
        eased[k] = 0.5 * float((np.array(ahead) - np.array(behind)) @ away**2) / 2e-6
    np.testing.assert_allclose(WISH.derivative(pose), drawn + eased, atol=1e-8)


@pytest.mark.parametrize("name", ["bird", "human", "chain"])
def test_the_hessian_is_that_of_the_value(name: str) -> None:
    """Second differences; swing joints, whose axes turn as they move, are held still."""
    figure = {"bird": BIRD, "human": scenes.human(), "chain": poise.figures.chain(3)}[name]
    rng = np.random.default_rng(4)
    still = np.concatenate([np.full(j.dof, j.model in ("swing", "free")) for j in figure.joints.values()])
    pose = figure.rest().integrate(0.3 * rng.normal(size=figure.dof) * ~still)
    compiled = RestPosture(by_weight=True).compiled(pose)
    hessian = compiled.evaluate(pose._core)[2]
    np.testing.assert_allclose(hessian, hessian.T, atol=1e-12)
    for _ in range(5):
        v = rng.normal(size=figure.dof) * ~still
        ahead, behind = (compiled.evaluate(pose.integrate(h * v)._core)[1] for h in (1e-5, -1e-5))
        slope = float(v @ (ahead - behind)) / 2e-5
        assert float(v @ hessian @ v) == pytest.approx(slope, rel=1e-6, abs=1e-8)


def test_at_rest_it_costs_nothing_and_where_nothing_weighs_it_draws_nothing() -> None:
    assert WISH.value(BIRD.rest()) == 0.0
    pendulum = poise.figures.planar_chain(1)
    name = next(n for n, j in pendulum.joints.items() if j.dof)
    poses = [pendulum.pose({name: a}) for a in np.linspace(-3.0, 3.0, 601)]
    flat = [p for p in poses if moment(p, name) < 1e-5]
    assert all(WISH.value(p) < 1e-4 for p in flat)
    assert WISH.value(poses[450]) > 1e-3


def test_the_drinking_bird_is_at_scipys_optimum() -> None:
    scene = poise.Scene.load("boulic_13_b")
    assert scene.criteria == (WISH,)
    solution = scene.solve()
    assert solution.status == "converged"
    start, goal = solution.pose, np.array([0.02, 0.2])
    ready = WISH.compiled(start)
    bounds = [(j.limits["angle"].min, j.limits["angle"].max) for j in BIRD.joints.values() if j.dof]  # type: ignore[union-attr]
    pointing = start.frame("beak")[1:, 2]

    def off(q: np.ndarray) -> np.ndarray:
        frame = Pose(BIRD, q).frame("beak")
        across = frame[1, 2] * pointing[1] - frame[2, 2] * pointing[0]
        return np.array([*(frame[1:3, 3] - goal), across])

    found = minimize(
        lambda q: ready.evaluate(Pose(BIRD, q)._core)[:2], np.array(start.coordinates), jac=True, method="SLSQP",
        bounds=bounds, constraints=[{"type": "eq", "fun": off}], options={"ftol": 1e-14, "maxiter": 500},
    )  # fmt: skip
    assert np.abs(off(found.x)).max() < 1e-8
    assert WISH.value(start) == pytest.approx(float(found.fun), abs=1e-8)


def test_what_carries_much_moves_less_than_in_an_even_attraction() -> None:
    """The leg holds the whole bird and stays; the neck, which holds little, does the drinking."""
    scene = poise.Scene.load("boulic_13_b")
    even = poise.solve(scene.start, scene.demands(), criteria=[RestPosture()]).pose
    heavy, leg, rest = scene.solve().pose, BIRD.groups["leg"].joints, scene.start

    def moved(pose: Pose) -> float:
        return float(np.linalg.norm([float(pose[j] - rest[j]) for j in leg]))

    assert moved(heavy) < 0.3 * moved(even)


def test_a_figure_without_weight_is_refused() -> None:
    ghost = Figure(
        "ghost", [Segment("a"), Segment("b")], [Joint("r", "fixed", None, "a"), Joint("h", "hinge", "a", "b")]
    )
    with pytest.raises(InputError, match="criterion RestPosture: by_weight needs a figure with a weight, and 'ghost'"):
        WISH.value(ghost.rest())
    with pytest.raises(InputError, match="by_weight"):
        RestPosture(by_weight=1)  # type: ignore[arg-type]


def test_weights_of_joints_and_base_count_as_well() -> None:
    human = scenes.human()
    pose = human.pose("sitting").integrate(np.r_[0.3, 0.1, 0.0, 0.2, 0.4, 0.1, np.zeros(human.dof - 6)])
    base, legs = (0.5, 2.0, 0.3), {"left_hip": (1.0, 0.2, 3.0)}
    of_base = RestPosture(joints=["neck"], base=base).value(pose) - RestPosture(joints=["neck"]).value(pose)
    both = RestPosture(joints=legs, base=base, by_weight=True).value(pose)
    alone = RestPosture(joints=legs, by_weight=True).value(pose)
    assert both - alone == pytest.approx(of_base, rel=1e-9), "a free base holds nothing: it counts as it is"
    assert alone < RestPosture(joints=legs).value(pose)
