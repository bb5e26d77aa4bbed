"""The account of tasks: what each wanted, what it got, and whether that will do."""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple

from poise.tasks.members import pieces_of
from poise.tasks.piece import Bounds, Numbers, Piece
from poise.tasks.plan import Entry

if TYPE_CHECKING:
    from poise.pose import Pose
    from poise.tasks.task import Task

ROUNDING = 1e-6
"""Share of a tolerance: a part that is so near to its goal is as near as any other."""


@dataclass(frozen=True)
class PartReport:
    """One piece of a task.

    `wanted`, `reached`: numbers named by `labels`: coordinates along the controlled axes (m), a quaternion, a
    direction, joint coordinates; worked out when asked for; of an inequality `wanted` is the bound.
    `residual`: length of the error, in `unit` ("m", "rad", …).
    `tolerance`: what will do.
    """

    piece: Piece = field(repr=False)
    pose: Pose = field(repr=False)
    residual: float
    tolerance: float

    @property
    def labels(self) -> tuple[str, ...]:
        """Names of the numbers in `wanted` and `reached`."""
        return self.piece.labels

    @property
    def wanted(self) -> Numbers:
        """What was asked for."""
        return self.piece.wanted(self.pose)

    @property
    def allowed(self) -> Bounds | None:
        """Of an inequality, the range in which its number may be, open ends infinite; None for all others."""
        return self.piece.allowed(self.pose)

    @property
    def reached(self) -> Numbers:
        """What the pose has."""
        return self.piece.reached(self.pose)

    @property
    def unit(self) -> str:
        """ "m", "rad" or another of the task's own."""
        return self.piece.unit

    @property
    def met(self) -> bool:
        """Whether the residual is within the tolerance."""
        return self.residual <= self.tolerance

    def to_dict(self) -> dict[str, Any]:
        """Plain values, metres and radians."""
        bounds = self.allowed
        return {
            "wanted": dict(zip(self.labels, self.wanted, strict=True)),
            **({} if bounds is None else {"allowed": dict(zip(("min", "max"), map(_closed, bounds), strict=True))}),
            "reached": dict(zip(self.labels, self.reached, strict=True)),
            "residual": self.residual,
            "unit": self.unit,
            "tolerance": self.tolerance,
            "met": self.met,
        }


def _closed(bound: float) -> float | None:
    """A bound for JSON, which knows no infinity: None where the range is open."""
    return bound if math.isfinite(bound) else None


@dataclass(frozen=True)
class TaskReport:
    """One task. `wanted`, `reached`, `residual` and `unit` are those of its worst part, measured by its tolerance.

    `level`: 1 is highest; 0 is structural, above all levels. `note`: what else should be known of it.
    """

    name: str
    level: int
    enabled: bool
    parts: tuple[PartReport, ...]
    note: str = ""

    @property
    def worst(self) -> PartReport:
        """The part that is furthest from being met; the first of those that are met but for rounding."""
        return max(self.parts, key=lambda part: max(part.residual / part.tolerance, ROUNDING))

    @property
    def wanted(self) -> Numbers:
        """What was asked for."""
        return self.worst.wanted

    @property
    def reached(self) -> Numbers:
        """What the pose has."""
        return self.worst.reached

    @property
    def residual(self) -> float:
        """Length of the error, in `unit`; of a task with position and orientation, of the worse one."""
        return self.worst.residual

    @property
    def unit(self) -> str:
        """ "m", "rad" or another of the task's own."""
        return self.worst.unit

    @property
    def met(self) -> bool:
        """Whether every part is within its tolerance."""
        return all(part.met for part in self.parts)

    def to_dict(self) -> dict[str, Any]:
        """Plain values, metres and radians."""
        place = {"name": self.name, "level": self.level, "enabled": self.enabled}
        parts = [part.to_dict() for part in self.parts]
        note = {"note": self.note} if self.note else {}
        return {**place, **self.worst.to_dict(), "met": self.met, "parts": parts, **note}


class Outcome(NamedTuple):
    """A task as a solver has left it: all that its report is made of, once somebody asks.

    `residuals`: lengths of the errors of its pieces, in their units. `met`: whether all are within their tolerance.
    `start`: where the solve began; `known`: the pieces, where they were at hand.
    """

    name: str
    level: int
    task: Task
    residuals: tuple[float, ...]
    met: bool
    start: Pose
    known: tuple[Piece, ...] | None

    @staticmethod
    def of(entry: Entry, errors: list[float], pose: Pose) -> Outcome:
        """`errors`: those of all core tasks at `pose`, as the core measures them."""
        if entry.usual_tolerances is not None:
            return Outcome.measured(entry, entry.task, entry.start, errors, entry.known_pieces)
        task, pieces = entry.task, entry.pieces
        residuals = tuple([p.residual(errors[i], pose) for p, i in zip(pieces, entry.indices, strict=True)])
        met = all(r <= piece.tolerance(task) for piece, r in zip(pieces, residuals, strict=True))
        return Outcome(entry.name, entry.level, task, residuals, met, entry.start, tuple(pieces))

    @staticmethod
    def measured(
        entry: Entry, task: Task, start: Pose, errors: list[float], known: tuple[Piece, ...] | None = None
    ) -> Outcome:
        """Of a task in its place whose residuals are those of the core."""
        residuals = tuple([errors[index] for index in entry.indices])
        met = entry.is_met(task, errors)
        return Outcome(entry.name, entry.level, task, residuals, met, start, known)

    @property
    def pieces(self) -> tuple[Piece, ...]:
        """What the task was to the solver."""
        return tuple(pieces_of(self.task, self.start)) if self.known is None else self.known

    def report(self, pose: Pose) -> TaskReport:
        """The account of the task at the pose that it was left at."""
        task, pieces = self.task, self.pieces
        pairs = zip(pieces, self.residuals, strict=True)
        parts = tuple(PartReport(p, pose, residual, p.tolerance(task)) for p, residual in pairs)
        hints = [part.piece.hint(pose) for part in parts if not part.met]
        remarks = [piece.remark(pose) for piece in pieces]
        words = "; ".join(filter(None, [task.note, *remarks, *hints]))
        return TaskReport(self.name, self.level, task.enabled, parts, words)
