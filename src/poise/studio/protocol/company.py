"""Several figures on one stage: added, placed, named, taken away."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from pydantic import Field

from poise.studio.protocol.plain import Name, Number, Request, Value


@dataclass(frozen=True, kw_only=True)
class AddFigure(Request):
    """One figure more, as `choose_figure` names it, beside those that are there; answered by its name.

    The first of them gets a name, too: whatever is named on a figure bears its name and a slash from then on.
    """

    figure: Value
    name: Name | None = None


@dataclass(frozen=True, kw_only=True)
class PlaceFigure(Request):
    """Put one of several figures elsewhere on the floor: x and z of its root (m), its heading (degrees)."""

    name: Name
    position: Annotated[list[Number], Field(min_length=2, max_length=2)] | None = None
    heading: Number | None = None


@dataclass(frozen=True, kw_only=True)
class RenameFigure(Request):
    """Another name of one of several figures."""

    name: Name
    to: Name


@dataclass(frozen=True, kw_only=True)
class RemoveFigure(Request):
    """Take one of several figures away, with all that is about it."""

    name: Name


@dataclass(frozen=True, kw_only=True)
class FigureName:
    """The name of the figure that was added, and what of its file could not be had."""

    name: str
    notes: list[str]


@dataclass(frozen=True, kw_only=True)
class Member:
    """One of several figures: where its root is on the floor (x, z), its heading (degrees), kilograms and height.

    `stances`: those that it can take, by name.
    """

    name: str
    position: list[float]
    heading: float
    mass: float
    height: float
    stances: list[str]
