"""What the page may ask. Everything with an `id` is answered by `answer` or `refused` with that id."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Literal

from pydantic import Field

from poise.studio.protocol.plain import Flag, Follow, Message, Name, Number, PartList, Place, Point, Text, Value, Whole


@dataclass(frozen=True, kw_only=True)
class Hello(Message):
    """The first message of a page."""

    protocol: Whole


@dataclass(frozen=True, kw_only=True)
class Request(Message):
    """A request that is answered."""

    id: Whole


# ---- gestures: grab, pull as often as the hand moves, release --------------------------------------


@dataclass(frozen=True, kw_only=True)
class GrabPoint(Request):
    """Take hold of a point of a segment, given in the segment's coordinates; pull it to points of the world (m).

    `follow` says who may help; with "joint", `joint` is the last one that does. `symmetric` drags its mirror image too.
    """

    segment: Name
    point: Point
    follow: Follow = "body"
    joint: Name | None = None
    symmetric: Flag = False


@dataclass(frozen=True, kw_only=True)
class GrabField(Request):
    """Take hold of a field of a task, criterion, force or support, as a goal or an arrow; pull it to values."""

    list: PartList
    at: Place
    field: Name


@dataclass(frozen=True, kw_only=True)
class GrabJoint(Request):
    """Take hold of one joint; pull it to lists of its natural coordinates, in degrees and metres."""

    joint: Name
    symmetric: Flag = False


@dataclass(frozen=True, kw_only=True)
class Pull(Message):
    """Where the hand is now. Not answered: the frame whose `pull` is `n` shows it. Newer ones replace older ones."""

    n: Whole
    value: Value


@dataclass(frozen=True, kw_only=True)
class Release(Request):
    """Let go. `keep`: a dragged point or joint becomes a task of its own, at the lowest level."""

    keep: Flag = False


@dataclass(frozen=True, kw_only=True)
class Cancel(Request):
    """Let go, and put everything back as it was when it was grabbed."""


# ---- tasks, criteria, forces, supports -------------------------------------------------------------


@dataclass(frozen=True, kw_only=True)
class AddPart(Request):
    """Add one. `kind` and `fields` as in the catalogue; tasks go to `level` (1 is highest; null: a new lowest one)."""

    list: PartList
    kind: Name
    fields: dict[Name, Value]
    level: Whole | None = None


@dataclass(frozen=True, kw_only=True)
class EditPart(Request):
    """Change fields of one; null puts a field back to its default. A task's `name` and `enabled` are fields too."""

    list: PartList
    at: Place
    fields: dict[Name, Value]


@dataclass(frozen=True, kw_only=True)
class RemovePart(Request):
    """Take one away; a level without tasks vanishes."""

    list: PartList
    at: Place


@dataclass(frozen=True, kw_only=True)
class MoveTask(Request):
    """Move a task to `level` as levels are counted now, before the task at `place` there (null: last).

    `alone`: into a new level of its own that stands before `level`; one more than there are makes it the lowest.
    """

    task: Name
    level: Whole
    place: Whole | None = None
    alone: Flag = False


@dataclass(frozen=True, kw_only=True)
class Pin(Request):
    """Hold a site, or a point of a segment, where it is now; when it is pinned already, let it go.

    `turn`: its direction too (`Hold`); else its place alone (`Reach`).
    """

    site: Name | None = None
    segment: Name | None = None
    point: Point | None = None
    turn: Flag = False


@dataclass(frozen=True, kw_only=True)
class SetScene(Request):
    """Change what is said of the whole scene; null leaves a field as it is. `tolerance`: {metres, degrees}."""

    name: Text | None = None
    notes: Text | None = None
    tolerance: Value = None


@dataclass(frozen=True, kw_only=True)
class Explain(Request):
    """Why is a task not met? Takes a second or so, and disturbs nothing. null: all of them."""

    task: Name | None = None


# ---- pose --------------------------------------------------------------------------------------------


