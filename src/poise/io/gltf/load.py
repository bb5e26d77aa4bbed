"""Figures and motions from glTF, VRM and VRMA files."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np

from poise.arrays import Array
from poise.errors import FileError, InputError, UnknownNameError
from poise.figure.check import shown
from poise.figure.figure import Figure
from poise.io.gltf.animation import MOST_NUMBERS, curves_of
from poise.io.gltf.document import Gltf, read_gltf
from poise.io.gltf.skeleton import Curves, Skeleton, build_skeleton
from poise.io.text.names import Names
from poise.motion.motion import Motion

OPTIONS = ("animation", "axes")
_CHANGED = 1e-3
"""Of a scale: less is rounding."""


def gltf_figure(path: Path, axes: str = "poise", up: str | None = None) -> Figure:
    """The skeleton of a file, with its mesh: see `poise.figure.character`. `up`: "z" where the file has it so."""
    return _built(read_gltf(path), _checked_axes(axes), up=up or "y").figure


def gltf_motion(path: Path, options: dict[str, Any]) -> Motion:
    """An animation of a file: `animation` is its name or number, the first by default; `axes` as for figures."""
    axes = _checked_axes(options.get("axes", "poise"))
    document = read_gltf(path)
    names = _labels(document)
    if not names:
        raise FileError(path, "the file has a skeleton but no animation; Figure.load reads it")
    name, index = _chosen(options.get("animation", 0), names)
    every = curves_of(document, document.model.animations[index], f"animation {index} ({name[:60]!r})")
    skeleton = _built(document, axes, every)
    curves = {key: curve for key, curve in every.items() if key[0] in skeleton.names}
    moving = {key: curve for key, curve in curves.items() if key[1] != "scale"}
    if not moving:
        raise FileError(path, f"the animation {name!r} moves no joint of the figure")
    times, held = _times(moving, skeleton.figure.size, path)
    notes = _remarks(skeleton, curves)
    if len(names) > 1:
        others = ", ".join(repr(n) for n in names if n != name)
        notes.insert(0, f"animation: {name!r}; the file also has {others[:400]}")
    poses = skeleton.coordinates(moving, times)
    timing = "held" if held else "linear"
    return Motion(skeleton.figure, times, poses, timing=timing, hold_limits=False, name=name, notes=notes)


def animations_of(path: Path) -> tuple[str, ...]:
    """The names of a file's animations, as `gltf_motion` takes them."""
    return tuple(_labels(read_gltf(path)))


def _built(document: Gltf, axes: str, curves: Curves | None = None, up: str = "y") -> Skeleton:
    with np.errstate(over="ignore", invalid="ignore"):  # numbers that grow too large are refused by name instead
        return build_skeleton(document, axes, curves, up)


def _checked_axes(axes: Any) -> str:
    if not (isinstance(axes, str) and axes in ("poise", "keep")):
        raise InputError(f"axes must be 'poise' or 'keep', not {shown(axes)}")
    return axes


def _labels(document: Gltf) -> dict[str, int]:
    """The animations of a file by the names they have, or "animation_2" without one."""
    known = Names(())
    return {known.new((a.name or "").strip() or f"animation_{i}"): i for i, a in enumerate(document.model.animations)}


def _chosen(wanted: Any, names: Any) -> tuple[str, int]:
    known = list(names)
    if isinstance(wanted, str) and wanted in names:
        return wanted, names[wanted]
    if isinstance(wanted, int) and not isinstance(wanted, bool) and 0 <= wanted < len(known):
        return known[wanted], wanted
    raise UnknownNameError("animation", wanted, known, "the file")


def _times(curves: Curves, size: int, path: Path) -> tuple[Array, bool]:
    """When a motion needs keys to be what the curves say; whether it stands still between them."""
    held = all(curve.interpolation == "STEP" for curve in curves.values())
    needed = [curve.times if held else curve.needed() for curve in curves.values()]
    times = np.unique(np.concatenate([needed[k] for k in _distinct(needed)]))
    if len(times) * size > MOST_NUMBERS:
        raise FileError(path, f"the animation has {len(times)} keys of {size} numbers, more than {MOST_NUMBERS} in all")
    return times, held and len(times) > 1


def _distinct(arrays: list[Array]) -> list[int]:
    """Which arrays differ from each other; channels mostly share their times."""
    return list({array.tobytes(): k for k, array in enumerate(arrays)}.values())


def _remarks(skeleton: Skeleton, curves: Curves) -> list[str]:
    """What an animation does that the bones of a figure do not: it shifts them, or they grow."""
    remarks = []
    joints = skeleton.figure.joints.values()
    shifted = [j.name for j in joints if j.model == "free" and j.parent is not None]
    if shifted:
        remarks.append(f"joints that the animation shifts are free: {_listed(shifted)}")
    grown = []
    for (node, path), curve in curves.items():
        rest = skeleton.nodes.locals[node].scale
        if path == "scale" and float(np.abs(curve.keys - rest).max()) > _CHANGED * float(np.abs(rest).max()):
            grown.append(skeleton.names[node])
    if grown:
        remarks.append(f"scales that change are left out, bones keep their lengths: {_listed(grown)}")
    return remarks


def _listed(names: list[str]) -> str:
    return ", ".join(names[:8]) + (f" and {len(names) - 8} more" if len(names) > 8 else "")
