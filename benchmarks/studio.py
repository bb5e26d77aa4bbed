"""How soon the studio follows the hand, and for how long.   python benchmarks/studio.py [--seconds 60] [--browser]

| what | budget |
|---|---|
| a pull to the pose that shows it, 54-DOF human, five levels, over a real socket: median | 8 ms |
| … 95 % | 20 ms |
| poses in a second, dragging without a pause | 60 |
| memory that the server has more at the end of it than after its first tenth | 8 MB |
| the server is up to the first frame over the socket | 2.5 s |
| the page, compressed | 600 kB |

The hand moves sixty times a second on a wide curve around the body, out of reach now and then; overlays of forces are
off, as in a fresh document. `--browser` does the same in Chromium, with the same five levels:

| what | budget |
|---|---|
| a pointer event to the new pose in the page, beyond rendering: median, 95 % | 8 ms, 20 ms |
| poses in a second in the page | 60 |
| memory that the page's scripts have more after the drag than before it | 8 MB |
| the server is up to the first usable view (median of three) | 1.5 s |

A view is usable when the page is loaded, the body drawn, and a hand that was pulled by the pointer seen to follow.
"""

from __future__ import annotations

import argparse
import gzip
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import msgpack
import numpy as np
from websockets.sync.client import ClientConnection, connect

from poise.studio.server.page import page_folder

RATE = 60.0  # pulls in a second
LEVELS: tuple[dict[str, Any], ...] = (
    {"kind": "look_at", "fields": {"site": "eyes", "point": [0.2, 1.4, 1.5]}},
    {"kind": "reach", "fields": {"site": "left_hand", "point": [0.35, 1.1, 0.35]}},
)
"""Below the feet and balance, and above the hand that is dragged: five in all."""


class Hand:
    """A window that drags."""

    def __init__(self, socket: ClientConnection) -> None:
        self._socket, self._id = socket, 0
        self.figure: dict[str, Any] = {}
        self.frame: dict[str, Any] = {}
        self.send(type="hello", protocol=1)
        while not self.frame:
            self.hear()

    def send(self, **message: Any) -> None:
        self._socket.send(msgpack.packb(message))

    def hear(self) -> dict[str, Any]:
        message: dict[str, Any] = msgpack.unpackb(self._socket.recv(timeout=30))
        if message["type"] in ("figure", "frame"):
            setattr(self, message["type"], message)
        return message

    def ask(self, **request: Any) -> None:
        self._id += 1
        self.send(id=self._id, **request)
        while (told := self.hear()).get("id") != self._id or told["type"] not in ("answer", "refused"):
            pass
        if told["type"] == "refused":
            raise SystemExit(told["message"])

    def add_levels(self) -> None:
        """All but the lowest, which is the hand's."""
        for level in LEVELS:
            self.ask(type="add_part", list="tasks", **level)

    def pull(self, number: int, point: list[float]) -> float:
        """Seconds until the frame that shows it is here, unpacked."""
        began = time.perf_counter()
        self.send(type="pull", n=number, value=point)
        while self.frame["pull"] != number:
            self.hear()
        return time.perf_counter() - began

    def place(self, segment: str) -> np.ndarray:
        names = [s["name"] for s in self.figure["segments"]]
        return np.frombuffer(self.frame["placements"], "<f4").reshape(-1, 7)[names.index(segment), :3].astype(float)


