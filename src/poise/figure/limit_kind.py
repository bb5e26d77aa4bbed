"""Which limit of a figure is meant: the kinds of the core, and their names."""

from __future__ import annotations

from enum import IntEnum
from typing import NamedTuple

from poise.figure.figure import Figure


class LimitKind(IntEnum):
    """What the core calls `LimitKind` (`core/limits`): the numbers are its own."""

    NONE = 0
    RANGE = 1
    SWING = 2
    TWIST = 3
    COUPLING = 4


class LimitName(NamedTuple):
    """`joint`: None for a coupling. `limit`: a coordinate ("angle", "flexion" …), "swing", "twist" or the coupling."""

    joint: str | None
    limit: str

    def __str__(self) -> str:
        return self.limit if self.joint is None else f"{self.joint}.{self.limit}"


def limit_name(figure: Figure, kind: int, index: int, coordinate: int) -> LimitName:
    """The name of a limit that the core tells by its kind, the joint or coupling it belongs to, and its coordinate."""
    match LimitKind(kind):
        case LimitKind.NONE:
            raise ValueError("no limit is meant, so it has no name")
        case LimitKind.COUPLING:
            return LimitName(None, list(figure.couplings)[index])
        case LimitKind.RANGE:
            joint = figure.branches[index].joint
            return LimitName(joint.name, joint.coordinates[coordinate])
        case named:
            return LimitName(figure.branches[index].joint.name, named.name.lower())
