"""Equilibrium, and Balance on any supports: Jacobians, what they reach, and what they refuse."""

from __future__ import annotations

import numpy as np
import pytest
from random_scenes import human

import zoo
from poise import (
    Balance,
    CenterOfMass,
    Equilibrium,
    Force,
    Hold,
    InputError,
    NearPose,
    Orient,
    Reach,
    Session,
    Support,
    Weight,
    solve,
    statics,
)
from poise.figures import planar_chain
from refusals import refused

REST = human().rest()
FEET = [Hold("left_foot"), Hold("right_foot")]
SOLES = [Support(name, friction=0.6) for name in ("left_foot", "left_toes", "right_foot", "right_toes")]


def test_the_error_of_equilibrium_is_the_moment_over_the_weight():
    pose = zoo.inside(human(), np.random.default_rng(1))
    forces = [Force("left_hand", (10, 20, 30), (4, 5, 6))]
    shares = [Support("left_foot", share=0.4), Support("right_foot", share=0.6)]
    (piece,) = Equilibrium(forces=forces, supports=shares).pieces(pose)
    report = statics(pose, forces, shares)
    np.testing.assert_allclose(piece.reached(pose), report.missing_moment / (9.81 * human().mass), atol=1e-12)


@pytest.mark.parametrize("share", [0.0, 0.25, 0.5, 0.9, 1.0])
def test_weight_goes_where_the_shares_say(share):
    """Fig. 7.15: the centre of mass moves over the foot that carries most."""
    shares = [Support("left_foot", share=share), Support("right_foot", share=1 - share)]
    solution = solve(REST, [FEET, Equilibrium()], supports=shares)
    assert solution.status == "converged"
    left, right = (solution.pose.position(f"{side}_foot") for side in ("left", "right"))
    expected = share * left + (1 - share) * right
    np.testing.assert_allclose(solution.pose.center_of_mass[[0, 2]], expected[[0, 2]], atol=1e-4)
    assert np.abs(statics(solution.pose, (), shares).missing_moment).max() < 0.1


def test_the_centre_of_mass_over_one_support_or_several():
    """Inverse kinetics (Boulic et al. 1996, 2.5, 5): the goal moves with the supports, here with a foot that steps."""
    ahead = REST.position("right_foot") + np.array([0.0, 0.0, 0.3])
    for shares in ({"left_foot": 1.0}, {"left_foot": 0.2, "right_foot": 0.8}):
        over = CenterOfMass(supports=[Support(site, share=share) for site, share in shares.items()])
        levels = [[Hold("left_foot"), Reach("right_foot", ahead)], over]
        solution = solve(REST, levels, forces=[Weight("right_hand", 9)], criteria=[NearPose(REST)])
        assert solution.status == "converged"
        expected = sum(share * solution.pose.position(site) for site, share in shares.items())
        np.testing.assert_allclose(solution.pose.center_of_mass[[0, 2]], expected[[0, 2]], atol=1e-4)


def test_a_force_that_turns_with_the_hand_is_taken_up_as_it_turns():
    """The remainder turns with it: forces cancel in the pose that is found, and moments do."""
    along = [Force("right_hand", (0, 25.0, 30.0), frame="site")]
    shares = [Support("left_foot", share=0.5), Support("right_foot", share=0.5)]
    solution = solve(REST, [FEET, Equilibrium(), Reach("right_hand", (-0.3, 1.3, 0.4))], forces=along, supports=shares)
    assert solution.status == "converged"
    report = statics(solution.pose, along, shares)
    assert np.abs(report.missing_force).max() < 1e-9
    assert np.abs(report.missing_moment).max() < 0.1
    push = solution.pose.frame("right_hand")[:3, :3] @ along[0].vector
    assert abs(push - REST.frame("right_hand")[:3, :3] @ along[0].vector).max() > 5
    taken = sum(s.force for s in report.supports) - [0, 9.81 * human().mass, 0]
    np.testing.assert_allclose(taken, -push, atol=1e-9)


