"""A second figure comes in the page: placed, named, joined by hands, taken away; saved, undone, refused in words."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
import yaml
from visitor import RefusedError, Visitor, moved

import poise

Window = Callable[[], Visitor]


def pair(window: Window) -> Visitor:
    here = window()
    here.ask("add_figure", figure={"human": {"stature": 1.62, "sex": "female"}}, name="ann")
    return here


def test_a_second_person_stands_beside_the_first_who_stays_as_he_is(window: Window) -> None:
    here = window()
    here.ask("grab_point", segment="left_hand", point=[0, 0, 0])
    here.drag(moved(here.place("left_hand")[:3], 0.1, 0.3, 0.2))
    here.ask("release", keep=True)
    here.ask("add_part", list="forces", kind="weight", fields={"site": "right_hand", "kilograms": 3})
    here.settle()
    hand = here.place("left_hand")[:3]
    assert here.ask("add_figure", figure={"human": {"stature": 1.62}}, name="ann") == {"name": "ann", "notes": []}
    assert here.settle()["light"] == "green"
    assert here.tasks == [
        ["hold human/left_foot", "hold human/right_foot", "hold ann/left_foot", "hold ann/right_foot"],
        ["balance human", "balance ann"],
        ["reach human/left_hand_point_1"],  # a point that the hand was taken at
    ]
    assert here.place("human/left_hand")[:3] == pytest.approx(hand, abs=2e-3)
    assert here.told["document"]["forces"][0]["fields"]["site"] == "human/right_hand"
    members = here.told["document"]["members"]
    assert [m["name"] for m in members] == ["human", "ann"]
    assert members[1]["position"][0] - members[0]["position"][0] == pytest.approx(0.9, abs=0.02)
    assert members[1]["height"] == pytest.approx(1.62, abs=0.03)
    here.ask("undo")
    here.settle()
    assert here.tasks[0] == ["hold left_foot", "hold right_foot"]
    assert here.told["document"]["members"] == []


def test_they_are_placed_named_joined_and_one_follows_the_other(window: Window, tmp_path: Path) -> None:
    here = pair(window)
    here.ask("rename_figure", name="human", to="bob")
    here.ask("place_figure", name="ann", position=[0.0, 0.9], heading=180.0)
    frame = here.settle()
    assert frame["light"] == "green"
    ann = here.place("ann/pelvis")
    assert ann[[0, 2]] == pytest.approx([0.0, 0.9], abs=1e-3)
    facing = np.degrees(2 * np.arctan2(ann[4], ann[6]))
    assert abs(facing) == pytest.approx(180.0, abs=0.5)
    at = here.ask(
        "add_part", list="tasks", kind="together", fields={"site_a": "bob/right_hand", "site_b": "ann/right_hand"}
    )["at"]
    here.settle()
    assert here.light(at)["met"]
    before = here.place("ann/right_hand")[:3]
    here.ask("grab_point", segment="bob/right_hand", point=[0, 0, 0], follow="natural")
    here.drag(moved(here.place("bob/right_hand")[:3], 0.0, 0.15, 0.0))
    here.ask("release")
    here.settle()
    assert here.light(at)["met"]
    assert here.place("ann/right_hand")[1] > before[1] + 0.1
    here.ask("save", path="both.yaml")
    said = yaml.safe_load((tmp_path / "both.yaml").read_text("utf-8"))
    assert said["figures"] == {"bob": "human", "ann": {"human": {"stature": 1.62, "sex": "female"}}}
    assert poise.Scene.load(tmp_path / "both.yaml").solve().status == "converged"
    tasks = here.tasks
    here.ask("open", path="both.yaml")
    assert here.tasks == tasks


def test_who_is_taken_away_takes_along_what_was_hers(window: Window) -> None:
    here = pair(window)
    fields = {"site_a": "human/right_hand", "site_b": "ann/right_hand"}
    here.ask("add_part", list="tasks", kind="together", fields=fields)
    here.ask("add_part", list="forces", kind="weight", fields={"site": "ann/left_hand", "kilograms": 2})
    here.ask("remove_figure", name="ann")
    assert here.settle()["light"] == "green"
    assert here.tasks == [["hold left_foot", "hold right_foot"], ["balance"]]
    assert here.told["document"]["forces"] == []
    assert here.told["document"]["members"] == []
    assert here.told["figure"]["source"] == "human"
    here.ask("undo")
    assert len(here.told["document"]["members"]) == 2
    here.ask("add_figure", figure="human")
    assert [m["name"] for m in here.told["document"]["members"]] == ["human", "ann", "human 2"]
    here.ask("remove_figure", name="human")
    assert [m["name"] for m in here.told["document"]["members"]] == ["ann", "human 2"]


def test_what_cannot_be_is_refused(window: Window) -> None:
    here = window()
    with pytest.raises(RefusedError, match="no figure 'ann'"):
        here.ask("remove_figure", name="ann")
    here.ask("add_figure", figure="human", name="ann")
    before = here.told["document"]
    for request, words in (
        ({"type": "add_figure", "figure": "human", "name": "ann"}, "already"),
        ({"type": "add_figure", "figure": "human", "name": "a/b"}, "slash"),
        ({"type": "add_figure", "figure": "dragon"}, "dragon"),
        ({"type": "rename_figure", "name": "ann", "to": "human"}, "already"),
        ({"type": "place_figure", "name": "bob", "heading": 3.0}, "no figure 'bob'"),
    ):
        with pytest.raises(RefusedError, match=words):
            here.ask(**request)  # type: ignore[arg-type]
    assert here.told["document"] == before


def test_one_of_two_takes_a_stance_where_she_stands_and_each_has_marks_of_balance(window: Window) -> None:
    here = pair(window)
    here.ask("place_figure", name="ann", position=[0.2, 0.9], heading=180.0)
    here.ask(
        "add_part", list="tasks", kind="together", fields={"site_a": "human/right_hand", "site_b": "ann/right_hand"}
    )
    here.settle()
    his = here.place("human/pelvis")
    assert "kneeling" in here.told["document"]["members"][1]["stances"]
    here.ask("take_stance", name="kneeling", figure="ann")
    here.settle()
    assert here.told["document"]["undo"][0] == "ann: kneeling"
    names = [name for level in here.tasks for name in level]
    assert {"pin ann/left_kneecap", "pin ann/right_kneecap", "hold human/left_foot", "balance ann"} <= {*names}
    assert "hold ann/left_foot" not in names  # she stands on it no more
    assert any(name.startswith("together") for name in names)  # what joins them stays
    assert here.place("ann/pelvis")[1] < 0.6
    assert here.place("ann/pelvis")[[0, 2]] == pytest.approx([0.2, 0.9], abs=0.1)
    assert here.place("human/pelvis")[:3] == pytest.approx(his[:3], abs=0.1)
    for task in ("pin ann/left_kneecap", "pin ann/right_kneecap", "hold human/left_foot"):
        assert here.light(task)["met"]
    overlays = here.told["frame"]["overlays"]
    centers, areas = np.reshape(overlays["com"], (2, 3)), overlays["support"]
    assert len(areas) == 2
    for center, area in zip(centers, areas, strict=True):
        corners = np.frombuffer(area, "<f4").reshape(-1, 3)
        assert corners[:, 0].min() < center[0] < corners[:, 0].max()
        assert corners[:, 2].min() < center[2] < corners[:, 2].max()


def test_two_people_have_one_smooth_skin_each_with_their_own_bones(window: Window) -> None:
    here = pair(window)
    (fine, light) = here.told["figure"]["skins"]
    whose = {bone["segment"].partition("/")[0] for bone in fine["bones"]}
    assert whose == {"human", "ann"}
    assert len(fine["bones"]) <= 256
    assert len(light["vertices"]) < len(fine["vertices"])


def test_who_is_put_elsewhere_takes_what_pins_her_along(window: Window) -> None:
    here = pair(window)
    here.ask("take_stance", name="kneeling", figure="ann")
    here.settle()
    before = here.place("ann/left_thigh")
    here.ask("place_figure", name="ann", position=[0.0, 0.9], heading=180.0)
    assert here.settle()["light"] == "green"
    assert here.place("ann/pelvis")[[0, 2]] == pytest.approx([0.0, 0.9], abs=1e-3)
    assert here.place("ann/left_thigh")[1] == pytest.approx(before[1], abs=1e-3)
