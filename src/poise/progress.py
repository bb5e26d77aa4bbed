"""How far long work has come: a bar on the error stream, or a function of the caller's."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Any

from poise.errors import InputError

Report = Callable[[int, int], Any]
"""Told how many parts are done, and of how many."""
_PARTS, _WIDTH = 100, 40
"""How often the bar is drawn, and how wide it is (characters)."""


def reporter(progress: Any) -> Report:
    """What is told about the work: True draws a bar, a function is called, None or False is silence."""
    if progress is None or progress is False:
        return lambda done, items: None
    if progress is True:
        return _draw
    if not callable(progress):
        raise InputError(f"progress must be True or a function of how many are done and of how many, not {progress!r}")
    return progress  # type: ignore[no-any-return]


def on_screen() -> bool:
    """Whether somebody is there to see a bar."""
    return sys.stderr is not None and sys.stderr.isatty()


def _draw(done: int, items: int) -> None:
    """A bar of one line, drawn anew at every hundredth."""
    if done * _PARTS // items > (done - 1) * _PARTS // items:
        bar = "█" * (done * _WIDTH // items)
        end = "\n" if done == items else ""
        print(f"\r{bar:<{_WIDTH}} {done} of {items}", end=end, file=sys.stderr, flush=True)
