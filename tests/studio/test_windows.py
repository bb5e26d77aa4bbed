"""Several windows on one scene, what they are told, and the end of the server by any means."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import numpy as np
import pytest
import yaml
from serving import Served, connected, serving
from visitor import RefusedError, Visitor, moved

import poise

Window = Callable[[], Visitor]


def test_all_windows_agree(window: Window) -> None:
    here, there = window(), window()
    assert here.told["welcome"]["window"] != there.told["welcome"]["window"]
    here.until("windows", count=2)
    here.ask("grab_point", segment="left_hand", point=[0, 0, 0])
    here.drag(moved(here.place("left_hand")[:3], 0.2, 0.3, 0.1))
    here.ask("release")
    there.until("document", revision=here.told["document"]["revision"])
    assert there.settle()["placements"] == here.settle()["placements"]
    assert there.told["document"] == here.told["document"]
    there.ask("undo")
    here.until("document", undo=[])
    assert there.settle()["placements"] == here.settle()["placements"]


def test_a_late_window_sees_what_there_is(window: Window) -> None:
    here = window()
    here.ask("choose_figure", figure={"human": {"stature": 1.6, "sex": "female"}})
    there = window()
    assert there.told["figure"]["source"] == {"human": {"stature": 1.6, "sex": "female"}}
    assert there.told["figure"]["revision"] == there.told["frame"]["figure"]


def test_one_hand_at_a_time(window: Window) -> None:
    here, there = window(), window()
    here.ask("grab_joint", joint="left_elbow")
    with pytest.raises(RefusedError, match="window 1 is dragging"):
        there.ask("grab_joint", joint="right_elbow")
    with pytest.raises(RefusedError, match="window 1 is dragging"):
        there.ask("remove_part", list="tasks", at="balance")
    here.ask("remove_part", list="tasks", at="balance")  # lets go first
    assert here.told["document"]["undo"] == ["remove balance", "turn left_elbow"]


def test_a_window_that_closes_lets_go(served: Served, window: Window) -> None:
    here = window()
    with served.connect() as socket:
        there = Visitor(socket)
        there.ask("grab_joint", joint="left_elbow")
        there.drag([50, 0])
    here.until("document", undo=["turn left_elbow"])
    here.ask("grab_joint", joint="right_elbow")


def test_twenty_actions_undone_and_done_again(window: Window) -> None:
    here = window()
    for number in range(20):
        here.ask("edit_part", list="tasks", at="balance", fields={"margin": 0.001 * (number + 1)})
    last = here.told["document"]["levels"]
    assert len(here.ask("undo", steps=20)["actions"]) == 20
    assert here.told["document"]["levels"][1][0]["fields"]["margin"] is None
    here.ask("redo", steps=20)
    assert here.told["document"]["levels"] == last
    assert here.ask("redo")["actions"] == []


def test_overlays_are_told_while_they_are_on(window: Window) -> None:
    here = window()
    assert here.told["frame"]["overlays"]["contacts"] is None
    here.ask("set_view", overlays={"contacts": True, "loads": True, "region": True, "inertia": True, "limits": True})
    shown = here.settle()["overlays"]
    weight = sum(contact["force"][1] for contact in shown["contacts"])
    assert weight == pytest.approx(9.81 * here.told["figure"]["mass"], rel=1e-6)
    assert shown["balanced"] is True
    assert len(shown["region"]) % 12 == 0
    assert 0.1 < shown["inertia"][1] < 0.4
    assert any(load["use"] for load in shown["loads"])


# ---- documents -------------------------------------------------------------------------------------


def test_save_open_and_new(window: Window, tmp_path: Path) -> None:
    here = window()
    with pytest.raises(RefusedError, match="no file yet"):
        here.ask("save")
    here.ask("set_joints", values={"left_elbow": [70, 0]})
    here.ask("keep_pose", name="bent", thumbnail=b"\x89PNG\r\n\x1a\n...")
    assert here.ask("save", path="mine.yaml") == {"path": "mine.yaml"}
    assert here.told["document"]["saved"]
    (tmp_path / "other.yaml").write_text("precious")
    with pytest.raises(RefusedError, match="already"):
        here.ask("save", path="other.yaml")
    assert (tmp_path / "other.yaml").read_text() == "precious"
    here.ask("new", figure="quadruped")
    assert (here.told["figure"]["name"], here.told["document"]["path"]) == ("quadruped", None)
    here.ask("open", path="mine.yaml")
    assert here.told["document"]["poses"] == [{"name": "bent", "thumbnail": b"\x89PNG\r\n\x1a\n..."}]
    assert here.settle()["light"] == "green"
    assert here.joint("left_elbow")[0] == pytest.approx(1.2217, abs=1e-3)
    assert here.ask("undo", steps=2)["actions"] == ["open mine.yaml", "new"]
    entries = here.ask("list_files")["entries"]
    assert [(e["name"], e["kind"]) for e in entries] == [("mine.yaml", "scene")]


def test_figures_from_files_of_the_workspace(window: Window, tmp_path: Path) -> None:
    animal = poise.figures.quadruped()
    (tmp_path / "robots").mkdir()
    for name in ("animal.yaml", "animal.urdf", "animal.xml"):
        animal.save(tmp_path / "robots" / name)
    here = window()
    entries = here.ask("list_files", folder="robots")["entries"]
    assert [(e["path"], e["kind"]) for e in entries] == [
        (f"robots/animal.{kind}", "figure") for kind in ("urdf", "xml", "yaml")
    ]
    for entry in entries:
        dropped = here.ask("choose_figure", figure={"file": {"path": entry["path"], "root": "free"}})["dropped"]
        assert here.told["figure"]["dof"] == poise.Figure.load(tmp_path / entry["path"], root="free").dof
        assert here.told["figure"]["mass"] == pytest.approx(animal.mass)
        assert here.settle()["light"] == "green"
        assert "hold left_foot" in dropped or entry is not entries[0]
    here.ask("new", figure={"file": "robots/animal.yaml"})
    assert here.tasks[-1] == ["balance"]
    here.ask("save", path="scene.yaml")
    here.ask("new")
    here.ask("open", path="scene.yaml")
    assert here.told["figure"]["source"] == {"file": "robots/animal.yaml"}


@pytest.mark.parametrize("format", ["python", "scene_yaml", "pose_yaml", "pose_json", "solution_json", "figure_yaml"])
def test_exports(window: Window, format: str) -> None:
    here = window()
    found = here.ask("export", format=format)
    assert found["text"]
    if format == "python":
        compile(found["text"], found["filename"], "exec")
        assert "poise.Balance()" in found["text"]
    else:
        assert isinstance(yaml.safe_load(found["text"]), dict)


def test_a_script_of_an_edited_figure_runs_beside_its_file(window: Window, tmp_path: Path) -> None:
    here = window()
    here.ask("set_mass", kilograms=70)
    for format in ("python", "figure_yaml"):
        found = here.ask("export", format=format)
        (tmp_path / found["filename"]).write_text(found["text"])
    ran = subprocess.run([sys.executable, tmp_path / "human.py"], capture_output=True, text=True, check=True)
    assert "balance" in ran.stdout


def test_every_scene_of_the_gallery_opens_and_settles(window: Window) -> None:
    here = window()
    scenes = here.ask("list_gallery")["scenes"]
    assert [s["name"] for s in scenes] == list(poise.shipped_scenes())
    for scene in scenes:
        here.ask("open", shipped=scene["name"])
        assert here.told["document"]["name"] == scene["title"]
        assert here.told["figure"]["revision"] >= here.told["frame"]["figure"]
    assert len(here.told["document"]["undo"]) == len(scenes)


# ---- the end ---------------------------------------------------------------------------------------


@contextmanager
def process(folder: Path) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """`poise studio` as people start it, and the address it prints."""
    command = [sys.executable, "-m", "poise.cli.main", "studio", "--no-browser", "--workspace", str(folder)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as running:
        try:
            assert running.stdout is not None
            found = re.fullmatch(r"Poise studio: http://(127\.0\.0\.1:\d+/)(\?token=.+)\n", running.stdout.readline())
            assert found is not None
            yield running, f"ws://{found[1]}socket{found[2]}"
        finally:
            running.kill()


def test_kill_9_loses_nothing_that_was_done(tmp_path: Path) -> None:
    with process(tmp_path) as (running, address), connected(address) as socket:
        here = Visitor(socket)
        assert here.told["welcome"]["recovered"] is False
        here.ask("set_limit", joint="left_knee", limit="flexion", value={"min": 0, "max": 80}, symmetric=True)
        here.ask("grab_point", segment="left_hand", point=[0, 0, 0])
        here.drag(moved(here.place("left_hand")[:3], 0.1, 0.4, 0.2))
        here.ask("release")
        last, frame = here.told["document"], here.settle()
        os.kill(running.pid, signal.SIGKILL)
    with process(tmp_path) as (running, address), connected(address) as socket:
        here = Visitor(socket)
        assert here.told["welcome"]["recovered"] is True
        same = ("levels", "undo", "redo", "goals", "overlays")
        assert {n: here.told["document"][n] for n in same} == {n: last[n] for n in same}
        assert here.settle()["placements"] == frame["placements"]
        here.ask("grab_point", segment="head", point=[0, 0.1, 0])
        frame = here.drag(moved(here.place("head")[:3], 0.1, -0.1, 0.1))
        os.kill(running.pid, signal.SIGKILL)  # in the middle of a drag: what rests is written down before it is shown
    with process(tmp_path) as (running, address), connected(address) as socket:
        here = Visitor(socket)
        shown = np.frombuffer(here.told["frame"]["placements"], "<f4")
        assert shown == pytest.approx(np.frombuffer(frame["placements"], "<f4"), abs=1e-6)
        running.send_signal(signal.SIGINT)
        assert running.wait(120) == 0
    with process(tmp_path) as (running, address), connected(address) as socket:
        assert Visitor(socket).told["welcome"]["recovered"] is False


def test_a_second_studio_in_the_same_folder_is_refused(tmp_path: Path) -> None:
    with process(tmp_path):
        command = [sys.executable, "-m", "poise.cli.main", "studio", "--no-browser", "--workspace", str(tmp_path)]
        again = subprocess.run(command, capture_output=True, text=True, check=False)
    assert again.returncode == 2
    assert "another studio works in" in again.stderr


def test_a_scene_may_be_named_at_the_start(tmp_path: Path) -> None:
    with serving(tmp_path, "standing_reach") as served, served.connect() as socket:
        assert "reach" in str(Visitor(socket).tasks)
    with pytest.raises(poise.PoiseError, match="no scene 'nonsense'"), serving(tmp_path, "nonsense"):
        pass


def test_overlays_belong_to_the_scene(window: Window) -> None:
    here = window()
    here.ask("set_view", overlays={"torques": True, "com": False})
    here.ask("save", path="torques.yaml")
    here.ask("new", figure=None)
    assert {name for name, on in here.told["document"]["overlays"].items() if on} == {"com", "support"}
    here.ask("open", path="torques.yaml")
    assert {name for name, on in here.told["document"]["overlays"].items() if on} == {"torques", "support"}
