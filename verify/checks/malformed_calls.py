"""Malformed calls: every public entry, found by looking, refuses what it cannot use in words that help.

A call must end in a `PoiseError`, in a `TypeError` that names the argument, or be accepted as its annotation says;
nothing may change, crash, hang or give NaN. The calls are made in a process of their own (`verify/malformed`), which is
started again after a call that never came back.
"""

from __future__ import annotations

import json
import os
import queue
import signal
import subprocess
import sys
import tempfile
import threading
from pathlib import Path
from typing import IO, Any

import numpy as np

from verify.tally import Tally, scaled

CALLS = 2400
FEWEST = 300
"""Entries that are there today: fewer are found when the examples no longer fit."""
STILL = 3600.0
"""Seconds by the clock after which a process that says nothing waits for ever. What uses the processor too long ends
itself much sooner (`verify/malformed/worker.py`); one that others leave no time for may stand still for minutes."""
ROOT = Path(__file__).resolve().parents[2]


def run(rng: np.random.Generator, size: float) -> Tally:
    tally = Tally()
    asked(tally, int(rng.integers(2**32)), scaled(CALLS, size))
    return tally


def asked(tally: Tally, seed: int, count: int) -> None:
    """Make the first `count` calls that a seed draws."""
    done = 0
    while done < count:
        done = _some(tally, seed, done, count)
    tally.say(f"calls drawn with seed {seed}")


def _some(tally: Tally, seed: int, first: int, count: int) -> int:
    """Go on from a call until all are made or one does not come back; gives the next call to make."""
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "verify.malformed.worker", *map(str, (seed, first, count - first))]
        worker = subprocess.Popen(command, cwd=folder, env=_environment(), stdout=subprocess.PIPE, text=True)
        assert worker.stdout is not None
        lines: queue.Queue[str | None] = queue.Queue()
        threading.Thread(target=_read, args=(worker.stdout, lines), daemon=True).start()
        at, what = first, "the start"
        try:
            while (line := lines.get(timeout=STILL)) is not None:
                told: dict[str, Any] = json.loads(line)
                if "call" in told:
                    at, what = told["call"], told["what"]
                elif "done" in told:
                    tally.cases += 1
                    if told["wrong"]:
                        tally.fail(told["wrong"].split(":")[0], f"{what}: {told['wrong']}")
                elif told["entries"] < FEWEST:
                    tally.fail("too few entries", f"{told['entries']} found, at least {FEWEST} are there")
                elif first == 0:
                    tally.say(f"{told['entries']} entries with {told['parameters']} parameters")
            ended = worker.wait()
        except queue.Empty:
            worker.kill()
            worker.wait()
            ended = None
    if ended == 0:
        return count
    if what == "the start":
        raise RuntimeError(f"the process that makes malformed calls did not start: it ended with {ended}")
    tally.cases += 1
    tally.fail("hang" if ended in (None, -signal.SIGPROF) else "crash", f"{what}: ended with {ended}")
    return at + 1


def _read(stream: IO[str], lines: queue.Queue[str | None]) -> None:
    with stream:
        for line in stream:
            lines.put(line)
    lines.put(None)


def _environment() -> dict[str, str]:
    return {**os.environ, "PYTHONPATH": str(ROOT), "OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1"}
