"""Limits are dragged where they are drawn; both sides follow when editing is symmetric, and undo puts them back."""

from __future__ import annotations

import math

import pytest
from visit import Visit


def twists(window: Visit) -> list[list[float]]:
    """Least and most twist of the elbows, right and left, in degrees."""
    found: dict[str, list[float]] = window.js(
        """Object.fromEntries(poiseStudio.figure.joints.filter((j) => j.name.endsWith("_elbow")).map((j) => {
          const { min, max } = j.limits.find((limit) => limit.name === "twist").value;
          return [j.name, [min, max]];
        }))"""
    )
    return [found["right_elbow"], found["left_elbow"]]


def test_the_end_of_a_twist_is_dragged_on_both_sides(fresh: Visit) -> None:
    (least, most), left = twists(fresh)
    assert left == [-most, -least]
    fresh.js("poiseStudio.ask({ type: 'set_view', overlays: { limits: true } })")
    x, y = fresh.spot(fresh.site("right_elbow"), "perspective")
    fresh.page.mouse.click(x, y + 20)
    fresh.press("s")
    fresh.page.get_by_role("button", name="Symmetric").wait_for()
    fresh.view("4")  # the forearm hangs: from above the fan is seen from its front
    fresh.press("f")
    x, y = fresh.handle("right_elbow/twist max", "top")
    other_x, other_y = fresh.handle("right_elbow/twist min", "top")
    middle_x, middle_y = (x + other_x) / 2, (y + other_y) / 2  # of the fan, nearly: it is almost half a turn wide
    fresh.page.mouse.move(x, y)
    fresh.page.mouse.down()
    for turn in (0.15, 0.3, 0.45):
        cosine, sine = math.cos(turn), math.sin(turn)
        across, down = x - middle_x, y - middle_y
        fresh.page.mouse.move(middle_x + cosine * across - sine * down, middle_y + sine * across + cosine * down)
    fresh.picture("limits")
    fresh.page.mouse.up()
    fresh.until(lambda: twists(fresh)[0][1] != most, "another limit")
    (now_least, now_most), left = twists(fresh)
    assert now_least == pytest.approx(least)
    assert 10 < abs(now_most - most) < 50
    assert left == pytest.approx([-now_most, -now_least])
    fresh.press("Control+z")
    fresh.until(lambda: twists(fresh) == [[least, most], [-most, -least]], "the limits are as they were")
