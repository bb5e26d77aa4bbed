"""Figures to files: the ending says the format."""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import TYPE_CHECKING

from poise.errors import FileError
from poise.figure.check import path as checked_path
from poise.io.text.files import write_whole

if TYPE_CHECKING:
    from poise.figure.figure import Figure


def save_figure(figure: Figure, path: str | os.PathLike[str]) -> None:
    """Write a figure: .yaml or .yml exactly; .urdf, .xml and .mjcf (MuJoCo) as far as those formats can say it."""
    file = checked_path(path, "the path of a file")
    writers: dict[str, Callable[[Figure], str]] = {
        ".yaml": _yaml, ".yml": _yaml, ".urdf": _urdf, ".xml": _mjcf, ".mjcf": _mjcf,
    }  # fmt: skip
    writer = writers.get(file.suffix.lower())
    if writer is None:
        ending = f"the ending {file.suffix!r}" if file.suffix else "no ending"
        raise FileError(file, f"a file with {ending} has no figure format; use {', '.join(writers)}")
    write_whole(file, writer(figure))


def _yaml(figure: Figure) -> str:
    from poise.io.figure.write import figure_yaml

    return figure_yaml(figure)


def _urdf(figure: Figure) -> str:
    from poise.io.urdf.write import figure_urdf

    return figure_urdf(figure)


def _mjcf(figure: Figure) -> str:
    from poise.io.mjcf.write import figure_mjcf

    return figure_mjcf(figure)
