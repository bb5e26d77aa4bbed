"""Several figures in one solve: each is posed as it would be alone, until a task ties them together."""

from __future__ import annotations

import pickle

import numpy as np
import pytest

import poise
from poise import (
    Balance,
    CenterOfMass,
    Force,
    Hold,
    Posture,
    Reach,
    RestPosture,
    Support,
    Together,
    UnknownNameError,
    Weight,
)

ANN, BOB = poise.human(stature=1.62, sex="female"), poise.human(stature=1.80)
FEET = ("left_foot", "right_foot")


def turned(figure: poise.Figure, z: float) -> poise.Pose:
    """At rest, over there and looking back."""
    root = figure.rest()["root"]
    return figure.pose({"root": (root.x, root.y, z, 0.0, 1.0, 0.0, 0.0)})


@pytest.fixture(scope="module")
def both() -> poise.Pose:
    return poise.company({"ann": ANN.rest(), "bob": turned(BOB, 1.1)})


def on_their_feet(*names: str) -> list[poise.tasks.Task]:
    return [Hold(f"{name}/{foot}") for name in names for foot in FEET]


# ---- several poses as one -------------------------------------------------------------------------------------------


def test_a_company_is_its_members_side_by_side(both):
    figure = both.figure
    assert dict(figure.members) == {"ann": ANN, "bob": BOB}
    assert both.members["bob"] == turned(BOB, 1.1)
    assert figure.dof == ANN.dof + BOB.dof
    assert figure.mass == pytest.approx(ANN.mass + BOB.mass, rel=1e-14)
    for name in ("right_hand", "left_heel"):
        assert np.allclose(both.frame(f"bob/{name}"), turned(BOB, 1.1).frame(name), rtol=0, atol=1e-15)
    J = both.jacobian("bob/right_hand")
    assert np.allclose(J[:, ANN.dof :], turned(BOB, 1.1).jacobian("right_hand"), rtol=0, atol=1e-14)
    assert not J[:, : ANN.dof].any()
    assert pickle.loads(pickle.dumps(both)) == both


def test_a_list_names_figures_by_letters():
    chain = poise.figures.planar_chain(3, 1.0, axis="z")
    solution = poise.solve([chain.rest(), chain.rest()], [Reach("a/tip", (0.3, 0.5, 0.0))])
    assert list(solution.poses) == ["a", "b"]
    assert solution.poses["b"] == chain.rest()
    assert np.allclose(solution.poses["a"].position("tip"), (0.3, 0.5, 0.0), atol=1e-4)


def test_members_follow_when_the_company_is_edited(both):
    loose = both.figure.with_limits("ann/left_knee", flexion=None)
    assert "flexion" not in loose.members["ann"].joints["left_knee"].limits
    assert loose.members["bob"] is both.figure.members["bob"]
    marked = both.figure.with_site(poise.Site("bob/pocket", "bob/pelvis"))
    assert "pocket" in marked.members["bob"].sites
    assert marked.members["ann"] is both.figure.members["ann"]


# ---- figures that have nothing to do with each other ----------------------------------------------------------------


def asked(prefix: str, goal: tuple[float, float, float], figure: str | None) -> list[list[poise.tasks.Task]]:
    return [[Hold(f"{prefix}{foot}") for foot in FEET], [Balance(figure=figure)], [Reach(f"{prefix}right_hand", goal)]]


@pytest.mark.parametrize("criteria", [[RestPosture()], None], ids=["rest", "natural"])
def test_figures_that_do_not_interact_are_posed_as_if_alone(criteria):
    here, there = ANN.rest(), BOB.rest()
    goals = {"ann": (-0.25, 1.2, 0.4), "bob": (-0.35, 0.95, 0.45)}
    alone = {
        "ann": poise.solve(here, asked("", goals["ann"], None), criteria=criteria),
        "bob": poise.solve(there, asked("", goals["bob"], None), criteria=criteria),
    }
    levels = [a + b for a, b in zip(*(asked(f"{n}/", goals[n], n) for n in goals), strict=True)]
    together = poise.solve({"ann": here, "bob": there}, levels, criteria=criteria)
    assert together.status == "converged"
    for name, solution in alone.items():
        apart = solution.pose.difference(together.poses[name])
        assert np.abs(apart).max() < 1e-9, name
    assert together.task("balance ann").residual == pytest.approx(alone["ann"].task("balance").residual, abs=1e-9)


def test_each_has_its_own_centre_of_mass_and_its_own_loads(both):
    stand = [Support("ann/left_foot"), Support("ann/right_foot")]
    load = Weight("ann/right_hand", 8.0)
    levels = [
        on_their_feet("ann", "bob"),
        Balance(figure="ann"),
        CenterOfMass((0.03, 0.0, 1.05), figure="bob"),
    ]
    solution = poise.solve(both, levels, forces=[load], supports=stand)
    assert solution.status == "converged"
    assert solution.poses["bob"].center_of_mass[[0, 2]] == pytest.approx((0.03, 1.05), abs=1e-4)
    feet = [Support("left_foot"), Support("right_foot")]
    own = poise.statics(solution.poses["ann"], forces=[Weight("right_hand", 8.0)], supports=feet)
    assert own.possible
    assert own.margin >= 0.01 - 1e-6, "the usual margin, with the load"


# ---- figures that are tied together ---------------------------------------------------------------------------------


