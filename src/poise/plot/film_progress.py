"""How far a film has come: a bar on the error stream, or a function of the caller's."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import TypeVar

T = TypeVar("T")


def told(frames: Iterable[T], count: int, progress: bool | Callable[[int, int], object]) -> Iterator[T]:
    """The frames, with a word about each that is done. `progress`: True for a bar, or told frames done and in all."""
    if callable(progress):
        for i, frame in enumerate(frames):
            yield frame
            progress(i + 1, count)
    elif progress:
        from rich.console import Console
        from rich.progress import track

        yield from track(frames, "filming", total=count, console=Console(stderr=True))
    else:
        yield from frames
