"""The Loads tab: exactly what statics finds for the exported pose; sitting sits; CSV and the report."""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Callable

import numpy as np
import pytest
import yaml
from visitor import RefusedError, Visitor

import poise
from poise.io.figure.pose_values import pose_from
from poise.people.anatomy import movement

Window = Callable[[], Visitor]
PNG = b"\x89PNG\r\n\x1a\n" + bytes(40)


def exported_report(here: Visitor, supports: list[poise.Support], forces: list[poise.Weight]) -> poise.Statics:
    """Statics of the pose that the studio exports, by the public API."""
    values = yaml.safe_load(here.ask("export", format="pose_yaml")["text"])
    person = poise.human()
    return poise.statics(pose_from(person, values), forces, supports)


def test_sitting_is_carried_by_seat_and_feet_and_the_table_is_that_of_statics(window: Window) -> None:
    here = window()
    here.ask("take_stance", name="sitting")
    here.ask("add_part", list="forces", kind="weight", fields={"site": "right_hand", "kilograms": 5})
    here.settle()
    table = here.ask("ask_loads")
    sites = [part["fields"]["site"] for part in here.told["document"]["supports"]]
    assert {*sites} == {"left_foot", "right_foot", "left_seat", "right_seat"}
    report = exported_report(here, [poise.Support(site) for site in sites], [poise.Weight("right_hand", 5)])
    assert table["balanced"]
    assert report.balanced
    assert table["margin"] == report.margin
    assert [s["force"] for s in table["supports"]] == [s.force.tolist() for s in report.supports]
    told = {(j["joint"], j["coordinate"]): (j["torque"], j["strength"], j["use"]) for j in table["joints"]}
    wanted = {(j.joint, j.coordinate): (j.torque, j.strength, j.use) for j in report.joints if abs(j.torque) > 1e-9}
    assert told == wanted  # to all digits
    carried = sum(s["force"][1] for s in table["supports"])
    assert carried == pytest.approx((report.pose.figure.mass + 5) * np.linalg.norm(report.pose.figure.gravity))
    uses = [j["use"] for j in table["joints"] if j["use"] is not None]
    assert uses == sorted(uses, reverse=True)


def test_every_stance_but_moments_of_movement_is_balanced_in_the_studio(window: Window) -> None:
    here = window()
    for name in ("kneeling", "all_fours", "lying_on_back", "leaning_on_wall", "sitting"):
        here.ask("take_stance", name=name)
        here.settle()
        assert here.told["frame"]["light"] == "green", name
        assert here.ask("ask_loads")["balanced"], name
    assert here.told["document"]["undo"][0] == "sitting"
    corners = np.frombuffer(here.told["frame"]["overlays"]["support"][0], "<f4").reshape(-1, 3)
    x, _, z = here.told["frame"]["overlays"]["com"]
    assert corners[:, 1].max() == 0.0  # on the floor, and round the weight: the seat carries too
    assert corners[:, 2].min() < z < corners[:, 2].max()
    assert corners[:, 0].min() < x < corners[:, 0].max()
    with pytest.raises(RefusedError, match="sitting"):
        here.ask("take_stance", name="siting")


def test_csv_solution_and_report_carry_the_same_numbers(window: Window) -> None:
    here = window()
    here.ask("set_scene", name="A <b>shelf</b>")
    here.ask("add_part", list="tasks", kind="reach", fields={"site": "right_hand", "point": [-0.3, 1.35, 0.45]})
    here.settle()
    table = here.ask("ask_loads")
    rows = list(csv.reader(io.StringIO(here.ask("export", format="loads_csv")["text"])))
    assert [float(row[3]) for row in rows[1 : 1 + len(table["joints"])]] == [j["torque"] for j in table["joints"]]
    statics = json.loads(here.ask("export", format="solution_json")["text"])["statics"]
    assert {n: j["torque"] for n, j in statics["joints"].items() if abs(j["torque"]) > 1e-9} == {
        f"{j['joint']}.{j['coordinate']}": j["torque"] for j in table["joints"]
    }
    hardest = table["joints"][0]
    named = f"hardest: {hardest['joint'].replace('_', ' ')} {hardest['movement']}, "
    assert any(line.startswith(named) for line in table["lines"])  # as the table below it calls it
    page = here.ask("report", pictures=[PNG, PNG])
    assert page["filename"] == "a_b_shelf_b_report.html"
    assert "<b>" not in page["text"]
    assert page["text"].count("data:image/png") == 2
    assert "to (-0.300, 1.350, 0.450) m" in page["text"]  # what was wanted, not only whether it is met
    assert "Anderson" in page["text"]
    assert "order of magnitude" in page["text"]
    assert not re.search(r"https?://", page["text"]), "one file that asks for nothing else"
    with pytest.raises(RefusedError, match="PNG"):
        here.ask("report", pictures=[b"<svg>"])


def test_a_body_on_nothing_has_no_loads_and_balance_tells_what_it_has_to_spare(window: Window) -> None:
    here = window()
    assert here.light("balance")["note"].endswith("mm inside")
    for task in ("hold left_foot", "hold right_foot", "balance"):
        here.ask("remove_part", list="tasks", at=task)
    here.ask("set_joints", values={"root": [0, 3, 0, 0, 0, 0]})
    here.settle()
    table = here.ask("ask_loads")
    assert table["problem"] or not table["balanced"]


def test_efforts_have_their_anatomical_names_on_both_sides() -> None:
    assert movement("left_knee", "flexion", False) == "extension"
    assert movement("left_hip", "swing_y", False) == "abduction"
    assert movement("right_hip", "swing_y", True) == "abduction"
    assert movement("right_shoulder", "twist", False) == "internal rotation"
    assert movement("left_clavicle", "swing_x", True) == "elevation"
    assert movement("right_clavicle", "swing_y", False) == "protraction"
    assert movement("root", "x", True) == ""


def test_parts_that_press_each_other_and_a_weight_in_both_hands_are_entries_of_their_own(window: Window) -> None:
    here = window()
    plain = here.ask("ask_loads")
    here.ask(
        "add_part",
        list="forces",
        kind="press",
        fields={"site": "right_hand", "onto": "left_hand", "vector": [60, 0, 0]},
        symmetric=True,
    )
    assert len(here.told["document"]["forces"]) == 1  # both palms: its own mirror image
    pressed = here.ask("ask_loads")
    assert pressed["margin"] == pytest.approx(plain["margin"], abs=1e-9)
    elbow = {(j["joint"], j["coordinate"]): j["torque"] for j in pressed["joints"]}
    rest = {(j["joint"], j["coordinate"]): j["torque"] for j in plain["joints"]}
    assert max(abs(elbow[key] - rest.get(key, 0.0)) for key in elbow) > 10.0
    here.ask(
        "add_part",
        list="forces",
        kind="weight",
        fields={"site": "right_hand", "site_b": "left_hand", "kilograms": 6},
        symmetric=True,
    )
    assert [part["name"] for part in here.told["document"]["forces"]] == [
        "press of right_hand on left_hand",
        "weight on right_hand and left_hand",
    ]
    carried = sum(s["force"][1] for s in here.ask("ask_loads")["supports"])
    mass = here.told["figure"]["mass"]
    assert carried == pytest.approx(9.81 * (mass + 6))
    with pytest.raises(RefusedError, match="one segment"):
        here.ask("add_part", list="forces", kind="press", fields={"site": "eyes", "onto": "eyes", "vector": [0, 1, 0]})
