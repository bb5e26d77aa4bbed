"""What the page may ask. Everything with an `id` is answered by `answer` or `refused` with that id."""

from __future__ import annotations

from dataclasses import dataclass

from poise.studio.protocol.desk import (
    Export,
    ListFiles,
    ListGallery,
    New,
    Open,
    Redo,
    Save,
    SetView,
    Undo,
)
from poise.studio.protocol.gesture import (
    Cancel,
    GrabField,
    GrabJoint,
    GrabPoint,
    Pull,
    Release,
)
from poise.studio.protocol.part import (
    AddPart,
    EditPart,
    Explain,
    MoveTask,
    Pin,
    RemovePart,
    SetScene,
)
from poise.studio.protocol.plain import Message, Whole
from poise.studio.protocol.posing import (
    ApplyPose,
    ChooseFigure,
    KeepPose,
    MirrorPose,
    RemovePose,
    RenamePose,
    Reroot,
    ScaleSegments,
    SetJoints,
    SetJointWeight,
    SetLimit,
    SetMass,
    SetRest,
    SetStart,
)


@dataclass(frozen=True, kw_only=True)
class Hello(Message):
    """The first message of a page."""

    protocol: Whole


AnyRequest = (
    GrabPoint | GrabField | GrabJoint | Release | Cancel
    | AddPart | EditPart | RemovePart | MoveTask | Pin | SetScene | Explain
    | ApplyPose | SetJoints | MirrorPose | KeepPose | RenamePose | RemovePose | SetStart
    | ChooseFigure | ScaleSegments | SetLimit | SetMass | SetJointWeight | SetRest | Reroot
    | New | Open | Save | Undo | Redo | ListFiles | ListGallery | Export | SetView
)  # fmt: skip
FromPage = Hello | Pull | AnyRequest

__all__ = [
    "AddPart",
    "AnyRequest",
    "ApplyPose",
    "Cancel",
    "ChooseFigure",
    "EditPart",
    "Explain",
    "Export",
    "FromPage",
    "GrabField",
    "GrabJoint",
    "GrabPoint",
    "Hello",
    "KeepPose",
    "ListFiles",
    "ListGallery",
    "MirrorPose",
    "MoveTask",
    "New",
    "Open",
    "Pin",
    "Pull",
    "Redo",
    "Release",
    "RemovePart",
    "RemovePose",
    "RenamePose",
    "Reroot",
    "Save",
    "ScaleSegments",
    "SetJointWeight",
    "SetJoints",
    "SetLimit",
    "SetMass",
    "SetRest",
    "SetScene",
    "SetStart",
    "SetView",
    "Undo",
]