@dataclass(frozen=True, kw_only=True)
class ApplyPose(Request):
    """Go to a pose: one of the library, a posture of the figure, or the scene's start."""

    source: Literal["library", "posture", "start"]
    name: Name = ""


@dataclass(frozen=True, kw_only=True)
class SetJoints(Request):
    """Set joints to natural coordinates, degrees and metres, by joint; what tasks want is sought again from there."""

    values: dict[Name, Annotated[list[Number], Field(max_length=6)]]


@dataclass(frozen=True, kw_only=True)
class MirrorPose(Request):
    """Swap left and right, or make one side like the other."""

    side: Literal["swap", "left_to_right", "right_to_left"] = "swap"


@dataclass(frozen=True, kw_only=True)
class KeepPose(Request):
    """Put the present pose into the library, over one of the same name. `thumbnail`: a PNG, at most 64 kB."""

    name: Name
    thumbnail: Annotated[bytes, Field(max_length=65536)] | None = None


@dataclass(frozen=True, kw_only=True)
class RenamePose(Request):
    """Give a pose of the library another name."""

    name: Name
    to: Name


@dataclass(frozen=True, kw_only=True)
class RemovePose(Request):
    """Take a pose out of the library."""

    name: Name


@dataclass(frozen=True, kw_only=True)
class SetStart(Request):
    """The present pose becomes the scene's start: where `Hold` without a frame keeps its site."""


# ---- figure ------------------------------------------------------------------------------------------


@dataclass(frozen=True, kw_only=True)
class ChooseFigure(Request):
    """Another figure, as scene files name it: "human", {"human": {"stature": 1.7}}, {"file": "robot.urdf"}.

    Tasks, forces and poses that fit it are kept; the answer names those that do not.
    """

    figure: Value


@dataclass(frozen=True, kw_only=True)
class ScaleSegments(Request):
    """Make segments longer or shorter, by factor. `symmetric`: their mirror images too."""

    factors: dict[Name, Number]
    symmetric: Flag = False


@dataclass(frozen=True, kw_only=True)
class SetLimit(Request):
    """Another limit of a joint, as figure files have it (degrees); null takes it away."""

    joint: Name
    limit: Name
    value: Value
    symmetric: Flag = False


@dataclass(frozen=True, kw_only=True)
class SetMass(Request):
    """The mass of a segment, or of the whole figure with `segment` null."""

    segment: Name | None = None
    kilograms: Number
    symmetric: Flag = False


@dataclass(frozen=True, kw_only=True)
class SetJointWeight(Request):
    """How willingly a joint moves, 1 by default."""

    joint: Name
    weight: Number
    symmetric: Flag = False


@dataclass(frozen=True, kw_only=True)
class SetRest(Request):
    """The present pose becomes the figure's rest pose."""


@dataclass(frozen=True, kw_only=True)
class Reroot(Request):
    """Hold the figure at another segment; nothing moves."""

    segment: Name


# ---- document ----------------------------------------------------------------------------------------


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
    """The scene or the pose as text, to copy or download."""

    format: Literal["python", "scene_yaml", "pose_yaml", "pose_json", "solution_json"]


@dataclass(frozen=True, kw_only=True)
class SetView(Request):
    """Switch overlays on or off, by name; those not named stay. All windows follow; no entry of the undo list."""

    overlays: dict[Name, Flag]


AnyRequest = (
    GrabPoint | GrabField | GrabJoint | Release | Cancel
    | AddPart | EditPart | RemovePart | MoveTask | Pin | SetScene | Explain
    | ApplyPose | SetJoints | MirrorPose | KeepPose | RenamePose | RemovePose | SetStart
    | ChooseFigure | ScaleSegments | SetLimit | SetMass | SetJointWeight | SetRest | Reroot
    | New | Open | Save | Undo | Redo | ListFiles | ListGallery | Export | SetView
)  # fmt: skip
FromPage = Hello | Pull | AnyRequest
