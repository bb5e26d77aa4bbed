"""The plan: levels of tasks, checked, named, and described to the core."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from dataclasses import replace
from functools import lru_cache
from operator import le
from typing import Any, cast
from weakref import ref

import numpy as np

from poise import _core
from poise.errors import InputError
from poise.figure.check import listed, shown
from poise.figure.figure import Figure
from poise.figure.marks import Coupling
from poise.pose import Pose
from poise.tasks.any_of import AnyOf
from poise.tasks.members import check_task, goals_of, helpers_of, pieces_of
from poise.tasks.piece import SURELY_UNMOVED, Array, Goal, Piece, Watched
from poise.tasks.posture import Posture
from poise.tasks.task import Task

MOVED = 1e-4
"""Supports that are this far (m) from where they were have moved."""


Start = _core.Pose | Array
"""Where a run begins: a pose of the core, or coordinates."""


class Entry:
    """A task in its place: unique name, level (1 is highest, 0 above all), pieces and their indices in the core.

    `task`: what is served; of a choice (`AnyOf`) the one that counts. `start`: what `Hold` keeps.
    """

    __slots__ = ("_choice", "_pieces", "indices", "level", "name", "start", "task", "units", "usual_tolerances")

    def __init__(self, name: str, level: int, asked: Task, start: Pose) -> None:
        self.name, self.level = name, level
        self._choice: AnyOf | None = cast(AnyOf, asked) if asked.is_choice else None
        self.task = asked if self._choice is None else self._choice.served
        self.indices: list[int] = []
        self.units: tuple[str, ...] = ()  # of the pieces, once they stand in the core
        self.usual_tolerances: tuple[float, ...] | None = None  # of tasks that say none; None: pieces say their own
        self.start = start
        self._pieces: list[Piece] | None = None

    @property
    def asked(self) -> Task:
        """The task as it was put: a choice, or the very task that is served."""
        return self.put(self.task)

    def put(self, task: Task) -> Task:
        """A task that is served in this place, as it would be put."""
        return task if self._choice is None else self._choice.changed(task)

    @property
    def pieces(self) -> list[Piece]:
        """Made when they are asked for: goals move more often than anybody looks."""
        if self._pieces is None:
            self._pieces = pieces_of(self.task, self.start)
        return self._pieces

    @property
    def known_pieces(self) -> tuple[Piece, ...] | None:
        """The pieces, where they have been made."""
        return None if self._pieces is None else tuple(self._pieces)

    def note_units(self) -> None:
        """Remember in which units pieces are measured; those of a task of the same form are measured alike."""
        task, self.units = self.task, tuple([piece.unit for piece in self.pieces])
        plain = all(piece.is_measured_plainly for piece in self.pieces) and type(task).tolerance_in is Task.tolerance_in
        self.usual_tolerances = tuple([task._usual_tolerance(unit) for unit in self.units]) if plain else None

    def is_met(self, task: Task, errors: list[float]) -> bool:
        """Whether a task in this place is met, by the errors of all core tasks; where these are its residuals."""
        usual = self.usual_tolerances if task.tolerance is None else None
        tolerances = [task.tolerance_in(unit) for unit in self.units] if usual is None else usual
        return all(map(le, [errors[index] for index in self.indices], tolerances))

    def moved(self, task: Task) -> None:
        """Go on with the same task, its goal moved."""
        self.task, self._pieces = task, None


class Plan:
    """Levels of tasks of one figure, and the core's problem they make. `start`: the pose that `Hold` keeps."""

    def __init__(self, start: Pose, levels: Sequence[Sequence[Task]]) -> None:
        self.start = start
        self.entries: dict[str, Entry] = {}
        self.preferences: Any = None  # the criteria's `Preferences`, which know of tasks; set by who plans a solve
        self.left_out: tuple[str, ...] = ()  # criteria for which the method has no place
        self.method: Any = "priority"  # set with them; a name, or a method with its choices
        self._moving: list[tuple[Entry, int]] = []  # pieces that depend on where the pose has gone
        self.changes = 0  # how often one of them was found again
        self.form: Hashable | None = None  # of the questions that it is kept for; set by who keeps it
        self._solver: _core.Solver | None = None  # kept with it
        self._watch: tuple[list[Piece], _core.RegionWatch] | None = None  # and for which pieces it was made
        ranked = ranked_levels(levels)
        tasks = [task for _, level in ranked for task in level]
        names = iter(unique_names(tasks))
        for task in tasks:
            check_task(task, start.figure)
        self.has_structure = bool(ranked[0][1])  # tasks that stand with the limits
        self.has_choices = any(task.is_choice for task in tasks)  # whether others could serve in the place of some
        self.keeps_out = any(task.keeps_out for task in tasks)  # of things
        loosened = loosened_by(tasks, start.figure)
        self._core = core_under_load(start.figure, loosened) if loosened else start.figure._core
        self.problem = _core.Problem(self._core)
        self.problem.set_mobility(start.figure._mobility)
        if start.figure._mirror is not None:
            self.problem.set_mirror(start.figure._mirror, start.coordinates)
        for place, (number, level) in enumerate(ranked):
            if not level:
                continue
            self.problem.begin_level(place == 0)
            entries = [Entry(next(names), number, task, start) for task in level]
            for entry in entries:
                self.entries[entry.name] = entry
            for entry in entries if len(entries) == 1 else sorted_in_level(entries):
                self._add(entry)
        self.places = tuple(self.entries.values())  # in the order of their levels
        self._plain = all(entry.usual_tolerances is not None for entry in self.places)

    def ask_again(self, start: Pose, tasks: Iterable[Task]) -> None:
        """Be the plan of a question of the same form (`kept_plans.py`): other goals and tolerances, another start.

        Raises where a goal is refused; the plan is of no use then.
        """
        elsewhere = start is not self.start and start.coordinates.tobytes() != self.start.coordinates.tobytes()
        if elsewhere:
            self.start = start
            if start.figure._mirror is not None:
                self.problem.set_mirror(start.figure._mirror, start.coordinates)
        indices: list[int] = []
        goals: list[Goal] = []
        start = self.start
        for entry, task in zip(self.places, tasks, strict=True):
            before = entry.task
            entry.start, entry.task, entry._pieces = start, task, None
            if task._is_told_by_goal:
                goal = task.goal_field or ""
                if elsewhere or task.__dict__.get(goal) is not before.__dict__.get(goal):
                    indices += entry.indices
                    goals += task.goals(start)
            elif elsewhere or self.changes:  # regions may have moved since
                for index, piece in zip(entry.indices, entry.pieces, strict=True):
                    self._adopt(index, piece, task.weight)
        if indices:
            self.problem.set_goals(indices, goals)
        self.changes = 0
        if self.preferences is not None:
            self.preferences.ask_again(start, self.tasks)

    def solver_at(self, start: Array) -> _core.Solver:
        """A solver that begins at these coordinates; a plan that is kept keeps its solver, which begins anew."""
        if self._solver is None or not self._solver.begin_anew(start):
            solver = _core.Solver(self.problem, start)
            self._solver = solver if self.form is not None else None
            return solver
        return self._solver

    def settle(self, start: Start, steps: int, watch: _core.RegionWatch | None = None) -> _core.Ending:
        """What a solver leaves that begins there, once it has settled or its steps are done."""
        if self._solver is not None:
            return self._solver.settle(start, steps, watch)
        solver = self.solver_at(start if isinstance(start, np.ndarray) else start.coordinates)
        return solver.settle(None, steps, watch)

    def region_watch(self, still: float, times: int) -> _core.RegionWatch:
        """For a solver: what depends on where the pose has gone is found again so many times on the way and, if it has
        moved by more than `still` (m), once more for the account."""
        pieces = [entry.pieces[i] for entry, i in self._moving if entry.task.enabled]
        if self._watch is not None and self._watch[0] == pieces:
            return self._watch[1]

        own = ref(self)  # what stands in the core no collector sees: it must not keep the plan alive

        def found_again(here: _core.Pose, ended: bool) -> bool:
            plan = own()
            assert plan is not None
            return plan.refresh(Pose._of(plan.start.figure, here), still if ended else MOVED)

        watched = [piece.watched for piece in pieces]
        known = [] if None in watched else cast(list[Watched], watched)
        watch = _core.RegionWatch(found_again, known, SURELY_UNMOVED * MOVED, SURELY_UNMOVED * still, times)
        self._watch = pieces, watch
        return watch

    def set_goal(self, entry: Entry, goal: Any) -> None:
        """Give a task another goal; nothing changes when the goal is refused."""
        task = entry.task.with_goal(goal)
        self.problem.set_goals(entry.indices, goals_of(task, self.start))
        entry.moved(task)

    def set_enabled(self, entry: Entry, enabled: bool) -> None:
        """Switch a task on or off."""
        if not isinstance(enabled, bool):
            raise InputError(f"task {entry.name!r} can be enabled with True or False, not {enabled!r}")
        for index in entry.indices:
            self.problem.set_enabled(index, enabled)
        entry.task = replace(entry.task, enabled=enabled)

    def place(self, entry: Entry, task: Task) -> None:
        """Go on with a task whose pieces have been told already that what it is about has moved."""
        entry.task = task
        for index in entry.indices:
            self.problem.revise(index)

    @property
    def tasks(self) -> list[Task]:
        """The tasks as they are now, the most important first."""
        return [entry.task for entry in self.places]

    @property
    def is_alike_for_all_goals(self) -> bool:
        """Whether another question of its form makes the same plan, but for goals: in a level, tasks of one name stand
        in an order that goals decide, and what is structural is met before a solve begins."""
        return not self.has_structure and all(name == entry.task.name for name, entry in self.entries.items())

    @property
    def follows(self) -> bool:
        """Whether criteria are still on their way after goals that have moved."""
        return self.preferences is not None and self.preferences.on_the_way

    @property
    def is_measured_plainly(self) -> bool:
        """Whether all residuals are those of the core; what has moved with the pose may have become of another kind."""
        if not self._moving:
            return self._plain
        return self._plain and all(entry.usual_tolerances is not None for entry, _ in self._moving)

    @property
    def known_pieces(self) -> list[tuple[Piece, ...] | None] | None:
        """The pieces of all tasks, where some have moved with the pose; None where each task makes its own anew."""
        return [entry.known_pieces for entry in self.places] if self._moving else None

    @property
    def moves_with_pose(self) -> bool:
        """Whether anything depends on where the pose has gone."""
        return bool(self._moving and [entry for entry, _ in self._moving if entry.task.enabled])

    def refresh(self, pose: Pose, moved: float = MOVED) -> bool:
        """Bring what depends on the pose up to date; whether anything changed, so that the solver must look again.

        `moved`: supports that are this far (m) from where they were have moved.
        """
        changed = False
        for entry, i in self._moving:
            new = entry.pieces[i].refreshed(pose, moved) if entry.task.enabled else None
            if new is None:
                continue
            self._adopt(entry.indices[i], new, entry.task.weight)
            entry.pieces[i], changed = new, True
            entry.note_units()
            self.changes += 1
        return changed

    def _adopt(self, index: int, piece: Piece, weight: float) -> None:
        """Let a piece stand where another of its kind did."""
        alone = _core.Problem(self._core)
        alone.begin_level()
        piece.add(alone, self.start.figure, weight)
        self.problem.adopt(index, alone)

    def _add(self, entry: Entry) -> None:
        task, figure = entry.task, self.start.figure
        problem, weight, indices = self.problem, task.weight, entry.indices
        for i, piece in enumerate(entry.pieces):
            indices.append(piece.add(problem, figure, weight))
            if piece.moves:
                self._moving.append((entry, i))
        entry.note_units()
        if task.joints is not None and not isinstance(task, Posture):  # whose joints are those it compares
            helpers = helpers_of(task, figure)
            for index in entry.indices:
                self.problem.set_joints(index, helpers)
        if not task.enabled:
            for index in entry.indices:
                self.problem.set_enabled(index, False)


