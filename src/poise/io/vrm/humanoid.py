"""The bones of a figure as VRM knows them: which segments they are, who carries whom, where they are in a T-pose."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from poise import _core
from poise.arrays import Array
from poise.errors import InputError
from poise.figure.bones import REQUIRED, vrm_names
from poise.figure.figure import Figure
from poise.pose import Pose


@dataclass(frozen=True, slots=True)
class Humanoid:
    """Bones by VRM 1's names, parents before children. `segments`: their numbers in the figure. `parents`: the bone
    that carries each, None for the hips. `frames` (segments, 7): all segments in the T-pose, world."""

    figure: Figure
    bones: tuple[str, ...]
    segments: dict[str, int]
    parents: dict[str, str | None]
    frames: Array


def t_pose(figure: Figure) -> Pose:
    """The posture "t_pose", or the rest, which is one in every VRM."""
    return figure.pose("t_pose" if "t_pose" in figure.postures else "rest")


def bones_of(figure: Figure) -> dict[str, str]:
    """Segments by VRM 1's names of bones: as the file said, or by our own names of segments."""
    character = figure.character
    if character is not None and character.bones and not character.seats:
        return {bone: name for bone, name in character.bones.items() if name in figure.segments}
    return vrm_names({name: name for name in figure.segments})


def humanoid_of(figure: Figure) -> Humanoid:
    """The bones of a figure; raises for one that is no humanoid, with what is missing."""
    bones = bones_of(figure)
    missing = [bone for bone in REQUIRED if bone not in bones]
    if missing:
        what = ", ".join(missing[:6]) + (f" and {len(missing) - 6} more" if len(missing) > 6 else "")
        raise InputError(f"{figure.name!r} is no humanoid that VRM knows: it has no bone {what}")
    by_segment = {figure._segment_ids[name]: bone for bone, name in bones.items()}
    parents: dict[str, str | None] = {}
    for index, branch in enumerate(figure.branches):
        if index in by_segment:
            above = branch.carrier
            while above >= 0 and above not in by_segment:
                above = figure.branches[above].carrier
            parents[by_segment[index]] = by_segment[above] if above >= 0 else None
    roots = [bone for bone, parent in parents.items() if parent is None]
    if roots != ["hips"]:
        figure_at = f"{figure.name!r} must be held at its hips or above them to be a humanoid"
        raise InputError(f"{figure_at}: {', '.join(roots)} hang on no other bone")
    frames = _core.segment_placements(figure._core, t_pose(figure).coordinates[None, :])[0]
    segments = {bone: figure._segment_ids[name] for bone, name in bones.items()}
    return Humanoid(figure, tuple(parents), segments, parents, np.asarray(frames))
