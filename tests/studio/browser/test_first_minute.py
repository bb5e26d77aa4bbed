"""The first minute: nothing is covered or out of the picture, what is hidden can be had; on small screens too."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from PIL import Image
from playwright.sync_api import Browser, Locator
from studio_process import StudioProcess
from visit import Open, Visit

_WIDE = "document.documentElement.scrollWidth - innerWidth"


def box(of: Locator) -> dict[str, float]:
    """Where something is on the page."""
    found: Any = of.bounding_box()
    assert found is not None
    return found  # type: ignore[no-any-return]


def inside(inner: dict[str, float], outer: dict[str, float]) -> bool:
    """Whether one box lies in another, to a pixel."""
    return (
        inner["x"] >= outer["x"] - 1
        and inner["y"] >= outer["y"] - 1
        and inner["x"] + inner["width"] <= outer["x"] + outer["width"] + 1
        and inner["y"] + inner["height"] <= outer["y"] + outer["height"] + 1
    )


@pytest.fixture
def newcomer(browser: Browser, studio: StudioProcess) -> Iterator[Visit]:
    """A window of somebody who has never been here."""
    context = browser.new_context(viewport={"width": 1024, "height": 700}, reduced_motion="reduce")
    visit = Visit(context.new_page(), studio.address)
    visit.settled()
    yield visit
    context.close()
    assert visit.complaints == []


def test_the_welcome_covers_nothing_and_goes_for_good(newcomer: Visit) -> None:
    page = newcomer.page
    welcome, stage = page.get_by_role("complementary", name="Welcome"), page.get_by_test_id("stage")
    strip = box(welcome)
    assert strip["y"] + strip["height"] <= box(stage)["y"] + 1
    newcomer.picture("welcome")
    newcomer.button("Not now").click()
    newcomer.gone(welcome, "the welcome")
    page.reload()
    newcomer.until(lambda: newcomer.js("window.poiseStudio?.frame != null"), "the first frame")
    assert welcome.count() == 0


def test_what_is_added_closes_by_escape_and_one_is_open_at_a_time(fresh: Visit) -> None:
    tasks, forces = (fresh.page.get_by_role("group", name=f"Add to {what}") for what in ("tasks", "forces"))
    fresh.button("Add task").click()
    tasks.wait_for()
    fresh.button("Add force").click()
    forces.wait_for()
    fresh.gone(tasks, "the other")
    fresh.page.keyboard.press("Escape")
    fresh.gone(forces, "what was open")


def test_something_to_look_at_is_in_the_picture_from_all_sides_and_so_is_where_it_can_go(fresh: Visit) -> None:
    fresh.button("Add task").click()
    fresh.button("Look at").click()
    fresh.button("Add look at").click()
    fresh.until(lambda: fresh.levels()[2:] == [["look_at eyes"]], "a task")
    fresh.settled()
    stage = box(fresh.page.get_by_test_id("stage"))
    (x, y, z), (px, _, pz) = fresh.js("poiseStudio.document.levels[2][0].fields.point"), fresh.site("pelvis")
    for key, view in (("1", "perspective"), ("2", "front"), ("3", "side"), ("4", "top")):
        fresh.view(key)
        for place in ((x, y, z), (2 * px - x, y, 2 * pz - z)):  # ahead, and behind the body
            at = fresh.spot(place, view)
            assert inside({"x": at[0], "y": at[1], "width": 0, "height": 0}, stage), (view, place)


def test_hidden_parts_are_reached_by_alt_click_and_by_tab(fresh: Visit) -> None:
    fresh.view("3")
    told = fresh.page.locator(".status strong")
    x, y = fresh.spot(fresh.site("left_hand"), "side")  # behind the right one, and the thigh between them
    found: list[str] = []
    for _ in range(6):
        fresh.page.keyboard.down("Alt")
        fresh.page.mouse.click(x, y)
        fresh.page.keyboard.up("Alt")
        fresh.until(lambda: told.count() == 1 and told.inner_text() not in found[-1:], "another part")
        found.append(told.inner_text())
        if "left" in found[-1]:
            break
    assert "left" in found[-1], found
    fresh.page.get_by_test_id("stage").focus()
    fresh.page.keyboard.press("Tab")
    fresh.until(lambda: told.inner_text() != found[-1], "the next site")


def test_a_refusal_is_seen_above_a_dialog(fresh: Visit) -> None:
    fresh.press("Control+o")
    fresh.page.get_by_role("dialog").wait_for()
    fresh.js("poiseStudio.notices.warn('This cannot be done.')")
    refusal = fresh.page.get_by_text("This cannot be done.")
    refusal.wait_for()
    where = box(refusal)
    seen = Image.open(fresh.picture("refusal")).convert("L")
    spot = (where["x"] + where["width"] + 10, where["y"] + where["height"] / 2)  # beside its words
    bright = seen.getpixel((int(0.5 * spot[0]), int(0.5 * spot[1])))  # two pixels of the page are one of the picture
    assert isinstance(bright, int)
    assert bright > 240  # a card, and not the shade that a dialog casts on all below it
    fresh.button("Dismiss").click()
    fresh.gone(refusal, "the refusal")
    assert fresh.page.get_by_role("dialog").is_visible()
    fresh.js("poiseStudio.notices.warn('Nor can that.')")
    fresh.page.keyboard.press("Escape")
    fresh.gone(fresh.page.get_by_role("dialog"), "the dialog")
    fresh.page.get_by_text("Nor can that.").wait_for()  # what was told in the dialog is still there after it
    fresh.button("Dismiss").click()


@pytest.mark.parametrize("size", [(1024, 700), (390, 844)])
def test_small_screens_have_everything_within_reach(visit: Open, studio: StudioProcess, size: tuple[int, int]) -> None:
    window = visit(studio, size=size)
    screen = {"x": 0.0, "y": 0.0, "width": float(size[0]), "height": float(size[1])}
    assert window.js(_WIDE) <= 0
    assert box(window.page.get_by_test_id("stage"))["height"] > 0.5 * size[1]
    for drawer, button in (
        ("Tasks", window.button("Add task")),
        ("Inspector and more", window.page.get_by_role("tab")),
    ):
        if size[0] < 500:
            window.page.get_by_role("banner").get_by_role("button", name=drawer).click()
        window.until(lambda one=button.first: one.is_visible() and inside(box(one), screen), f"{drawer} can be reached")  # type: ignore[misc]
        assert all(inside(box(one), screen) for one in button.all())
        if size[0] < 500:
            window.page.get_by_role("banner").get_by_role("button", name=drawer).click()
    for name in ("Natural", "Symmetric", "Front"):
        assert inside(box(window.button(name).first), screen), name
    assert window.js(_WIDE) <= 0
    window.picture(f"small_{size[0]}")


def test_a_file_is_replaced_only_where_there_is_one(fresh: Visit) -> None:
    page = fresh.page
    for name, offers in (("once", 0), ("once", 1), ("../out", 0)):
        fresh.js("poiseStudio.ask({ type: 'new', figure: null })")
        fresh.until(lambda: fresh.js("poiseStudio.document.path") is None, "a scene without a file")
        fresh.press("Control+Shift+s")
        dialog = page.get_by_role("dialog", name="Save the scene")
        dialog.get_by_label("File").fill(name)
        dialog.get_by_role("button", name="Save", exact=True).click()
        if name == "once" and not offers:
            fresh.gone(dialog, "the dialog")
            continue
        dialog.get_by_role("alert").wait_for()
        assert dialog.get_by_role("button", name="Replace it").count() == offers
        page.keyboard.press("Escape")
        fresh.gone(dialog, "the dialog")
