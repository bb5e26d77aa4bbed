"""The state of a document: an immutable value. Edits make other states, so that undo is a list of them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from itertools import accumulate, pairwise
from typing import Any

from poise.criteria import Criterion
from poise.criteria.preferences import in_a_row, in_levels
from poise.figure.figure import Figure
from poise.forces.force import AnyForce
from poise.forces.support import Support
from poise.forces.wishes import Loads
from poise.pose import Pose
from poise.question import Levels
from poise.scene.parts import loaded
from poise.scene.scene import Scene
from poise.studio.document.clips import Clip
from poise.studio.document.sources import AnySource
from poise.studio.document.stays import Stays
from poise.tasks.any_of import each
from poise.tasks.members import pieces_of
from poise.tasks.plan import unique_names
from poise.tasks.posture import Posture
from poise.tasks.task import Task

NOTHING = "nothing"
"""The name of the task that stands in for none, where at least one must be: it wants nothing."""


@dataclass(frozen=True, eq=False)
class State:
    """What is worked on.

    `source`: where the figure comes from; None when it was edited beyond that. `start`: where `Hold` keeps sites;
    `pose`: where the body is now. `levels`: tasks under unique names; there may be none. `poses`: the library.
    `stays`: what hands have placed, and where it stays below all tasks. `clip`: a motion to look at.
    `criteria_levels`: how many of the criteria stand in each level of theirs; none: all in one.
    `settings`: of the solve, as `Scene` has them: method, root, max_steps, attempts, seed, tolerance, shot, analytic,
    and the world.
    """

    source: AnySource | None
    start: Pose
    pose: Pose
    levels: Levels = ()
    criteria: tuple[Criterion, ...] = ()
    criteria_levels: tuple[int, ...] = ()
    forces: tuple[AnyForce, ...] = ()
    supports: tuple[Support, ...] = ()
    poses: Mapping[str, Pose] = field(default_factory=dict)
    stays: Stays = ()
    clip: Clip | None = None
    name: str = ""
    notes: str = ""
    settings: Mapping[str, Any] = field(default_factory=dict)

    @property
    def figure(self) -> Figure:
        """The figure that is posed."""
        return self.pose.figure

    @property
    def tasks(self) -> dict[str, Task]:
        """The tasks by name, the most important first."""
        return {task.name: task for level in self.levels for task in level}

    def scene(self) -> Scene:
        """The scene, all of it checked; without tasks it has one that wants nothing."""
        levels = self.levels or ((idle(),),)
        parts = {"forces": self.forces, "supports": self.supports, "name": self.name, "notes": self.notes}
        criteria = in_these_levels(self.criteria, self.criteria_levels)
        return Scene(self.start, levels, criteria, **parts, **self.settings)  # type: ignore[arg-type]

    def file_scene(self) -> Scene:
        """The scene as files have it: with the source of its figure, which was checked when it was chosen."""
        return self.scene()._made_by(self.source)

    def checked(self) -> State:
        """Itself, under unique names; raises when tasks, criteria, forces or supports do not fit the figure."""
        named = _named(self.levels)
        state = replace(self, levels=named) if named != self.levels else self
        for force in self.forces:
            force.rows(self.figure)
        for support in self.supports:
            support.outline(self.figure)
        loads = Loads(self.forces, self.supports)
        for task in (scene := state.scene()).tasks:
            pieces_of(loaded(each(task, lambda t: t._in_world(scene.world)), loads), scene.start)
        return state


def opened(scene: Scene) -> State:
    """A document that starts with a scene."""
    tasks = [[task for task in level if task.name != NOTHING] for level in scene.levels]
    settings = (
        "method",
        "root",
        "max_steps",
        "attempts",
        "seed",
        "tolerance",
        "shot",
        "world",
        "avoid_self",
        "analytic",
    )
    return State(
        source=scene.source,
        start=scene.start,
        pose=scene.start,
        levels=_named(tuple(tuple(level) for level in tasks if level)),
        criteria=in_a_row(scene.criteria),
        criteria_levels=tuple(len(level) for level in in_levels(scene.criteria)) if scene.criteria else (),
        forces=scene.forces,
        supports=scene.supports,
        name=scene.name,
        notes=scene.notes,
        settings={name: getattr(scene, name) for name in settings},
    )


def in_these_levels(criteria: tuple[Criterion, ...], sizes: tuple[int, ...]) -> tuple[Any, ...]:
    """The criteria as a scene has them."""
    if len(sizes) < 2:
        return criteria
    return tuple(criteria[start:end] for start, end in pairwise([0, *accumulate(sizes)]))


def one_less(sizes: tuple[int, ...], at: int) -> tuple[int, ...]:
    """The sizes of levels without the criterion at a place in the row of all; a level without any vanishes."""
    ends = tuple(accumulate(sizes))
    level = next((i for i, end in enumerate(ends) if at < end), None)
    return tuple(size - (i == level) for i, size in enumerate(sizes) if size - (i == level) > 0)


def idle() -> Posture:
    """A task that wants nothing."""
    return Posture("rest", name=NOTHING, enabled=False)


def _named(levels: Levels) -> Levels:
    """Every task under a name of its own, so that the page can speak of it."""
    ranked = sorted((t for level in levels for t in level), key=lambda t: not t.is_structural)  # as the solver has them
    names = {id(task): name for task, name in zip(ranked, unique_names(ranked), strict=True)}
    return tuple(
        tuple(t if t.name == names[id(t)] else replace(t, name=names[id(t)]) for t in level) for level in levels
    )
