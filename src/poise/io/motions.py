"""Motions from and to files. What a file is, is told by its content; what it is to be, by its ending.

A format is one line of `FORMATS`.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from poise.errors import FileError, InputError, UnknownNameError
from poise.figure.check import path as checked_path
from poise.io.bvh.hierarchy import is_bvh
from poise.io.bvh.load import OPTIONS as BVH_READING
from poise.io.bvh.load import bvh_motion
from poise.io.bvh.write import OPTIONS as BVH_WRITING
from poise.io.bvh.write import write_bvh
from poise.io.gltf.container import is_gltf
from poise.io.gltf.write import OPTIONS as GLTF_WRITING
from poise.io.gltf.write import write_motion
from poise.io.motion.npz import is_npz, read_npz, write_npz
from poise.io.text.files import read_head
from poise.io.vrm.load import OPTIONS as GLTF_READING
from poise.io.vrm.load import character_motion
from poise.io.vrm.write import write_vrma
from poise.motion.motion import Motion

Options = dict[str, Any]
_HEAD = 4096
"""Bytes by which a file is recognised."""


@dataclass(frozen=True, slots=True)
class MotionFormat:
    """A kind of motion file: how to know it, to read it and to write it, and the options of both."""

    name: str
    endings: tuple[str, ...]
    is_one: Callable[[bytes], bool]
    read: Callable[[Path, Options], Motion]
    write: Callable[[Motion, Path, Options], None]
    reading: tuple[str, ...] = ()
    writing: tuple[str, ...] = ()


FORMATS = (
    MotionFormat("BVH", (".bvh",), is_bvh, bvh_motion, write_bvh, BVH_READING, BVH_WRITING),
    MotionFormat("glTF", (".glb", ".gltf"), is_gltf, character_motion, write_motion, GLTF_READING, GLTF_WRITING),
    MotionFormat("VRMA", (".vrma",), is_gltf, character_motion, write_vrma, GLTF_READING, GLTF_WRITING),
    MotionFormat("Poise motion", (".npz",), is_npz, read_npz, write_npz),
)


def load_motion(path: str | os.PathLike[str], options: Options) -> Motion:
    """The motion in a file; see `Motion.load`."""
    file = checked_path(path, "the path of a file")
    valid = f"a motion is a file of one of these kinds: {', '.join(form.name for form in FORMATS)}"
    head = read_head(file, _HEAD, valid)
    found = next((form for form in FORMATS if form.is_one(head)), None)
    if found is None:
        raise FileError(file, f"this is no motion that can be read; {valid}")
    _check(options, found.reading, f"reading {found.name}")
    return found.read(file, options)


def save_motion(motion: Motion, path: str | os.PathLike[str], options: Options) -> None:
    """Write a motion; see `Motion.save`."""
    file = checked_path(path, "the path of a file")
    found = next((form for form in FORMATS if file.suffix.lower() in form.endings), None)
    if found is None:
        ending = f"the ending {file.suffix!r}" if file.suffix else "no ending"
        choices = ", ".join(ending for form in FORMATS for ending in form.endings)
        raise FileError(file, f"a file with {ending} has no motion format; use {choices}")
    _check(options, found.writing, f"writing {found.name}")
    found.write(motion, file, options)


def _check(options: Options, known: tuple[str, ...], owner: str) -> None:
    unknown = next((name for name in options if name not in known), None)
    if unknown is not None:
        others = [form.name for form in FORMATS if unknown in (*form.reading, *form.writing)]
        if others and known:
            told = f"{owner} has no option {unknown!r}, which {' and '.join(others)} have; it has: {', '.join(known)}"
            raise InputError(told)
        raise UnknownNameError("option", unknown, known, owner)
