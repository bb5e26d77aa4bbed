"""Two windows on one scene stay in step, also while one of them drags."""

from __future__ import annotations

from studio_process import StudioProcess
from visit import Open, Visit


def test_two_windows_agree(fresh: Visit, visit: Open, studio: StudioProcess) -> None:
    other = visit(studio)
    other.until(lambda: other.js("poiseStudio.windows.count") == 2, "they know of each other")
    fresh.view("2")
    x, y, z = fresh.site("left_hand")
    fresh.drag((x, y, z), (x + 0.2, y + 0.5, z), "front")
    other.until(lambda: other.js("poiseStudio.windows.hand") == fresh.js("poiseStudio.welcome.window"), "who drags")
    fresh.settled()
    other.until(lambda: other.placements() == fresh.placements(), "both show the pose of the drag")
    fresh.drop(keep=True)
    other.until(lambda: len(other.levels()) == 3, "the new task is in the other window too")
    other.press("Control+z")
    fresh.until(lambda: len(fresh.levels()) == 2, "undone in the other, it is gone here")
    other.until(lambda: len(other.levels()) == 2, "and there, where it may be told later")
    fresh.settled()
    other.settled()
    assert other.document() == fresh.document()
    assert other.placements() == fresh.placements()
