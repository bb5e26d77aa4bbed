"""The studio over a slow line: 60 kB/s and 200 ms there and back.

    python benchmarks/studio_slow.py [--rate 60] [--delay 200] [--seconds 8]

The line is a proxy between Chromium and the studio that lets so many kilobytes a second pass, each way, and holds them
back for half of the delay. Printed: when the page says that it loads, when the body is there and follows the pointer,
what has come until then, and how soon and how often it follows while the hand is dragged. The processor time of a busy
machine adds to all of it; what the line alone takes stands beside it.
"""

from __future__ import annotations

import argparse
import asyncio
import tempfile
import threading
import time
from pathlib import Path

import numpy as np

import studio_browser
from studio import studio

_PIECE = 1500
"""Bytes that go at once, as on a real line."""
_SAYS = "[...document.querySelectorAll('[role=status]')].map((e) => e.textContent).find((w) => w.includes('…')) ?? ''"
_BODY = "window.poiseStudio?.frame != null && poiseStage.state().renders > 0"


class SlowLine:
    """A proxy in a thread of its own. `brought`: bytes that have come to the page."""

    def __init__(self, where: str, rate: float, delay: float) -> None:
        self._host, port = where.split(":")
        self._port, self._rate, self._delay = int(port), rate, delay
        self.brought = 0
        self._free = [0.0, 0.0]  # when the line is free again, each way
        self._loop = asyncio.new_event_loop()
        started = threading.Event()
        threading.Thread(target=self._run, args=(started,), daemon=True).start()
        started.wait()

    def _run(self, started: threading.Event) -> None:
        asyncio.set_event_loop(self._loop)
        server = self._loop.run_until_complete(asyncio.start_server(self._visited, self._host, 0))
        self.port = server.sockets[0].getsockname()[1]
        started.set()
        self._loop.run_forever()

    async def _visited(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        to_reader, to_writer = await asyncio.open_connection(self._host, self._port)
        await asyncio.gather(self._carry(reader, to_writer, 0), self._carry(to_reader, writer, 1))

    async def _carry(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, way: int) -> None:
        """One direction. The studio lets in only who names its own port: requests name it here."""
        flying: asyncio.Queue[tuple[float, bytes]] = asyncio.Queue(64)
        arriving = asyncio.create_task(self._arrive(flying, writer, way))
        while data := await reader.read(_PIECE):
            if way == 0:
                data = data.replace(f":{self.port}".encode(), f":{self._port}".encode())
            now = time.monotonic()
            self._free[way] = max(now, self._free[way]) + len(data) / self._rate
            await flying.put((self._free[way] + self._delay / 2, data))
            await asyncio.sleep(max(0.0, self._free[way] - now))
        await flying.put((0.0, b""))
        await arriving

    async def _arrive(self, flying: asyncio.Queue[tuple[float, bytes]], writer: asyncio.StreamWriter, way: int) -> None:
        while True:
            when, data = await flying.get()
            if not data:
                return writer.close()
            await asyncio.sleep(max(0.0, when - time.monotonic()))
            writer.write(data)
            self.brought += way * len(data)


def main() -> None:
    """Print the lines."""
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    asked.add_argument("--rate", type=float, default=60.0, help="kB/s")
    asked.add_argument("--delay", type=float, default=200.0, help="ms, there and back")
    asked.add_argument("--seconds", type=float, default=8.0, help="of dragging")
    told = asked.parse_args()
    with (
        tempfile.TemporaryDirectory() as folder,
        studio(Path(folder)) as (_, where, token),
        studio_browser.chromium() as browser,
    ):
        line = SlowLine(where, 1e3 * told.rate, told.delay / 1e3)
        page = studio_browser._window(browser)
        page.add_init_script(studio_browser._PICTURES)
        began = time.monotonic()
        page.goto(f"http://{where.split(':')[0]}:{line.port}/?token={token}", wait_until="commit")
        said: dict[str, float] = {}
        while not page.evaluate(_BODY):
            if words := page.evaluate(_SAYS):
                said.setdefault(words, time.monotonic() - began)
            page.wait_for_timeout(50)
        taken, brought = time.monotonic() - began, line.brought
        for words, when in said.items():
            print(f"{when:5.1f} s  it says: {words}")
        print(
            f"{taken:5.1f} s  the body is there: {brought / 1e3:.0f} kB, {brought / 1e3 / told.rate:.1f} s of the line"
        )
        dragged = page.evaluate(studio_browser._DRAG, [told.seconds, 60])
        delays = np.array(dragged["found"])
        print(f"dragging: {dragged['poses']:.1f} poses a second, {np.median(delays):.0f} ms (95 %: ", end="")
        print(f"{np.percentile(delays, 95):.0f}) from the pointer to the pose, of which the line {told.delay:.0f}")


if __name__ == "__main__":
    main()
