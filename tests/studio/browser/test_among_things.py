"""The body among things, under a real pointer: it slides along a table, glows before it touches, stands and sits."""

from __future__ import annotations

import math
from typing import Any

from visit import Point, Visit, sharp

TWO_PICTURES = "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"
NEAR = 0.04
"""m: nearer than that, what is about to touch glows."""


def near(window: Visit) -> list[dict[str, Any]]:
    """What is about to touch, and with the overlay everything that is near, of the newest frame."""
    return window.js("poiseStudio.now.overlays.near") or []  # type: ignore[no-any-return]


def put(window: Visit, kind: str) -> dict[str, Any]:
    """A thing from its button, where it comes to stand."""
    window.button(kind, exact=True).click()
    (thing,) = window.until(lambda: window.document()["things"], f"a {kind}")
    window.settled()
    return thing  # type: ignore[no-any-return]


def carry_to(window: Visit, place: Point, view: str) -> None:
    """Carry what is held on to another place, and wait until the body is there; the button stays down."""
    window.page.mouse.move(*window.spot(place, view), steps=3)
    window.page.evaluate(TWO_PICTURES)  # moves are passed on with the next picture
    window.settled()


@sharp
def test_a_hand_glows_before_it_touches_a_table_and_slides_along_it(fresh: Visit) -> None:
    table = put(fresh, "table")
    top = table["position"][1] + table["sizes"]["height"]
    fresh.view("3")
    start = fresh.site("right_hand")
    x, z = start[0], table["position"][2] - 0.05
    fresh.drag(start, (x, top + 0.25, z), "side")
    fresh.settled()
    closest = []
    for height in (0.16, 0.14, 0.12, 0.10, 0.08, 0.06, 0.04, 0.02):
        carry_to(fresh, (x, top + height, z), "side")
        closest.append(min([entry["distance"] for entry in near(fresh)], default=1.0))
        if 1e-3 < closest[-1] < NEAR:
            fresh.picture("glow_before_contact")
    assert any(1e-3 < distance < NEAR for distance in closest), closest  # it glowed before it touched
    carry_to(fresh, (x, top - 0.2, z), "side")  # as if through it
    lying = fresh.site("right_hand")
    assert lying[1] > top
    assert min(entry["distance"] for entry in near(fresh)) > -1e-6
    carry_to(fresh, (x, top - 0.2, z + 0.15), "side")  # and on, below it
    along = fresh.site("right_hand")
    assert along[2] - lying[2] > 0.08
    assert abs(along[1] - lying[1]) < 0.03
    assert min(entry["distance"] for entry in near(fresh)) > -1e-6
    fresh.picture("slide_along_a_table")
    fresh.drop()


@sharp
def test_distances_are_drawn_when_asked_for(fresh: Visit) -> None:
    put(fresh, "table")
    fresh.js("poiseStudio.ask({ type: 'set_view', overlays: { distances: true } })")
    found = fresh.until(lambda: near(fresh), "distances")
    assert all(entry["obstacle"].startswith("table 1") for entry in found)
    assert max(entry["distance"] for entry in found) > NEAR  # not only what is about to touch
    fresh.view("3")
    fresh.settled()
    ends = found[0]["points"]
    middle = tuple(0.5 * (a + b) for a, b in zip(*ends, strict=True))
    fresh.page.mouse.move(*fresh.spot(middle, "side"))  # type: ignore[arg-type]
    hint = fresh.page.get_by_test_id("hint")
    hint.wait_for()
    assert "cm" in hint.inner_text() or "mm" in hint.inner_text()
    fresh.picture("distances")


@sharp
def test_a_foot_is_set_on_a_step_and_stands_there(fresh: Visit) -> None:
    step = put(fresh, "step")
    top = step["position"][1] + step["sizes"]["height"]
    fresh.page.get_by_label("hold right_foot on").click()
    fresh.until(lambda: not fresh.tasks()["hold right_foot"]["enabled"], "the foot is let go of")
    fresh.view("3")
    x, y, z = fresh.site("right_knee")
    fresh.drag((x, y - 0.15, z), (x, y + 0.15, z + 0.25), "side")  # by the shank: at the foot are the marks of its hold
    fresh.settled()
    fresh.drop(keep=True)
    x, y, z = fresh.site("right_toe")
    fresh.drag((x, y + 0.02, z - 0.05), (x, top + 0.25, z - 0.05), "side")
    carry_to(fresh, (x, top + 0.25, step["position"][2]), "side")
    carry_to(fresh, (x, top - 0.05, step["position"][2]), "side")  # as if into it
    fresh.picture("a_foot_on_a_step")
    assert min(entry["distance"] for entry in near(fresh)) > -1e-6
    assert fresh.site("right_toe")[1] > top - 0.01
    assert math.isclose(fresh.site("left_toe")[1], 0.0, abs_tol=0.01)
    fresh.drop(keep=True)
    assert fresh.site("right_toe")[1] > top - 0.01


@sharp
def test_who_sits_on_a_chair_keeps_out_of_it(fresh: Visit) -> None:
    put(fresh, "chair")
    fresh.page.get_by_role("tab", name="Poses").click()
    fresh.button("sitting", exact=True).click()
    fresh.until(lambda: len(fresh.document()["supports"]) == 4, "seat and feet carry")
    fresh.settled()
    assert fresh.js("poiseStudio.now.light") == "green"
    fresh.view("3")
    hand = fresh.site("right_hand")
    fresh.drag(hand, (hand[0], hand[1] - 0.4, hand[2] - 0.1), "side")
    fresh.settled()
    fresh.picture("on_a_chair_hand_down")
    assert min([entry["distance"] for entry in near(fresh)], default=1.0) > -1e-6
    fresh.drop()
