"""What lies under the pointer has a menu; a double click beside the body shows a view alone."""

from __future__ import annotations

from visit import Visit, sharp


def test_the_menu_of_a_hand_pins_it_and_that_of_the_pin_lets_it_go(fresh: Visit) -> None:
    page = fresh.page
    spot = fresh.spot(fresh.site("right_hand"), "perspective")
    page.mouse.click(*spot, button="right")
    menu = page.get_by_role("menu", name="right hand")
    fresh.picture("menu")
    menu.get_by_role("menuitem", name="Pin it here").click()
    fresh.until(lambda: "pin right_hand" in fresh.levels()[0], "the hand is pinned")
    fresh.until(lambda: menu.count() == 0, "the menu is gone")
    fresh.settled()
    fresh.js("poiseStage.flush()")
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


_ROOM_FOR_FINGERS = """(() => {
  const box = document.querySelector("[data-testid=stage]").getBoundingClientRect();
  const ends = poiseStage.state().views.map(({ rect }) => (rect ? rect.y + rect.height : 0));
  return matchMedia("(pointer: coarse)").matches && Math.abs(Math.max(...ends) - box.height) < 1;
})()"""


@sharp  # fingers are where they seem to be only at full sharpness
def test_one_finger_drags_the_body_and_two_move_the_view(fresh: Visit) -> None:
    screen = fresh.page.context.new_cdp_session(fresh.page)
    screen.send("Emulation.setTouchEmulationEnabled", {"enabled": True})
    # Controls grow for fingers: the stage is smaller then, and farther down.
    fresh.until(lambda: fresh.js(_ROOM_FOR_FINGERS), "the page has made room for fingers")
    fresh.js("poiseStage.flush()")

    def touch(kind: str, *fingers: tuple[float, float]) -> None:
        points = [{"x": x, "y": y, "id": number} for number, (x, y) in enumerate(fingers)]
        screen.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    x, y = fresh.spot(fresh.site("right_hand"), "perspective")
    touch("touchStart", (x, y))
    for step in (1, 2, 3):
        touch("touchMove", (x - 12 * step, y - 12 * step))
    fresh.held()
    fresh.settled()  # the last pull has led somewhere: a drag that has not is no action
    touch("touchEnd")
    fresh.until(lambda: fresh.document()["undo"][:1] == ["drag right_hand"], "the hand was dragged")

    box = fresh.page.get_by_test_id("stage").bounding_box() or {"x": 0.0, "y": 0.0}
    left, top = box["x"] + 10, box["y"] + 10
    distance = fresh.js("poiseStage.state().views[0].distance")
    touch("touchStart", (left, top), (left + 30, top))
    touch("touchMove", (left, top), (left + 60, top))
    touch("touchEnd")
    fresh.until(lambda: fresh.js("poiseStage.state().views[0].distance") < 0.7 * distance, "the view comes nearer")


def test_what_a_drag_would_take_is_named_before_it_is_pressed(fresh: Visit) -> None:
    fresh.view("2")
    fresh.page.mouse.move(*fresh.spot(fresh.site("right_hand"), "front"))
    fresh.until(lambda: "right hand" in fresh.page.locator(".status").inner_text(), "the status line names the hand")
