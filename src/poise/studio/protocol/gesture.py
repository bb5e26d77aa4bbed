"""Gestures: grab, pull as often as the hand moves, release."""

from __future__ import annotations

from dataclasses import dataclass

from poise.studio.protocol.plain import Flag, Follow, Message, Name, PartList, Place, Point, Request, Value, Whole


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
