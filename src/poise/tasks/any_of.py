"""AnyOf: several tasks of which one will do."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from itertools import product
from typing import TYPE_CHECKING, Any, ClassVar, cast

from poise.errors import InputError
from poise.figure.check import count, number, shown
from poise.readable import no_argument
from poise.tasks.task import Task

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from poise.figure.figure import Figure
    from poise.pose import Pose
    from poise.tasks.piece import Piece

MARGIN = 0.02
"""m, rad: two centimetres, as wide as a finger."""
MOST_WAYS = 32
"""Ways to choose, all choices of a question together: each is a solve of its own."""

Levels = tuple[tuple[Task, ...], ...]


@dataclass(frozen=True, init=False)
class AnyOf(Task):
    """Either-or (Tolani 2.4): met when one of several tasks is met, whichever hand, seat or handle that may be.

        poise.AnyOf(poise.Reach("left_hand", bell), poise.Reach("right_hand", bell))

    A solve asks every way and takes the one that costs the levels least, in their order; of ways that cost the same,
    the one that moves the body least. `serving`: the number of the task that counts, 0 the first; a solve looks for it,
    a session keeps it until it has come to rest and another serves the levels better by more than `margin` (m, rad).
    Name and switch are those of the choice; the tasks' weights count beside its own.
    """

    tasks: tuple[Task, ...]
    margin: float = field(default=MARGIN, kw_only=True)
    serving: int = field(default=0, kw_only=True)

    word: ClassVar[str] = "any of"
    is_choice: ClassVar[bool] = True
    goal_field: ClassVar[str | None] = None

    def __init__(self, *alternatives: Task, **options: Any) -> None:
        given = options.pop("tasks", alternatives)
        for name, default in _DEFAULTS.items():
            self._put(name, options.pop(name, default))
        if options:
            raise no_argument("AnyOf", next(iter(options)), [*_DEFAULTS])
        self._put("tasks", _checked(given))
        self.__post_init__()

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.joints is not None or self.tolerance is not None:
            what = "joints" if self.joints is not None else "tolerance"
            raise InputError(f"{self._what(f'{what} option')} is said by its tasks, each for itself")
        self._put("serving", count(self.serving, self._what("serving option"), len(self.tasks) - 1, least=0))
        if (margin := number(self.margin, self._what("margin"))) < 0.0:
            raise InputError(f"{self._what('margin')} must not be negative, not {margin}")
        self._put("margin", margin)

    @property
    def default_name(self) -> str:
        """The names of its tasks."""
        return " or ".join(task.name for task in self.tasks)

    @property
    def sites(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(site for task in self.tasks for site in task.sites))

    @property
    def served(self) -> Task:
        """The task that counts, under the name of the choice."""
        task = self.tasks[self.serving]
        return replace(task, name=self.name, weight=self.weight * task.weight, enabled=self.enabled)

    def changed(self, served: Task) -> AnyOf:
        """The choice after the task that counts has been changed."""
        old = self.tasks[self.serving]
        new = replace(served, name=old.name, weight=old.weight, enabled=True)
        tasks = (*self.tasks[: self.serving], new, *self.tasks[self.serving + 1 :])
        return replace(self, tasks=tasks, enabled=served.enabled)

    def check(self, figure: Figure) -> None:
        """Raise when one of the tasks names what the figure lacks."""
        for task in self.tasks:
            task.check(figure)

    def pieces(self, start: Pose) -> list[Piece]:
        return self.served.pieces(start)


_DEFAULTS: dict[str, Any] = {
    "weight": 1.0,
    "joints": None,
    "tolerance": None,
    "name": "",
    "enabled": True,
    "margin": MARGIN,
    "serving": 0,
}


def _checked(tasks: Any) -> tuple[Task, ...]:
    if not isinstance(tasks, tuple | list) or len(tasks) < 2:
        raise InputError(f"AnyOf needs two tasks or more to choose from: AnyOf(task, task), not {shown(tasks)}")
    for task in tasks:
        if not isinstance(task, Task):
            raise InputError(f"AnyOf chooses between tasks; {shown(task)} is none")
        if isinstance(task, AnyOf):
            raise InputError(f"AnyOf cannot hold another choice ({task.name!r}): name all tasks in one AnyOf")
        if task.is_structural or task.is_first:
            raise InputError(f"AnyOf cannot hold {task.name!r}, which stands above all levels")
        if not task.enabled:
            raise InputError(f"AnyOf cannot choose {task.name!r}, which is switched off: leave it out")
    return tuple(tasks)


def each(task: Task, change: Callable[[Task], Task]) -> Task:
    """A task changed; of a choice, all of its tasks."""
    return replace(task, tasks=tuple(map(change, task.tasks))) if isinstance(task, AnyOf) else change(task)


def ways(levels: Sequence[Sequence[Task]]) -> Sequence[Sequence[Sequence[Task]]]:
    """The levels with every combination of what may serve, the present one first."""
    choices = [cast(AnyOf, task) for level in levels for task in level if task.is_choice and task.enabled]
    if not choices:
        return [levels]
    numbers = [sorted(range(len(c.tasks)), key=lambda i, c=c: i != c.serving) for c in choices]  # type: ignore[misc]
    total = 1
    for several in numbers:
        total *= len(several)
    if total > MOST_WAYS:
        raise InputError(f"there are {total} ways to choose in this question; at most {MOST_WAYS} are asked")
    return [_chosen(levels, dict(zip(map(id, choices), way, strict=True))) for way in product(*numbers)]


def _chosen(levels: Sequence[Sequence[Task]], way: dict[int, int]) -> Levels:
    def told(task: Task) -> Task:
        return replace(task, serving=way[id(task)]) if isinstance(task, AnyOf) and id(task) in way else task

    return tuple(tuple(map(told, level)) for level in levels)


def served_notes(tasks: Sequence[Task]) -> tuple[str, ...]:
    """Which task of each choice counts, in words."""
    choices = [task for task in tasks if isinstance(task, AnyOf) and task.enabled]
    if not choices:
        return ()
    return tuple(f"{choice.name!r} was served by {choice.tasks[choice.serving].name!r}" for choice in choices)
