"""Motions of glTF, VRM and VRMA files, and of other humanoids that do the same."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from poise.figure.check import instance
from poise.figure.figure import Figure
from poise.io.gltf.load import OPTIONS as PLAIN
from poise.io.gltf.load import gltf_motion
from poise.io.vrm.retarget import retargeted
from poise.motion.motion import Motion

OPTIONS = (*PLAIN, "onto")


def character_motion(path: Path, options: dict[str, Any]) -> Motion:
    """A motion as `gltf_motion` reads it. `onto`: a humanoid that is to do the same, by its T-pose and the file's."""
    onto = options.get("onto")
    if onto is None:
        return gltf_motion(path, options)
    figure = instance(onto, Figure, "the figure that a motion is to go onto")
    return retargeted(gltf_motion(path, options), figure)
