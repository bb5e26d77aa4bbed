"""What was placed by hand stays, below all tasks: one for a part, none where a task holds, until it is relaxed."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest
from visitor import RefusedError, Visitor, moved

from poise.studio.document.fresh import person
from poise.studio.document.stays import Stay, stay_criteria

Window = Callable[[], Visitor]


def drag(here: Visitor, segment: str, by: tuple[float, float, float], keep: bool = False) -> None:
    here.ask("grab_point", segment=segment, point=[0, 0, 0])
    start = here.place(segment)[:3]
    here.drag(*[moved(start, *(share * np.array(by))) for share in (0.25, 0.5, 0.75, 1.0)])
    here.ask("release", keep=keep)
    here.settle()


def staying(here: Visitor) -> list[str]:
    return [stay["part"] for stay in here.told["document"]["stays"]]


def away(here: Visitor, segment: str, place: object) -> float:
    return float(np.linalg.norm(here.place(segment)[:3] - np.asarray(place)))


def test_what_was_raised_stays_when_the_other_hand_and_the_pelvis_move(window: Window) -> None:
    here = window()
    drag(here, "left_hand", (0.15, 0.45, 0.3))
    left = here.place("left_hand")[:3]
    drag(here, "right_hand", (-0.15, 0.6, 0.25))
    assert away(here, "left_hand", left) < 0.005
    right = here.place("right_hand")[:3]
    drag(here, "pelvis", (0.08, 0.0, 0.0))
    assert away(here, "left_hand", left) < 0.005
    assert away(here, "right_hand", right) < 0.005
    assert staying(here) == ["left_hand", "right_hand", "pelvis"]
    assert here.tasks == [["hold left_foot", "hold right_foot"], ["balance"]]  # stays are no tasks


def test_a_stay_gives_way_to_tasks_and_then_stays_where_it_is(window: Window) -> None:
    here = window()
    drag(here, "left_hand", (0.0, 0.2, 0.3))
    before = here.place("left_hand")[:3]
    drag(here, "left_forearm", (0.25, 0.35, 0.0))  # the hand cannot stay behind
    there = here.place("left_hand")[:3]
    assert away(here, "left_hand", before) > 0.02
    drag(here, "right_hand", (0.0, 0.1, 0.1))
    assert away(here, "left_hand", there) < 0.005  # nothing pulls it back


def test_pins_goals_postures_and_relax_end_stays(window: Window) -> None:
    here = window()
    for hand in ("left_hand", "right_hand"):
        drag(here, hand, (0.0, 0.2, 0.2))
    here.ask("pin", site="left_hand")
    assert staying(here) == ["right_hand"]
    drag(here, "right_hand", (0.0, 0.1, 0.0), keep=True)
    assert staying(here) == []
    here.ask("undo", steps=2)
    assert staying(here) == ["left_hand", "right_hand"]
    here.ask("relax", part="left_hand")
    assert staying(here) == ["right_hand"]
    with pytest.raises(RefusedError, match="right_hand"):
        here.ask("relax", part="left_hand")
    here.ask("set_joints", values={"left_elbow": [60, 0]})
    assert staying(here) == ["right_hand", "left_elbow"]
    here.ask("apply_pose", source="posture", name="rest")
    assert staying(here) == []


def test_a_turned_joint_stays_turned_while_a_hand_moves(window: Window) -> None:
    here = window()
    here.ask("grab_joint", joint="left_elbow")
    here.drag([70, 0])
    here.ask("release")
    drag(here, "right_hand", (-0.1, 0.3, 0.2))
    assert here.joint("left_elbow")[0] == pytest.approx(np.radians(70), abs=0.01)


def test_stays_are_saved_with_the_scene(window: Window) -> None:
    here = window()
    drag(here, "left_hand", (0.0, 0.2, 0.3))
    here.ask("set_joints", values={"head": [10, 0]})
    before = here.told["document"]["stays"]
    here.ask("save", path="placed.yaml")
    here.ask("new")
    assert staying(here) == []
    here.ask("open", path="placed.yaml")
    assert here.told["document"]["stays"] == before


def test_the_slope_of_twenty_stays_is_that_of_their_value() -> None:
    state = person()
    names = list(state.figure.segments)[:20]
    stays = tuple(Stay(name, (0.01, 0.02, 0.03), (0.1, 0.9, 0.0)) for name in names)
    (criterion,) = stay_criteria(replace(state, stays=stays))
    assert stay_criteria(replace(state, stays=tuple(s.renewed(state.pose) for s in stays)))[0].value(state.pose) < 1e-20
    pose, step = state.pose, 1e-6
    ways = step * np.eye(state.figure.dof)
    measured = [(criterion.value(pose.integrate(w)) - criterion.value(pose.integrate(-w))) / (2 * step) for w in ways]
    assert np.allclose(criterion.derivative(pose), measured, rtol=1e-6, atol=1.0)  # of some 1e7: a stay counts much


def test_undo_in_an_orange_scene_returns_the_very_pose(window: Window) -> None:
    here = window()
    drag(here, "right_hand", (0.0, 0.1, 1.2), keep=True)
    assert here.told["frame"]["light"] == "orange"
    before = here.told["frame"]["placements"]
    here.ask("set_joints", values={"left_elbow": [60, 0]})
    here.settle()
    here.ask("undo")
    assert here.settle()["placements"] == before
