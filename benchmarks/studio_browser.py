"""The studio in a real Chromium: how soon its page can be used, and how soon the pose follows the pointer.

Of a drag, pictures are held back: what is measured is input, messages, solving and the page's own work. The first
usable view is measured with its pictures, which Chromium draws without a graphics card here.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from playwright.sync_api import Browser, Page, sync_playwright

sys.path.insert(0, str(Path(__file__).parent.parent / "tests" / "studio" / "browser"))

from chromium import ARGUMENTS, browser_path

WINDOW = {"width": 1280, "height": 800}
_PICTURES = """
window.still = false;
const held = [], ask = window.requestAnimationFrame.bind(window);
window.requestAnimationFrame = (draw) => window.still ? -held.push(draw) : ask(draw);
window.drawAgain = () => { window.still = false; for (const draw of held.splice(0)) ask(draw); };
"""
"""Lets pictures be held back: without a graphics card they take longer than anything else."""
_POINTER = """
const canvas = document.querySelector("[data-testid=stage]");
const box = canvas.getBoundingClientRect();
const spot = poiseStage.project(poiseStudio.place("right_hand").position, "perspective");
const [x, y] = [box.left + spot.x, box.top + spot.y];
const event = (type, dx, dy) => canvas.dispatchEvent(new PointerEvent(type, {
  pointerId: 1, pointerType: "mouse", isPrimary: true, button: 0, buttons: type === "pointerup" ? 0 : 1,
  clientX: x + dx, clientY: y + dy, bubbles: true, cancelable: true,
}));
const pause = (ms) => new Promise((done) => setTimeout(done, ms));
"""
_FIRST = (
    """
async () => {
  const seen = () => window.poiseStage?.state().frames > 0 && poiseStage.state().renders > 0 && poiseStudio.frame;
  const soon = () => new Promise((done) => setTimeout(done, 4));
  while (!seen()) await soon();
"""
    + _POINTER
    + """
  event("pointerdown", 0, 0);
  for (let i = 1; poiseStudio.now.pull < 1 || poiseStudio.now.hand !== poiseStudio.welcome.window; i++) {
    event("pointermove", 8 + 8 * (i % 2), 0);
    await pause(8);
  }
  event("pointerup", 0, 0);
}
"""
)
_DRAG = (
    "async ([seconds, rate]) => {"
    + _POINTER
    + """
  const { hand } = poiseStudio;
  const found = [], waiting = new Map();
  const link = hand.link, send = link.send.bind(link), shown = hand.shown.bind(hand);
  let now = null, seconds_taken = 0, levels = 0;
  link.send = (message) => {
    if (message.type === "pull" && now !== null) { waiting.set(message.n, now); now = null; }
    return send(message);
  };
  hand.shown = (frame, mine) => {
    const began = mine ? waiting.get(frame.pull) : undefined;
    if (began !== undefined) {
      waiting.delete(frame.pull);
      found.push(performance.now() - began);
    }
    return shown(frame, mine);
  };
  try {
    event("pointerdown", 0, 0);
    event("pointermove", 8, 0);
    while (poiseStudio.now.hand !== poiseStudio.welcome.window) await pause(10); // until the server has it
    window.still = true;
    await pause(1000); // the last picture is drawn
    levels = Math.max(...poiseStudio.now.tasks.map((task) => task.level));
    found.length = 0;
    const start = performance.now();
    for (let i = 1; performance.now() - start < 1000 * seconds; i++) {
      const t = i / rate;
      now = performance.now();
      event("pointermove", 60 * Math.sin(1.3 * t) + 8, -70 * Math.sin(0.9 * t));
      await pause(Math.max(0, start + 1000 * (i / rate) - performance.now()));
    }
    seconds_taken = (performance.now() - start) / 1000;
    event("pointerup", 0, 0);
  } finally { link.send = send; hand.shown = shown; window.drawAgain(); }
  return { found, levels, poses: found.length / seconds_taken };
}
"""
)


@dataclass(frozen=True)
class Dragged:
    """Seconds from a pointer event to its pose, poses in a second, the page's growth in MB; of how many levels."""

    latencies: np.ndarray
    poses: float
    grown: float
    levels: int


@contextmanager
def chromium() -> Iterator[Browser]:
    """A Chromium that runs already, as on anybody's desk."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=browser_path(), args=ARGUMENTS)
        _window(browser).close()  # its first window takes longer than any other
        yield browser
        browser.close()


def first_view(browser: Browser, address: str) -> float:
    """Seconds until the page is loaded, the body drawn, and the hand, pulled by the pointer, seen to follow."""
    page = _window(browser)
    began = time.perf_counter()
    page.goto(address, wait_until="commit")
    page.evaluate(_FIRST)
    taken = time.perf_counter() - began
    page.context.close()
    return taken


def drag_in_page(browser: Browser, address: str, seconds: float, rate: float = 60.0) -> Dragged:
    """A drag of the right hand; its pointer events come `rate` times a second. A tenth more is for getting warm."""
    page = _window(browser)
    page.add_init_script(_PICTURES)
    page.goto(address)
    while not page.evaluate("window.poiseStudio?.frame != null && poiseStage.state().refined"):
        page.wait_for_timeout(50)
    page.evaluate(_DRAG, [seconds / 10, rate])
    before = _heap(page)
    told = page.evaluate(_DRAG, [seconds, rate])
    grown = _heap(page) - before
    page.context.close()
    if not told["found"]:
        raise SystemExit("no pull came back: the hand was not on the body")
    return Dragged(np.array(told["found"]) / 1e3, told["poses"], grown, told["levels"])


def _window(browser: Browser) -> Page:
    context = browser.new_context(viewport=WINDOW)  # type: ignore[arg-type]
    context.add_init_script("localStorage.setItem('poise.visited', 'yes')")
    return context.new_page()


def _heap(page: Page) -> float:
    """Megabytes that the page's scripts hold, without what is only waiting to be collected."""
    session = page.context.new_cdp_session(page)
    session.send("HeapProfiler.collectGarbage")
    used: dict[str, Any] = session.send("Runtime.getHeapUsage")
    return float(used["usedSize"] + used.get("embedderHeapUsedSize", 0) + used.get("backingStorageSize", 0)) / 2**20
