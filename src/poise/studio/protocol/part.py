"""Requests about tasks, criteria, forces and supports."""

from __future__ import annotations

from dataclasses import dataclass

from poise.studio.protocol.plain import Flag, Name, PartList, Place, Point, Request, Text, Value, Whole


@dataclass(frozen=True, kw_only=True)
class AddPart(Request):
    """Add one. `kind` and `fields` as in the catalogue; tasks go to `level` (1 is highest; null: a new lowest one).

    `symmetric`: the same on the other side too, as a mirror image; of tasks those that are about places and turns.
    """

    list: PartList
    kind: Name
    fields: dict[Name, Value]
    level: Whole | None = None
    symmetric: Flag = False


@dataclass(frozen=True, kw_only=True)
class EditPart(Request):
    """Change fields of one; null puts a field back to its default. A task's `name` and `enabled` are fields too.

    `symmetric`: those of its twin on the other side too, as mirror images.
    """

    list: PartList
    at: Place
    fields: dict[Name, Value]
    symmetric: Flag = False


@dataclass(frozen=True, kw_only=True)
class RemovePart(Request):
    """Take one away, and its twin on the other side if `symmetric`; a level without tasks vanishes."""

    list: PartList
    at: Place
    symmetric: Flag = False


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

    `turn`: its direction too (`Hold`); else its place alone (`Reach`). `symmetric`: its mirror image too.
    """

    site: Name | None = None
    segment: Name | None = None
    point: Point | None = None
    turn: Flag = False
    symmetric: Flag = False


@dataclass(frozen=True, kw_only=True)
class SetScene(Request):
    """Change what is said of the whole scene; null leaves a field as it is. `tolerance`: {metres, degrees}.

    `method`: how the body follows, as `poise.solve` has it; refused when it cannot honour what the scene wants.
    `avoid_self`: whether the body keeps out of itself.
    """

    name: Text | None = None
    notes: Text | None = None
    tolerance: Value = None
    method: Name | None = None
    avoid_self: bool | None = None


@dataclass(frozen=True, kw_only=True)
class Explain(Request):
    """Why is a task not met? Takes a second or so, and disturbs nothing. null: all of them."""

    task: Name | None = None
