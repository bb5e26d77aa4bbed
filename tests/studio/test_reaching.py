"""The natural way to follow a hand: the limb first, the body when that is needed, and no farther than it reaches."""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np
import pytest
from visitor import Visitor, moved

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


def test_past_the_edge_of_reach_the_body_stops_rather_than_twists(window: Window) -> None:
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
