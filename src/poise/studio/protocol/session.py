"""Messages about the connection itself."""

from __future__ import annotations

from dataclasses import dataclass

from poise.studio.protocol.plain import Message


@dataclass(frozen=True, kw_only=True)
class Welcome(Message):
    """The answer to `hello`; catalogue, figure, document and a frame follow. `window`: the number of this window.

    `recovered`: the scene was brought back after the server had ended unexpectedly.
    """

    protocol: int
    version: str
    window: int
    workspace: str
    recovered: bool


@dataclass(frozen=True, kw_only=True)
class Notice(Message):
    """Something everybody should know. `level`: "info" or "warning"."""

    level: str
    message: str


@dataclass(frozen=True, kw_only=True)
class Windows(Message):
    """How many windows are open on this scene, and which of them drags just now (0: none)."""

    count: int
    hand: int
