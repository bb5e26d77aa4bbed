"""The elbow's circle: every pose of a limb whose hand or foot has a goal, which does not move meanwhile."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest
from visitor import RefusedError, Visitor, moved

import poise
from poise.studio.document.circle import circle_of, told
from poise.studio.document.fresh import person
from poise.studio.document.state import State
from poise.studio.document.tasks import with_tasks
from poise.tasks.task import Task

Window = Callable[[], Visitor]
POINT = (-0.25, 1.2, 0.45)


def reaching(*tasks: Task) -> State:
    """A person whose right hand is at a point, and tasks that are served there."""
    state = person()
    solved = poise.solve(state.pose, [*state.levels, poise.Reach("right_hand", POINT)])
    return with_tasks(replace(state, pose=solved.pose), tasks, None)[0]


def goals() -> dict[str, list[Task]]:
    frame = reaching(poise.Reach("right_hand", POINT)).pose.frame("right_hand")
    along = poise.Orient("right_hand", frame[:3, 1], axis=(0, 1, 0))
    return {
        "point": [poise.Reach("right_hand", POINT)],
        "frame": [poise.Hold("right_hand", frame=poise.Placement.from_matrix(frame))],
        "axis": [poise.Reach("right_hand", POINT), along],
    }


@pytest.mark.parametrize("kind", ["point", "frame", "axis"])
def test_everywhere_on_the_green_arcs_the_hand_stays_and_limits_hold(kind: str) -> None:
    state = reaching(*goals()[kind])
    circle = circle_of(state, "right_forearm")
    assert circle is not None
    message, hand = told(state, circle), state.pose.frame("right_hand")
    now = circle.at(circle.swivel, circle.branch)
    assert np.abs(now.coordinates - state.pose.coordinates).max() < 1e-9  # where it is, it stays
    assert (message.angle is not None) == (kind == "axis")
    allowed = [(bend, phi) for bend in message.bends for a in bend.arcs for phi in np.linspace(a.start, a.stop, 7)]
    assert allowed
    for bend, phi in allowed:
        pose = circle.at(phi, bend.branch)
        assert np.linalg.norm(pose.position("right_hand") - hand[:3, 3]) < 1e-9
        if kind != "point":
            assert np.abs(pose.frame("right_hand")[:3, 1] - hand[:3, 1]).max() < 1e-9
        elbow = bend.center + math.cos(phi) * np.array(bend.u) + math.sin(phi) * np.array(bend.v)
        assert np.linalg.norm(pose.segment_frame("right_forearm")[:3, 3] - elbow) < 1e-9
        assert np.abs(pose.clamped().coordinates - pose.coordinates).max() < 1e-6


@pytest.mark.parametrize(
    ("stance", "part", "by"),
    [
        ("throwing", "left_hand", (-0.03, 0.1, 0.52)),  # a straight arm, whose elbow says nothing of its turn
        ("kneeling_on_one_knee", "left_hand", (0.06, -0.45, -0.16)),  # at a limit
        ("throwing", "right_hand", (0.2, -0.06, 0.2)),  # at two
        (None, "pelvis", (0.08, 0.03, 0.0)),  # both legs nearly straight
    ],
)
def test_green_is_where_the_knob_is(window: Window, stance: str | None, part: str, by: tuple[float, ...]) -> None:
    here = window()
    if stance is not None:
        here.ask("take_stance", name=stance)
    here.settle()
    start = here.place(part)[:3]
    here.ask("grab_point", segment=part, point=[0, 0, 0], follow="natural")
    here.drag(*[moved(start, *(share * x for x in by)) for share in (0.25, 0.5, 0.75, 1.0)])
    here.ask("release")
    here.settle()
    asked = [here.ask("ask_circle", segment=s)["circle"] for s in (part, "left_shank", "right_shank")]
    circles = [circle for circle in asked if circle is not None]
    assert circles
    for circle in circles:
        arcs = circle["bends"][0]["arcs"]
        assert any((circle["swivel"] - a["start"]) % (2 * math.pi) <= a["stop"] - a["start"] for a in arcs), circle


def test_the_second_angle_turns_the_hand_about_its_axis() -> None:
    state = reaching(*goals()["axis"])
    circle = circle_of(state, "right_hand")
    assert circle is not None
    hand = state.pose.frame("right_hand")
    turned = circle.at(circle.swivel, circle.branch, circle.angle + 0.2).frame("right_hand")
    assert np.linalg.norm(turned[:3, 3] - hand[:3, 3]) < 1e-9
    assert np.abs(turned[:3, 1] - hand[:3, 1]).max() < 1e-9
    assert turned[:3, 0] @ hand[:3, 0] == pytest.approx(math.cos(0.2), abs=1e-9)


def test_the_knee_is_dragged_and_the_foot_stays(window: Window) -> None:
    here = window()
    assert here.ask("ask_circle", segment="left_hand")["circle"] is None
    circle = here.ask("ask_circle", segment="left_shank")["circle"]
    assert circle["limb"] == "left_leg"
    (arc,) = circle["bends"][0]["arcs"]
    wanted = 0.5 * (arc["start"] + arc["stop"]) + 0.1
    before = {name: here.place(name) for name in ("left_foot", "pelvis", "right_shank")}
    here.ask("grab_circle", segment="left_shank")
    here.drag([wanted, circle["bends"][0]["branch"]])
    here.ask("release")
    here.settle()
    # What is told of places has 24 bits.
    assert all(np.abs(place - here.place(name)).max() < 1e-7 for name, place in before.items())
    now = here.ask("ask_circle", segment="left_shank")["circle"]
    assert now["swivel"] == pytest.approx(wanted, abs=1e-9)
    assert here.told["document"]["undo"][0] == "turn the left leg"
    assert [stay["part"] for stay in here.told["document"]["stays"]] == ["left_thigh"]
    with pytest.raises(RefusedError, match="no circle"):
        here.ask("grab_circle", segment="left_hand")


def test_a_limb_is_switched_to_closed_form_and_that_is_saved(window: Window) -> None:
    here = window()
    here.ask("set_analytic", limb="left_leg", on=True)
    assert here.ask("ask_circle", segment="left_foot")["circle"]["analytic"]
    here.ask("save", path="leg.yaml")
    here.ask("set_analytic", limb="left_leg", on=False)
    here.ask("open", path="leg.yaml")
    assert here.ask("ask_circle", segment="left_foot")["circle"]["analytic"]
    with pytest.raises(RefusedError, match="left_leg"):
        here.ask("set_analytic", limb="leg", on=True)
