"""A sign of life on the terminal when something takes longer than two seconds."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from types import TracebackType
from typing import Any

PATIENCE = 2.0
"""Seconds before anything is shown."""


class Progress:
    """Counts solves: `count`. After `PATIENCE` seconds, and only on a terminal, it is shown on the error stream.

    `listener` is called after every solve.
    """

    def __init__(self, what: str, listener: Callable[[], None] | None = None) -> None:
        self._what, self._listener = what, listener
        self.count = 0
        self._began = time.perf_counter()
        self._status: Any = None

    def __enter__(self) -> Progress:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        if self._status is not None:
            self._status.stop()

    def advance(self) -> None:
        """One more solve is done."""
        self.count += 1
        if self._status is None and time.perf_counter() - self._began > PATIENCE and sys.stderr.isatty():
            from rich.console import Console

            self._status = Console(stderr=True).status(self._what)
            self._status.start()
        if self._status is not None:
            self._status.update(f"{self._what}: {self.count} solves")
        if self._listener is not None:
            self._listener()
