"""The same question for other people."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Any, Literal

from pydantic import Field

from poise.studio.protocol.plain import Number, Request

Percentile = Annotated[float, Field(strict=True, ge=1.0, le=99.0)]


@dataclass(frozen=True, kw_only=True)
class SolveFromStart(Request):
    """The pose that `poise solve` finds for the scene from its start; what was placed by hand need not stay."""


@dataclass(frozen=True, kw_only=True)
class Compare(Request):
    """The same question for people of these percentiles of stature and mass, each solved from the start.

    `sexes`: of each; without them that of the person who is asked. `azimuth`, `elevation`: where all of the pictures
    are seen from, radians.
    """

    percentiles: Annotated[list[Percentile], Field(min_length=1, max_length=5)]
    sexes: Annotated[list[Literal["female", "male"]], Field(min_length=1, max_length=5)] | None = None
    azimuth: Number = 0.56
    elevation: Number = 0.24


@dataclass(frozen=True, kw_only=True)
class Person:
    """One of them. `figure`: as `choose_figure` takes it. `picture`: a PNG. `light`: as of a frame.

    `dropped`: what of the question does not fit.
    """

    title: str
    figure: Any
    picture: bytes
    light: str
    dropped: list[str]


@dataclass(frozen=True, kw_only=True)
class ComparedRow:
    """A quantity and its value for each; null where there is none. `group`: what it belongs to."""

    group: str
    label: str
    unit: str
    values: list[float | None]


@dataclass(frozen=True, kw_only=True)
class Comparison:
    """`rows`: what they differ in. `asked`: of everybody, in words; `sources`: of the strengths that efforts refer to.

    Strengths that are orders of magnitude alone begin with ~ there, and so do the labels of their rows.
    """

    people: list[Person]
    rows: list[ComparedRow]
    asked: list[str]
    sources: list[str]
