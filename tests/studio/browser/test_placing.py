"""Hands on the body: what was placed stays, a posture is one click, and sitting sits."""

from __future__ import annotations

import math

from visit import Visit, sharp


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
