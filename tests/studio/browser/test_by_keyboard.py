"""What the mouse can do, the keyboard can; and all that a document needs is at hand."""

from __future__ import annotations

import math
import re
from pathlib import Path

import yaml
from chromium import ROOT
from visit import Visit


def test_the_palette_runs_a_command(fresh: Visit) -> None:
    page = fresh.page
    fresh.press("Control+k")
    page.keyboard.type("four views")
    page.keyboard.press("Enter")
    fresh.until(lambda: fresh.js("poiseStage.state().layout") == "quad", "four views")
    fresh.picture("four_views")
    fresh.press("?")
    page.get_by_role("dialog", name="Shortcuts").get_by_text("Mirror the pose").wait_for()
    page.keyboard.press("Escape")


def test_a_key_right_after_escape_is_not_lost(fresh: Visit) -> None:
    """A dialog that is no longer seen takes no keys, however fast they come."""
    for key, name in (("Control+k", "Command palette"), ("?", "Shortcuts"), ("Control+g", "Gallery")) * 4:
        fresh.press(key)
        fresh.page.get_by_role("dialog", name=name).wait_for(timeout=5_000)
        fresh.page.keyboard.press("Escape")
    fresh.gone(fresh.page.get_by_role("dialog"), "the last one")


def test_add_edit_and_remove_a_task(fresh: Visit) -> None:
    page = fresh.page
    fresh.button("Add task").press("Enter")
    fresh.button("Look at").press("Enter")
    page.get_by_role("combobox", name="Site").select_option("eyes")
    fresh.button("Add look at").press("Enter")
    fresh.until(lambda: fresh.levels()[2:] == [["look_at eyes"]], "a new task in the lowest level")
    fresh.gone(page.get_by_role("group", name="Add to tasks"), "what it was made in")
    page.get_by_label("Point x", exact=True).last.fill("0.5")
    page.keyboard.press("Enter")
    fresh.until(lambda: fresh.document()["levels"][2][0]["fields"]["point"][0] == 0.5, "its goal is edited")
    page.get_by_label("Weight of look_at eyes").fill("2")
    page.keyboard.press("Enter")
    fresh.until(lambda: fresh.document()["levels"][2][0]["fields"]["weight"] == 2, "its weight is edited")
    fresh.picture("inspector")
    fresh.press("Delete")
    fresh.until(lambda: len(fresh.levels()) == 2, "it is removed")


def test_a_foot_is_turned_by_numbers_where_it_stands(fresh: Visit) -> None:
    fresh.blind()
    fresh.button("hold left_foot", exact=True).click()
    stands, held = fresh.site("left_foot"), lambda: fresh.document()["levels"][0][0]["fields"]["frame"]
    fresh.button("where it starts; change …").click()
    fresh.until(held, "a frame of its own")
    assert math.dist(held()["position"], stands) < 1e-4
    fresh.settled()
    assert math.dist(fresh.site("left_foot"), stands) < 1e-4
    fresh.page.get_by_label("Frame turned about y", exact=True).fill("20")
    fresh.page.keyboard.press("Enter")
    half = math.radians(10.0)

    def turned() -> bool:
        rotation = held().get("rotation") or [0.0] * 4
        return all(abs(a - b) < 1e-6 for a, b in zip(rotation, (0.0, math.sin(half), 0.0, math.cos(half)), strict=True))

    fresh.until(turned, "the frame of the foot is turned by 20 degrees")


def test_a_refused_edit_says_why_and_changes_nothing(fresh: Visit) -> None:
    fresh.blind()
    fresh.button("balance", exact=True).click()
    before = fresh.document()
    fresh.page.get_by_role("textbox", name="Weight", exact=True).fill("0")
    fresh.page.keyboard.press("Enter")
    notice = fresh.page.get_by_test_id("notice")
    notice.wait_for()
    assert "weight" in notice.inner_text()
    assert fresh.document() == before


def test_keep_a_pose_and_go_back_to_it(fresh: Visit) -> None:
    page = fresh.page
    page.get_by_role("tab", name="Poses").click()
    page.get_by_label("Name of the pose").fill("standing")
    page.get_by_role("button", name="Keep").click()
    fresh.until(lambda: fresh.js("poiseStudio.document.poses[0]?.thumbnail?.length > 100"), "a pose with its picture")
    standing = fresh.placements()
    fresh.press("Control+k")
    page.keyboard.type("posture: sitting")
    page.keyboard.press("Enter")
    fresh.until(lambda: fresh.placements() != standing, "another pose")
    fresh.button("Go to standing").press("Enter")
    fresh.until(lambda: max(abs(a - b) for a, b in zip(fresh.placements(), standing, strict=True)) < 1e-5, "it is back")
    fresh.picture("poses")


def test_save_and_open_a_file(fresh: Visit, workspace: Path) -> None:
    fresh.blind()
    page = fresh.page
    page.get_by_label("Name of the scene").fill("my scene")
    page.keyboard.press("Enter")
    fresh.press("Control+s")
    page.get_by_role("dialog").get_by_label("File").fill("mine.yaml")
    page.keyboard.press("Enter")
    fresh.until(lambda: fresh.js("poiseStudio.document.saved"), "it is saved")
    assert yaml.safe_load((workspace / "mine.yaml").read_text(encoding="utf-8"))["name"] == "my scene"
    page.get_by_label("balance on").click()
    fresh.until(lambda: not fresh.js("poiseStudio.document.saved"), "an edit makes it unsaved")
    fresh.press("Control+o")
    page.get_by_role("button", name="mine.yaml").click()
    fresh.until(lambda: fresh.js("poiseStudio.document.saved"), "it is open again")


def test_change_the_figure(fresh: Visit) -> None:
    page = fresh.page
    page.get_by_role("tab", name="Figure").click()
    page.get_by_label("Sex").last.select_option("female")
    fresh.until(lambda: "female" in fresh.js("JSON.stringify(poiseStudio.figure.source)"), "a woman")
    page.get_by_label("Stature, m").fill("1.6")
    page.keyboard.press("Enter")
    fresh.until(lambda: abs(fresh.js("poiseStudio.figure.height") - 1.6) < 0.03, "of 1.60 m")
    fresh.settled()  # the figure is told before the document
    assert fresh.levels() == [["hold left_foot", "hold right_foot"], ["balance"]]
    fresh.picture("figure")


def test_the_tour_ends_where_it_should(fresh: Visit) -> None:
    page = fresh.page
    fresh.press("Control+k")
    page.keyboard.type("tour")
    page.keyboard.press("Enter")
    tour = (ROOT / "studio" / "src" / "state" / "tour.ts").read_text("utf-8")
    stations = len(re.findall(r"^  \{ at: ", tour, re.MULTILINE))
    for _ in range(stations - 1):
        page.get_by_role("button", name="Next").click()
    page.get_by_role("button", name="Done").click()
    fresh.gone(page.get_by_role("dialog"), "the tour")
