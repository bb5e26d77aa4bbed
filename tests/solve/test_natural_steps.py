"""Who is asked for the feet alone steps there, and does not crouch for it."""

from __future__ import annotations

import numpy as np
import pytest

import poise
from poise import Hold, solve

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
