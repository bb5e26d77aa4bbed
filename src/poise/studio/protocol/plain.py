"""The plain types of messages, checked strictly: a text is no number, and no number is infinite."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Any, Literal

from pydantic import ConfigDict, Field

MOST_TEXT = 200_000
"""Characters in one text of a request."""

Text = Annotated[str, Field(max_length=MOST_TEXT)]
Name = Annotated[str, Field(max_length=200)]
Number = Annotated[float, Field(strict=True, allow_inf_nan=False)]
Whole = Annotated[int, Field(strict=True)]
Flag = Annotated[bool, Field(strict=True)]
Point = Annotated[list[Number], Field(min_length=3, max_length=3)]
Value = Any
"""A value as scene files have it: number, text, list, mapping or null; checked by what reads scene files."""

STRICT = ConfigDict(extra="forbid")

PartList = Literal["tasks", "criteria", "forces", "supports"]
Place = Name | Whole
"""Which part of a list: a task by its name, anything else by its number from 0."""
Follow = Literal["natural", "body", "limb", "part", "joint"]
"""Who follows a dragged point: its limb and the body when that is needed, as far as it reaches; the whole body; its
limb alone; this part alone; or everything up to a named joint."""


@dataclass(frozen=True, kw_only=True)
class Message:
    """Anything that is said; `type` is the class's name in small letters."""

    __pydantic_config__ = STRICT


@dataclass(frozen=True, kw_only=True)
class Request(Message):
    """A request that is answered."""

    id: Whole
