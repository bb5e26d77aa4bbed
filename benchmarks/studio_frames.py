"""How many pictures the studio draws while a hand is dragged, at 1440 × 900 in Chromium.

    python benchmarks/studio_frames.py [--seconds 6] [--card]

Chromium draws without a graphics card, unless it is told to use the machine's (`--card`); who draws is printed. Beside
the pictures in a second, which a busy machine lowers, stands the processor time that one takes in all processes
together, browser, page and server: what a free machine can do is about its inverse for every processor. Linux alone:
the times are those of /proc.
"""

from __future__ import annotations

import argparse
import os
import tempfile
import time
from collections import defaultdict
from pathlib import Path

import studio_browser
from studio import studio

WINDOW = {"width": 1440, "height": 900}
_DRAG = (
    "async ([seconds, rate]) => {"
    + studio_browser._POINTER
    + """
  event("pointerdown", 0, 0);
  event("pointermove", 8, 0);
  const start = performance.now();
  for (let i = 1; performance.now() - start < 1000 * seconds; i++) {
    const t = i / rate;
    event("pointermove", 60 * Math.sin(1.3 * t) + 8, -70 * Math.sin(0.9 * t));
    await pause(Math.max(0, start + 1000 * (i / rate) - performance.now()));
  }
  event("pointerup", 0, 0);
}"""
)

_WHO = """() => {
  const gl = document.createElement("canvas").getContext("webgl2");
  return gl.getParameter(gl.getExtension("WEBGL_debug_renderer_info")?.UNMASKED_RENDERER_WEBGL ?? gl.RENDERER);
}"""


def processor_seconds(root: int) -> dict[int, float]:
    """What every process below one has used so far."""
    below = defaultdict(list)
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            try:
                fields = (entry / "stat").read_text().rsplit(")", 1)[1].split()
            except OSError:
                continue  # it has ended
            below[int(fields[1])].append((int(entry.name), int(fields[11]) + int(fields[12])))
    found, waiting = {}, [root]
    while waiting:
        for process, ticks in below[waiting.pop()]:
            found[process] = ticks / os.sysconf("SC_CLK_TCK")
            waiting.append(process)
    return found


def main() -> None:
    """Print one line."""
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    asked.add_argument("--seconds", type=float, default=6.0)
    asked.add_argument("--card", action="store_true", help="let the machine's graphics card draw")
    told = asked.parse_args()
    seconds = told.seconds
    if told.card:
        studio_browser.ARGUMENTS = [a for a in studio_browser.ARGUMENTS if "gpu" not in a and "swiftshader" not in a]
    studio_browser.WINDOW = WINDOW
    with (
        tempfile.TemporaryDirectory() as folder,
        studio(Path(folder)) as (_, where, token),
        studio_browser.chromium() as browser,
    ):
        page = studio_browser._window(browser)
        page.goto(f"http://{where}/?token={token}")
        while not page.evaluate("window.poiseStudio?.frame != null && poiseStage.state().refined"):
            page.wait_for_timeout(50)
        print(page.evaluate(_WHO))
        drawn, used, began = (
            page.evaluate("poiseStage.state().renders"),
            processor_seconds(os.getpid()),
            time.time(),
        )
        page.evaluate(_DRAG, [seconds, 60])
        taken, after = time.time() - began, processor_seconds(os.getpid())
        pictures = page.evaluate("poiseStage.state().renders") - drawn
    busy = os.getloadavg()[0]
    print(f"{pictures} pictures in {taken:.1f} s: {pictures / taken:.1f} Hz (others keep {busy:.0f} processors busy)")
    each = [1000 * (seconds - used.get(process, 0.0)) / pictures for process, seconds in after.items()]
    print(f"{sum(each):.0f} ms of processor a picture, {max(each):.0f} of them in the process that draws", end="")
    print(f" with a thread for each of {os.cpu_count()} processors")


if __name__ == "__main__":
    main()
