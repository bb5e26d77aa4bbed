"""How far long work has come: a bar on the error stream, or a function of the caller's."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any

from poise.errors import InputError

Report = Callable[[int, int], Any]
"""Told how many parts are done, and of how many."""
_PARTS, _WIDTH = 100, 40
"""How often the bar is drawn, and how wide it is (characters)."""


Bar = Callable[[str], Any]
"""Draws the words for how far work has come in place of the last ones; none when it is done."""
_drawn_by: ContextVar[Bar | None] = ContextVar("drawn_by", default=None)


def reporter(progress: Any, what: str = "") -> Report:
    """What is told about the work: True draws a bar, a function is called, None or False is silence.

    `what`: what is being done, before the bar.
    """
    if progress is None or progress is False:
        return lambda done, items: None
    if progress is True:
        return lambda done, items: _draw(what, done, items)
    if not callable(progress):
        raise InputError(f"progress must be True or a function of how many are done and of how many, not {progress!r}")
    return progress  # type: ignore[no-any-return]


@contextmanager
def drawn_by(bar: Bar) -> Iterator[None]:
    """Bars are drawn by another one who owns the line meanwhile, as a spinner does."""
    token = _drawn_by.set(bar)
    try:
        yield
    finally:
        _drawn_by.reset(token)


def on_screen() -> bool:
    """Whether somebody is there to see a bar."""
    return sys.stderr is not None and sys.stderr.isatty()


def _draw(what: str, done: int, items: int) -> None:
    """A bar of one line, drawn anew at every hundredth."""
    if done * _PARTS // items > (done - 1) * _PARTS // items:
        bar = "█" * (done * _WIDTH // items)
        words = f"{what}{' ' if what else ''}{bar:<{_WIDTH}} {done} of {items}"
        if (other := _drawn_by.get()) is not None:
            other("" if done == items else words)
        else:
            print(f"\r{words}", end="\n" if done == items else "", file=sys.stderr, flush=True)
