"""Clips: motions from files, as the figure of a document does them.

A clip keeps its own figure, in which joints that the animation shifts are free. The figure that is posed has balls
there, so that nothing comes apart when it is dragged; when it takes over a pose of the clip, it takes its turns.
"""

from __future__ import annotations

import os
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from poise.errors import FileError, PoiseError
from poise.figure.figure import Figure
from poise.io.gltf.load import animations_of
from poise.io.motions import load_motion
from poise.motion.motion import Motion
from poise.pose import Pose
from poise.scene.source import FILE, FigureSource

ENDINGS = (".bvh", ".glb", ".gltf", ".vrm", ".vrma")
"""Of files that may hold a figure and a motion of it."""


@dataclass(frozen=True, eq=False)
class Clip:
    """A motion and the file it is from. `animations`: all that the file has; none where they have no names."""

    file: Path
    motion: Motion
    animations: tuple[str, ...] = ()


def clip_from(file: Path, figure: Figure, animation: str | None = None) -> Clip:
    """The motion of a file for a figure: of its own kind, or of another humanoid. Raises where neither can be."""
    names = () if file.suffix.lower() == ".bvh" else animations_of(file)
    options: dict[str, Any] = {} if animation is None else {"animation": animation}
    motion = load_motion(file, options)
    if played(motion, figure) is not None:
        return Clip(file, motion, names)
    if not names:
        raise FileError(file, "this motion is of another skeleton; open the file as a figure to see it")
    return Clip(file, load_motion(file, {**options, "onto": figure}), names)


def own_clip(source: FigureSource | None, figure: Figure) -> tuple[Clip | None, str | None]:
    """The motion that came with a figure's file, if it has one; or why there is none although the file has one."""
    file = Path(source.options["path"]) if source is not None and source.kind == FILE else None
    if file is None or file.suffix.lower() not in ENDINGS:
        return None, None
    try:
        if file.suffix.lower() != ".bvh" and not animations_of(file):
            return None, None
        return clip_from(file, figure), None
    except PoiseError as error:
        return None, f"its motion ({error})"


def played(motion: Motion, figure: Figure) -> Motion | None:
    """The motion as it is shown with a figure, which may have been edited since; None when it is another figure."""
    if motion.figure is figure:
        return motion
    if figure.root != motion.figure.root and figure.root in motion.figure.segments:
        motion = motion.rerooted(figure.root)
    if _joints(motion.figure) == _joints(figure):
        return motion._edited(figure=figure)
    ours, theirs = figure.character, motion.figure.character
    same = [b.segment for b in figure.branches] == [b.segment for b in motion.figure.branches]
    return motion if same and ours is not None and theirs is not None else None


def taken(pose: Pose, figure: Figure) -> Pose:
    """A pose of a clip as the figure takes it over: where it has fewer freedoms, the turns alone."""
    if pose.figure is figure:
        return pose
    stored = np.array(figure.rest().coordinates)
    for name, joint in figure.joints.items():
        to, at = figure.coordinate_slice(name), pose.figure.coordinate_slice(name)
        width = to.stop - to.start
        if pose.figure.joint(name).model in (joint.model, "free"):  # a free joint's turn stands at its end
            stored[to] = pose.coordinates[at.stop - width : at.stop]
    return Pose(figure, stored)


def clip_parts(clip: Clip, folder: Path) -> dict[str, Any]:
    """What a document file that stands in `folder` says of a clip."""
    said = {"file": Path(os.path.relpath(clip.file, folder)).as_posix()}
    return {**said, "animation": clip.motion.name} if clip.animations else said


def clip_read(said: Any, figure: Figure, folder: Path) -> Clip | None:
    """The clip that a document file names; None when its file is not what it was: the document is whole without it."""
    if said is None:
        return None
    with suppress(PoiseError):
        return clip_from(folder / said["file"], figure, said.get("animation"))
    return None


def _joints(figure: Figure) -> list[tuple[str, str, str | None]]:
    return [(joint.name, joint.model, joint.parent) for joint in figure.joints.values()]
