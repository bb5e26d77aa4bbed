"""Ctrl-C during a long solve arrives while it runs, and everything is as it was."""

from __future__ import annotations

import pickle
import signal
import threading
import time
from collections.abc import Callable, Iterator
from functools import cache

import conflicts
import pytest

import poise
from poise import Pose, Session
from poise.tasks import CustomTask, Reach

FAR = [Reach("tip", (9.0, 9.0, 9.0))]


@pytest.fixture(autouse=True)
def _listening() -> Iterator[None]:
    """Jobs that a shell puts in the background ignore Ctrl-C from the start: hear it nevertheless."""
    usual = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, usual or signal.SIG_DFL)


@cache
def start() -> Pose:
    """Of a chain so long that it takes seconds to settle."""
    return poise.figures.chain(1200, 6.0, limit=0.05).rest()


def interrupted(work: Callable[[], object]) -> None:
    """Press Ctrl-C a moment after the work began. Until then, however late that is, it is done again and again."""
    began = threading.Event()

    def press() -> None:
        began.wait()
        time.sleep(0.05)
        signal.raise_signal(signal.SIGINT)

    def again_and_again() -> None:
        began.set()
        while True:
            work()

    finger = threading.Thread(target=press)
    finger.start()
    try:
        with pytest.raises(KeyboardInterrupt):
            again_and_again()
    finally:
        finger.join()


def test_a_session_stops_on_its_way_and_goes_on_later() -> None:
    session = Session(start(), FAR)

    def go() -> None:
        x, y, z = session.tasks["reach tip"].goal
        session.tasks["reach tip"].goal = (-x, y, z)
        session.step(budget=600.0)

    interrupted(go)
    assert not session.settled  # it was not waited for
    assert session.pose.limit_violation < 1e-9
    steps = session.solution().steps
    session.step()
    assert session.solution().steps == steps + 1


def test_a_solve_is_interrupted_and_changes_nothing() -> None:
    pose = start()
    before = pickle.dumps((pose.coordinates, FAR))
    interrupted(lambda: poise.solve(pose, FAR, max_steps=10**9))
    assert pickle.dumps((pose.coordinates, FAR)) == before


def test_an_explanation_is_interrupted_and_changes_nothing() -> None:
    """Somebody presses Ctrl-C in the middle of the trials, of which the first evaluations of a task are part."""
    calls = 0

    def bent(pose: Pose) -> float:
        nonlocal calls
        calls += 1
        if calls == 100:
            signal.raise_signal(signal.SIGINT)
        return pose["b"] - 0.1

    links = conflicts.two_links().rest()
    solution = poise.solve(links, [CustomTask(bent, name="bent"), Reach("tip", conflicts.tip_at(0.3, 0.9))])
    before, calls = solution.pose.coordinates.tobytes(), 0
    with pytest.raises(KeyboardInterrupt):
        solution.explain()
    assert solution.pose.coordinates.tobytes() == before
    assert solution.explain().findings[0].stopped_by == ("bent",)
