"""What the commands print: tables on the output, JSON alone when asked for, a spinner on the error stream."""

from __future__ import annotations

import json
import sys
import warnings
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Any

from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.table import Table

from poise.progress import drawn_by

WIDTH = 140
"""Columns of tables that do not go to a terminal, so that their text does not depend on where they go."""


def console() -> Console:
    """The output stream, of a fixed width unless it is a terminal. Names are printed as they are: "[red]" is a name."""
    width = None if sys.stdout.isatty() else WIDTH
    return Console(highlight=False, markup=False, emoji=False, width=width)


def table(title: str, *columns: str, numbers: Iterable[str] = ()) -> Table:
    """An empty table; the columns named in `numbers` are aligned to the right."""
    right = set(numbers)
    made = Table(
        title=title, title_justify="left", title_style="bold", box=SIMPLE_HEAD, show_edge=False, pad_edge=False
    )
    for column in columns:
        made.add_column(column, justify="right" if column in right else "left", no_wrap=column in right)
    return made


def print_json(content: dict[str, Any]) -> None:
    """One JSON object and nothing else."""
    sys.stdout.write(json.dumps(content, indent=2, allow_nan=False) + "\n")


def note(text: str) -> None:
    """A remark on the error stream, where it does not spoil the output."""
    print(f"poise: {text}", file=sys.stderr)


@contextmanager
def told() -> Iterator[None]:
    """What readers of files warn about, as remarks."""
    with warnings.catch_warnings(record=True) as found:
        for kind in (UserWarning, FutureWarning):
            warnings.simplefilter("always", kind)
        yield
    for warning in found:
        note(str(warning.message))


@contextmanager
def waiting(what: str) -> Iterator[None]:
    """A spinner while something takes long, and the bar of what tells how far it has come; only on a terminal."""
    screen = Console(stderr=True)
    if not screen.is_terminal:
        yield
        return
    with screen.status(what) as status, drawn_by(lambda words: status.update(words or what)):
        yield
