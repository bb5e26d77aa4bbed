"""Pulling by the methods of direct manipulation: as long as a hand holds, tasks that a method knows are locks."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest
from visitor import Visitor, moved

Window = Callable[[], Visitor]


@pytest.mark.parametrize("method", ["transpose", "ccd"])
def test_a_hand_is_pulled_while_the_feet_are_locked(window: Window, method: str) -> None:
    here = window()
    feet = {name: here.place(name)[:3] for name in ("left_foot", "right_foot")}
    start = here.place("right_hand")[:3]
    goal = moved(start, -0.2, 0.4, 0.2)
    here.ask("grab_point", segment="right_hand", point=[0, 0, 0], follow="body", method=method)
    here.drag(moved(start, -0.1, 0.2, 0.1), goal)
    assert here.place("right_hand")[:3] == pytest.approx(goal, abs=2e-3)
    for name, place in feet.items():
        assert here.place(name)[:3] == pytest.approx(place, abs=2e-3)
    told = {task["name"] for task in here.told["frame"]["tasks"]}
    assert ("balance" in told) == (method == "transpose")  # joint by joint, nobody can keep a balance
    here.ask("release")
    assert here.settle()["light"] == "green"  # the scene's own way has brought back what was left out
    assert here.told["document"]["undo"][0] == "drag right_hand"


def test_so_many_iterations_a_picture_and_settle_now(window: Window) -> None:
    here = window()
    start = here.place("right_hand")[:3]
    here.ask("set_pace", iterations=1)
    here.ask("grab_point", segment="right_hand", point=[0, 0, 0], follow="body", method="ccd")
    far = moved(start, -0.3, 0.6, 0.3)
    here.pull(1, far)
    slow = np.linalg.norm(here.place("right_hand")[:3] - far)
    here.ask("settle_now")
    here.frame(settled=True)  # it may have come before the answer, and none follows
    assert np.linalg.norm(here.place("right_hand")[:3] - far) < min(1e-3, slow)
    here.ask("cancel")
    here.ask("set_pace", iterations=None)
