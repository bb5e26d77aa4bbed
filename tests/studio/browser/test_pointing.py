"""What lies under the pointer has a menu; a double click beside the body shows a view alone."""

from __future__ import annotations

from visit import Visit


def test_the_menu_of_a_hand_pins_it_and_that_of_the_pin_lets_it_go(fresh: Visit) -> None:
    page = fresh.page
    spot = fresh.spot(fresh.site("right_hand"), "perspective")
    page.mouse.click(*spot, button="right")
    menu = page.get_by_role("menu", name="right hand")
    fresh.picture("menu")
    menu.get_by_role("menuitem", name="Pin it here").click()
    fresh.until(lambda: "pin right_hand" in fresh.levels()[0], "the hand is pinned")
    fresh.until(lambda: menu.count() == 0, "the menu is gone")
    page.mouse.click(*spot, button="right")  # on the pin now
    page.get_by_role("menu", name="pin right_hand").get_by_role("menuitem", name="Remove it").press("Enter")
    fresh.until(lambda: "pin right_hand" not in fresh.levels()[0], "the hand is free again")


def test_a_double_click_beside_the_body_shows_a_view_alone(fresh: Visit) -> None:
    fresh.view("5")
    (front,) = (view["rect"] for view in fresh.js("poiseStage.state().views") if view["name"] == "front")
    box = fresh.page.get_by_test_id("stage").bounding_box() or {"x": 0.0, "y": 0.0}
    beside = box["x"] + front["x"] + 12, box["y"] + front["y"] + 12
    fresh.page.mouse.dblclick(*beside)
    fresh.until(lambda: fresh.js("poiseStage.state().layout") == "front", "the front view alone")
    fresh.page.mouse.dblclick(*beside)
    fresh.until(lambda: fresh.js("poiseStage.state().layout") == "quad", "all four views again")
