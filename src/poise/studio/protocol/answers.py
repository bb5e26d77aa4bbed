"""What the server answers to requests, by request; requests that are not named here are answered by null."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from poise.studio.protocol.company import FigureName
from poise.studio.protocol.limb import FoundCircle
from poise.studio.protocol.loads import LoadsTable
from poise.studio.protocol.meshes import ImportedMesh, MeshTriangles
from poise.studio.protocol.people import Comparison
from poise.studio.protocol.plain import Message, Place
from poise.studio.protocol.requests import (
    AddFigure,
    AddPart,
    AddThing,
    AskCircle,
    AskHolders,
    AskLoads,
    AskMesh,
    ChooseFigure,
    Compare,
    EditPart,
    Explain,
    Export,
    ExportClip,
    ImportMesh,
    ListFiles,
    ListGallery,
    Open,
    Pin,
    Redo,
    Release,
    Report,
    Save,
    Undo,
)  # fmt: skip
from poise.studio.protocol.things import ThingName


@dataclass(frozen=True, kw_only=True)
class Answer(Message):
    """The answer to the request of that id; what `value` is, depends on the request."""

    id: int
    value: Any


@dataclass(frozen=True, kw_only=True)
class Refused(Message):
    """A request that was refused, and why; nothing has changed. `id` null: the message itself could not be read."""

    id: int | None
    message: str


@dataclass(frozen=True, kw_only=True)
class PartPlace:
    """Where a part stands after the change: a task's name (which may have changed), or a number."""

    at: Place | None


@dataclass(frozen=True, kw_only=True)
class Dropped:
    """What did not fit the new figure and was left out: names of tasks, forces, poses.

    `lies`: the figure of a file lies on the floor as it was read, and its file may mean another axis for up.
    """

    dropped: list[str]
    lies: bool = False


@dataclass(frozen=True, kw_only=True)
class Culprit:
    """Something that stops a task.

    `kind`: "task", "limit", "coupling", "recruits", "force", "support", "start" or "steps". `joints`: those to
    highlight, for a limit or a coupling. `share`: how much of the miss it explains, 0 … 1. `meets`: without it the task
    is met. `words`: about it.
    """

    kind: str
    name: str
    joints: list[str]
    share: float
    meets: bool
    words: str


@dataclass(frozen=True, kw_only=True)
class Finding:
    """Why one task is not met. `heading`: what it misses by; `lines`: all there is to say, a sentence each."""

    task: str
    heading: str
    lines: list[str]
    culprits: list[Culprit]


@dataclass(frozen=True, kw_only=True)
class Explanation:
    """`findings`: empty when all tasks asked about are met."""

    findings: list[Finding]


@dataclass(frozen=True, kw_only=True)
class Holders:
    """What keeps a drag from coming farther: `words`, empty where nothing does; `missed`: by how much it falls short.

    `tasks`, `limits`: by name, to highlight; limits as "joint.limit".
    """

    words: str
    missed: str
    tasks: list[str]
    limits: list[str]


@dataclass(frozen=True, kw_only=True)
class FileEntry:
    """A file or folder of the workspace. `kind`: "folder", "scene", "figure", "motion"; `path`: from the workspace."""

    name: str
    path: str
    kind: str


@dataclass(frozen=True, kw_only=True)
class Files:
    """What a folder holds; `parent` null at the top."""

    folder: str
    parent: str | None
    entries: list[FileEntry]


@dataclass(frozen=True, kw_only=True)
class GalleryEntry:
    """A shipped scene. `picture`: the address of a small picture from the server, or null."""

    name: str
    title: str
    notes: str
    picture: str | None


@dataclass(frozen=True, kw_only=True)
class Gallery:
    """The shipped scenes, in order."""

    scenes: list[GalleryEntry]


@dataclass(frozen=True, kw_only=True)
class Exported:
    """A text to copy or download under `filename`, or the bytes of a file that is none."""

    filename: str
    text: str
    data: bytes | None = None


@dataclass(frozen=True, kw_only=True)
class Stepped:
    """The actions that were undone or done again, by name."""

    actions: list[str]


@dataclass(frozen=True, kw_only=True)
class SavedAs:
    """Where the scene was written, from the workspace."""

    path: str


ANSWERS: dict[type, type] = {
    Release: PartPlace, AddPart: PartPlace, EditPart: PartPlace, Pin: PartPlace, ChooseFigure: Dropped, Open: Dropped,
    Explain: Explanation, ListFiles: Files, ListGallery: Gallery, Export: Exported, Undo: Stepped, Redo: Stepped,
    Save: SavedAs, AskLoads: LoadsTable, Report: Exported, AskCircle: FoundCircle, Compare: Comparison,
    AddThing: ThingName, ExportClip: Exported, ImportMesh: ImportedMesh, AskMesh: MeshTriangles,
    AddFigure: FigureName, AskHolders: Holders,
}  # fmt: skip