def test_two_hands_meet_where_newtons_method_says():
    """Two planar arms whose tips shall meet: the least motion, found by scipy as a constrained problem."""
    from scipy.optimize import minimize

    arm = poise.figures.planar_chain(3, 0.9, axis="z")
    a, b = arm.pose({"joint_1": 0.6}), arm.pose({"joint_1": -0.4, "joint_2": -0.3})
    start = poise.company({"a": a, "b": b})
    joints = [joint for joint in start.figure.joints if start.figure.joints[joint].dof]
    solution = poise.solve(start, [Together("a/tip", "b/tip")], criteria=[poise.NearPose(start)])
    assert solution.status == "converged"

    def gap(q):
        pose = start.figure.pose(dict(zip(joints, q, strict=True)))
        return (pose.position("a/tip") - pose.position("b/tip"))[:2]

    q0 = np.array([start[joint] for joint in joints])
    best = minimize(lambda q: ((q - q0) ** 2).sum(), q0, constraints={"type": "eq", "fun": gap}, tol=1e-14)
    found = np.array([solution.pose[joint] for joint in joints])
    assert ((found - q0) ** 2).sum() == pytest.approx(best.fun, rel=1e-6)


def test_a_task_between_two_stands_below_what_each_holds(both):
    """Out of each other's reach: the feet stay to the last digit, and both hands point at each other."""
    far = both.with_member("bob", turned(BOB, 3.5))
    solution = poise.solve(far, [on_their_feet("ann", "bob"), Together("ann/right_hand", "bob/right_hand")])
    assert solution.status != "converged"
    assert all(task.met for task in solution.tasks if task.level == 1)
    account = solution.explain()
    culprits = {culprit.name for finding in account.findings for culprit in finding.culprits}
    assert any(name.startswith(("hold ann/", "hold bob/")) for name in culprits), culprits


def test_they_keep_out_of_each_other():
    chain = poise.figures.chain(4)
    one, two = chain.rest(), chain.rest()
    pairs = poise.self_pairs(poise.company([one, two]).figure)
    assert any({p.first[0], p.second[0]} == {"a", "b"} for p in pairs)
    assert all(p.depth == 0.0 for p in pairs if p.first[0] != p.second[0])


@pytest.mark.parametrize("method", ["transpose", "ccd"])
def test_methods_of_direct_manipulation_pose_both(both, method):
    levels = [on_their_feet("ann", "bob"), Together("ann/right_hand", "bob/right_hand")]
    solution = poise.solve(both, levels, method=method)
    assert solution.task("together ann/right_hand bob/right_hand").residual < 1e-3
    assert solution.pose.limit_violation < 1e-9


# ---- sessions -------------------------------------------------------------------------------------------------------


def test_a_session_drags_one_and_undoes_both(both):
    session = poise.Session(both, [on_their_feet("ann", "bob"), Reach("ann/right_hand", (-0.3, 1.1, 0.4))])
    before, levels = session.pose, session.levels
    for _ in range(50):
        session.step()
    assert session.tasks["reach ann/right_hand"].report.met
    session.tasks["reach ann/right_hand"].goal = (-0.3, 1.3, 0.3)
    session.add(Balance(figure="bob"))
    for _ in range(50):
        session.step()
    assert session.tasks["reach ann/right_hand"].report.met
    assert session.tasks["balance bob"].report.met
    session.levels, session.pose = levels, before
    assert session.pose == before
    session.pose = {"ann": ANN.rest(), "bob": BOB.rest()}
    assert session.pose.members["bob"] == BOB.rest()


# ---- bad input ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("ask", "words"),
    [
        (lambda p: poise.company({"a/b": ANN}), "no slash"),
        (lambda p: poise.company({}), "at least one"),
        (lambda p: poise.company({"ann": 3}), "needs a pose"),
        (lambda p: poise.company({"all": p}), "several figures already"),
        (lambda p: poise.company({"ann": ANN, "low": ANN.with_gravity((0, -1, 0))}), "another gravity"),
        (lambda p: poise.solve(p, [Reach("right_hand", (0, 1, 0))]), "right_hand"),
        (lambda p: poise.solve(p, [Balance()]), "figure='ann' or figure='bob'"),
        (lambda p: poise.solve(p, [Balance(figure="eve")]), "no figure 'eve'"),
        (lambda p: poise.solve(ANN.rest(), [Balance(figure="ann")]), "single figure"),
        (lambda p: poise.solve(ANN.rest(), [Hold("pelvis")], criteria=[RestPosture(figure="ann")]), "single figure"),
        (lambda p: poise.solve(p, [Hold("ann/pelvis")], criteria=[RestPosture(figure="eve")]), "no figure 'eve'"),
        (lambda p: poise.solve(p, [Hold("ann/pelvis")], forces=[Force("left_hand", (0, 1, 0))]), "say whose it is"),
        (lambda p: p.figure.rerooted("ann/left_foot"), "reroot its members"),
        (lambda p: ANN.rest().member("ann"), "single figure"),
        (lambda p: poise.statics(p), "each figure's own"),
    ],
)  # fmt: skip
def test_bad_input_is_told(both, ask, words):
    with pytest.raises(poise.PoiseError, match=words):
        ask(both)


def test_a_posture_is_one_figures_own(both):
    wave = BOB.pose({"left_elbow": 0.8})
    solution = poise.solve(both, [Posture(wave, figure="bob")], criteria=())
    assert solution.status == "converged"
    assert solution.poses["bob"]["left_elbow"].flexion == pytest.approx(0.8, abs=1e-3)
    assert solution.poses["ann"] == ANN.rest()


def test_a_figure_that_is_not_there_is_told(both):
    with pytest.raises(UnknownNameError, match="no figure 'carl'; it has: ann, bob"):
        both.members["carl"]
    alone = poise.solve(ANN.rest(), [Hold("left_foot")], max_steps=1)
    with pytest.raises(UnknownNameError, match="single figure: it has no figure 'ann'"):
        alone.poses["ann"]
    assert not alone.poses
    assert pickle.loads(pickle.dumps(both.members)) == dict(both.members)
