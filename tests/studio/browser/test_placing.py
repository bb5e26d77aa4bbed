"""Hands on the body: what was placed stays, a posture is one click, and sitting sits."""

from __future__ import annotations

import math

import pytest
from visit import Visit, sharp

_SIDE_VIEW = "JSON.stringify(poiseStage.state().views.find((view) => view.name === 'side'))"


def pull(window: Visit, site: str, by: tuple[float, float, float], view: str) -> None:
    """Take a site, carry it by so many metres in a view, and let go."""
    x, y, z = window.site(site)
    window.drag((x, y, z), (x + by[0], y + by[1], z + by[2]), view)
    window.settled()
    window.drop()
    window.settled()


@sharp
def test_what_was_placed_stays_while_the_other_hand_and_the_pelvis_move(fresh: Visit) -> None:
    fresh.view("2")
    pull(fresh, "left_hand", (0.25, 0.55, 0.0), "front")
    left = fresh.site("left_hand")
    pull(fresh, "right_hand", (-0.25, 0.75, 0.0), "front")
    assert math.dist(fresh.site("left_hand"), left) < 0.005
    right = fresh.site("right_hand")
    pull(fresh, "pelvis", (0.08, 0.0, 0.0), "front")
    assert math.dist(fresh.site("left_hand"), left) < 0.005
    assert math.dist(fresh.site("right_hand"), right) < 0.005
    stays = fresh.page.get_by_role("group", name="Placed by hand")
    assert [word in stays.inner_text() for word in ("left hand", "right hand", "pelvis")] == [True] * 3
    fresh.picture("placed")
    stays.get_by_role("button", name="Relax", exact=True).click()
    fresh.gone(stays, "what was placed by hand")


@sharp
def test_one_click_sits_and_seat_and_feet_carry(fresh: Visit) -> None:
    fresh.page.get_by_role("tab", name="Poses").click()
    fresh.button("sitting", exact=True).click()
    fresh.until(lambda: len(fresh.document()["supports"]) == 4, "seat and feet carry")
    fresh.settled()
    assert fresh.js("poiseStudio.now.light") == "green"
    assert {s["fields"]["site"] for s in fresh.document()["supports"]} >= {"left_seat", "right_seat"}
    fresh.picture("sitting")
    fresh.page.get_by_role("tab", name="Loads").click()
    table = fresh.page.get_by_role("tabpanel")
    fresh.until(lambda: "in equilibrium" in table.inner_text(), "the loads of the pose")
    assert "left seat" in table.inner_text()
    assert "token" not in fresh.page.url
    fresh.picture("loads")


def test_a_posture_brings_the_whole_body_into_view_whatever_is_selected(fresh: Visit) -> None:
    fresh.view("2")
    pull(fresh, "right_hand", (-0.25, 0.55, 0.0), "front")
    fresh.page.get_by_role("tab", name="Poses").click()
    fresh.button("kneeling", exact=True).click()
    fresh.until(lambda: fresh.document()["undo"][:1] == ["kneeling"], "it kneels")
    fresh.settled()
    box = fresh.page.get_by_test_id("stage").bounding_box() or {}
    places = [fresh.site(name) for name in ("head_top", "left_kneecap", "right_toe", "left_hand")]

    def is_seen() -> bool:
        spots = [fresh.spot(place, "front") for place in places]
        inside = [0 < x - box["x"] < box["width"] and 0 < y - box["y"] < box["height"] for x, y in spots]
        return all(inside) and spots[1][1] - spots[0][1] > 0.5 * box["height"]  # and fills it

    fresh.until(is_seen, "the whole body is in view")


