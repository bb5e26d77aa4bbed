"""Requests about the document: its file, its history, what is shown."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from poise.studio.protocol.plain import Flag, Name, Request, Text, Value, Whole


@dataclass(frozen=True, kw_only=True)
class New(Request):
    """A fresh scene with this figure (as `choose_figure`; null: a human), standing and held at its feet."""

    figure: Value = None


@dataclass(frozen=True, kw_only=True)
class Open(Request):
    """Open a scene file of the workspace, by its path in it, or a shipped scene by name."""

    path: Name | None = None
    shipped: Name | None = None


@dataclass(frozen=True, kw_only=True)
class Save(Request):
    """Write the scene to its file, or to `path` in the workspace. An existing file is only replaced with `replace`."""

    path: Name | None = None
    replace: Flag = False


@dataclass(frozen=True, kw_only=True)
class Undo(Request):
    """Take back the last actions."""

    steps: Whole = 1


@dataclass(frozen=True, kw_only=True)
class Redo(Request):
    """Do again what was taken back."""

    steps: Whole = 1


@dataclass(frozen=True, kw_only=True)
class ListFiles(Request):
    """The folders, scenes and figures in a folder of the workspace ("" is the workspace itself)."""

    folder: Text = ""


@dataclass(frozen=True, kw_only=True)
class ListGallery(Request):
    """The shipped scenes."""


@dataclass(frozen=True, kw_only=True)
class Export(Request):
    """The scene, its pose or its figure as text, to copy or download; the pose also for programs of animators."""

    format: Literal[
        "python", "scene_yaml", "pose_yaml", "pose_json", "solution_json", "figure_yaml", "loads_csv", "pose_glb",
        "pose_vrma", "pose_bvh",
    ]  # fmt: skip


@dataclass(frozen=True, kw_only=True)
class SetView(Request):
    """Switch overlays on or off, by name; those not named stay. All windows follow; no entry of the undo list."""

    overlays: dict[Name, Flag]
