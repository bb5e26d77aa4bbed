"""One browser and one studio a module; a fresh window for every test."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from chromium import ARGUMENTS, ROOT, browser_path
from playwright.sync_api import Browser, ViewportSize, sync_playwright
from studio_process import StudioProcess
from visit import PATIENCE, Open, Visit

SMALL = (1010, 560)
"""A window with both docks and a small picture: less to draw."""


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """A real Chromium."""
    page = ROOT / "src" / "poise" / "studio" / "page" / "index.html"
    assert page.is_file(), "the studio's page has not been built: run `make page`"
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=browser_path(), args=ARGUMENTS, timeout=1000 * PATIENCE)
        yield browser
        browser.close()


@pytest.fixture(scope="module")
def studio(tmp_path_factory: pytest.TempPathFactory) -> Iterator[StudioProcess]:
    """A real server in a folder of its own."""
    process = StudioProcess(tmp_path_factory.mktemp("workspace"))
    yield process
    process.stop()


@pytest.fixture
def visit(browser: Browser) -> Iterator[Open]:
    """Opens windows on a studio. At the end none of them may have complained on its console."""
    visits: list[Visit] = []

    def open_window(
        studio: StudioProcess, size: tuple[int, int] = SMALL, theme: str = "light", sharpness: float = 0.5
    ) -> Visit:
        viewport: ViewportSize = {"width": size[0], "height": size[1]}
        context = browser.new_context(viewport=viewport, reduced_motion="reduce", device_scale_factor=sharpness)
        context.set_default_timeout(1000 * PATIENCE)
        settings = {"poise.visited": "yes", "poise.theme": theme}
        context.add_init_script(
            "".join(f"localStorage.setItem('{key}', '{value}');" for key, value in settings.items())
        )
        visits.append(Visit(context.new_page(), studio.address))
        return visits[-1]

    yield open_window
    for each in visits:
        each.page.context.close()
        assert each.complaints == [], f"the page complained: {each.complaints}"


@pytest.fixture
def fresh(visit: Open, studio: StudioProcess, request: pytest.FixtureRequest) -> Visit:
    """A window on a fresh scene: a person who stands, held at the feet, in balance. Its parameter: how sharp."""
    window = visit(studio, sharpness=getattr(request, "param", 0.5))
    window.page.evaluate("poiseStudio.ask({ type: 'new', figure: null })")
    window.until(lambda: window.document()["undo"][:1] == ["new"] or not window.document()["undo"], "a fresh scene")
    window.settled()
    return window


@pytest.fixture
def workspace(studio: StudioProcess) -> Path:
    """The folder the studio works in."""
    return studio.workspace
