"""axe-core finds no serious fault in any state of the page, in light and in dark."""

from __future__ import annotations

from functools import cache

import pytest
from chromium import page_tools
from studio_process import StudioProcess
from visit import Open, Visit

SERIOUS = {"serious", "critical"}


@cache
def axe_source() -> str:
    tools = page_tools()
    tools.fetch_packages()
    return (tools.STUDIO / "node_modules" / "axe-core" / "axe.min.js").read_text(encoding="utf-8")


def faults(window: Visit) -> list[str]:
    """What axe-core calls serious or critical: rule, words and the elements."""
    if not window.js("typeof axe !== 'undefined'"):
        window.js(axe_source())
    found = window.js("axe.run(document, { resultTypes: ['violations'] })")["violations"]
    return [f"{v['id']}: {v['help']}: {[n['target'] for n in v['nodes']][:4]}" for v in found if v["impact"] in SERIOUS]


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_no_serious_fault_in_any_state(visit: Open, studio: StudioProcess, theme: str) -> None:
    window = visit(studio, theme=theme)
    page = window.page
    assert faults(window) == []
    window.button("Add task").click()
    assert faults(window) == [], "the menu of tasks"
    window.button("Reach").click()
    assert faults(window) == [], "a new task"
    window.button("Cancel").click()
    window.button("balance", exact=True).click()
    assert faults(window) == [], "the inspector"
    for tab in ("Joints", "Figure", "Poses", "View"):
        page.get_by_role("tab", name=tab).click()
        if tab == "Joints":
            page.get_by_label("Find a joint").fill("left shoulder")
            window.button("shoulder").first.click()
        assert faults(window) == [], tab
    for key, name in (
        ("Control+k", "palette"),
        ("?", "shortcuts"),
        ("Control+g", "gallery"),
        ("Control+Shift+S", "save"),
    ):
        window.press(key)
        page.get_by_role("dialog").wait_for()
        assert faults(window) == [], name
        page.keyboard.press("Escape")
        window.gone(page.get_by_role("dialog"), f"the {name}")
