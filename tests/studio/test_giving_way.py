"""Who is lowered by the pelvis lets the seat go back; all else that is dragged goes where the hand shows it."""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np
import pytest
from visitor import Visitor, moved

from poise.figure.placement import rotate
from poise.studio.document.fresh import person
from poise.studio.engine.gestures import PointGesture
from poise.studio.protocol.requests import GrabPoint

Window = Callable[[], Visitor]
Way = tuple[float, float, float]


def lowered(by: Way, frames: int = 60) -> tuple[PointGesture, np.ndarray]:
    """The pelvis of a person who stands, carried so far in so many frames; and where it was in each (m, from there)."""
    state = person()
    gesture = PointGesture(state, GrabPoint(id=1, segment="pelvis", point=[0.0, 0.0, 0.1], follow="natural"))
    start = np.array(state.pose.segment_frame("pelvis"))
    way = []
    for share in np.linspace(0, 1, frames + 1)[1:]:
        gesture.pull((start[:3, :3] @ (0.0, 0.0, 0.1) + start[:3, 3] + share * np.array(by)).tolist())
        gesture.live.step(iterations=20)
        way.append(np.array(gesture.live.pose.segment_frame("pelvis"))[:3, 3] - start[:3, 3])
    assert next(i for i in range(300) if gesture.live.settled or gesture.live.step() is None) < 120
    return gesture, np.array([*way, np.array(gesture.live.pose.segment_frame("pelvis"))[:3, 3] - start[:3, 3]])


@pytest.mark.parametrize("depth", [0.08, 0.15, 0.25, 0.45, 0.6])
def test_straight_down_the_height_is_met_and_the_body_squats_smoothly(depth: float) -> None:
    gesture, way = lowered((0.0, -depth, 0.0))
    assert way[-1][1] == pytest.approx(-depth, abs=1e-3)
    assert abs(way[-1][0]) < 1e-3
    assert 0.0 <= -way[-1][2] < 0.7 * depth  # the seat goes back, by less than it goes down
    assert np.linalg.norm(np.diff(way, axis=0), axis=1).max() < 0.05  # no leap from frame to frame
    turn = np.array(gesture.live.pose.segment_frame("pelvis"))[:3, :3]
    assert math.degrees(math.acos(turn[0, 0])) < 1.0


def test_from_the_first_view_down_is_down() -> None:
    """As its picture plane has it, 15 degrees from above and beside the middle: no twist for the last centimetres."""
    gesture, way = lowered((0.03, -0.25, 0.05))
    assert way[-1][:2] == pytest.approx((0.03, -0.25), abs=1e-3)
    turn = np.array(gesture.live.pose.segment_frame("pelvis"))[:3, :3]
    assert math.degrees(math.acos(turn[0, 0])) < 5.0


@pytest.mark.parametrize("by", [(0.0, -0.25, -0.2), (0.0, -0.05, 0.1), (0.05, -0.06, 0.0)])
def test_what_can_be_reached_is_reached_whole(by: Way) -> None:
    _, way = lowered(by)
    assert way[-1] == pytest.approx(by, abs=5e-3)


def test_who_is_taken_at_the_belly_squats_too(window: Window) -> None:
    here = window()
    belly, hips = (here.place(part)[:3] for part in ("abdomen", "pelvis"))
    here.ask("grab_point", segment="abdomen", point=[0.02, 0.04, 0.1], follow="natural")
    here.drag(*[moved(belly, 0.02, 0.04 - share * 0.25, 0.1) for share in (0.25, 0.5, 0.75, 1.0)])
    assert here.place("pelvis")[:2] == pytest.approx((hips[0], hips[1] - 0.25), abs=2e-3)
    assert here.place("chest")[1] > hips[1] - 0.05  # upright: it has not folded
    here.ask("release")
    assert [stay["part"] for stay in here.told["document"]["stays"]] == ["pelvis"]


