"""The natural way to follow a hand: the limb first, the body when that is needed, and no farther than it reaches."""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np
import pytest
from visitor import Visitor, moved

import poise
from poise.studio.document.fresh import person
from poise.studio.engine import reaching
from poise.studio.engine.gestures import PointGesture
from poise.studio.protocol.requests import GrabPoint

Window = Callable[[], Visitor]
ASIDE = (-1.6, 0.4, 0.0)
"""Metres: twice as far as the right hand gets while the feet stay."""


def pull(here: Visitor, segment: str, by: tuple[float, float, float], follow: str = "natural", steps: int = 4) -> None:
    start = here.place(segment)[:3]
    here.ask("grab_point", segment=segment, point=[0, 0, 0], follow=follow)
    here.drag(*[moved(start, *(share * np.array(by))) for share in np.linspace(0, 1, steps + 1)[1:]])


def turned(before: object, after: object) -> float:
    """Degrees between two places of a segment."""
    return 2 * math.degrees(math.acos(min(1.0, abs(float(np.dot(np.array(before)[3:], np.array(after)[3:]))))))


def test_an_arm_is_raised_by_the_arm_alone(window: Window) -> None:
    here = window()
    before = {name: here.place(name) for name in ("pelvis", "chest", "left_hand")}
    pull(here, "right_hand", (-0.25, 0.75, 0.0))
    assert here.light("drag right_hand")["residual"] < 1e-3
    assert all(turned(place, here.place(name)) < 3.0 for name, place in before.items())
    here.ask("release")


def test_past_the_edge_of_reach_the_body_stops_rather_than_twists(
    window: Window, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reaching, "BUDGET", 1.0)  # frames of a machine that is not busy: every stride comes to rest
    here = window()
    stood, hand = {name: here.place(name) for name in ("pelvis", "chest")}, here.place("right_hand")[:3]
    pull(here, "right_hand", ASIDE)
    edge = {name: here.place(name) for name in ("pelvis", "chest", "right_hand")}
    assert turned(stood["pelvis"], edge["pelvis"]) < 60.0
    assert here.told["frame"]["light"] == "orange"  # what the hand wants is not there
    here.drag(moved(hand, *(1.5 * np.array(ASIDE))))
    assert all(turned(place, here.place(name)) < 2.0 for name, place in edge.items())
    here.drag(moved(hand, *(0.2 * np.array(ASIDE))))
    assert here.light("drag right_hand")["residual"] < 1e-3  # and comes back with the hand
    here.ask("cancel")
    pull(here, "right_hand", ASIDE, "body")
    assert turned(stood["pelvis"], here.place("pelvis")) > 65.0  # at any price
    gone, came = (np.linalg.norm(place - hand) for place in (here.place("right_hand")[:3], edge["right_hand"][:3]))
    assert came > 0.93 * gone  # what that would have gained
    here.ask("release")


@pytest.mark.parametrize("seed", range(8))
def test_however_little_frames_are_given_the_trunk_does_not_twist_on_from_the_edge(
    seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Which edge is found depends on what every frame had time for; what leads on from there is dear in any case."""
    rng, state = np.random.default_rng(seed), person()
    gesture = PointGesture(state, GrabPoint(id=1, segment="right_hand", point=[0.0, 0.0, 0.0], follow="natural"))
    hand = np.array(state.pose.segment_frame("right_hand"))[:3, 3]

    def frame() -> bool:
        monkeypatch.setattr(reaching, "BUDGET", rng.choice([0.003, 0.001, 0.0003, 0.00003]))
        gesture.live.step()
        return gesture.live.settled

    def rest_at(*shares: float) -> poise.Pose:
        for share in shares:
            gesture.pull(moved(hand, *(share * np.array(ASIDE))))
            frame()
        assert any(frame() for _ in range(2000))
        return gesture.live.pose

    edge, on = rest_at(0.25, 0.5, 0.75, 1.0), rest_at(1.5)
    turns = [np.array(p.segment_frame("chest"))[:3, :3] for p in (edge, on)]
    assert np.trace(turns[0].T @ turns[1]) > 1 + 2 * np.cos(np.radians(15.0))


@pytest.mark.parametrize("follow", ["natural", "body"])
def test_without_natural_among_the_criteria_the_limb_is_still_first(window: Window, follow: str) -> None:
    here = window()
    here.ask("remove_part", list="criteria", at=0)
    here.settle()
    before = here.place("chest")
    pull(here, "right_hand", (-0.2, 0.5, 0.2), follow)
    assert here.light("drag right_hand")["residual"] < 1e-3
    assert (turned(before, here.place("chest")) < 2.0) == (follow == "natural")
    here.ask("release")


@pytest.mark.parametrize(("by", "aside"), [((0.0, 0.05, 0.0), 0.0), ((0.1, 0.03, 0.0), 0.08)])
def test_the_pelvis_taken_at_the_belly_goes_where_it_can_and_does_not_tip(
    window: Window, by: tuple[float, float, float], aside: float
) -> None:
    """Higher than straight legs carry it: what it cannot gain, no leaning back makes up for."""
    here = window()
    stood = {name: here.place(name) for name in ("pelvis", "chest")}
    here.ask("grab_point", segment="pelvis", point=[0.0, 0.02, 0.12], follow="natural")
    belly = moved(stood["pelvis"][:3], 0.0, 0.02, 0.12)
    here.drag(*[moved(belly, *(share * np.array(by))) for share in np.linspace(0, 1, 7)[1:]])
    assert here.place("pelvis")[0] - stood["pelvis"][0] >= aside - 1e-6
    assert all(turned(place, here.place(name)) < 3.0 for name, place in stood.items())
    here.ask("release")


def test_a_chest_at_the_edge_of_reach_slides_aside_and_does_not_twist(window: Window) -> None:
    here = window()
    stood = here.place("chest")
    pull(here, "chest", (0.1, 0.03, 0.0), steps=12)
    assert here.place("chest")[0] > 0.08
    assert turned(stood, here.place("chest")) < 10.0
    here.ask("release")


def test_a_chest_at_the_edge_of_balance_throws_out_no_arm(window: Window) -> None:
    """Over one leg, 18 cm aside: the arms had swung by 34° for the last 4 of them."""
    here = window()
    for part, by in (("pelvis", (0.08, 0.03, 0.0)), ("right_shank", (0.0, 0.0, 0.1))):
        pull(here, part, by)
        here.ask("release")
        here.settle()
    arms = {side: here.joint(f"{side}_shoulder")[:2] for side in ("left", "right")}
    pull(here, "chest", (0.18, 0.0, 0.0), steps=12)
    swung = [np.degrees(np.subtract(here.joint(f"{side}_shoulder")[:2], before)) for side, before in arms.items()]
    assert np.abs(swung).max() < 26.0
    here.ask("release")


def test_the_edge_of_reach_is_found_within_a_second_of_frames() -> None:
    """A knee over a foot that is held: straight ahead is out of reach, on the arc of the shank it is not."""
    state = person()
    gesture = PointGesture(state, GrabPoint(id=1, segment="right_shank", point=[0.0, 0.0, 0.0], follow="natural"))
    knee = np.array(state.pose.segment_frame("right_shank"))[:3, 3]
    for share in np.linspace(0, 1, 13)[1:]:
        gesture.pull(moved(knee, 0.0, 0.0, 0.12 * share))
        gesture.live.step()
    frames = next(i for i in range(1000) if gesture.live.settled or gesture.live.step() is None)
    assert frames < 60
    assert np.array(gesture.live.pose.segment_frame("right_shank"))[2, 3] - knee[2] > 0.1
