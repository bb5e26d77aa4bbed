"""The studio's main scene: a hand is dragged out of reach; what stands above it holds, and the page says why."""

from __future__ import annotations

import math

from visit import Visit, sharp

FEET = ("left_foot", "right_foot")
FAR = (-1.0, 0.5)
"""Metres from the hand, aside and up: 14 cm beyond what balance allows, within reach of a body that may fall."""


def pull_the_hand_aside(window: Visit) -> None:
    window.view("2")
    x, y, z = window.site("right_hand")
    window.drag((x, y, z), (x + FAR[0], y + FAR[1], z), "front")
    window.until(lambda: window.js("poiseStudio.now.light") == "orange", "the light turns orange")
    window.settled()


@sharp
def test_the_feet_stay_balance_is_kept_and_the_light_turns_orange(fresh: Visit) -> None:
    before = {foot: fresh.site(foot) for foot in FEET}
    pull_the_hand_aside(fresh)
    for foot in FEET:
        assert math.dist(fresh.site(foot), before[foot]) < 1e-6
    tasks = fresh.tasks()
    assert all(tasks[f"hold {foot}"]["residual"] < 1e-6 for foot in FEET)
    assert tasks["balance"]["met"]
    assert not tasks["drag right_hand"]["met"]
    assert fresh.page.get_by_test_id("light").get_attribute("data-tone") == "orange"
    fresh.picture("out_of_reach")
    fresh.drop()


@sharp
def test_why_names_balance_and_a_new_order_lets_it_give_way(fresh: Visit) -> None:
    pull_the_hand_aside(fresh)
    fresh.drop(keep=True)
    fresh.until(lambda: len(fresh.levels()) == 3, "the goal is kept as a task")
    fresh.settled()
    ((reach,),) = fresh.levels()[2:]
    missed = fresh.tasks()[reach]["residual"]

    fresh.button(f"Why is {reach} not met?").click()
    card = fresh.page.get_by_test_id("why")
    fresh.until(lambda: card.locator("li").count() > 0, "an explanation")
    assert "balance" in card.locator("ul").first.inner_text()
    fresh.picture("why")

    fresh.reorder(reach, "ArrowUp", "ArrowUp")
    assert fresh.levels() == [[f"hold {foot}" for foot in FEET], [reach], ["balance"]]
    fresh.settled()
    assert not fresh.tasks()["balance"]["met"]
    tasks = fresh.tasks()
    assert tasks[reach]["residual"] < 0.5 * missed
    assert all(tasks[f"hold {foot}"]["residual"] < 1e-6 for foot in FEET)
    fresh.picture("balance_gives_way")