def loosened_by(tasks: Sequence[Task], figure: Figure) -> tuple[Coupling, ...]:
    """The couplings that tasks let go, as they then hold; few kinds of tasks do."""
    loosening = [task for task in tasks if task.loosens or task.is_choice]
    served = [cast(AnyOf, task).served if task.is_choice else task for task in loosening]
    return tuple([coupling for task in served for coupling in task.loosened(figure)])


@lru_cache(maxsize=32)
def core_under_load(figure: Figure, loosened: tuple[Coupling, ...]) -> _core.Figure:
    """The figure for the core, some of its couplings let go; all else, coordinates too, is the same."""
    held = {coupling.name: coupling for coupling in loosened}
    return figure._relimited(figure.joints.values(), [held.get(c.name, c) for c in figure.couplings.values()])._core


def sorted_in_level(entries: list[Entry]) -> list[Entry]:
    """As the core gets them: in which order somebody names the tasks of a level must not change a bit of the pose."""
    by_name = {entry.task.name: entry for entry in entries}
    if len(by_name) == len(entries):
        return [by_name[name] for name in sorted(by_name)]
    return sorted(entries, key=lambda entry: (entry.task.name, repr(entry.task)))


def checked_levels(levels: Any) -> list[list[Task]]:
    """The levels as lists of tasks; an entry of `levels` is a task or several that share a level."""
    if isinstance(levels, Task):
        raise InputError(f"levels must be a list of tasks or of lists of tasks; put task {levels.name!r} in a list")
    entries = levels if type(levels) is list or type(levels) is tuple else listed(levels)
    if entries is None:
        raise InputError(f"levels must be a list of tasks or of lists of tasks, not {shown(levels)}")
    found = [[entry] if isinstance(entry, Task) else _level(number, entry) for number, entry in enumerate(entries, 1)]
    if not found:
        raise InputError("levels is empty: at least one task is needed")
    return found


