"""The floor and things around the body: nothing sinks in, and what touches can carry."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest
import yaml
from visitor import RefusedError, Visitor, moved

import poise
from poise.figure.placement import rotation_matrix
from poise.io.figure.pose_values import pose_from
from poise.studio.document.fresh import person
from poise.studio.document.things import KINDS, PlacedThing, added, edited, obstacles_of, thing_named, things_of
from poise.world.body import part_rows

Window = Callable[[], Visitor]


@pytest.mark.parametrize("kind", KINDS)
def test_a_thing_is_read_back_from_its_obstacles(kind: str) -> None:
    state, name = added(person(), kind)
    grown = {size: 1.1 * value for size, value in KINDS[kind].sizes.items()}
    state = edited(state, name, (0.3, 0.1, -0.4), 70.0, grown)
    thing = thing_named(state, name)
    assert isinstance(thing, PlacedThing)
    assert thing.sizes == pytest.approx(grown)
    assert thing.position == pytest.approx((0.3, 0.1, -0.4))
    assert np.degrees(thing.heading) == pytest.approx(70.0)
    lowest = min(_lowest(obstacle) for obstacle in obstacles_of(thing))
    assert lowest == pytest.approx(0.1)


def _lowest(obstacle: poise.Obstacle) -> float:
    shape = obstacle.shape
    half = shape.radius if isinstance(shape, poise.Sphere) else shape.size[1] / 2  # type: ignore[union-attr]
    return obstacle.placement.position[1] - half


def pull(here: Visitor, segment: str, by: tuple[float, float, float]) -> None:
    start = here.place(segment)[:3]
    here.ask("grab_point", segment=segment, point=[0, 0, 0], follow="natural")
    here.drag(*[moved(start, *(share * np.array(by))) for share in (0.3, 0.6, 1.0)])
    here.ask("release")
    here.settle()


def lowest(here: Visitor) -> float:
    """How deep the body is in the floor, by the balls and rounds of its segments as frames place them."""
    figure, deep = poise.human(), np.inf
    names = list(figure.segments)
    for row in part_rows(figure):
        place = here.place(names[int(row[0])])
        turn = rotation_matrix(place[3:])
        for end, radius in ((row[1:4], row[7]), (row[4:7], row[8])):
            deep = min(deep, float((turn @ end + place[:3])[1] - radius))
    return deep


def test_no_part_of_the_body_sinks_through_the_floor(window: Window) -> None:
    here = window()
    for segment, by in (("right_hand", (0.1, -1.2, 0.5)), ("pelvis", (0.0, -0.9, -0.2)), ("head", (0.0, -1.6, 0.6))):
        pull(here, segment, by)
        assert lowest(here) > -1e-4, segment
    here.ask("take_stance", name="all_fours")
    here.settle()
    before = lowest(here)  # knees are pressed a little
    pull(here, "chest", (0.0, -0.6, 0.0))
    assert lowest(here) > before - 1e-4


def test_a_hand_stays_out_of_a_table_and_can_lean_on_it(window: Window) -> None:
    here = window()
    assert here.ask("add_thing", kind="table")["name"] == "table 1"
    pull(here, "right_hand", (0.0, 0.25, 0.45))
    pull(here, "right_hand", (0.0, -0.6, 0.1))
    (table,) = here.told["document"]["things"]
    top = table["position"][1] + table["sizes"]["height"]
    assert here.place("right_hand")[1] > top  # the table is above where it was pulled
    here.ask("stand_on", segment="right_hand")
    sites = [part["fields"]["site"] for part in here.told["document"]["supports"]]
    assert len(sites) >= 3  # both soles count as they did before, and the hand
    held = here.ask("ask_loads")
    assert held["problem"] is None
    with pytest.raises(RefusedError, match="touches nothing"):
        here.ask("stand_on", segment="head")


def test_things_are_dragged_saved_and_taken_away(window: Window) -> None:
    here = window()
    here.ask("add_thing", kind="ball")
    here.ask("grab_thing", name="ball 1")
    here.drag([-0.8, -0.5, 0.6])
    here.ask("release")
    (ball,) = here.told["document"]["things"]
    assert ball["position"] == pytest.approx([-0.8, 0.0, 0.6])  # not below the floor
    here.ask("edit_thing", name="ball 1", sizes={"radius": 0.2})
    here.ask("save", path="ball.yaml")
    here.ask("remove_thing", name="ball 1")
    assert here.told["document"]["things"] == []
    here.ask("open", path="ball.yaml")
    assert here.told["document"]["things"][0]["sizes"] == {"radius": 0.2}
    with pytest.raises(RefusedError, match="radius"):
        here.ask("edit_thing", name="ball 1", sizes={"width": 1.0})


def test_a_chair_comes_under_who_sits(window: Window) -> None:
    here = window()
    here.ask("take_stance", name="sitting")
    here.settle()
    before = here.place("pelvis")
    here.ask("add_thing", kind="chair")
    assert here.settle()["light"] == "green"
    assert np.abs(here.place("pelvis") - before).max() < 1e-6
    assert things_of(None) == []


def test_who_sits_takes_the_chair_that_is_there_as_high_and_turned_as_it_is(window: Window) -> None:
    here = window()
    here.ask("add_thing", kind="chair")
    here.ask("edit_thing", name="chair 1", position=[1.0, 0.0, -0.5], heading=90.0, sizes={"seat height": 0.46})
    here.ask("take_stance", name="sitting")
    assert here.settle()["light"] == "green"
    pelvis, knee = here.place("pelvis"), here.place("left_shank")
    assert pelvis[:3] == pytest.approx([0.97, pelvis[1], -0.5], abs=0.06)
    assert knee[0] > pelvis[0] + 0.3  # facing along x, as the chair does
    assert here.ask("ask_loads")["balanced"]
    [chair] = here.told["document"]["things"]
    assert chair["position"] == pytest.approx([1.0, 0.0, -0.5])


def test_things_are_turned_resized_and_lifted_by_their_handles(window: Window) -> None:
    here = window()
    here.ask("add_thing", kind="box")
    here.ask("grab_thing", name="box 1")
    here.drag({"heading": 40.0})
    live = here.told["frame"]["live"]["value"]
    assert live["heading"] == pytest.approx(40.0)
    assert live["solids"][0]["rotation"] == pytest.approx([0, np.sin(np.radians(20)), 0, np.cos(np.radians(20))])
    here.drag({"heading": 40.0, "sizes": {"width": 0.8}})
    here.send(type="pull", n=9, value={"sizes": {"width": -1.0}})
    assert "width" in here.until("refused")["message"]
    here.ask("release")
    (box,) = here.told["document"]["things"]
    assert box["heading"] == pytest.approx(40.0)
    assert box["sizes"]["width"] == pytest.approx(0.8)
    assert here.told["document"]["undo"][0] == "move box 1"


def test_plain_obstacles_are_moved_turned_and_resized_too(window: Window) -> None:
    here = window()
    assert here.ask("add_thing", kind="cylinder")["name"] == "cylinder 1"
    (pillar,) = here.told["document"]["things"]
    assert (pillar["kind"], pillar["sizes"]) == ("obstacle", {"radius": 0.1, "length": 1.0})
    assert pillar["position"][1] == pytest.approx(0.5)  # it stands on the floor
    here.ask("edit_thing", name="cylinder 1", sizes={"radius": 0.2}, heading=30.0, position=[0.5, 0.6, 0.7])
    (pillar,) = here.told["document"]["things"]
    assert pillar["sizes"] == pytest.approx({"radius": 0.2, "length": 1.0})
    assert pillar["heading"] == pytest.approx(30.0)
    assert pillar["position"] == pytest.approx([0.5, 0.6, 0.7])
    upright = rotation_matrix(tuple(pillar["solids"][0]["rotation"])) @ [0, 0, 1]
    assert upright == pytest.approx([0, 1, 0], abs=1e-9)  # still
    with pytest.raises(RefusedError, match="width"):
        here.ask("edit_thing", name="cylinder 1", sizes={"width": 1.0})


def test_what_is_about_to_touch_is_told_with_its_distance(window: Window) -> None:
    here = window()
    assert here.told["frame"]["overlays"]["near"] == []  # soles on the floor are there for good
    down = here.place("right_hand")[:3]
    here.ask("grab_point", segment="right_hand", point=[0, 0, 0], follow="natural")
    here.drag(moved(down, 0.0, -0.4, 0.2), moved(down, 0.0, -0.9, 0.3))
    assert {near["obstacle"] for near in here.told["frame"]["overlays"]["near"]} == {"floor"}
    here.ask("cancel")
    here.settle()
    here.ask("add_thing", kind="table")
    pull(here, "right_hand", (0.0, 0.25, 0.45))
    here.ask("set_view", overlays={"distances": True})
    here.settle()
    values = yaml.safe_load(here.ask("export", format="pose_yaml")["text"])
    near = here.told["frame"]["overlays"]["near"]
    world = added(person(), "table")[0].settings["world"]  # it stands where it stood before anything moved
    wanted = world.distances(pose_from(poise.human(), values))
    assert [(n["segment"], n["obstacle"]) for n in near] == [(d.a, d.b) for d in wanted]
    assert [n["distance"] for n in near] == pytest.approx([d.distance for d in wanted], abs=1e-9)
    here.ask("set_view", overlays={"distances": False})
    here.settle()
    soon = here.told["frame"]["overlays"]["near"]
    assert all(n["distance"] < 0.04 for n in soon)
    assert len(soon) == sum(d.distance < 0.04 for d in wanted)


def test_a_hand_that_is_pulled_through_a_table_slides_along_it(window: Window) -> None:
    here = window()
    here.ask("add_thing", kind="table")
    pull(here, "right_hand", (0.0, 0.3, 0.45))
    start = here.place("right_hand")[:3]
    here.ask("grab_point", segment="right_hand", point=[0, 0, 0], follow="natural")
    here.drag(moved(start, 0.0, -0.25, 0.0))
    touched = here.place("right_hand")[:3]
    here.drag(moved(start, 0.15, -0.25, 0.0))
    along = here.place("right_hand")[:3] - touched
    here.ask("release")
    assert along[0] > 0.1  # aside, with the hand that pulls
    assert abs(along[1]) < 0.02  # and no deeper


def test_a_foot_that_rests_on_a_step_carries_with_its_whole_sole(window: Window) -> None:
    here = window()
    here.ask("add_thing", kind="step")
    (step,) = here.told["document"]["things"]
    z, high = step["position"][2], step["sizes"]["height"]
    foot = next(t for level in here.told["document"]["levels"] for t in level if t["name"] == "hold right_foot")
    goal = next(g for g in here.told["document"]["goals"] if g["at"] == foot["name"])
    position = goal["value"]["position"]
    here.ask("edit_thing", name=step["name"], position=[position[0], 0.0, z])
    here.ask("grab_field", list="tasks", at="hold right_foot", field="frame")
    here.drag({**goal["value"], "position": [position[0], position[1] + high, z - 0.05]})
    here.ask("release")
    here.settle()
    here.ask("stand_on", segment="right_foot")
    sites = [support["fields"]["site"] for support in here.told["document"]["supports"]]
    assert {"right_foot", "left_foot"} <= {*sites}  # soles, not points
    assert not any("point" in site for site in sites)
    table = here.ask("ask_loads")
    assert table["margin"] is not None


@pytest.mark.parametrize("hand", ["left_hand", "right_hand"])
def test_a_hand_that_is_led_onto_a_table_turns_its_palm_to_it(window: Window, hand: str) -> None:
    here = window()
    here.ask("add_thing", kind="table")
    (table,) = here.told["document"]["things"]
    top = table["position"][1] + table["sizes"]["height"]
    start = here.place(hand)[:3]
    here.ask("grab_point", segment=hand, point=[0, 0, 0], follow="natural")
    over = [float(start[0]), top + 0.2, float(start[2]) + 0.25]
    here.drag(over, moved(over, 0.0, -0.05, 0.2), moved(over, 0.0, -0.16, 0.2))
    here.ask("release")
    here.settle()
    values = yaml.safe_load(here.ask("export", format="pose_yaml")["text"])
    palm = pose_from(poise.human(), values).frame(hand.replace("hand", "palm"))
    assert palm[1, 1] > 0.95  # its back is up
    assert abs(palm[1, 3] - top) < 0.06
