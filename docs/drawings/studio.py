"""Pictures of the studio: a person at work in a real browser, as the tests of the studio drive it."""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from PIL import Image

sys.path.insert(0, str(Path(__file__).parents[2] / "tests" / "studio" / "browser"))

from chromium import ARGUMENTS, browser_path
from playwright.sync_api import sync_playwright
from studio_process import StudioProcess
from visit import Visit

WINDOW = (1240, 760)
SHARE = 0.8


@contextmanager
def window(theme: str = "light", scene: str | None = None, size: tuple[int, int] = WINDOW) -> Iterator[Visit]:
    """A window on a studio of its own."""
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        studio = StudioProcess(Path(folder), *([scene] if scene else []))
        browser = playwright.chromium.launch(executable_path=browser_path(), args=ARGUMENTS)
        page = browser.new_page(viewport={"width": size[0], "height": size[1]}, reduced_motion="reduce")
        page.set_default_timeout(120_000)
        page.add_init_script(
            f"localStorage.setItem('poise.visited', 'yes'); localStorage.setItem('poise.theme', '{theme}')"
        )
        try:
            yield Visit(page, studio.address)
        finally:
            browser.close()
            studio.stop()


def seen(visit: Visit, name: str) -> Image.Image:
    """What is seen when the body rests and its skin is smooth."""
    visit.settled()
    visit.until(lambda: visit.js("poiseStage.state().refined"), "a smooth skin")
    visit.page.mouse.move(4, 4)
    visit.page.wait_for_timeout(600)  # edges are smoothed a little after the last change
    return Image.open(visit.picture(name)).convert("RGB")


def smaller(picture: Image.Image) -> Image.Image:
    """As large as its words can be read: all pictures of the documentation together stay small."""
    size = (round(SHARE * picture.width), round(SHARE * picture.height))
    return picture.resize(size, Image.Resampling.LANCZOS)


def overlays(visit: Visit, *names: str) -> None:
    visit.js(
        "(names) => poiseStudio.ask({ type: 'set_view', overlays: Object.fromEntries(names.map((n) => [n, true])) })",
        [*names],
    )


def studio_why() -> Image.Image:
    """The hand is out of reach, its light is orange, and the page says why."""
    with window() as visit:
        visit.js("poiseStage.zoom('perspective', 0.5)")
        x, y, z = visit.site("right_hand")
        visit.drag((x, y, z), (x - 0.9, y + 0.5, z + 0.5), "perspective")
        visit.until(lambda: visit.js("poiseStudio.now.light") == "orange", "out of reach")
        visit.drop(keep=True)
        visit.until(lambda: len(visit.levels()) == 3, "a kept goal")
        visit.button("Why is").first.click()
        visit.until(lambda: visit.page.get_by_test_id("why").locator("li").count(), "an explanation")
        return seen(visit, "studio_why")


def studio_views() -> Image.Image:
    """A scene of the gallery in four views, in dark colours, with what carries it."""
    with window("dark", "baerlocher_7_18") as visit:
        overlays(visit, "com", "support", "contacts", "loads")
        visit.view("5")
        visit.page.get_by_role("tab", name="View").click()
        return seen(visit, "studio_views")


def studio_tasks() -> Image.Image:
    """The menu of all tasks, and the joints with their limits."""
    with window() as visit:
        visit.button("Add task").click()
        visit.page.get_by_role("tab", name="Joints").click()
        visit.page.get_by_label("Find a joint").fill("right shoulder")
        visit.button("shoulder").first.click()
        overlays(visit, "limits")
        return seen(visit, "studio_tasks")


def studio_gallery() -> Image.Image:
    """Scenes to begin with."""
    with window() as visit:
        visit.press("Control+g")
        visit.page.locator("[data-scene]").first.wait_for()
        visit.page.wait_for_load_state("networkidle")
        return smaller(seen(visit, "studio_gallery"))
