"""The peers at work, each in its own process and environment, one job at a time: they never compete for the machine."""

from __future__ import annotations

import json
import os
import subprocess
import tempfile
from pathlib import Path
from types import TracebackType
from typing import Any

import numpy as np

from environments import python_of
from frames import Array

ONE_THREAD = {"OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1", "MKL_NUM_THREADS": "1"}


class PeerError(RuntimeError):
    """A peer's process could not do a job; its own message is on the screen."""


class Peers:
    """`with Peers(names, environments, data) as peers: peers.do("placo", "track", settings={})`"""

    def __init__(self, names: list[str], environments: Path, data: Path) -> None:
        self._scratch = tempfile.TemporaryDirectory()
        self._processes: dict[str, subprocess.Popen[str]] = {}
        for name in names:
            worker = Path(__file__).with_name("worker.py")
            command = [str(python_of(name, environments)), str(worker), name, str(data)]
            pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "text": True}
            self._processes[name] = subprocess.Popen(command, env=os.environ | ONE_THREAD, **pipes)

    def do(self, peer: str, what: str, **job: Any) -> dict[str, Array]:
        """The outcome of one job, arrays by name."""
        process = self._processes[peer]
        assert process.stdin is not None
        assert process.stdout is not None
        file = Path(self._scratch.name) / f"{peer}.npz"
        print(json.dumps({"do": what, "file": str(file), **job}), file=process.stdin, flush=True)
        if process.stdout.readline().strip() != "done":
            raise PeerError(f"{peer} failed at {what!r}")
        return dict(np.load(file))

    def __enter__(self) -> Peers:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        for process in self._processes.values():
            process.terminate()
            process.wait()
        self._scratch.cleanup()
