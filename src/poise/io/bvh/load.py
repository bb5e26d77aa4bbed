"""Figures and motions from BVH files, with what was found and taken for granted in their notes."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np

from poise.errors import FileError, InputError
from poise.figure.check import shown
from poise.figure.figure import Figure
from poise.io.bvh.convention import Convention, find_convention
from poise.io.bvh.document import Bvh
from poise.io.bvh.read import read_bvh
from poise.io.bvh.skeleton import Skeleton, build_skeleton
from poise.motion.motion import Motion

OPTIONS = ("unit", "up", "rest", "frame_time", "axes")


def bvh_figure(path: Path, axes: str = "poise", up: str | None = None) -> Figure:
    """The skeleton of a BVH file. `up`: as `find_convention` takes it."""
    return _read(path, {"axes": axes, "up": up})[2].figure


def bvh_motion(path: Path, options: dict[str, Any]) -> Motion:
    """The motion of a BVH file. `options`: see `find_convention`; `frame_time` in seconds; `axes` "poise" or "keep"."""
    document, convention, skeleton = _read(path, options)
    if len(document.frames) == 0:
        raise FileError(path, "the file has a skeleton but no frames; Figure.load reads it")
    assert document.frame_time is not None
    times = document.frame_time * np.arange(len(document.frames))
    notes = (*convention.said, *skeleton.remarks, *document.remarks)
    try:
        return Motion(skeleton.figure, times, skeleton.coordinates, name=path.stem, notes=notes)
    except InputError as error:  # a frame time so small that times do not increase
        raise FileError(path, str(error)) from error


def _read(path: Path, options: dict[str, Any]) -> tuple[Bvh, Convention, Skeleton]:
    axes = options.get("axes", "poise")
    if not (isinstance(axes, str) and axes in ("poise", "keep")):
        raise InputError(f"axes must be 'poise' or 'keep', not {shown(axes)}")
    document = read_bvh(path, options.get("frame_time"))
    with np.errstate(over="ignore", invalid="ignore"):  # numbers that grow too large are refused by name instead
        convention = find_convention(document, *(options.get(name) for name in ("unit", "up", "rest")))
        return document, convention, build_skeleton(document, convention, axes)
