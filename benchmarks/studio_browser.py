"""The hand in a real browser: from the pointer event to the new pose in the page, beyond rendering.

Pictures are held back meanwhile: what is measured is input, messages, solving and the page's own work.
"""

from __future__ import annotations

import shutil

import numpy as np

ARGUMENTS = [
    "--headless", "--no-sandbox", "--disable-gpu", "--use-gl=angle", "--use-angle=swiftshader",
    "--enable-unsafe-swiftshader", "--disable-background-networking", "--disable-component-update", "--disable-sync",
    "--no-first-run",
]  # fmt: skip
_PICTURES = """
window.still = false;
const held = [], ask = window.requestAnimationFrame.bind(window);
window.requestAnimationFrame = (draw) => window.still ? -held.push(draw) : ask(draw);
window.drawAgain = () => { window.still = false; for (const draw of held.splice(0)) ask(draw); };
"""
"""Lets pictures be held back: without a graphics card they take longer than anything else."""
_DRAG = """
async ([seconds, rate]) => {
  const { hand } = poiseStudio;
  const canvas = document.querySelector("[data-testid=stage] canvas") ?? document.querySelector("canvas");
  const box = canvas.getBoundingClientRect();
  const spot = poiseStage.project(poiseStudio.place("right_hand").position, "perspective");
  const [x, y] = [box.left + spot.x, box.top + spot.y];
  const event = (type, dx, dy) => canvas.dispatchEvent(new PointerEvent(type, {
    pointerId: 1, pointerType: "mouse", isPrimary: true, button: 0, buttons: type === "pointerup" ? 0 : 1,
    clientX: x + dx, clientY: y + dy, bubbles: true, cancelable: true,
  }));
  const found = [], waiting = new Map();
  const link = hand.link, send = link.send.bind(link), seen = hand.seen.bind(hand);
  let now = null;
  link.send = (message) => {
    if (message.type === "pull" && now !== null) { waiting.set(message.n, now); now = null; }
    return send(message);
  };
  hand.seen = (frame, mine) => {
    const began = mine ? waiting.get(frame.pull) : undefined;
    if (began !== undefined) {
      waiting.delete(frame.pull);
      found.push(performance.now() - began);
    }
    return seen(frame, mine);
  };
  try {
    event("pointerdown", 0, 0);
    event("pointermove", 8, 0);
    while (!hand.holds) await new Promise((done) => setTimeout(done, 10));
    window.still = true;
    await new Promise((done) => setTimeout(done, 1000));
    const start = performance.now();
    for (let i = 1; performance.now() - start < 1000 * seconds; i++) {
      const t = i / rate;
      now = performance.now();
      event("pointermove", 60 * Math.sin(1.3 * t) + 8, -70 * Math.sin(0.9 * t));
      await new Promise((done) => setTimeout(done, Math.max(0, start + 1000 * (i / rate) - performance.now())));
    }
    event("pointerup", 0, 0);
  } finally { link.send = send; hand.seen = seen; window.drawAgain(); }
  return found;
}
"""


def drag_in_page(address: str, seconds: float, rate: float = 60.0) -> np.ndarray:
    """Seconds of every pull of a drag; its pointer events come `rate` times a second."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=ARGUMENTS)
        page = browser.new_page(viewport={"width": 1280, "height": 800})
        page.add_init_script(_PICTURES)
        page.goto(address)
        while not page.evaluate("window.poiseStudio?.frame != null"):
            page.wait_for_timeout(50)
        page.wait_for_timeout(3000)  # the body gets its skin
        found = page.evaluate(_DRAG, [seconds, rate])
        browser.close()
    if not found:
        raise SystemExit("no pull came back: the hand was not on the body")
    return np.array(found) / 1e3
