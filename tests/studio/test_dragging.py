"""Direct manipulation: points, goals and joints are dragged, and everything else obeys the tasks."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable

import numpy as np
import pytest
from serving import Served
from visitor import PATIENCE, RefusedError, Visitor, moved

Window = Callable[[], Visitor]


def test_a_dragged_point_follows_the_hand_and_the_feet_stay(window: Window) -> None:
    here = window()
    feet, hand = here.place("left_foot"), here.place("right_hand")[:3]
    here.ask("grab_point", segment="right_hand", point=[0, 0, 0])
    goal = np.array(moved(hand, -0.1, 0.2, 0.25))
    frame = here.drag(((hand + goal) / 2).tolist(), goal.tolist())
    assert np.allclose(here.place("right_hand")[:3], goal, atol=1e-4)
    assert frame["light"] == "green"
    assert frame["handles"] == [{"segment": "right_hand", "point": [0, 0, 0], "target": pytest.approx(goal.tolist())}]
    here.ask("release")
    assert here.tasks == [["hold left_foot", "hold right_foot"], ["balance"]]
    assert here.told["document"]["undo"] == ["drag right_hand"]
    assert np.allclose(here.place("left_foot"), feet, atol=1e-6)


def test_out_of_reach_the_light_is_orange_and_why_names_balance(window: Window) -> None:
    here = window()
    hand = here.place("right_hand")[:3]
    here.ask("grab_point", segment="right_hand", point=[0, 0, 0])
    frame = here.drag(moved(hand, 0.0, 0.1, 1.2))
    assert frame["light"] == "orange"
    assert here.light("balance")["met"]
    assert here.light("hold left_foot")["residual"] < 1e-6
    assert not here.light("drag right_hand")["met"]
    findings = here.ask("explain", task="drag right_hand")["findings"]
    assert [f["task"] for f in findings] == ["drag right_hand"]
    assert "balance" in [c["name"] for c in findings[0]["culprits"]]
    assert any("balance" in line for line in findings[0]["lines"])


def test_a_kept_drag_is_a_task_that_can_be_reordered(window: Window) -> None:
    here = window()
    hand = here.place("right_hand")[:3]
    here.ask("grab_point", segment="right_hand", point=[0, 0, 0])
    here.drag(moved(hand, 0.0, 0.1, 1.2))
    name = here.ask("release", keep=True)["at"]
    assert here.tasks[-1] == [name]
    here.settle()
    missed = here.light(name)["residual"]
    here.ask("move_task", task=name, level=2, alone=True)
    assert here.tasks == [["hold left_foot", "hold right_foot"], [name], ["balance"]]
    here.settle()
    assert not here.light("balance")["met"]
    assert here.light(name)["residual"] < 0.5 * missed


def test_kept_points_leave_nothing_behind_and_undo_brings_them_back(window: Window) -> None:
    here = window()

    def made() -> set[str]:
        return {site["name"] for site in here.told["figure"]["sites"] if "_point_" in site["name"]}

    here.ask("grab_point", segment="right_forearm", point=[0, -0.1, 0.04], symmetric=True)
    here.ask("release", keep=True)
    both = {"left_forearm_point_1", "right_forearm_point_1"}
    assert made() == both
    here.ask("remove_part", list="tasks", at="reach right_forearm_point_1")
    assert made() == {"left_forearm_point_1"}
    here.ask("remove_part", list="tasks", at="reach left_forearm_point_1")
    assert made() == set()
    here.ask("undo", steps=2)
    assert made() == both
    assert here.tasks[-1] == ["reach right_forearm_point_1", "reach left_forearm_point_1"]  # twins share a level
    here.ask("redo", steps=2)
    assert made() == set()


@pytest.mark.parametrize("method", ["priority", "transpose", "ccd"])
@pytest.mark.parametrize(
    ("follow", "joint", "moving"),
    [
        ("part", None, {"right_wrist"}),
        ("limb", None, {"right_wrist", "right_elbow", "right_shoulder", "right_clavicle"}),
        ("joint", "right_elbow", {"right_wrist", "right_elbow"}),
    ],
)
def test_only_those_who_follow_move(
    window: Window, follow: str, joint: str | None, moving: set[str], method: str
) -> None:
    """By every method."""
    here = window()
    for task in ("hold left_foot", "hold right_foot", "balance"):
        here.ask("remove_part", list="tasks", at=task)
    names = [j["name"] for j in here.told["figure"]["joints"]]
    before = {name: here.joint(name) for name in names}
    here.ask("grab_point", segment="right_hand", point=[0, -0.05, 0], follow=follow, joint=joint, method=method)
    here.drag(moved(here.place("right_hand")[:3], -0.03, 0.01, 0.03))
    assert {name for name in names if not np.allclose(here.joint(name), before[name], atol=1e-9)} == moving


def test_a_joint_turns_to_its_limit_and_no_farther(window: Window) -> None:
    here = window()
    here.ask("grab_joint", joint="right_elbow")
    here.drag([60, 0])
    assert here.joint("right_elbow")[0] == pytest.approx(np.radians(60), abs=1e-5)
    limit = next(j for j in here.told["figure"]["joints"] if j["name"] == "right_elbow")["coordinates"][0]["max"]
    here.drag([170, 0])
    assert here.joint("right_elbow")[0] == pytest.approx(np.radians(limit), abs=1e-5)
    here.ask("release")
    assert here.told["document"]["undo"] == ["turn right_elbow"]


def test_symmetric_joints_turn_alike(window: Window) -> None:
    here = window()
    here.ask("grab_joint", joint="right_shoulder", symmetric=True)
    here.drag([-40, 20, 10])
    left, right = here.joint("left_shoulder"), here.joint("right_shoulder")
    assert left == pytest.approx([right[0], -right[1], -right[2]], abs=1e-5)


def test_symmetric_points_are_dragged_alike(window: Window) -> None:
    here = window()
    here.ask("grab_point", segment="right_hand", point=[0, 0, 0], symmetric=True)
    here.drag(moved(here.place("right_hand")[:3], -0.1, 0.2, 0.2))
    left, right = here.place("left_hand"), here.place("right_hand")
    assert left[:3] == pytest.approx(right[:3] * [-1, 1, 1], abs=1e-3)


def test_a_goal_is_dragged_and_the_body_follows(window: Window) -> None:
    here = window()
    hand = here.place("left_hand")[:3]
    at = here.ask("add_part", list="tasks", kind="reach", fields={"site": "left_hand", "point": hand.tolist()})["at"]
    here.ask("grab_field", list="tasks", at=at, field="point")
    frame = here.drag(moved(hand, 0.1, 0.1, 0.1))
    assert frame["live"]["value"] == pytest.approx(moved(hand, 0.1, 0.1, 0.1))
    assert here.light(at)["met"]
    here.ask("release")
    goal = next(g for g in here.told["document"]["goals"] if g["at"] == at)
    assert goal["value"] == pytest.approx(moved(hand, 0.1, 0.1, 0.1))


def test_a_force_arrow_is_dragged(window: Window) -> None:
    here = window()
    here.ask("add_part", list="forces", kind="force", fields={"site": "right_hand", "vector": [0, -10, 0]})
    here.ask("grab_field", list="forces", at=0, field="vector")
    here.pull(1, [0, -50, 20])
    here.ask("release")
    assert here.told["document"]["forces"][0]["fields"]["vector"] == [0, -50, 20]
    assert here.told["document"]["undo"][0] == "move vector of force 1"


def test_a_force_that_supports_with_shares_take_up_stops_at_their_cones(window: Window) -> None:
    here = window()
    here.ask("remove_part", list="tasks", at="balance")
    here.ask("add_part", list="supports", kind="support", fields={"site": "left_foot", "share": 1, "friction": 0.2})
    here.ask("add_part", list="forces", kind="force", fields={"site": "right_hand", "vector": [0, 0, -10]})
    here.ask("grab_field", list="forces", at=0, field="vector")
    here.pull(1, [0, 0, -2000])
    here.ask("release")
    stopped = here.told["document"]["forces"][0]["fields"]["vector"]
    assert -200 < stopped[2] < -30


def test_a_surface_is_dragged_and_the_hand_stays_on_it(window: Window) -> None:
    here = window()
    hand = here.place("left_hand")[:3]
    fields = {"site": "left_hand", "surface": {"sphere": {"radius": 0.15, "position": moved(hand, 0.0, 0.0, 0.15)}}}
    at = here.ask("add_part", list="tasks", kind="on_surface", fields=fields)["at"]
    (goal,) = (g for g in here.told["document"]["goals"] if g["at"] == at)
    assert (goal["kind"], goal["field"]) == ("surface", "surface")
    here.ask("grab_field", list="tasks", at=at, field="surface")
    center = moved(hand, 0.1, 0.2, 0.3)
    here.drag({"sphere": {"radius": 0.15, "position": center}})
    here.ask("release")
    here.settle()
    assert here.light(at)["residual"] < 1e-6  # the distance from the surface where it is now
    assert np.linalg.norm(here.place("left_hand")[:3] - hand) > 0.1
    (goal,) = (g for g in here.told["document"]["goals"] if g["at"] == at)
    assert goal["value"]["sphere"]["position"] == pytest.approx(center)
    assert here.told["document"]["undo"][0] == f"move surface of {at}"


def test_cancel_puts_everything_back(window: Window) -> None:
    here = window()
    before = here.told["frame"]["placements"]
    here.ask("grab_point", segment="head", point=[0, 0.1, 0])
    here.drag(moved(here.place("head")[:3], 0.2, -0.1, 0.2))
    assert here.told["frame"]["placements"] != before
    here.ask("cancel")
    assert here.frame(hand=0, settled=True)["placements"] == before
    assert here.told["document"]["undo"] == []


def test_a_drag_is_taken_back_to_where_it_began(window: Window) -> None:
    here = window()
    before = here.told["frame"]["placements"]
    here.ask("grab_point", segment="left_hand", point=[0, 0, 0])
    here.drag(moved(here.place("left_hand")[:3], 0.2, 0.3, 0.2))
    here.ask("release")
    after = here.told["frame"]["placements"]
    assert here.ask("undo") == {"actions": ["drag left_hand"]}
    assert here.settle()["placements"] == before
    here.ask("redo")
    assert np.allclose(np.frombuffer(here.settle()["placements"], "<f4"), np.frombuffer(after, "<f4"), atol=1e-6)


def test_the_newest_pull_wins(served: Served, window: Window) -> None:
    """While the engine is busy with something else, two hundred pulls come in: it follows the last of them alone."""
    here, engine = window(), served.studio.engine
    busy, free = threading.Event(), threading.Event()
    hand = here.place("right_hand")[:3]
    here.ask("grab_point", segment="right_hand", point=[0, 0, 0])
    engine._later(lambda: busy.set() or free.wait())
    assert busy.wait(PATIENCE)
    for number in range(1, 200):
        here.send(type="pull", n=number, value=moved(hand, 0, 0.001 * number, 0))
    while not engine._queue or engine._queue[-1].number < 199:
        time.sleep(0.005)
    free.set()
    while (frame := here.until("frame"))["pull"] == 0:
        pass
    assert frame["pull"] == 199
    here.settle()
    assert here.place("right_hand")[1] == pytest.approx(hand[1] + 0.199, abs=1e-4)


def test_a_pull_that_makes_no_sense_is_refused_and_the_hand_goes_on(window: Window) -> None:
    here = window()
    hand = here.place("right_hand")[:3]
    here.ask("grab_point", segment="right_hand", point=[0, 0, 0])
    for nonsense in ("up", [1, 2], [float("nan"), 0, 0], None, {"x": 1}):
        here.send(type="pull", n=9, value=nonsense)
        assert "point to pull to" in here.until("refused")["message"]
    here.drag(moved(hand, 0, 0.05, 0))
    assert here.place("right_hand")[:3] == pytest.approx(moved(hand, 0, 0.05, 0), abs=1e-4)


@pytest.mark.parametrize(
    ("request_", "words"),
    [
        ({"type": "grab_point", "segment": "tail", "point": [0, 0, 0]}, "no segment 'tail'"),
        (
            {"type": "grab_point", "segment": "head", "point": [0, 0, 0], "follow": "joint", "joint": "left_knee"},
            "the way from 'head' to the root has no joint 'left_knee'",
        ),
        ({"type": "grab_point", "segment": "head", "point": [0, 0, 0], "follow": "joint"}, "needs the name"),
        ({"type": "grab_joint", "joint": "tail"}, "no joint 'tail'"),
        ({"type": "grab_field", "list": "tasks", "at": "balance", "field": "colour"}, "no field 'colour'"),
        ({"type": "grab_field", "list": "tasks", "at": "dance", "field": "point"}, "no task 'dance'"),
        ({"type": "grab_field", "list": "forces", "at": 0, "field": "vector"}, "at 0"),
    ],
)
def test_what_cannot_be_grabbed_is_refused(window: Window, request_: dict[str, object], words: str) -> None:
    here = window()
    with pytest.raises(RefusedError, match=words):
        here.ask(**request_)  # type: ignore[arg-type]
