"""The workspace: the only folder whose files the studio reads and writes."""

from __future__ import annotations

import os
from contextlib import AbstractContextManager
from pathlib import Path

from poise.errors import FileError
from poise.io.text.confine import confined
from poise.scene.shipped import FOLDER
from poise.studio.protocol.answers import FileEntry, Files

HIDDEN = ".poise"
"""Where the studio keeps its journal and thumbnails."""
_ENDINGS = {
    ".yaml": "scene", ".yml": "scene", ".urdf": "figure", ".xml": "figure", ".mjcf": "figure", ".bvh": "figure",
    ".glb": "figure", ".gltf": "figure", ".vrm": "figure", ".vrma": "motion",
}  # fmt: skip
_MOST = 1000
_HEAD = 4096


class Workspace:
    """A folder. Paths are told from it, with forward slashes; nothing outside it can be named."""

    def __init__(self, folder: str | os.PathLike[str]) -> None:
        self.folder = Path(folder).resolve()
        if not self.folder.is_dir():
            raise FileError(folder, "the workspace must be a folder that exists")

    def within(self, path: str) -> Path:
        """Where a path leads, links followed. Raises for what is outside, hidden, or no path at all."""
        if any(ord(letter) < 32 or ord(letter) == 127 for letter in path):
            raise FileError(repr(path), "a path has no zero bytes, line breaks or other control characters")
        try:
            found = (self.folder / path).resolve()
        except (OSError, RuntimeError):
            raise FileError(path, "the path leads nowhere") from None
        if not found.is_relative_to(self.folder):
            raise FileError(path, "the path leads out of the workspace")
        if any(part.startswith(".") for part in found.relative_to(self.folder).parts):
            raise FileError(path, "hidden files and folders are not for the studio")
        return found

    def confined(self) -> AbstractContextManager[None]:
        """While it lasts, scenes and figures are read from here, or from what comes with Poise, and nowhere else."""
        return confined(self.folder, FOLDER)

    def from_here(self, words: str) -> str:
        """Words in which files of the workspace are told by their paths in it."""
        return words.replace(f"{self.folder}{os.sep}", "")

    def told(self, file: Path) -> str:
        """A file's path from the workspace."""
        return file.relative_to(self.folder).as_posix()

    def listed(self, folder: str) -> Files:
        """What a folder holds: folders, scenes and figures, at most a thousand."""
        here = self.within(folder)
        if not here.is_dir():
            raise FileError(folder, "there is no such folder in the workspace")
        entries = []
        for path in sorted(here.iterdir(), key=lambda p: (not p.is_dir(), p.name.lower()))[:_MOST]:
            kind = None if path.name.startswith(".") or not self._inside(path) else _kind(path)
            if kind is not None:
                entries.append(FileEntry(name=path.name, path=self.told(path), kind=kind))
        top = here == self.folder
        parent = None if top else self.told(here.parent).removeprefix(".")
        return Files(folder="" if top else self.told(here), parent=parent, entries=entries)

    def hidden(self) -> Path:
        """The studio's own folder, made if need be."""
        folder = self.folder / HIDDEN
        if not folder.is_symlink():
            folder.mkdir(exist_ok=True)
        for path in (folder, *folder.iterdir()):
            if path.is_symlink():  # it would lead what is written there out of the workspace
                raise FileError(path, "the studio's own files must not be links")
        return folder

    def _inside(self, path: Path) -> bool:
        try:
            return path.resolve().is_relative_to(self.folder)
        except (OSError, RuntimeError):
            return False


def _kind(path: Path) -> str | None:
    """Whether it is a folder, a scene or a figure; None for anything else."""
    if path.is_dir():
        return "folder"
    kind = _ENDINGS.get(path.suffix.lower())
    if kind != "scene":
        return kind
    try:
        with path.open("rb") as stream:
            head = stream.read(_HEAD)
    except OSError:
        return None
    if b"poise: scene" in head or b'"poise": "scene"' in head:
        return "scene"
    return "figure" if b"poise: figure" in head else None
