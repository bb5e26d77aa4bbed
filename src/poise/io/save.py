"""Figures to files: the ending says the format, and a file is either written whole or not at all."""

from __future__ import annotations

import contextlib
import os
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from poise.errors import FileError

if TYPE_CHECKING:
    from poise.figure.figure import Figure


def save_figure(figure: Figure, path: str | os.PathLike[str]) -> None:
    """Write a figure: .yaml or .yml exactly; .urdf, .xml and .mjcf (MuJoCo) as far as those formats can say it."""
    file = Path(path)
    writers: dict[str, Callable[[Figure], str]] = {
        ".yaml": _yaml, ".yml": _yaml, ".urdf": _urdf, ".xml": _mjcf, ".mjcf": _mjcf,
    }  # fmt: skip
    writer = writers.get(file.suffix.lower())
    if writer is None:
        ending = f"the ending {file.suffix!r}" if file.suffix else "no ending"
        raise FileError(file, f"a file with {ending} has no figure format; use {', '.join(writers)}")
    write_whole(file, writer(figure))


def write_whole(file: Path, text: str) -> None:
    """Write through a temporary file beside the target, so that a failure leaves the old file as it was."""
    file = file.resolve()  # through a link, not over it
    try:
        handle, name = tempfile.mkstemp(dir=file.parent, prefix=f".{file.name}.", suffix=".part")
    except OSError as error:
        raise FileError(file, f"cannot be written: {error.strerror}") from None
    try:
        with os.fdopen(handle, "w", encoding="utf-8", newline="\n") as stream:
            stream.write(text)
        os.chmod(name, _mode(file))
        os.replace(name, file)
    except BaseException as error:
        with contextlib.suppress(OSError):
            os.unlink(name)
        if isinstance(error, OSError):
            raise FileError(file, f"cannot be written: {error.strerror}") from None
        raise


def _mode(file: Path) -> int:
    """The permissions of the file that is replaced, or those of any new file."""
    with contextlib.suppress(OSError):
        return file.stat().st_mode & 0o777
    mask = os.umask(0)
    os.umask(mask)
    return 0o666 & ~mask


def _yaml(figure: Figure) -> str:
    from poise.io.figure_yaml_write import figure_yaml

    return figure_yaml(figure)


def _urdf(figure: Figure) -> str:
    from poise.io.urdf_export import figure_urdf

    return figure_urdf(figure)


def _mjcf(figure: Figure) -> str:
    from poise.io.mjcf_export import figure_mjcf

    return figure_mjcf(figure)