def ranked_levels(levels: Sequence[Sequence[Task]]) -> list[tuple[int, list[Task]]]:
    """All levels with their numbers, after two more of number 0 that may be empty.

    The first of them is that of all structural tasks, the second that of tasks that stand first otherwise: the world.
    """
    structural: list[Task] = []
    first: list[Task] = []
    ranked: list[tuple[int, list[Task]]] = [(0, structural), (0, first)]
    for level in levels:
        others: list[Task] = []
        for task in level:
            if not task.may_stand_above:
                others.append(task)
            else:
                (structural if task.is_structural else first if task.is_first else others).append(task)
        if others:
            ranked.append((len(ranked) - 1, others))
    return ranked


def unique_names(tasks: list[Task]) -> list[str]:
    """A name for each task: its own; defaults that occur twice are numbered. A given name may occur once only."""
    names = [t.name for t in tasks]
    if len(set(names)) == len(names):
        return names
    defaults = [t.default_name for t in tasks]
    given = [t.name for t, default in zip(tasks, defaults, strict=True) if t.name != default]
    twice = next((n for n in given if given.count(n) > 1), None)
    if twice is not None:
        raise InputError(f"two tasks are named {twice!r}; every name must be unique")
    taken, names = set(given), []
    for task, default in zip(tasks, defaults, strict=True):
        name = task.name if task.name != default else _free_name(task.name, taken)
        taken.add(name)
        names.append(name)
    return names


