"""Gestures: grab, pull as often as the hand moves, release."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Literal

from pydantic import Field

from poise.studio.protocol.plain import Flag, Follow, Message, Name, PartList, Place, Point, Request, Value, Whole

DragMethod = Literal["priority", "transpose", "ccd"]


@dataclass(frozen=True, kw_only=True)
class GrabPoint(Request):
    """Take hold of a point of a segment, given in the segment's coordinates; pull it to points of the world (m).

    `follow` says who may help; with "joint", `joint` is the last one that does. `symmetric` drags its mirror image too.
    `method`: how the body follows while it is held; what another one than the scene's cannot honour rests meanwhile.
    """

    segment: Name
    point: Point
    follow: Follow = "body"
    joint: Name | None = None
    symmetric: Flag = False
    method: DragMethod = "priority"


@dataclass(frozen=True, kw_only=True)
class GrabField(Request):
    """Take hold of a field of a task, criterion, force or support, as a goal or an arrow; pull it to values.

    `symmetric`: that of its twin on the other side goes along, as its mirror image.
    """

    list: PartList
    at: Place
    field: Name
    symmetric: Flag = False


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
class SetPace(Request):
    """How far the body moves from picture to picture: so many iterations, or null for as many as there is time for."""

    iterations: Annotated[int, Field(strict=True, ge=1, le=1000)] | None = None


@dataclass(frozen=True, kw_only=True)
class SettleNow(Request):
    """Go on until the body rests, at once."""


@dataclass(frozen=True, kw_only=True)
class Cancel(Request):
    """Let go, and put everything back as it was when it was grabbed."""


@dataclass(frozen=True, kw_only=True)
class AskHolders(Request):
    """What keeps what a hand leads, or has led last, from coming farther? Takes a tenth of a second."""