@contextmanager
def studio(folder: Path) -> Iterator[tuple[subprocess.Popen[str], str, str]]:
    """`poise studio` in a process of its own, where it listens, and its token."""
    command = [sys.executable, "-m", "poise.cli.main", "studio", "--no-browser", "--workspace", str(folder)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as running:
        assert running.stdout is not None
        found = re.search(r"http://(.+)/\?token=(.+)\n", running.stdout.readline())
        assert found is not None
        try:
            yield running, found[1], found[2]
        finally:
            running.kill()


def target(home: np.ndarray, seconds: float) -> list[float]:
    """A curve that does not repeat: around the body, at times beyond its reach."""
    swing = np.array([np.sin(1.3 * seconds), np.sin(0.9 * seconds), 1.0 - np.cos(0.7 * seconds)])
    return (home + np.array([0.45, 0.5, 0.45]) * swing).tolist()  # type: ignore[no-any-return]


def megabytes(process: int) -> float | None:
    """Memory of a process that is really there, by `ps` of Linux, macOS and BSD; None where there is none (Windows)."""
    try:
        told = subprocess.run(["ps", "-o", "rss=", "-p", str(process)], capture_output=True, text=True, check=True)
    except (OSError, subprocess.CalledProcessError):
        return None
    return int(told.stdout) / 1024


def dragged(hand: Hand, process: int, seconds: float) -> tuple[np.ndarray, float, float | None]:
    """Latencies, poses in a second and growth of memory, of a long drag."""
    home = hand.place("right_hand")
    hand.ask(type="grab_point", segment="right_hand", point=[0, 0, 0])
    latencies, first, number = [], None, 0
    began = time.perf_counter()
    while (now := time.perf_counter() - began) < seconds:
        if first is None and now > seconds / 10:
            first = megabytes(process)
        number += 1
        latencies.append(hand.pull(number, target(home, now)))
        time.sleep(max(0.0, began + number / RATE - time.perf_counter()))
    poses = number / (time.perf_counter() - began)
    last = megabytes(process)
    hand.ask(type="release")
    return np.array(latencies), poses, None if first is None or last is None else last - first


def compressed(folder: Path) -> float:
    """Kilobytes of the page as a server would send them."""
    return sum(len(gzip.compress(file.read_bytes())) for file in folder.rglob("*") if file.is_file()) / 1e3


Row = tuple[str, str, str, bool]
"""What was measured, how much it is, its budget, and whether that was kept."""


def delay_rows(what: str, seconds: np.ndarray) -> list[Row]:
    """Median and 95 % of delays."""
    median, most = 1e3 * np.percentile(seconds, [50, 95])
    return [
        (f"{what}, median", f"{median:.2f} ms", "8 ms", median <= 8),
        (f"{what}, 95 %", f"{most:.2f} ms", "20 ms", most <= 20),
    ]


def memory_row(what: str, grown: float | None) -> Row:
    """Growth of memory, which not every system tells."""
    if grown is None:
        return what, "not told", "8 MB", True
    return what, f"{grown:.1f} MB", "8 MB", grown <= 8


def over_the_socket(seconds: float) -> list[Row]:
    """A window that draws nothing: what the server alone takes."""
    with tempfile.TemporaryDirectory() as folder, studio(Path(folder)) as (running, where, token):
        began = time.perf_counter()
        with connect(f"ws://{where}/socket?token={token}", compression=None, max_size=None) as socket:
            hand = Hand(socket)
            ready = time.perf_counter() - began
            hand.add_levels()
            latencies, poses, grown = dragged(hand, running.pid, seconds)
    return [
        *delay_rows("a pull to its pose", latencies),
        ("poses in a second", f"{poses:.1f}", "60", poses >= 0.99 * RATE),
        memory_row("memory grown meanwhile", grown),
        ("up to the first frame", f"{ready:.2f} s", "2.5 s", ready <= 2.5),
    ]


def in_browser(seconds: float) -> list[Row]:
    """A person in front of the page."""
    from studio_browser import chromium, drag_in_page, first_view

    views = []
    with chromium() as browser:
        for _ in range(3):
            with tempfile.TemporaryDirectory() as folder, studio(Path(folder)) as (_, where, token):
                views.append(first_view(browser, f"http://{where}/?token={token}"))
        with tempfile.TemporaryDirectory() as folder, studio(Path(folder)) as (_, where, token):
            with connect(f"ws://{where}/socket?token={token}", compression=None, max_size=None) as socket:
                Hand(socket).add_levels()
            drag = drag_in_page(browser, f"http://{where}/?token={token}", seconds)
    view = sorted(views)[1]
    if drag.levels != 5:
        raise SystemExit(f"the drag in Chromium had {drag.levels} levels, not five")
    return [
        *delay_rows("a pointer event to its pose in Chromium", drag.latencies),
        ("poses in a second in Chromium", f"{drag.poses:.1f}", "60", drag.poses >= 0.99 * RATE),
        memory_row("memory of the page grown meanwhile", drag.grown),
        ("up to the first usable view", f"{view:.2f} s", "1.5 s", view <= 1.5),
    ]


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=60.0, help="how long to drag")
    parser.add_argument("--browser", action="store_true", help="in Chromium as well")
    options = parser.parse_args()
    rows = over_the_socket(options.seconds)
    rows += in_browser(options.seconds) if options.browser else []
    if page_folder().is_dir():
        size = compressed(page_folder())
        rows.append(("the page, compressed", f"{size:.0f} kB", "600 kB", size <= 600))
    else:
        print("the page is not built (make page): its size is not measured")
    for what, found, budget, kept in rows:
        print(f"{what:48} {found:>10}   budget {budget:>7}   {'kept' if kept else 'MISSED'}")
    if not all(kept for *_, kept in rows):
        raise SystemExit("a budget was missed")


if __name__ == "__main__":
    main()
