"""Everything can be undone and done again; a crash of the server loses nothing."""

from __future__ import annotations

from playwright.sync_api import Locator
from studio_process import StudioProcess
from visit import Open, Visit

STEPS = 20
_ALL_NEW = "poiseStudio.document !== window.former[0] && poiseStudio.now !== window.former[1]"


def bend_the_elbow(window: Visit) -> None:
    """Twenty small actions by keyboard: as many steps to undo."""
    slider = elbow(window)
    for step in range(STEPS):
        had = window.js("poiseStudio.document.undo.length")
        slider.press("ArrowRight")
        window.until(lambda had=had: window.js("poiseStudio.document.undo.length") > had, f"action {step + 1}")  # type: ignore[misc]
        window.settled()  # the next one begins where this has led to


def elbow(window: Visit) -> Locator:
    window.page.get_by_role("tab", name="Joints").click()
    window.page.get_by_label("Find a joint").fill("right elbow")
    slider = window.page.get_by_role("slider", name="right elbow flexion")
    if not slider.is_visible():
        window.button("elbow").click()
    slider.wait_for()
    return slider


def flexion(window: Visit) -> float:
    return float(elbow(window).get_attribute("aria-valuenow") or "nan")


def test_twenty_steps_back_and_forth(fresh: Visit) -> None:
    fresh.blind()
    straight, posed = flexion(fresh), fresh.placements()
    bend_the_elbow(fresh)
    fresh.settled()
    bent, done, placed = flexion(fresh), fresh.document(), fresh.placements()
    assert bent > straight + 15
    fresh.press("Control+z", STEPS)
    fresh.until(lambda: len(fresh.document()["redo"]) == STEPS, "twenty steps are undone")
    fresh.settled()
    assert abs(flexion(fresh) - straight) < 0.01
    assert max(abs(a - b) for a, b in zip(fresh.placements(), posed, strict=True)) < 1e-6
    fresh.press("Control+Shift+z", STEPS)
    fresh.until(lambda: fresh.document()["redo"] == [], "twenty steps are done again")
    fresh.settled()
    assert fresh.document() == done
    assert max(abs(a - b) for a, b in zip(fresh.placements(), placed, strict=True)) < 1e-6


def test_killed_and_started_again_the_scene_is_back(visit: Open, tmp_path_factory: object) -> None:
    folder = tmp_path_factory.mktemp("crash")  # type: ignore[attr-defined]
    studio = StudioProcess(folder)
    try:
        window = visit(studio)
        window.page.get_by_label("balance on").click()
        window.until(lambda: window.js("poiseStudio.document.undo.length") == 1, "balance is switched off")
        x, y, z = window.site("right_hand")
        window.view("2")
        window.drag((x, y, z), (x - 0.3, y + 0.4, z), "front")
        window.drop(keep=True)
        window.until(lambda: len(window.levels()) == 3, "the goal is kept")
        window.settled()
        window.blind()
        document, placements = window.document(), window.placements()
        window.js("() => { window.former = [poiseStudio.document, poiseStudio.now]; }")
        studio.kill()
        window.page.get_by_test_id("lost").wait_for()
        studio = studio.again()
        window.until(lambda: window.js("poiseStudio.status") == "open", "the page finds the new server")
        window.until(lambda: window.js(_ALL_NEW), "the new server tells its scene, and where the body is")
        assert window.js("poiseStudio.welcome.recovered")
        window.settled()
        assert window.document() == document
        assert max(abs(a - b) for a, b in zip(window.placements(), placements, strict=True)) < 1e-6
        window.press("Control+z")
        window.until(lambda: len(window.levels()) == 2, "what was done before the crash can be undone")
        # While the server was away the browser could not reach it, and says so; nothing else went wrong.
        window.complaints[:] = [words for words in window.complaints if "WebSocket" not in words]
        window.page.close()
    finally:
        studio.stop()
