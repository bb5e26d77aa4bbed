"""A clip: the motion of a figure's file, or one that the figure does from another file; to look at and to hand on."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from poise.studio.protocol.plain import Flag, Message, Name, Number, Request, Whole


@dataclass(frozen=True, kw_only=True)
class ClipShape:
    """What there is to play. `file`: from the workspace. `start`, `end`: seconds. `keys`: poses it is made of.

    `animations`: all that the file has, by name; `name` is the one that is open. `notes`: what its reader found.
    """

    name: str
    file: str
    start: float
    end: float
    keys: int
    animations: list[str]
    notes: list[str]


@dataclass(frozen=True, kw_only=True)
class ClipTime:
    """Where the clip is. `showing`: the body is where the clip has it; false once it was moved otherwise."""

    time: float
    playing: bool
    speed: float
    loop: bool
    showing: bool


@dataclass(frozen=True, kw_only=True)
class OpenClip(Request):
    """Let the figure do the motion of a file of the workspace: its own, or that of another humanoid by their T-poses.

    `animation`: which one of several; null is the first.
    """

    path: Name
    animation: Name | None = None


@dataclass(frozen=True, kw_only=True)
class PlayClip(Request):
    """Go to a time (seconds), play or pause, change the speed or whether it begins again; null leaves it as it is."""

    time: Number | None = None
    playing: Flag | None = None
    speed: Number | None = None
    loop: Flag | None = None


@dataclass(frozen=True, kw_only=True)
class ExportClip(Request):
    """The clip as a file for programs of animators, or as a film. `film_progress` tells how far a film has come."""

    format: Literal["glb", "vrma", "bvh", "mp4", "gif", "png"]


@dataclass(frozen=True, kw_only=True)
class StopFilm(Request):
    """Nobody waits for the film any more: what asked for it is refused."""


@dataclass(frozen=True, kw_only=True)
class FilmProgress(Message):
    """How many frames of the film that the request `id` asked for are drawn, and how many it will have."""

    id: Whole
    done: int
    total: int
