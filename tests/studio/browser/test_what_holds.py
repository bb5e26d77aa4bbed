"""Under a real pointer: a drag that comes no farther says why, R turns, Symmetric ends."""

from __future__ import annotations

import re

from visit import Visit, sharp


def notice(window: Visit, words: str) -> None:
    """Wait until a short message says something."""
    window.page.get_by_text(re.compile(words)).first.wait_for()


@sharp
def test_a_drag_that_comes_no_farther_says_what_holds_it(fresh: Visit) -> None:
    fresh.view("3")
    x, y, z = fresh.site("right_toe")
    fresh.drag((x, y + 0.01, z - 0.03), (x, y + 0.2, z + 0.2), "side")
    fresh.settled()
    fresh.until(lambda: "held by" in fresh.page.locator(".status").inner_text(), "the reason is told during the drag")
    fresh.picture("held_drag")
    fresh.drop()
    notice(fresh, "came no farther.*hold (left|right) foot")


def test_r_turns_a_hand_by_its_wrist_and_then_by_its_elbow(fresh: Visit) -> None:
    fresh.view("2")
    fresh.page.mouse.click(*fresh.spot(fresh.site("right_hand"), "front"))
    fresh.until(lambda: "right hand" in fresh.page.get_by_role("tabpanel").inner_text(), "Inspect speaks of the hand")
    fresh.until(lambda: "right_wrist/swing_x" in fresh.js("poiseStage.handles('front')"), "the rings of the wrist")
    fresh.press("r")
    fresh.until(lambda: "right_elbow/twist" in fresh.js("poiseStage.handles('front')"), "the rings of the elbow")


def test_symmetric_ends_with_its_scene(fresh: Visit) -> None:
    fresh.press("s")
    button = fresh.button("Symmetric editing")
    assert button.get_attribute("aria-pressed") == "true"
    fresh.press("Control+k")
    fresh.page.keyboard.type("new scene")
    fresh.page.keyboard.press("Enter")
    fresh.until(lambda: button.get_attribute("aria-pressed") == "false", "a new scene is not mirrored")
