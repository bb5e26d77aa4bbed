"""What is foreseen near the start, as this very person does it: straight legs, upright seats, knees that go apart."""

from __future__ import annotations

import numpy as np
import pytest

import poise
from poise import Balance, Hold, LookAt, Reach, solve
from poise.tasks import Task

PERSON = poise.human()
PEOPLE = [PERSON, poise.human(sex="female", percentile=5)]
REST = PERSON.rest()
FEET: list[Task] = [Hold("left_foot"), Hold("right_foot")]
PARTS = ("pelvis", "chest", "head_top", "left_elbow", "right_elbow", "left_knee", "right_knee")


def places(pose: poise.Pose) -> np.ndarray:
    return np.array([pose.position(part) for part in PARTS])


def apart(pose: poise.Pose) -> float:
    """How far the knees are from each other, m."""
    return float(np.linalg.norm(pose.position("left_knee") - pose.position("right_knee")))


@pytest.mark.parametrize("axes", ["y", "xyz"])
@pytest.mark.parametrize("person", PEOPLE)
def test_who_crouches_moves_the_knees_apart(person: poise.Figure, axes: str) -> None:
    """Welman 1993, 7.2.1: the toes stay, the pelvis goes down, and the knees go ever further apart: they bend at once,
    and no heel goes through the floor instead."""
    rest = person.rest()
    toes = [Reach(toe, rest.position(toe)) for toe in ("left_toe", "right_toe")]
    found = []
    for depth in (0.0, 0.05, 0.1, 0.15, 0.2, 0.25, 0.3, 0.35, 0.4, 0.45, 0.5):
        solution = solve(rest, [toes, Reach("pelvis", rest.position("pelvis") - (0.0, depth, 0.0), axes=axes)])
        assert solution.status == "converged"
        assert solution.pose.position("left_heel")[1] > rest.position("left_heel")[1] - 0.05
        found.append(apart(solution.pose))
    assert np.diff(found).min() > 0.0
    assert np.diff(found[1:]).min() > 0.0025
    assert found[-1] > 1.8 * found[0]


def test_goals_a_millimetre_beside_the_middle_move_nobody_far() -> None:
    asked = {
        "pelvis": [Reach("pelvis", REST.position("pelvis") - (0.0, 0.3, 0.0), axes="xy")],
        "pelvis at a point": [Reach("pelvis", REST.position("pelvis") - (0.0, 0.3, 0.0))],
        "pelvis far down": [Reach("pelvis", REST.position("pelvis") - (0.0, 0.4, 0.0))],
        "chest": [Reach("chest", REST.position("chest") - (0.0, 0.3, -0.1))],
        "head": [Reach("head_top", REST.position("head_top") - (0.0, 0.3, 0.0))],
        "hands": [Reach("left_hand", (0.2, 1.2, 0.4)), Reach("right_hand", (-0.2, 1.2, 0.4))],
        "hands low": [Reach("left_hand", (0.15, 0.5, 0.5)), Reach("right_hand", (-0.15, 0.5, 0.5))],
    }
    for name, tasks in asked.items():
        middle = solve(REST, [FEET, Balance(), tasks]).pose
        for aside in (0.001, -0.001):
            beside = [Reach(t.site, np.add(t.point, (aside, 0.0, 0.0)), axes=t.axes) for t in tasks]
            moved = places(solve(REST, [FEET, Balance(), beside]).pose) - places(middle)
            assert np.abs(moved).max() < 0.005, name


@pytest.mark.parametrize("person", PEOPLE)
def test_who_reaches_a_high_shelf_stands_on_straight_legs(person: poise.Figure) -> None:
    rest = person.rest()
    shoulder = rest.position("chest")[1]
    shelf = (-0.2, 1.3 * shoulder, 0.25 * shoulder)
    solution = solve(rest, [FEET, Balance(), LookAt("eyes", shelf), Reach("right_hand", shelf)])
    assert solution.status == "converged"
    assert max(solution.pose[f"{side}_knee.flexion"] for side in ("left", "right")) < np.radians(12)


