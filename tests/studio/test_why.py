"""Why?: nobody has to wait for it, and what nobody waits for ends."""

from __future__ import annotations

from collections.abc import Callable
from threading import Event

import pytest
from visitor import Visitor, moved

import poise
from poise.solution import Solution
from poise.studio.engine.why import explained
from poise.studio.protocol.answers import Explanation
from poise.studio.server import window as windows

Window = Callable[[], Visitor]
LONG = 60.0
"""Seconds in which a machine, however busy, does what is waited for."""


def dragged_out_of_reach(here: Visitor) -> list[float]:
    """Where the hand is held, far away."""
    far = moved(here.place("right_hand")[:3], 0.0, 0.1, 1.2)
    here.ask("grab_point", segment="right_hand", point=[0, 0, 0])
    here.drag(far)
    return far


def test_dragging_goes_on_while_the_answer_is_sought(window: Window, monkeypatch: pytest.MonkeyPatch) -> None:
    answer = Event()

    def slowly(solution: Solution, task: str | None, given_up: Event) -> Explanation:
        assert answer.wait(LONG)
        return explained(solution, task, given_up)

    monkeypatch.setattr(windows, "explained", slowly)
    here = window()
    far = dragged_out_of_reach(here)
    here.send(type="explain", id=99, task="drag right_hand")
    for number in (2, 3):
        here.pull(number, moved(far, 0.0, 0.05 * number, 0.0))  # each has its frame
    answer.set()
    assert [f["task"] for f in here.until("answer", id=99)["value"]["findings"]] == ["drag right_hand"]


def test_a_newer_question_takes_the_place_of_an_older_one(window: Window, monkeypatch: pytest.MonkeyPatch) -> None:
    first: list[Event] = []

    def stubbornly(solution: Solution, task: str | None, given_up: Event) -> Explanation:
        if not first:
            first.append(given_up)
            assert given_up.wait(LONG)
        return explained(solution, task, given_up)

    monkeypatch.setattr(windows, "explained", stubbornly)
    here = window()
    dragged_out_of_reach(here)
    here.send(type="explain", id=98, task="drag right_hand")
    here.send(type="explain", id=99, task="drag right_hand")
    assert here.until("answer", id=98)["value"]["findings"] == []
    assert len(here.until("answer", id=99)["value"]["findings"]) == 1


def test_what_is_given_up_ends_between_two_solves() -> None:
    class Impatient(Event):
        asked = 0

        def is_set(self) -> bool:
            self.asked += 1
            return self.asked > 3

    rest = poise.figures.planar_man().rest()
    solution = poise.solve(rest, [poise.Balance(0.02), poise.Reach("hand", (0.0, 0.6, 1.2), axes="yz")])
    given_up = Impatient()
    assert explained(solution, None, given_up).findings == []
    assert given_up.asked == 4
    assert len(explained(solution, None, Event()).findings) == 1
