"""Tasks about things of the world, which they take from the solve unless they bring their own."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Self, cast

from poise import _core
from poise.errors import InputError
from poise.tasks.any_of import each
from poise.tasks.piece import Piece
from poise.tasks.task import Task
from poise.world.world import World, new_core_world, place

GIVEN = {"given": True}
"""Marks a field that the solve gives: files say it once, beside the levels."""


@dataclass(frozen=True, eq=False)
class WorldPiece(Piece):
    """Rows about obstacles, which may move while a solver runs. `world`: those it sees."""

    world: World | None

    @cached_property
    def core_world(self) -> _core.World:
        """The obstacles as the solver sees them; they may be placed anew."""
        return new_core_world(self.world or World(), self.claimed)

    @property
    def claimed(self) -> float | None:
        """The margin (m) that counts in place of the obstacles' own, if any does."""
        return 0.0

    def place(self, world: World) -> None:
        """Put the obstacles where another world of the same solids has them; the solver must look again."""
        if self.world is not None:
            place(self.core_world, world)
            object.__setattr__(self, "world", world)


@dataclass(frozen=True, kw_only=True)
class WorldTask(Task):
    """A task that speaks of obstacles. `world`: where they are; by default that of the solve."""

    world: World | None = field(default=None, metadata=GIVEN)

    @property
    def obstacles(self) -> World | None:
        """The obstacles it is about; None where it has nothing to do with any."""
        if self.world is None:
            raise InputError(f"task {self.name!r} needs a world: poise.solve(…, world=world), or its own world=")
        return self.world

    @property
    def minds_world(self) -> bool:
        """Whether the world changes anything for it."""
        return True

    def _in_world(self, world: World | None) -> Self:
        if self.world is not None or world is None or not self.minds_world:
            return self
        return replace(self, world=world)

    def _placed(self, world: World, pieces: Sequence[Piece]) -> Self:
        """The same task in a world whose obstacles are elsewhere; its pieces are told."""
        moved = replace(self, world=world)
        for piece in pieces:
            if isinstance(piece, WorldPiece) and (obstacles := moved.obstacles) is not None:
                piece.place(obstacles)
        return moved


def minds(task: Task, world: World | None) -> bool:
    """Whether a task is about obstacles of this very world."""
    return isinstance(task, WorldTask) and task.minds_world and task.world is world


def in_other_world(task: Task, before: World | None, world: World) -> Task:
    """A task in another world, if it was in the one that has gone."""
    return each(task, lambda t: replace(cast(WorldTask, t), world=world) if minds(t, before) else t)
