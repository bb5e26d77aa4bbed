"""Loads: what holds the pose on the screen and what that costs the joints, in all digits."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from pydantic import Field

from poise.studio.protocol.plain import Request


@dataclass(frozen=True, kw_only=True)
class AskLoads(Request):
    """The loads of the pose as it is now, as `poise statics` finds them."""


@dataclass(frozen=True, kw_only=True)
class Report(Request):
    """One HTML file about the pose: these pictures (PNG, as the page shows it), the question, loads and sources."""

    pictures: Annotated[list[Annotated[bytes, Field(max_length=400_000)]], Field(max_length=4)]


@dataclass(frozen=True, kw_only=True)
class SupportRow:
    """What a support gives: `force` N, at `point`; `share` of the weight; `friction` used, and `slip` of what it has.

    `slip`: 1 is all of its grip; null where nothing can slip.
    """

    site: str
    force: list[float]
    point: list[float]
    share: float
    friction: float | None
    slip: float | None


@dataclass(frozen=True, kw_only=True)
class JointRow:
    """What a joint coordinate gives: `torque` N m (N along slides), `strength` it has that way, and `use` of it.

    `movement`: what anatomists call the effort, as "extension"; may be empty. `source`: of the strength; `rough`: that
    is only an order of magnitude. null where no strength is known.
    """

    joint: str
    coordinate: str
    movement: str
    torque: float
    strength: float | None
    use: float | None
    source: str
    rough: bool


@dataclass(frozen=True, kw_only=True)
class LoadsTable:
    """`lines`: in words, the most important first. `margin`: of balance, m, negative outside; null without a region.

    `joints`: those that use most of their strength first, then by torque. `problem`: why there is none of this, if so.
    """

    problem: str | None
    lines: list[str]
    balanced: bool
    margin: float | None
    supports: list[SupportRow]
    joints: list[JointRow]