@sharp
def test_the_elbow_is_led_along_its_circle_and_the_hand_stays(fresh: Visit) -> None:
    fresh.view("3")
    pull(fresh, "right_hand", (0.0, 0.35, 0.3), "side")
    card = fresh.page.get_by_test_id("circle")
    fresh.until(lambda: card.count() == 1, "the circle of the arm whose hand was placed")
    hand, elbow = fresh.site("right_hand"), fresh.site("right_elbow")
    fresh.until(lambda: "circle/right_forearm" in fresh.js("poiseStage.handles('side')"), "its knob")
    fresh.view("2")
    fresh.drag(elbow, (elbow[0] - 0.15, elbow[1] + 0.15, elbow[2]), "front")
    fresh.drop()
    fresh.settled()
    assert math.dist(fresh.site("right_elbow"), elbow) > 0.05
    assert math.dist(fresh.site("right_hand"), hand) < 1e-6  # of what frames tell, in 24 bits
    assert fresh.document()["undo"][:1] == ["turn the right arm"]
    fresh.picture("elbow_circle")
    card.get_by_role("button", name="Middle of the widest").click()
    fresh.until(lambda: fresh.document()["undo"][:2] == ["turn the right arm"] * 2, "the middle")
    fresh.settled()
    assert math.dist(fresh.site("right_hand"), hand) < 1e-6


def test_an_arm_is_raised_by_the_arm_alone(fresh: Visit) -> None:
    fresh.view("2")
    before = _turn(fresh, "chest")
    pull(fresh, "right_hand", (-0.25, 0.75, 0.0), "front")
    cosine = abs(sum(a * b for a, b in zip(before, _turn(fresh, "chest"), strict=True)))
    assert math.degrees(2 * math.acos(min(1.0, cosine))) < 3.0


def test_a_hand_that_is_pulled_through_the_floor_stays_on_it(fresh: Visit) -> None:
    fresh.view("3")
    pull(fresh, "right_hand", (0.0, -1.2, 0.2), "side")
    lowest = min(fresh.site(name)[1] for name in ("right_hand", "right_palm"))
    assert -0.001 < lowest < 0.1
    assert fresh.js("poiseStudio.now.light") == "green"


@pytest.mark.parametrize(("view", "symmetric"), [("side", True), ("side", False), ("front", False)])
def test_a_pelvis_that_is_lowered_straight_down_arrives_and_stays_in_the_middle(
    fresh: Visit, view: str, symmetric: bool
) -> None:
    if symmetric:
        fresh.press("s")
    fresh.view({"front": "2", "side": "3"}[view])
    x, y, z = fresh.site("pelvis")
    fresh.drag((x, y, z), (x, y - 0.25, z), view)
    fresh.settled()
    assert fresh.tasks()["drag pelvis"]["residual"] < 1e-3
    assert abs(fresh.site("pelvis")[1] - (y - 0.25)) < 0.002  # half of that is the pixel that the mouse was over
    assert fresh.js("poiseStudio.now.light") == "green"
    fresh.picture(f"squat_{view}")
    lowered = fresh.site("pelvis")
    fresh.drop()
    fresh.settled()
    assert math.dist(fresh.site("pelvis"), lowered) < 0.005
    for part in ("knee", "hand", "elbow"):
        (x, y, z), right = fresh.site(f"left_{part}"), fresh.site(f"right_{part}")
        assert math.dist((-x, y, z), right) < 0.002, part
    if symmetric:
        fresh.press("s")


def test_a_push_up_from_all_fours_is_symmetric(fresh: Visit) -> None:
    fresh.page.get_by_role("tab", name="Poses").click()
    fresh.view("3")
    stood = fresh.js(_SIDE_VIEW)
    fresh.button("all fours", exact=True).click()
    fresh.until(lambda: fresh.document()["undo"][:1] == ["all fours"], "on all fours")
    fresh.settled()
    fresh.until(lambda: fresh.js(_SIDE_VIEW) != stood, "the view is fitted to the new posture")
    fresh.press("s")
    chest, elbow = fresh.site("chest"), fresh.site("right_elbow")
    pull(fresh, "chest", (0.0, -0.18, 0.0), "side")
    assert fresh.site("chest")[1] < chest[1] - 0.15
    assert math.dist(fresh.site("right_elbow"), elbow) > 0.05
    for part in ("elbow", "hand", "knee"):
        (x, y, z), right = fresh.site(f"left_{part}"), fresh.site(f"right_{part}")
        assert math.dist((-x, y, z), right) < 0.002, part
    fresh.press("s")


def _turn(window: Visit, segment: str) -> list[float]:
    """The quaternion of a segment."""
    at = window.js("(name) => poiseStudio.figure.segments.findIndex((s) => s.name === name)", segment)
    return window.placements()[7 * at + 3 : 7 * at + 7]
