"""The same question for other people, and the solve from the start."""

from __future__ import annotations

import io
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from PIL import Image
from visitor import RefusedError, Visitor, moved

import poise

Window = Callable[[], Visitor]
SHELF = [-0.2, 1.75, 0.45]


def test_each_is_solved_as_poise_solves_it_and_the_table_tells_the_difference(window: Window) -> None:
    here = window()
    here.ask("add_part", list="tasks", kind="reach", fields={"site": "right_hand", "point": SHELF})
    found = here.ask("compare", percentiles=[5.0, 95.0])
    assert [person["figure"] for person in found["people"]] == [{"human": {"percentile": p}} for p in (5, 95)]
    assert all(person["light"] == "green" and person["picture"][:4] == b"\x89PNG" for person in found["people"])
    rows = {row["label"]: row for row in found["rows"]}
    assert rows["right elbow: flexion"]["values"][0] < rows["right elbow: flexion"]["values"][1]
    small = poise.human(percentile=5)
    levels = [[poise.Hold("left_foot"), poise.Hold("right_foot")], poise.Balance(), poise.Reach("right_hand", SHELF)]
    solved = poise.solve(small.rest(), levels)
    flexion = np.degrees(solved.pose["right_elbow.flexion"])
    assert rows["right elbow: flexion"]["values"][0] == pytest.approx(flexion, abs=1e-9)
    assert rows["mass"]["values"][0] == pytest.approx(small.mass)
    held = poise.statics(solved.pose)
    assert rows["margin"]["values"][0] == pytest.approx(held.margin, abs=1e-9)


def test_a_solve_from_the_start_forgets_what_hands_did(window: Window) -> None:
    here = window()
    here.ask("add_part", list="tasks", kind="reach", fields={"site": "right_hand", "point": SHELF})
    here.ask("grab_point", segment="left_hand", point=[0, 0, 0])
    here.drag(moved(here.place("left_hand")[:3], 0.2, 0.4, 0.2))
    here.ask("release")
    here.ask("solve_from_start")
    here.settle()
    assert here.told["document"]["stays"] == []
    rest = poise.human().rest()
    feet = [poise.Hold("left_foot"), poise.Hold("right_foot")]
    solved = poise.solve(rest, [feet, poise.Balance(), poise.Reach("right_hand", SHELF)])
    assert np.linalg.norm(here.place("left_hand")[:3] - solved.pose.segment_frame("left_hand")[:3, 3]) < 0.01


def test_a_small_woman_and_a_tall_man_are_asked_the_same(window: Window) -> None:
    here = window()
    found = here.ask("compare", percentiles=[5.0, 95.0], sexes=["female", "male"])
    assert [person["title"] for person in found["people"]] == ["5th percentile, woman", "95th percentile, man"]
    rows = {row["label"]: row["values"] for row in found["rows"]}
    people = [poise.human(sex="female", percentile=5), poise.human(sex="male", percentile=95)]
    assert rows["mass"] == pytest.approx([person.mass for person in people])
    here.ask("choose_figure", figure=found["people"][0]["figure"])
    assert here.told["figure"]["mass"] == pytest.approx(people[0].mass)
    with pytest.raises(RefusedError, match="as many sexes"):
        here.ask("compare", percentiles=[5.0, 95.0], sexes=["female"])


def test_only_people_are_compared_and_by_percentiles(window: Window) -> None:
    here = window()
    with pytest.raises(RefusedError, match="percentiles"):
        here.ask("compare", percentiles=[0.0])
    here.ask("choose_figure", figure="chain")
    with pytest.raises(RefusedError, match="human"):
        here.ask("compare", percentiles=[5.0])


def test_goals_that_a_hand_has_kept_go_along_to_another_person(window: Window) -> None:
    here = window()
    here.ask("grab_point", segment="right_hand", point=[0.01, 0.02, 0.03])
    here.drag(moved(here.place("right_hand")[:3], -0.1, 0.5, 0.3))
    here.ask("release", keep=True)
    ((kept,),) = here.tasks[2:]
    answer = here.ask("choose_figure", figure={"human": {"percentile": 5.0}})
    assert answer["dropped"] == []
    assert here.tasks[2:] == [[kept]]
    assert here.settle()["light"] == "green"


def test_weights_are_drawn_where_each_person_holds_them(window: Window) -> None:
    here = window()
    bare = here.ask("compare", percentiles=[5.0, 95.0])["people"]
    here.ask("add_part", list="forces", kind="weight", fields={"site": "right_hand", "kilograms": 8})
    loaded = here.ask("compare", percentiles=[5.0, 95.0])["people"]

    def dark(person: dict[str, Any]) -> int:
        """Pixels as dark as iron is."""
        picture = np.array(Image.open(io.BytesIO(person["picture"])).convert("L"))
        return int((picture < 90).sum())

    assert all(dark(with_it) > dark(without) + 50 for with_it, without in zip(loaded, bare, strict=True))


def test_a_comparison_tells_what_was_asked_and_where_strengths_come_from(window: Window) -> None:
    here = window()
    here.ask("add_part", list="tasks", kind="reach", fields={"site": "right_hand", "point": SHELF})
    weight = {"site": "right_hand", "kilograms": 5, "site_b": "left_hand"}
    here.ask("add_part", list="forces", kind="weight", fields=weight)
    found = here.ask("compare", percentiles=[50.0])
    assert found["asked"][:3] == ["1. hold left foot", "1. hold right foot", "2. balance"]
    assert "3. reach right hand: to (-0.200, 1.750, 0.450) m" in found["asked"]
    assert "a weight of 5 kg at right hand and left hand" in found["asked"]
    assert any("Anderson" in source for source in found["sources"])
    rows = {(row["group"], row["label"].removeprefix("~ ")): row["values"][0] for row in found["rows"]}
    efforts = [label for group, label in rows if group == "efforts"]
    solved = poise.solve(
        poise.human(percentile=50).rest(),
        [
            [poise.Hold("left_foot"), poise.Hold("right_foot")],
            poise.Balance(forces=[poise.Weight("right_hand", 5, "left_hand")]),
            poise.Reach("right_hand", SHELF),
        ],
    )
    held = poise.statics(solved.pose, [poise.Weight("right_hand", 5, "left_hand")])
    assert rows["torques", efforts[0]] == pytest.approx(abs(held.weakest.torque), rel=1e-6)