def on_all_fours(window: Window, segment: str, by: float) -> tuple[Visitor, dict[str, np.ndarray]]:
    """Symmetric, a part of who is on all fours dragged down by so much (m) and let go; and where parts were before."""
    here = window()
    here.ask("take_stance", name="all_fours")
    here.settle()
    before = {part: here.place(part)[:3] for part in ("pelvis", "abdomen", "chest", "left_shank", "left_hand")}
    frame, point = here.place(segment), (0.0, 0.05, 0.1)
    taken = frame[:3] + rotate(tuple(frame[3:]), point)
    here.ask("grab_point", segment=segment, point=list(point), follow="natural", symmetric=True)
    here.drag(*[moved(taken, 0.0, -share * by, 0.0) for share in (0.25, 0.5, 0.75, 1.0)])
    here.ask("release")
    here.settle()
    return here, before


@pytest.mark.parametrize("segment", ["abdomen", "chest"])
def test_on_all_fours_the_belly_or_the_chest_straight_down_is_a_push_up(window: Window, segment: str) -> None:
    here, before = on_all_fours(window, segment, 0.22)
    assert [stay["part"] for stay in here.told["document"]["stays"]] == [segment]  # what was taken is what followed
    assert before[segment][1] - here.place(segment)[1] > 0.05
    assert before["chest"][1] - here.place("chest")[1] > 0.12
    elbows = [float(np.degrees(here.joint(f"{side}_elbow")[0])) for side in ("left", "right")]
    assert min(elbows) > 40.0
    assert elbows[0] == pytest.approx(elbows[1], abs=0.5)
    assert here.place("head")[1] > 0.12  # the face is not on the floor
    assert here.place("left_hand")[:3] == pytest.approx(before["left_hand"], abs=1e-3)


def test_on_all_fours_the_pelvis_straight_down_goes_to_the_heels(window: Window) -> None:
    here, before = on_all_fours(window, "pelvis", 0.1)
    assert here.place("pelvis")[1] - before["pelvis"][1] == pytest.approx(-0.1, abs=5e-3)
    assert -0.3 < here.place("pelvis")[2] - before["pelvis"][2] < -0.15
    assert here.place("left_shank")[:3] == pytest.approx(before["left_shank"], abs=1e-3)


def test_what_gave_way_is_kept_where_the_body_has_it(window: Window) -> None:
    here = window()
    start = here.place("pelvis")[:3]
    here.ask("grab_point", segment="pelvis", point=[0.0, 0.0, 0.0], follow="natural")
    here.drag(*[moved(start, 0.0, -share * 0.25, 0.0) for share in (0.25, 0.5, 0.75, 1.0)])
    there = here.place("pelvis")[:3]
    assert here.told["frame"]["handles"][0]["target"] == pytest.approx(there, abs=2e-3)
    here.ask("release", keep=True)
    here.settle()
    assert here.told["frame"]["light"] == "green"
    assert here.place("pelvis")[:3] == pytest.approx(there, abs=2e-3)


def test_up_again_the_body_stands_as_it_stood(window: Window) -> None:
    here = window()
    start = here.place("pelvis")[:3]
    here.ask("grab_point", segment="pelvis", point=[0.0, 0.0, 0.0], follow="natural")
    here.drag(*[moved(start, 0.0, -low, 0.0) for low in (0.08, 0.16, 0.24, 0.16, 0.08, 0.0)])
    assert here.place("pelvis")[:3] == pytest.approx(start, abs=2e-3)
    here.ask("release")


def test_each_of_two_persons_can_be_lowered(window: Window) -> None:
    here = window()
    here.ask("add_figure", figure={"human": {"stature": 1.62, "sex": "female"}}, name="ann")
    here.settle()
    start, other = (here.place(f"{name}/pelvis")[:3] for name in ("ann", "human"))
    here.ask("grab_point", segment="ann/pelvis", point=[0.0, 0.0, 0.0], follow="natural")
    here.drag(*[moved(start, 0.0, -share * 0.25, 0.0) for share in (0.25, 0.5, 0.75, 1.0)])
    assert here.place("ann/pelvis")[1] == pytest.approx(start[1] - 0.25, abs=2e-3)
    assert here.place("human/pelvis")[:3] == pytest.approx(other, abs=1e-2)
    here.ask("release")
