"""What the page may ask. Everything with an `id` is answered by `answer` or `refused` with that id."""

from __future__ import annotations

from dataclasses import dataclass

from poise.studio.protocol.clip import ExportClip, OpenClip, PlayClip, StopFilm
from poise.studio.protocol.company import AddFigure, PlaceFigure, RemoveFigure, RenameFigure
from poise.studio.protocol.document_requests import (
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
    AskHolders,
    Cancel,
    GrabField,
    GrabJoint,
    GrabPoint,
    Pull,
    Release,
    SetPace,
    SettleNow,
)
from poise.studio.protocol.limb import AskCircle, GrabCircle, SetAnalytic
from poise.studio.protocol.loads import AskLoads, Report
from poise.studio.protocol.meshes import AskMesh, ImportMesh
from poise.studio.protocol.part import (
    AddPart,
    EditPart,
    Explain,
    MoveTask,
    Pin,
    RemovePart,
    SetScene,
)
from poise.studio.protocol.people import Compare, SolveFromStart
from poise.studio.protocol.plain import Message, Whole
from poise.studio.protocol.posing import (
    ApplyPose,
    ChooseFigure,
    GrabBlend,
    KeepPose,
    MirrorPose,
    Relax,
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
    TakeStance,
)
from poise.studio.protocol.things import AddThing, EditThing, GrabThing, RemoveThing, StandOn


@dataclass(frozen=True, kw_only=True)
class Hello(Message):
    """The first message of a page."""

    protocol: Whole


@dataclass(frozen=True, kw_only=True)
class Seen(Message):
    """The page has taken in the frame of that number. Not answered.

    A window that says so gets the next frame only then, and the newest there is: a slow one never falls behind.
    """

    number: Whole


AnyRequest = (
    GrabPoint | GrabField | GrabJoint | GrabCircle | GrabThing | GrabBlend | Release | Cancel
    | SetPace | SettleNow | AskHolders
    | AddPart | EditPart | RemovePart | MoveTask | Pin | SetScene | Explain
    | ApplyPose | SetJoints | MirrorPose | KeepPose | RenamePose | RemovePose | SetStart | Relax | TakeStance
    | ChooseFigure | ScaleSegments | SetLimit | SetMass | SetJointWeight | SetRest | Reroot
    | New | Open | Save | Undo | Redo | ListFiles | ListGallery | Export | SetView | AskLoads | Report
    | AskCircle | SetAnalytic | SolveFromStart | Compare
    | AddThing | EditThing | RemoveThing | StandOn | ImportMesh | AskMesh
    | OpenClip | PlayClip | ExportClip | StopFilm
    | AddFigure | PlaceFigure | RenameFigure | RemoveFigure
)  # fmt: skip
FromPage = Hello | Pull | Seen | AnyRequest

__all__ = [
    "AddFigure",
    "AddPart",
    "AddThing",
    "AnyRequest",
    "ApplyPose",
    "AskCircle",
    "AskHolders",
    "AskLoads",
    "AskMesh",
    "Cancel",
    "ChooseFigure",
    "Compare",
    "EditPart",
    "EditThing",
    "Explain",
    "Export",
    "ExportClip",
    "FromPage",
    "GrabBlend",
    "GrabCircle",
    "GrabField",
    "GrabJoint",
    "GrabPoint",
    "GrabThing",
    "Hello",
    "ImportMesh",
    "KeepPose",
    "ListFiles",
    "ListGallery",
    "MirrorPose",
    "MoveTask",
    "New",
    "Open",
    "OpenClip",
    "Pin",
    "PlaceFigure",
    "PlayClip",
    "Pull",
    "Redo",
    "Relax",
    "Release",
    "RemoveFigure",
    "RemovePart",
    "RemovePose",
    "RemoveThing",
    "RenameFigure",
    "RenamePose",
    "Report",
    "Reroot",
    "Save",
    "ScaleSegments",
    "Seen",
    "SetAnalytic",
    "SetJointWeight",
    "SetJoints",
    "SetLimit",
    "SetMass",
    "SetPace",
    "SetRest",
    "SetScene",
    "SetStart",
    "SetView",
    "SettleNow",
    "SolveFromStart",
    "StandOn",
    "StopFilm",
    "TakeStance",
    "Undo",
]
