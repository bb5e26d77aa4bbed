"""Figures to files: the ending says the format."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from poise.errors import FileError, InputError
from poise.figure.check import path as checked_path
from poise.figure.check import shown
from poise.io.text.files import write_whole

if TYPE_CHECKING:
    from poise.figure.figure import Figure
    from poise.pose import Pose

_MESHED = (".glb", ".gltf", ".vrm")


def save_figure(figure: Figure, path: str | os.PathLike[str], version: Literal[0, 1] | None = None) -> None:
    """Write a figure: .yaml or .yml exactly; .urdf, .xml and .mjcf (MuJoCo) as far as those formats can say it.

    .glb, .gltf and .vrm with a mesh: its own if it came with one. `version` of a VRM: 1, or 0.
    """
    file = checked_path(path, "the path of a file")
    if version is not None and (file.suffix.lower() != ".vrm" or isinstance(version, bool) or version not in (0, 1)):
        raise InputError(f"version is for .vrm files, 0 or 1; not {shown(version)} for {file.name!r}")
    if file.suffix.lower() in _MESHED:
        _with_mesh(figure, file, 1 if version is None else version)
        return
    writers: dict[str, Callable[[Figure], str]] = {
        ".yaml": _yaml, ".yml": _yaml, ".urdf": _urdf, ".xml": _mjcf, ".mjcf": _mjcf,
    }  # fmt: skip
    writer = writers.get(file.suffix.lower())
    if writer is None:
        ending = f"the ending {file.suffix!r}" if file.suffix else "no ending"
        raise FileError(file, f"a file with {ending} has no figure format; use {', '.join([*writers, *_MESHED])}")
    write_whole(file, writer(figure))


def save_pose(pose: Pose, path: str | os.PathLike[str]) -> None:
    """Write a pose: its coordinates as .yaml, or the figure as it is posed, with a mesh, as .glb or .gltf."""
    file = checked_path(path, "the path of a file")
    match file.suffix.lower():
        case ".yaml" | ".yml":
            from poise.io.figure.pose_values import save_pose as save_values

            save_values(pose, file)
        case ".glb" | ".gltf":
            from poise.io.gltf.write import write_pose

            write_pose(pose, file)
        case _:
            ending = f"the ending {file.suffix!r}" if file.suffix else "no ending"
            raise FileError(file, f"a file with {ending} has no format for a pose; use .yaml, .glb or .gltf")


def _with_mesh(figure: Figure, file: Path, version: Literal[0, 1]) -> None:
    if file.suffix.lower() == ".vrm":
        from poise.io.vrm.write import write_vrm

        write_vrm(figure, file, version)
        return
    from poise.io.gltf.write import write_pose

    write_pose(figure.rest(), file)


def _yaml(figure: Figure) -> str:
    from poise.io.figure.write import figure_yaml

    return figure_yaml(figure)


def _urdf(figure: Figure) -> str:
    from poise.io.urdf.write import figure_urdf

    return figure_urdf(figure)


def _mjcf(figure: Figure) -> str:
    from poise.io.mjcf.write import figure_mjcf

    return figure_mjcf(figure)
