"""What is natural in a session follows the goals as a body would: in time, without jumps, and arrives."""

from __future__ import annotations

import numpy as np
import pytest

import poise
from poise import Hold, Reach

PERSON = poise.human()
REST = PERSON.rest()
FEET = [Hold("left_foot"), Hold("right_foot")]
HIGH, LOW = (-0.3, 1.5, 0.4), (-0.3, 0.3, 0.45)
FRAME, CALM, LONG = 60.0, 90.0, 6000.0
"""Seconds. Frames of a 30th and a session that is calm within 50 ms, all 1,800 times slower: no machine is too busy for
that."""
PARTS = ("pelvis", "head_top", "left_elbow", "left_knee", "right_knee")


@pytest.fixture(autouse=True)
def slower(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("poise.session.CALM", CALM)


def places(pose: poise.Pose) -> np.ndarray:
    return np.array([pose.position(part) for part in PARTS])


def session_at(point: tuple[float, float, float]) -> poise.Session:
    session = poise.Session(REST, [FEET, Reach("right_hand", point)], ahead=FRAME)
    session.step(budget=LONG)
    return session


def test_goals_are_met_at_once_and_the_rest_of_the_body_follows_in_some_frames() -> None:
    session, direct = session_at(HIGH), session_at(HIGH)
    direct.tasks["reach right_hand"].goal = LOW
    direct.step(budget=LONG)
    session.tasks["reach right_hand"].goal = LOW
    left = []
    for _ in range(60):
        session.step(budget=FRAME)
        left.append(float(np.abs(places(session.pose) - places(direct.pose)).max()))
        if session.settled:
            break
    assert session.settled
    assert left[0] > 0.05  # where a session goes at once that has long enough, this one is not yet
    assert left[-1] < 1e-3
    np.testing.assert_allclose(session.pose.position("right_hand"), LOW, atol=1e-6)


def test_who_only_looks_whether_it_has_settled_moves_nothing() -> None:
    session = session_at(HIGH)
    before = session.pose.coordinates
    session.tasks["reach right_hand"].goal = LOW
    assert not session.settled
    np.testing.assert_array_equal(session.pose.coordinates, before)


def trembling(budget: float) -> float:
    """How far the pelvis goes from frame to frame at most, while markers turn a foot to and fro by 4°."""
    feet = {side: np.array(REST.frame(f"{side}_foot")) for side in ("left", "right")}
    levels = [[Hold(f"{side}_foot", frame=frame) for side, frame in feet.items()], Reach("right_hand", LOW)]
    session = poise.Session(REST, levels, ahead=FRAME)
    session.step(budget=LONG)
    found = []
    for i in range(20):
        tilt = (-1) ** i * np.radians(4.0)
        turn = np.array([[np.cos(tilt), -np.sin(tilt), 0], [np.sin(tilt), np.cos(tilt), 0], [0, 0, 1]])
        frame = feet["left"].copy()
        frame[:3, :3] = turn @ frame[:3, :3]
        session.tasks["hold left_foot"].goal = frame
        session.step(budget)
        found.append(session.pose.position("pelvis"))
    return float(np.linalg.norm(np.diff(found[5:], axis=0), axis=1).max())


def test_a_foot_that_trembles_moves_the_pelvis_less_than_it_would() -> None:
    calm, shaken = trembling(FRAME), trembling(LONG)
    assert shaken > 0.005
    assert calm < 0.75 * shaken


def test_who_walks_on_is_not_left_behind() -> None:
    """All goals go ahead by 4 cm a frame, as a walker's do: the body is where it would be with time to think."""
    base = {side: np.array(REST.frame(f"{side}_foot")) for side in ("left", "right")}
    levels = [[Hold(f"{side}_foot", frame=frame) for side, frame in base.items()], Reach("right_hand", HIGH)]
    found = []
    for budget in (FRAME, LONG):
        session = poise.Session(REST, levels, ahead=FRAME)
        session.step(budget=LONG)
        for i in range(1, 31):
            ahead = np.array([0.0, 0.0, 0.04 * i])
            for side, frame in base.items():
                moved = frame.copy()
                moved[:3, 3] += ahead
                session.tasks[f"hold {side}_foot"].goal = moved
            session.tasks["reach right_hand"].goal = np.add(HIGH, ahead)
            session.step(budget)
        found.append(session.pose.position("pelvis"))
    assert np.abs(found[0] - found[1]).max() < 0.01


def test_the_way_to_the_goals_does_not_matter() -> None:
    """One hand after the other, in either order, with steps in between."""
    goals, found = {"left": (0.25, 1.3, 0.4), "right": (-0.25, 0.6, 0.45)}, []
    for order in (("left", "right"), ("right", "left")):
        session = poise.Session(REST, [FEET])
        for side in order:
            session.add(Reach(f"{side}_hand", goals[side]), level=min(2, len(session.levels) + 1))
            session.step(budget=LONG)
        found.append(session.pose.coordinates)
    np.testing.assert_allclose(found[0], found[1], atol=1e-6)
