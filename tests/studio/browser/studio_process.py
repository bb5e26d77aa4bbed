"""`poise studio` as a process of its own: started as a person would, and ended as a crash would."""

from __future__ import annotations

import re
import signal
import subprocess
import sys
from pathlib import Path


class StudioProcess:
    """A running studio. `address`: of its page, token included."""

    def __init__(self, workspace: Path, *options: str) -> None:
        self.workspace = workspace
        self._process = subprocess.Popen(
            [sys.executable, "-m", "poise.cli.main", "studio", "--no-browser", "--workspace", str(workspace), *options],
            stdout=subprocess.PIPE, text=True,
        )  # fmt: skip
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        found = re.search(r"http://\S+:(\d+)/\?token=(\S+)", line)
        assert found, f"the studio printed no address but {line!r}"
        self.address, self.port, self.token = found[0], found[1], found[2]

    def kill(self) -> None:
        """As `kill -9`: no time to save anything."""
        self._process.send_signal(signal.SIGKILL)
        self._end()

    def stop(self) -> None:
        """As Ctrl+C."""
        if self._process.poll() is None:
            self._process.send_signal(signal.SIGINT)
        self._end()

    def again(self) -> StudioProcess:
        """Another one in its place: same folder, same address."""
        return StudioProcess(self.workspace, "--port", self.port, "--token", self.token)

    def _end(self) -> None:
        self._process.wait(120)
        assert self._process.stdout is not None
        self._process.stdout.close()
