"""The document as the panels show it: sent whole when anything of it has changed."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from poise.studio.protocol.clip import ClipShape
from poise.studio.protocol.company import Member
from poise.studio.protocol.plain import Message
from poise.studio.protocol.things import Thing


@dataclass(frozen=True, kw_only=True)
class Part:
    """A task, criterion, force or support. `fields`: all of them, as scene files have them, null where none is given.

    `name`: of a task its unique name; of others a title. `kind`: its entry in the catalogue.
    """

    name: str
    kind: str
    fields: dict[str, Any]


@dataclass(frozen=True, kw_only=True)
class Goal:
    """A handle in the world: the point, frame or surface a task wants, the end of a rope, a pushing force.

    `field`: that which `grab_field` takes. `kind`: "point", "frame" (position and turn), "turn" (of `site`),
    "direction", "plane" (through the point), "surface" or "force" (an arrow at `site` along `value`, newtons).
    `value`: as the field stands in the document.
    """

    list: str
    at: str | int
    field: str
    kind: str
    site: str | None
    value: Any


@dataclass(frozen=True, kw_only=True)
class StayMark:
    """Something that was placed by hand and stays there, below all tasks.

    `part`: a segment, with the point of it and the place of the world; or a joint, and null for both.
    """

    part: str
    point: list[float] | None
    place: list[float] | None


@dataclass(frozen=True, kw_only=True)
class KeptPose:
    """A pose of the library; its thumbnail is a PNG."""

    name: str
    thumbnail: bytes | None


@dataclass(frozen=True, kw_only=True)
class DocumentMessage(Message):
    """The scene. `levels`: tasks, the most important first. `undo`, `redo`: names of actions, the next one first.

    `path`: its file, from the workspace. `saved`: the file has all of it. `clip`: the motion that can be played.
    `avoid_self`: whether the body keeps out of itself.
    `members`: of several figures, each; none when there is one.
    """

    revision: int
    name: str
    notes: str
    path: str | None
    saved: bool
    tolerance: Any
    avoid_self: bool
    levels: list[list[Part]]
    criteria: list[Part]
    forces: list[Part]
    supports: list[Part]
    goals: list[Goal]
    things: list[Thing]
    stays: list[StayMark]
    poses: list[KeptPose]
    overlays: dict[str, bool]
    undo: list[str]
    redo: list[str]
    clip: ClipShape | None
    members: list[Member]