def test_a_chain_balances_a_force_at_its_tip():
    """Fig. 6.5: the base carries any force but no moment."""
    figure = planar_chain(8)
    start = figure.pose({name: 0.2 for name, joint in figure.joints.items() if joint.dof})
    pull = Force("tip", (0.0, -2.0, 1.0))
    solution = solve(start, [Equilibrium()], forces=[pull])
    assert solution.status == "converged"
    base = solution.pose.segment_frame(figure.root)[:3, 3]
    moment = np.cross(solution.pose.center_of_mass - base, figure.mass * np.array(figure.gravity))
    moment += np.cross(solution.pose.position("tip") - base, pull.vector)
    assert np.abs(moment).max() < 1e-3


def test_pushing_leans_into_the_push():
    """Fig. 7.17, with the foot forces found, not given."""
    push = [Force(f"{side}_hand", (0, 0, -80.0)) for side in ("left", "right")]
    hands = [Reach("left_hand", (0.2, 1.2, 0.55)), Reach("right_hand", (-0.2, 1.2, 0.55))]
    plain, pushed = (
        solve(REST, [FEET, Balance(margin=0.01), hands], forces=forces, supports=SOLES, criteria=[NearPose(REST)])
        for forces in ((), push)
    )
    assert plain.status == pushed.status == "converged"
    assert pushed.pose.center_of_mass[2] > plain.pose.center_of_mass[2] + 0.05
    report = statics(pushed.pose, push, SOLES)
    assert report.possible
    assert report.margin > 0.0095
    assert not statics(plain.pose, push, SOLES).possible


def test_a_load_that_moves_counts_where_it_is():
    """Holding out 30 kg at arm's length, the rest of the body moves back."""
    weight = [Weight("right_hand", 30.0)]
    hand = Reach("right_hand", (-0.2, 1.2, 0.6))
    light, heavy = (
        solve(REST, [FEET, Balance(margin=0.03), hand], forces=forces, supports=SOLES, criteria=[NearPose(REST)])
        for forces in ((), weight)
    )
    assert heavy.pose.center_of_mass[2] < light.pose.center_of_mass[2] - 0.02
    assert statics(heavy.pose, weight, SOLES).margin > 0.0295


def test_twisting_finds_the_foot_forces():
    """Fig. 7.18: opposite forces at the hands; the feet answer by friction alone."""
    twist = [Force("left_hand", (0, 0, 40.0)), Force("right_hand", (0, 0, -40.0))]
    hands = [Reach("left_hand", (0.25, 1.0, 0.4)), Reach("right_hand", (-0.25, 1.0, 0.4))]
    solution = solve(REST, [FEET, Balance(margin=0.01), hands], forces=twist, supports=SOLES)
    report = statics(solution.pose, twist, SOLES)
    assert report.balanced
    moment = sum(np.cross(s.points, s.forces)[:, 1].sum() for s in report.supports)
    given = sum(np.cross(solution.pose.position(f.site), f.vector)[1] for f in twist)
    assert moment == pytest.approx(-given, abs=1e-6)
    assert given < -15


def stepping_forward(task):
    """The right foot is asked to step forward, the left one and the head to stay where they are."""
    ahead = REST.position("right_foot") + np.array([0.0, 0.0, 0.35])
    return [
        Hold("left_foot"),
        [Reach("right_foot", ahead), Orient("right_foot", REST.frame("right_foot")[:3, :3])],
        task,
    ]


@pytest.mark.parametrize("supports", [None, SOLES], ids=["soles on the floor", "supports"])
def test_the_region_follows_supports_that_move(supports):
    """Balance at a margin that only the longer stance has room for where the weight ends up."""
    solution = solve(REST, stepping_forward(Balance(margin=0.04, supports=supports)), criteria=[NearPose(REST)])
    assert solution.status == "converged"
    found = statics(solution.pose, (), SOLES).region
    assert found.corners[:, 2].max() > statics(REST, (), SOLES).region.corners[:, 2].max() + 0.3
    assert found.margin(solution.pose.center_of_mass) > 0.04 - 1e-6
    (room,) = solution.task("balance").reached
    assert room == pytest.approx(found.margin(solution.pose.center_of_mass), abs=2e-3)


