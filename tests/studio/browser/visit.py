"""A person in front of the page: looks, drags, types; and waits for what should happen, never for a time."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from chromium import ROOT
from playwright.sync_api import Locator, Page

PICTURES = ROOT / "build" / "studio"
"""Where screenshots are kept: what the tests saw."""

PATIENCE = 120.0
"""Seconds after which something that should happen has not; pictures are slow without a graphics card."""

Point = tuple[float, float, float]

_HANDLE = """([key, view]) => {
  const box = document.querySelector("[data-testid=stage]").getBoundingClientRect();
  poiseStage.flush();
  const spot = poiseStage.handles(view)[key];
  return spot ? [box.left + spot.x, box.top + spot.y] : null;
}"""
_SPOT = """([point, view]) => {
  const box = document.querySelector("[data-testid=stage]").getBoundingClientRect();
  const spot = poiseStage.project(point, view);
  return [box.left + spot.x, box.top + spot.y];
}"""

_RESTS = """(() => {
  const { now, frame, document, figure, hand } = poiseStudio;
  const isShown = hand.flying === 0 || performance.now() - hand.sentAt > 3000;  // no frame comes where nothing changed
  return now.settled && frame === now && now.document === document.revision && now.figure === figure.revision &&
    (!hand.holds || (hand.waiting === null && isShown));
})()"""
_TWO_PICTURES = "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"
_HELD = "poiseStudio.hand.holds && poiseStudio.now.hand === poiseStudio.welcome.window"
_LET_GO = """(() => {
  const { now, hand, document } = poiseStudio;
  return !hand.holds && now.hand === 0 && now.document === document.revision;
})()"""


class Visit:
    """One window on a studio."""

    def __init__(self, page: Page, address: str) -> None:
        self.page, self.complaints = page, list[str]()
        page.on("console", lambda message: message.type == "error" and self.complaints.append(message.text))
        page.on("pageerror", lambda error: self.complaints.append(str(error)))
        page.goto(address)
        self.until(lambda: self.js("window.poiseStudio?.frame != null"), "the first frame")

    # ---- looking ----------------------------------------------------------------------------------

    def js(self, expression: str, argument: Any = None) -> Any:
        """What the page says to an expression, or to a function of the argument."""
        return self.page.evaluate(expression, argument)

    def until(self, holds: Callable[[], Any], what: str, patience: float = PATIENCE) -> Any:
        """Wait until something holds, and return it."""
        end = time.monotonic() + patience
        while not (found := holds()):
            assert time.monotonic() < end, f"this did not happen within {patience:.0f} s: {what}; {self.complaints}"
            self.page.wait_for_timeout(25)
        return found

    def settled(self) -> None:
        """Wait until the body rests where the hand is by now, in the newest document, and is drawn."""
        self.until(lambda: self.js(_RESTS), "the body rests")

    def gone(self, panel: Locator, what: str) -> None:
        """Wait until a panel or a dialog is closed: it may be open a little longer than what it was for takes."""
        self.until(lambda: panel.count() == 0, f"{what} closes")

    def tasks(self) -> dict[str, dict[str, Any]]:
        """The lights of all tasks, as the newest frame has them."""
        return {task["name"]: task for task in self.js("poiseStudio.now.tasks")}

    def levels(self) -> list[list[str]]:
        """The names of the tasks by level."""
        return self.js("poiseStudio.document.levels.map((level) => level.map((task) => task.name))")  # type: ignore[no-any-return]

    def document(self) -> dict[str, Any]:
        """The document as the page has it; what counts revisions is left out."""
        found: dict[str, Any] = self.js("JSON.parse(JSON.stringify(poiseStudio.document))")
        return {key: value for key, value in found.items() if key not in ("type", "revision", "saved")}

    def site(self, name: str) -> Point:
        """Where a site is in the world."""
        x, y, z = self.js("(name) => poiseStudio.place(name).position", name)
        return x, y, z

    def placements(self) -> list[float]:
        """All segments of the newest frame."""
        return self.js("[...poiseStudio.now.placements]")  # type: ignore[no-any-return]

    def picture(self, name: str) -> Path:
        """Keep what is seen."""
        PICTURES.mkdir(parents=True, exist_ok=True)
        self.js("poiseStage.flush()")
        self.page.screenshot(path=PICTURES / f"{name}.png")
        return PICTURES / f"{name}.png"

    # ---- doing ------------------------------------------------------------------------------------

    def blind(self) -> None:
        """Draw nothing from now on: quick, for what has nothing to do with the picture."""
        self.js("() => { document.querySelector('[data-testid=stage]').style.display = 'none'; }")

    def button(self, name: str, **options: Any) -> Locator:
        return self.page.get_by_role("button", name=name, **options)

    def press(self, key: str, times: int = 1) -> None:
        """A key for the studio itself: nothing has the focus."""
        self.js("document.activeElement?.blur()")
        for _ in range(times):
            self.page.keyboard.press(key)

    def view(self, key: str) -> None:
        """Another view, by its key: 1 perspective, 2 front, 3 side, 4 top, 5 all."""
        self.press(key)
        wanted = ["perspective", "front", "side", "top", "quad"][int(key) - 1]
        self.until(lambda: self.js("poiseStage.state().layout") == wanted, f"the {wanted} view")

    def spot(self, point: Point, view: str) -> tuple[float, float]:
        """The pixel of the page under which a point of the world is seen."""
        x, y = self.js(_SPOT, [list(point), view])
        return x, y

    def handle(self, key: str, view: str) -> tuple[float, float]:
        """The pixel of the page where a handle is, once all that was asked for is drawn."""
        x, y = self.until(lambda: self.js(_HANDLE, [key, view]), f"the handle {key}")
        return x, y

    def drag(self, start: Point, end: Point, view: str, steps: int = 4) -> None:
        """Take what is seen at one point of the world and carry it to another; the button stays down."""
        (x, y), (to_x, to_y) = self.spot(start, view), self.spot(end, view)
        self.page.mouse.move(x, y)
        self.page.mouse.down()
        for i in range(1, steps + 1):
            self.page.mouse.move(x + (to_x - x) * i / steps, y + (to_y - y) * i / steps)
        self.page.evaluate(_TWO_PICTURES)  # moves are passed on with the next picture
        self.held()

    def held(self) -> None:
        """Wait until something is held, and the server has said so: only then can it be let go of."""
        self.until(lambda: self.js(_HELD), "something is held")

    def let_go(self) -> None:
        """Wait until nothing is held any more, and what came of it is here: the page lets go before the server has."""
        self.until(lambda: self.js(_LET_GO), "nothing is held any more, and the document tells what came of it")

    def drop(self, *, keep: bool = False) -> None:
        """Let go; with `keep` Shift is held, and the goal stays."""
        if keep:
            self.page.keyboard.down("Shift")
        self.page.mouse.up()
        self.let_go()
        if keep:
            self.page.keyboard.up("Shift")

    def reorder(self, task: str, *keys: str) -> None:
        """Move a task by the keys of its grip, one after the other."""
        for key in keys:
            before = self.levels()
            self.page.locator(f'[data-grip="{task}"]').focus()
            self.page.keyboard.press(key)
            self.until(lambda before=before: self.levels() != before, f"{task} moves by {key}")  # type: ignore[misc]


Open = Callable[..., Visit]
"""Opens a window on a studio: see the fixture `visit`."""

sharp = pytest.mark.parametrize("fresh", [1.0], indirect=True, ids=["sharp"])
"""For tests whose pictures are worth keeping."""