def test_who_sits_and_reaches_bends_a_little_and_leaves_the_idle_hand_on_the_thigh() -> None:
    """Once the loins bent by 31° and the idle hand went 20 cm down, through the thigh."""
    sitting, cup = PERSON.stance("sitting"), (-0.15, 0.85, 0.75)
    levels = [sitting.tasks, LookAt("eyes", cup), Reach("right_hand", cup)]
    pose = solve(sitting.pose, levels, supports=sitting.supports).pose
    np.testing.assert_allclose(pose.position("right_hand"), cup, atol=1e-6)
    assert pose["lumbar"][0] < np.radians(22)
    assert np.linalg.norm(pose.position("left_hand") - sitting.pose.position("left_hand")) < 0.03


def test_who_kneels_or_sits_and_reaches_goes_no_further_than_the_arm_needs() -> None:
    """Once the trunk leant by 72° at the socket and by 32° at the cup, above arms that were bent.

    The farther cup is 1.22 arm lengths from the shoulder of somebody who sits upright, the nearer one 1.16.
    """
    kneeling, sitting = PERSON.stance("kneeling_on_one_knee"), PERSON.stance("sitting")
    cups = ((sitting, (-0.15, 0.85, 0.70), 24.0), (sitting, (-0.15, 0.85, 0.75), 36.0))
    for stance, point, lean in ((kneeling, (-0.25, 0.3, 0.75), 68.0), *cups):
        levels = [stance.tasks, LookAt("eyes", point), Reach("right_hand", point)]
        pose = solve(stance.pose, levels, supports=stance.supports).pose
        np.testing.assert_allclose(pose.position("right_hand"), point, atol=1e-6)
        assert np.degrees(np.arccos(pose.segment_frame("chest")[1, 1])) < lean
        assert pose["right_elbow.flexion"] < np.radians(36)


def test_trunk_and_arm_join_smoothly_as_a_cup_goes_out_of_reach() -> None:
    """Once the elbow bent by 38° more for a centimetre: a trunk that was foreseen no nearer stayed firm, then not."""
    sitting = PERSON.stance("sitting")
    near, far = sitting.pose.position("right_hand"), np.array((-0.15, 0.85, 0.75))
    found = []
    for share in np.arange(0.7, 1.1, 0.02):
        cup = tuple((1.0 - share) * near + share * far)
        pose = solve(sitting.pose, [sitting.tasks, Reach("right_hand", cup)], supports=sitting.supports).pose
        lean = np.arccos(pose.segment_frame("chest")[1, 1])
        found.append((np.degrees(lean), np.degrees(pose["right_elbow.flexion"])))
    assert np.abs(np.diff(found, axis=0)).max() < 5.0


def test_who_kneels_and_ties_a_shoe_bends_no_further_than_one_hand_needs() -> None:
    """Once both hands together asked for more of the trunk than either: it leant by 98°."""
    stance = PERSON.stance("kneeling_on_one_knee")
    x, _, z = stance.pose.position("left_foot")
    hands = [Reach("left_hand", (x + 0.05, 0.07, z)), Reach("right_hand", (x - 0.05, 0.07, z))]
    solution = solve(stance.pose, [stance.tasks, LookAt("eyes", (x, 0.07, z)), hands], supports=stance.supports)
    assert solution.status == "converged"
    assert np.degrees(np.arccos(solution.pose.segment_frame("chest")[1, 1])) < 96.0


@pytest.mark.parametrize("person", PEOPLE)
def test_who_is_drawn_down_by_the_centre_of_mass_squats(person: poise.Figure) -> None:
    """Once a small woman leant backwards, further and further, until she was held by limits 32 mm above 15 cm."""
    rest = person.rest()
    center = np.array(rest.center_of_mass)
    session = poise.Session(rest, [FEET, poise.CenterOfMass(center, axes="xyz", name="weight")])
    for depth in (0.05, 0.1, 0.15, 0.2, 0.3, 0.4):
        session.tasks["weight"].goal = tuple(center - (0.0, depth, 0.0))
        for _ in range(400):
            session.step()
            if session.settled:
                break
        assert session.solution().status == "converged"
        assert session.pose["lumbar"][0] > np.radians(-2)
    assert session.pose["left_knee.flexion"] > np.radians(60)
