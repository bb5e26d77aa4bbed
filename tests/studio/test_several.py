"""Several figures on one stage: each can be dragged, turned, undone, saved and recovered; each has its own loads."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
import yaml
from serving import serving
from visitor import Visitor, moved

import poise

Window = Callable[[], Visitor]
PEOPLE = ("ann", "bob")


def shaking(window: Window) -> Visitor:
    here = window()
    here.ask("open", shipped="shake_hands")
    here.settle()
    return here


@pytest.mark.parametrize("who", PEOPLE)
def test_either_is_dragged_and_the_other_stays(window: Window, who: str) -> None:
    here = shaking(window)
    other = next(name for name in PEOPLE if name != who)
    kept = {part: here.place(f"{other}/{part}")[:3] for part in ("left_hand", "left_foot", "pelvis")}
    start = here.place(f"{who}/left_hand")[:3]
    goal = moved(start, 0.0, 0.2, 0.05)
    here.ask("grab_point", segment=f"{who}/left_hand", point=[0, 0, 0])
    here.drag(goal)
    here.ask("release")
    here.settle()
    assert here.place(f"{who}/left_hand")[:3] == pytest.approx(goal, abs=5e-3)
    for part, place in kept.items():
        assert here.place(f"{other}/{part}")[:3] == pytest.approx(place, abs=2e-3), part
    hands = [here.place(f"{name}/right_hand")[:3] for name in PEOPLE]
    assert here.light("together ann/right_hand bob/right_hand")["met"], hands
    here.ask("undo")
    here.settle()
    assert here.place(f"{who}/left_hand")[:3] == pytest.approx(start, abs=1e-6)


@pytest.mark.parametrize("method", ["transpose", "ccd"])
def test_the_shaken_hand_takes_the_other_along(window: Window, method: str) -> None:
    """By every method: the hands are tied by a task, so both arms follow whoever pulls one."""
    here = shaking(window)
    before = {name: here.place(f"{name}/right_hand")[:3] for name in PEOPLE}
    goal = moved(before["ann"], 0.0, 0.06, 0.0)
    here.ask("grab_point", segment="ann/right_hand", point=[0, 0, 0], follow="body", method=method)
    here.drag(goal)
    after = {name: here.place(f"{name}/right_hand")[:3] for name in PEOPLE}
    assert min(after[name][1] - before[name][1] for name in PEOPLE) > 0.035
    assert np.linalg.norm((after["ann"] - after["bob"]) - (before["ann"] - before["bob"])) < 0.02
    here.ask("cancel")


def test_a_joint_of_either_is_turned_and_kept(window: Window) -> None:
    here = shaking(window)
    here.ask("grab_joint", joint="bob/left_elbow")
    here.drag([60, 0])
    here.ask("release", keep=True)
    here.settle()
    assert np.degrees(here.joint("bob/left_elbow")[0]) == pytest.approx(60, abs=0.5)
    (kept,) = here.told["document"]["levels"][-1]
    assert kept["name"] == "posture bob"
    assert np.degrees(here.joint("ann/left_elbow")[0]) != pytest.approx(60, abs=0.5)


def test_saved_figures_keep_their_recipes(window: Window, tmp_path: Path) -> None:
    """With a goal that a hand has made, on a point that was no site before."""
    here = shaking(window)
    here.ask("grab_point", segment="bob/left_forearm", point=[0.01, -0.1, 0.02])
    here.drag(moved(here.place("bob/left_forearm")[:3], 0.0, 0.1, 0.1))
    here.ask("release", keep=True)
    tasks = here.tasks
    here.ask("save", path="both.yaml")
    said = yaml.safe_load((tmp_path / "both.yaml").read_text("utf-8"))
    assert said["figures"]["ann"] == {"human": {"sex": "female", "stature": 1.64}}
    assert list(said["figures"]["bob"]["sites"]) == ["left_forearm_point_1"]
    assert "inline" not in said["figures"]["bob"]
    here.ask("open", path="both.yaml")
    assert here.tasks == tasks
    solved = poise.Scene.load(tmp_path / "both.yaml").solve()
    assert solved.task("together ann/right_hand bob/right_hand").met


def test_everybody_has_loads(window: Window) -> None:
    here = shaking(window)
    table = here.ask("ask_loads")
    assert table["problem"] is None
    assert {row["joint"].partition("/")[0] for row in table["joints"]} == set(PEOPLE)
    weights = {name: member.mass * 9.81 for name, member in poise.Scene.load("shake_hands").figure.members.items()}
    for name, weight in weights.items():
        carried = sum(row["force"][1] for row in table["supports"] if row["site"].startswith(f"{name}/"))
        assert carried == pytest.approx(weight, rel=1e-3), name
    assert "bob/left_knee" in here.ask("export", format="loads_csv")["text"]


def test_a_crash_loses_neither(tmp_path: Path, window: Window) -> None:
    here = shaking(window)
    here.ask("grab_point", segment="ann/left_hand", point=[0, 0, 0])
    here.drag(moved(here.place("ann/left_hand")[:3], 0.0, 0.2, 0.05))
    here.ask("release")
    here.settle()
    place, undo = here.place("ann/left_hand")[:3], here.told["document"]["undo"]
    copy = shutil.copytree(tmp_path, tmp_path.with_name("copy"))  # as if the power had gone now
    with serving(copy) as again, again.connect() as socket:
        there = Visitor(socket)
        there.settle()
        assert there.told["document"]["undo"] == undo
        assert there.place("ann/left_hand")[:3] == pytest.approx(place, abs=1e-3)
        there.ask("undo")
        assert "ann/left_hand" in {s["name"] for s in there.told["figure"]["segments"]}
