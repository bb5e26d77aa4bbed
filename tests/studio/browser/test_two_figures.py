"""A second person comes on stage in the page, is placed and joined by the hand; one hand is dragged, both follow."""

from __future__ import annotations

import math

from visit import Visit, sharp


@sharp
def test_a_second_person_is_added_joined_and_follows(fresh: Visit) -> None:
    page = fresh.page
    page.get_by_role("tab", name="Figure").click()
    page.get_by_label("Name of the new figure").fill("ann")
    page.get_by_label("Stature of the new figure").fill("1.64")
    page.keyboard.press("Enter")
    fresh.button("Add a person").click()
    fresh.until(lambda: [m["name"] for m in fresh.document()["members"]] == ["human", "ann"], "two on stage")
    page.get_by_label("Name of human").fill("bob")
    page.keyboard.press("Enter")
    fresh.until(lambda: "hold bob/left_foot" in fresh.levels()[0], "the first has another name")
    for label, value in (("x of ann", "0"), ("z of ann", "0.95"), ("heading of ann", "180")):
        before = fresh.document()["members"]
        page.get_by_label(label).fill(value)
        page.keyboard.press("Enter")
        fresh.until(lambda before=before: fresh.document()["members"] != before, label)  # type: ignore[misc]
    fresh.settled()
    fresh.button("Add task").click()
    fresh.button("Together").click()
    fresh.button("Add together").click()
    joined = "together bob/right_hand ann/right_hand"
    fresh.until(lambda: [joined] in fresh.levels(), "their right hands are joined")
    fresh.settled()
    assert fresh.js("poiseStudio.now.light") == "green"
    fresh.view("3")
    fresh.press("f")
    x, y, z = fresh.site("bob/right_hand")
    hers = fresh.site("ann/right_hand")
    fresh.drag((x, y, z), (x, y + 0.18, z), "side")
    fresh.settled()
    fresh.picture("two_figures")
    fresh.drop()
    fresh.settled()
    assert fresh.tasks()[joined]["met"]
    assert fresh.site("ann/right_hand")[1] > hers[1] + 0.1
    assert math.dist(fresh.site("bob/right_hand"), fresh.site("ann/right_hand")) < 1e-3
    page.get_by_role("tab", name="Figure").click()
    fresh.button("Remove ann").click()
    fresh.until(lambda: fresh.levels() == [["hold left_foot", "hold right_foot"], ["balance"]], "she is gone")
    fresh.press("Control+z")
    fresh.until(lambda: len(fresh.document()["members"]) == 2, "and back again")


def test_a_person_is_added_by_her_name_in_the_palette(fresh: Visit) -> None:
    fresh.press("Control+k")
    fresh.page.keyboard.type("person")
    fresh.page.keyboard.press("Enter")
    fresh.page.get_by_text("stands beside").first.wait_for()
