"""The stance of a person: a pose with what it rests on, and the tasks that keep it there."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from poise.forces.support import Support
from poise.readable import Readable
from poise.stances.recipe import Contact, Surface
from poise.tasks.task import Task

if TYPE_CHECKING:
    from poise.pose import Pose


@dataclass(frozen=True, eq=False)
class Stance(metaclass=Readable):
    """A posture of one person that brings its supports. Made by `figure.stance(name)`.

    `pose`: inside all limits, every contact on its surface. `supports`: for `poise.statics` and `poise.solve`.
    `surfaces`: planes by name: "floor", "seat", "wall" … `contacts`: which site is on which. `tasks`: one level that
    keeps the contacts where they are while other tasks move the body. `motion`: of a moment in a movement, what moves;
    empty for a stance that can be held.
    """

    name: str
    words: str
    pose: Pose = field(repr=False)
    supports: tuple[Support, ...] = field(repr=False)
    surfaces: Mapping[str, Surface] = field(repr=False)
    contacts: tuple[Contact, ...] = field(repr=False)
    tasks: tuple[Task, ...] = field(repr=False)
    motion: str = ""
