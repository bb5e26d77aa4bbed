"""Symmetric editing: what is done to one side happens to the other, and the middle keeps to its plane."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest
from visitor import Visitor, moved

Window = Callable[[], Visitor]
PAIRS = ("hand", "forearm", "shank", "upper_arm")


def lopsided(here: Visitor) -> float:
    """How far (m) the sides are from being mirror images in x = 0."""
    sides = [(here.place(f"left_{part}")[:3], here.place(f"right_{part}")[:3]) for part in PAIRS]
    return max(float(np.abs(left * (-1, 1, 1) - right).max()) for left, right in sides)


@pytest.mark.parametrize("beside", [0.0, 0.028])
@pytest.mark.parametrize("back", [0.0, 0.2])
def test_the_pelvis_goes_down_even_when_taken_a_little_beside_its_middle(
    window: Window, beside: float, back: float
) -> None:
    """Straight down the ankles of feet that stay flat end after 12 cm: the height is met, and the seat goes back."""
    here = window()
    start = here.place("pelvis")[:3]
    here.ask("grab_point", segment="pelvis", point=[beside, 0.0, 0.0], follow="natural")
    here.drag(*[moved(start, beside, -share * 0.25, -share * back) for share in (0.25, 0.5, 0.75, 1.0)])
    assert here.light("drag pelvis")["residual"] < 1e-3
    assert here.place("pelvis")[1] == pytest.approx(start[1] - 0.25, abs=1e-3)
    assert start[2] - here.place("pelvis")[2] < max(back, 0.2)
    assert here.told["frame"]["light"] == "green"
    assert lopsided(here) < 2e-3


def test_in_symmetric_editing_the_middle_keeps_to_its_plane(window: Window) -> None:
    here = window()
    start = here.place("chest")[:3]
    here.ask("grab_point", segment="chest", point=[0.1, 0.0, 0.0], symmetric=True)
    here.drag(moved(start, 0.3, -0.05, 0.05))
    assert abs(here.told["frame"]["handles"][0]["target"][0]) < 1e-9
    here.ask("release")


def test_pins_forces_and_supports_have_their_mirror_images(window: Window) -> None:
    here = window()
    here.ask("pin", site="left_hand", symmetric=True)
    assert {"pin left_hand", "pin right_hand"} <= {*here.tasks[0]}
    here.ask("pin", site="right_hand", symmetric=True)
    assert here.tasks[0] == ["hold left_foot", "hold right_foot"]
    force = {"site": "left_hand", "vector": [10, -20, 30], "torque": [1, 2, 3]}
    here.ask("add_part", list="forces", kind="force", fields=force, symmetric=True)
    left, right = (part["fields"] for part in here.told["document"]["forces"])
    assert (left["site"], right["site"]) == ("left_hand", "right_hand")
    assert right["vector"] == pytest.approx([-10, -20, 30])
    assert right["torque"] == pytest.approx([1, -2, -3])
    here.ask("remove_part", list="tasks", at="balance")  # on palms alone nobody stands
    here.ask(
        "add_part", list="supports", kind="support", fields={"site": "left_palm", "normal": [1, 0, 0]}, symmetric=True
    )
    assert here.told["document"]["supports"][1]["fields"]["normal"] == pytest.approx([-1, 0, 0])
    here.ask("add_part", list="forces", kind="weight", fields={"site": "chest", "kilograms": 3}, symmetric=True)
    assert len(here.told["document"]["forces"]) == 3
    here.ask("undo")
    assert len(here.told["document"]["forces"]) == 2


def test_a_hand_that_is_pulled_through_the_floor_stays_on_it(window: Window) -> None:
    here = window()
    hand = here.place("right_hand")[:3]
    here.ask("grab_point", segment="right_hand", point=[0, 0, 0])
    here.drag(*[moved(hand, 0.0, -share * 1.2, share * 0.2) for share in (0.25, 0.5, 0.75, 1.0)])
    assert here.place("right_hand")[1] > -1e-3
    assert here.told["frame"]["handles"][0]["target"][1] == 0.0


def test_in_symmetric_editing_the_flank_of_the_middle_counts_as_its_middle(window: Window) -> None:
    """As one takes it in the view from the side: nothing jumps aside to the plane."""
    here = window()
    start = here.place("pelvis")[:3]
    here.ask("grab_point", segment="pelvis", point=[-0.16, 0.0, 0.0], symmetric=True)
    here.drag(*[moved(start, -0.16, -share * 0.25, -share * 0.2) for share in (0.25, 0.5, 0.75, 1.0)])
    assert here.light("drag pelvis")["residual"] < 1e-3
    assert here.place("pelvis")[:3] == pytest.approx(moved(start, 0.0, -0.25, -0.2), abs=0.02)
    assert lopsided(here) < 2e-3
    here.ask("release")


def goals_of(here: Visitor) -> dict[str, list[float]]:
    """The points of the tasks that lead hands."""
    parts = [part for level in here.told["document"]["levels"] for part in level]
    return {p["fields"]["site"]: p["fields"]["point"] for p in parts if p["kind"] == "reach"}


def mirrored(point: list[float]) -> list[float]:
    return [-point[0], *point[1:]]


def both_hands_kept(here: Visitor) -> tuple[str, str]:
    """Both hands led ahead and kept there, by the right one; the sites of right and left."""
    hand = here.place("right_hand")[:3]
    here.ask("grab_point", segment="right_hand", point=[0.0, 0.0, 0.0], symmetric=True)
    here.drag(moved(hand, 0.0, 0.3, 0.35))
    here.ask("release", keep=True)
    right, left = goals_of(here)
    return right, left


def test_a_goal_that_is_typed_or_dragged_takes_its_twin_along(window: Window) -> None:
    here = window()
    right, left = both_hands_kept(here)
    point = [-0.2, 1.45, 0.5]
    here.ask("edit_part", list="tasks", at=f"reach {right}", fields={"point": point}, symmetric=True)
    assert goals_of(here)[left] == pytest.approx(mirrored(point), abs=1e-6)
    here.ask("edit_part", list="tasks", at=f"reach {right}", fields={"weight": 3.0}, symmetric=True)
    here.ask("grab_field", list="tasks", at=f"reach {left}", field="point", symmetric=True)
    here.drag([0.3, 1.3, 0.4])
    here.ask("release")
    assert goals_of(here)[right] == pytest.approx([-0.3, 1.3, 0.4], abs=1e-6)
    weights = {p["fields"].get("weight") for level in here.told["document"]["levels"][2:] for p in level}
    assert weights == {3.0}
    assert lopsided(here) < 1e-3
    here.ask("edit_part", list="tasks", at=f"reach {right}", fields={"point": point})
    assert goals_of(here)[left] == pytest.approx([0.3, 1.3, 0.4], abs=1e-6)  # without it, one side alone
    here.ask("remove_part", list="tasks", at=f"reach {right}", symmetric=True)
    assert not goals_of(here)


def test_a_task_that_is_added_has_its_twin_on_the_same_level(window: Window) -> None:
    here = window()
    fields = {"site": "left_hand", "point": [0.3, 1.2, 0.4]}
    here.ask("add_part", list="tasks", kind="reach", fields=fields, symmetric=True)
    assert here.tasks[-1] == ["reach left_hand", "reach right_hand"]
    assert goals_of(here)["right_hand"] == pytest.approx([-0.3, 1.2, 0.4])
    turned = {"site": "left_palm", "rotation": [0.0, 0.5, 0.0, 0.8660254]}
    here.ask("add_part", list="tasks", kind="orient", fields=turned, symmetric=True)
    other = here.told["document"]["levels"][-1][1]["fields"]
    assert other["site"] == "right_palm"
    assert np.abs(other["rotation"]) == pytest.approx(np.abs([0.0, -0.5, 0.0, 0.8660254]), abs=1e-5)
    assert other["rotation"][1] * other["rotation"][3] < 0.0
    here.ask("add_part", list="tasks", kind="look_at", fields={"site": "eyes", "point": [0, 1, 2]}, symmetric=True)
    assert here.tasks[-1] == ["look_at eyes"]  # what is in the middle is its own image


def test_both_elbows_go_along_their_circles(window: Window) -> None:
    here = window()
    both_hands_kept(here)
    hands = here.place("right_hand")[:3], here.place("left_hand")[:3]
    here.ask("grab_circle", segment="right_forearm", symmetric=True)
    circle = here.ask("ask_circle", segment="right_forearm")["circle"]
    bend = circle["bends"][0]
    arc = max(bend["arcs"], key=lambda a: a["stop"] - a["start"])
    here.drag([0.5 * (arc["start"] + arc["stop"]), bend["branch"]])
    here.ask("release")
    assert lopsided(here) < 1e-3
    assert here.place("right_hand")[:3] == pytest.approx(hands[0], abs=1e-5)
    assert here.place("left_hand")[:3] == pytest.approx(hands[1], abs=1e-5)
