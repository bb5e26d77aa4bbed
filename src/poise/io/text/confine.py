"""Confinement: while it lasts, figures and scenes are read from some folders only, whatever files say.

A scene names its figure's file, a robot model its meshes and parts. Who opens files of others for somebody else, as a
server does, confines the reading to the folders that are meant.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from pathlib import Path

from poise.errors import FileError

_FOLDERS: ContextVar[tuple[Path, ...] | None] = ContextVar("folders", default=None)


@contextmanager
def confined(*folders: Path) -> Iterator[None]:
    """Read inside these folders only."""
    token = _FOLDERS.set(tuple(folder.resolve() for folder in folders))
    try:
        yield
    finally:
        _FOLDERS.reset(token)


def require_inside(file: Path) -> None:
    """Raise for a file that must not be read; before it is even looked for."""
    folders = _FOLDERS.get()
    if folders is None:
        return
    try:
        real = file.resolve()
    except (OSError, RuntimeError, ValueError):
        raise FileError(file, "the path leads nowhere") from None
    if not any(real.is_relative_to(folder) for folder in folders):
        raise FileError(file, f"only files in {', '.join(str(folder) for folder in folders[:1])} may be read")