def _free_name(name: str, taken: set[str]) -> str:
    number, candidate = 1, name
    while candidate in taken:
        number += 1
        candidate = f"{name} {number}"
    return candidate


def _remedy(given: Any) -> str:
    """What to write instead of something that is no task and looks as if one was meant."""
    if isinstance(given, type) and issubclass(given, Task):
        return f"; one of its kind is {given.__name__}(…)"
    if type(given).__module__.startswith("poise.criteria."):  # by its name: criteria stand below tasks
        return f": it is a criterion, as in solve(…, criteria=[{type(given).__name__}(…)])"
    if isinstance(given, str):
        return f"; a site is held by poise.Hold({given!r}) and led by poise.Reach({given!r}, (x, y, z))"
    return "; a level is a task or a list of tasks, and not a list of lists" if isinstance(given, list | tuple) else ""


def _level(number: int, entry: Any) -> list[Task]:
    tasks = listed(entry)
    if tasks is None:
        raise InputError(f"level {number} must be a task or a list of tasks, not {shown(entry)}{_remedy(entry)}")
    if not tasks:
        raise InputError(f"level {number} is empty: it needs at least one task")
    for task in tasks:
        if not isinstance(task, Task):
            raise InputError(f"level {number} holds {shown(task)}, which is not a task{_remedy(task)}")
    return tasks