def pushed_from_beside(friction: float):
    """A push at an outstretched hand: its moment about the vertical uses up friction, and with it room to stand."""
    rough = [Support(support.site, friction=friction) for support in SOLES]
    push = [Force("left_hand", (0, 0, -60.0))]
    levels = [FEET, Balance(margin=0.02), Reach("left_hand", (0.75, 1.2, 0.1))]
    solution = solve(REST, levels, forces=push, supports=rough, criteria=[NearPose(REST)])
    return solution, statics(solution.pose, push, rough)


def test_the_region_follows_loads_that_turn_the_body():
    solution, report = pushed_from_beside(0.4)
    assert solution.status == "converged"
    assert report.margin > 0.02 - 2.5e-3  # planes are within 2 mm of a curved edge


def test_loads_may_turn_the_body_only_as_far_as_friction_holds():
    """The reach is below the balance, and stops where the feet would begin to turn on the floor."""
    solution, report = pushed_from_beside(0.2)
    assert solution.task("balance").met
    assert report.margin > 0.02 - 2.5e-3
    assert solution.task("reach left_hand").residual > 0.1
    assert "balance (level 2) stops it" in str(solution.explain())


def test_where_nothing_can_hold_the_pose_that_is_found_balance_is_not_met():
    """A force that turns along with the hand: at first it points down, in the end it would push the body over ice."""
    turn = REST.frame("left_hand")[:3, :3]
    along = [Force("left_hand", turn.T @ (0, -150.0, 0), frame="site")]
    ice = [Support(support.site, friction=0.1) for support in SOLES]
    quarter = np.array([[1.0, 0.0, 0.0], [0.0, 0.0, -1.0], [0.0, 1.0, 0.0]])
    solution = solve(REST, [FEET, Balance(), Orient("left_hand", quarter @ turn)], forces=along, supports=ice)
    assert not statics(solution.pose, along, ice).possible
    assert not solution.task("balance").met
    assert solution.task("balance").residual > 0.01


def test_sessions_follow_supports_when_they_settle():
    session = Session(REST, stepping_forward(Balance(margin=0.04)), criteria=[NearPose(REST)])
    while not session.settled:
        session.step()
    solution = session.solution()
    assert solution.task("balance").met
    assert statics(session.pose, (), SOLES).margin > 0.04 - 1e-6


def test_sessions_take_forces_too():
    session = Session(REST, [FEET, Balance(margin=0.03)], forces=[Weight("left_hand", 40.0)], supports=SOLES)
    while not session.settled:
        session.step()
    assert statics(session.pose, [Weight("left_hand", 40.0)], SOLES).margin > 0.0295


CASES = {
    "solved": (lambda: solve(REST, [Equilibrium(supports=[Support("left_foot")])]), "needs a share of the weight"),
    "no point": (lambda: CenterOfMass(), "takes either a point or supports"),
    "point and supports": (lambda: CenterOfMass((0, 0, 0), supports=SOLES), "takes either a point or supports"),
    "axes of supports": (lambda: CenterOfMass(axes="xyz", supports=SOLES), "leave axes out"),
    "no shares": (lambda: solve(REST, [CenterOfMass(supports=SOLES)]), "needs a share of the weight"),
    "no goal": (
        lambda: setattr(
            Session(REST, [CenterOfMass(supports=[Support("left_foot", share=1)])]).tasks["center_of_mass"],
            "goal", (0, 0, 0),
        ),
        "has no goal that could change",
    ),
    "nothing": (lambda: solve(REST, [Equilibrium()]), "task 'equilibrium': no support"),
    "margin": (lambda: solve(REST, [Balance(margin=0.5)], supports=SOLES), "leaves no room: at most"),
    "hopeless": (lambda: solve(REST, [Balance()], forces=[Force("chest", (0, 0, 5000))]), "nowhere can these supports"),
    "point": (lambda: solve(REST, [Balance()], supports=[Support("left_heel")]), "leave no area to stand over"),
    "unknown": (lambda: solve(REST, [Balance(supports=[Support("tail")])]), "task 'balance': a support: the"),
}  # fmt: skip


@pytest.mark.parametrize("name", CASES)
def test_refused(name):
    refused(CASES[name][0], InputError, CASES[name][1])
