"""Who is asked for feet elsewhere steps there, does not crouch for it, and reaches from there."""

from __future__ import annotations

import numpy as np
import pytest

import poise
from poise import Balance, Hold, LookAt, Reach, solve

PEOPLE = [poise.human(), poise.human(sex="female", percentile=10), poise.human(stature=1.95)]
REST = PEOPLE[0].rest()


def moved(start: poise.Pose, site: str, by: tuple[float, float, float]) -> Hold:
    """Held as it is turned, but elsewhere."""
    frame = np.array(start.frame(site))
    frame[:3, 3] += by
    return Hold(site, frame=frame)


def trunk(pose: poise.Pose) -> float:
    """How far it leans, degrees."""
    return float(np.degrees(np.arccos(min(pose.segment_frame("chest")[1, 1], 1.0))))


def knees(pose: poise.Pose) -> list[float]:
    return [float(np.degrees(pose[f"{side}_knee.flexion"])) for side in ("left", "right")]


@pytest.mark.parametrize("person", PEOPLE, ids=["man", "small woman", "tall man"])
@pytest.mark.parametrize("aside", [0.1, 0.2, 0.3])
def test_who_stands_astride_stays_upright(person: poise.Figure, aside: float) -> None:
    """The trunk leant by 43° with the feet 57 cm apart, the knees were bent by 51°: a fighter's stance."""
    start = person.rest()
    pose = solve(start, [[moved(start, "left_foot", (aside, 0, 0)), moved(start, "right_foot", (-aside, 0, 0))]]).pose
    assert trunk(pose) < 10.0
    assert max(knees(pose)) < 35.0


@pytest.mark.parametrize("way", [(0.3, 0, 0), (0, 0, 0.3), (0, 0, 0.6), (0.2, 0, 0.3), (0, 0.2, 0.3)])
def test_who_takes_a_step_stays_upright(way: tuple[float, float, float]) -> None:
    pose = solve(REST, [[moved(REST, "left_foot", way), Hold("right_toe")]]).pose
    assert trunk(pose) < 8.0
    assert knees(pose)[1] < 35.0  # of the leg that stands


def test_who_steps_onto_a_box_rises_by_it() -> None:
    up = [moved(REST, f"{side}_foot", (0, 0.2, 0.3)) for side in ("left", "right")]
    pose = solve(REST, [up]).pose
    assert pose.position("head_top")[1] - REST.position("head_top")[1] == pytest.approx(0.2, abs=0.02)


def test_a_foot_that_moves_by_little_moves_the_body_by_little() -> None:
    """No jump where the foot leaves the floor, or where the body begins to follow."""
    before = None
    for i in range(61):
        aside = 0.01 * i
        pose = solve(REST, [[moved(REST, "left_foot", (aside, 0.2 * aside, 0)), Hold("right_foot")]]).pose
        if before is not None:
            assert np.linalg.norm(pose.position("head_top") - before.position("head_top")) < 0.03
        before = pose


@pytest.mark.parametrize("person", PEOPLE, ids=["man", "small woman", "tall man"])
@pytest.mark.parametrize("aside", [0.1, 0.2, 0.3])
def test_who_stands_astride_and_reaches_with_an_arm_stays_upright(person: poise.Figure, aside: float) -> None:
    """The trunk leant by 24° with the feet 57 cm apart and a hand at the waist, by 35° farther apart and in balance,
    and the idle arm was raised by up to 114°."""
    start = person.rest()
    size = start.position("head_top")[1]
    feet = [moved(start, "left_foot", (aside, 0, 0)), moved(start, "right_foot", (-aside, 0, 0))]
    for way in ((-0.09, 0.6, 0.2), (-0.26, 0.63, 0.09), (-0.11, 0.74, 0.2), (-0.11, 0.97, 0.17)):
        hand = Reach("right_hand", size * np.array(way))
        for levels in ([feet, hand], [feet, Balance(), hand], [feet, LookAt("eyes", (0, size, 3.0)), hand]):
            solution = solve(start, levels)
            assert solution.status == "converged"
            assert trunk(solution.pose) < 9.0
            assert max(knees(solution.pose)) < 30.0
            idle = [pose.segment_frame("left_upper_arm")[:3, :3] for pose in (start, solution.pose)]
            assert np.trace(idle[0].T @ idle[1]) > 1.0 + 2.0 * np.cos(np.radians(15))


def test_feet_that_turn_their_toes_out_still_stand() -> None:
    turn = poise.Placement.turned((0, 1, 0), np.radians(12)).matrix[:3, :3]
    feet = []
    for side, sign, to in (("left", 1, turn), ("right", -1, turn.T)):
        frame = np.array(REST.frame(f"{side}_foot"))
        frame[:3, 3] += (0.2 * sign, 0, 0)
        frame[:3, :3] = to @ frame[:3, :3]
        feet.append(Hold(f"{side}_foot", frame=frame))
    assert trunk(solve(REST, [feet, Reach("right_hand", (-0.15, 1.05, 0.35))]).pose) < 15.0


def test_who_stands_astride_and_reaches_moves_smoothly() -> None:
    """As the feet go apart, and as heels rise: from where feet alone say how somebody stands to where all does."""
    hand, before = Reach("right_hand", (-0.15, 1.05, 0.35)), None
    for aside, tilt in [(0.01 * i, 0.0) for i in range(26)] + [(0.25, 0.006 * i) for i in range(26)]:
        feet = []
        for side, sign in (("left", 1), ("right", -1)):
            frame = np.array(REST.frame(f"{side}_foot"))
            frame[:3, 3] += (aside * sign, 0, 0)
            frame[:3, :3] = poise.Placement.turned((1, 0, 0), tilt).matrix[:3, :3] @ frame[:3, :3]
            feet.append(Hold(f"{side}_foot", frame=frame))
        pose = solve(REST, [feet, hand]).pose
        if before is not None:
            assert np.linalg.norm(pose.position("head_top") - before.position("head_top")) < 0.06
        before = pose


@pytest.mark.parametrize("ahead", [0.3, 0.5])
def test_who_takes_a_step_stands_on_straight_legs(ahead: float) -> None:
    """The knee behind was bent by 22 to 29°."""
    pose = solve(REST, [[moved(REST, "left_foot", (0, 0, ahead)), Hold("right_toe")]]).pose
    assert max(knees(pose)) < 15.0
    up = solve(REST, [[moved(REST, "left_foot", (0, 0.2, 0.3)), Hold("right_toe")]]).pose
    assert knees(up)[1] < 12.0
