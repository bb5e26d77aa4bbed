"""Pulling by the methods of direct manipulation: as long as a hand holds, tasks that a method knows are locks."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest
from visitor import Visitor, moved

import poise

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


@pytest.mark.parametrize("kind", ["reach", "on_surface"])
def test_a_lock_on_a_plane_is_a_line_of_the_list_and_holds_while_one_pulls(window: Window, kind: str, tmp_path) -> None:
    """Joint by joint, the left hand glides on a plane; the lock is listed, edited, saved and read again."""
    here = window()
    hand = here.place("left_hand")[:3]
    for task in ("hold left_foot", "hold right_foot", "balance"):
        here.ask("remove_part", list="tasks", at=task)
    fields = {"site": "left_hand", "point": list(hand), "axes": "x"}
    if kind == "on_surface":
        fields = {"site": "left_hand", "surface": {"plane": {"point": list(hand), "normal": [1, 0, 0]}}}
    at = here.ask("add_part", list="tasks", kind=kind, fields=fields)["at"]
    pulled = here.place("left_forearm")[:3]
    here.ask("grab_point", segment="left_forearm", point=[0, 0, 0], follow="limb", method="ccd")
    here.drag(moved(pulled, 0.0, 0.03, 0.06))
    assert at in {task["name"] for task in here.told["frame"]["tasks"]}, "a lock while one pulls"
    assert here.light(at)["residual"] < 1e-3
    assert np.linalg.norm(here.place("left_hand")[:3] - hand) > 0.02
    here.ask("release")
    here.settle()
    here.ask("edit_part", list="tasks", at=at, fields={"weight": 3.0})
    here.ask("save", path="lock.yaml")
    scene = poise.Scene.load(tmp_path / "lock.yaml")
    assert [task.weight for level in scene.levels for task in level if task.name == at] == [3.0]
    assert scene.solve().pose.position("left_hand")[0] == pytest.approx(hand[0], abs=1e-6)
    here.ask("open", path="lock.yaml")
    assert at in {name for level in here.tasks for name in level}


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
