"""What a check counts: cases, failures by kind with a line that makes each again, and rows of a table to print.

A check is a module in `verify/checks/` with a docstring, whose first line is printed as its title, and a function

    def run(rng: numpy.random.Generator, size: float) -> Tally

that draws everything it needs from `rng` and asks `scaled(n, size)` cases, where `n` is what a quick look of about a
minute affords (size 1). With `--long` the size is 20, for `.ci/run` a small fraction.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import TypeVar

from rich.progress import track

T = TypeVar("T")


@dataclass
class Tally:
    """What one check has found so far."""

    cases: int = 0
    failures: dict[str, list[str]] = field(default_factory=dict)
    rows: list[str] = field(default_factory=list)

    @property
    def green(self) -> bool:
        return not any(self.failures.values())

    def fail(self, kind: str, reproduction: str) -> None:
        """Note a failure: what kind it is, and what to run, or which figure and numbers show it."""
        self.failures.setdefault(kind, []).append(reproduction)

    def say(self, row: str) -> None:
        """A row of the table that is printed under the check."""
        self.rows.append(row)


def scaled(count: int, size: float) -> int:
    """How many cases to ask: `count` at size 1, but never none."""
    return max(1, round(count * size))


def progress(items: Iterable[T], text: str) -> Iterator[T]:
    """Go through the items with a bar on a terminal, silently elsewhere."""
    yield from track(items, description=text, disable=not sys.stdout.isatty(), transient=True)
